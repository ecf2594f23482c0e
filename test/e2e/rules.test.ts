// Rules from end to end: said in a session, listed and decided on the command line and in the viewer, shown to the next
// session.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScratch, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { bench, open, useViewerPages } from '../helpers/viewer-pages.ts';

describe('on the command line', () => {
  let scratch: Scratch;
  let project: string;
  beforeAll(() => {
    scratch = createScratch();
    project = join(scratch.home, 'shop');
    mkdirSync(project);
  });
  afterAll(() => scratch.dispose());

  const cli = (words: string[], env: Record<string, string> = {}) =>
    run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...words], { ...scratch.env, ...env }, '', project);
  const rules = async (...words: string[]) =>
    JSON.parse((await cli(['rules', ...words, '--json'])).stdout) as { id: number; text: string; state: string }[];
  const prompt = (id: string, text: string) =>
    scratch.hook('UserPromptSubmit', {
      ...{ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt_id: id, cwd: project, prompt: text },
      transcript_path: join(scratch.home, '.claude', 'projects', 'shop', 's.jsonl'),
    });

  it('what the user said is listed, confirmed, edited, switched off and on, and forgotten', async () => {
    await prompt('p1', 'Please always use pnpm in this repo.');
    await prompt('p2', 'never commit to main without asking me');
    await prompt('p3', 'What is in the README?');
    await waitFor(
      async () => (await cli(['rules', '--json'])).code === 0 && (await rules()).length === 2,
      'both rules',
      30_000,
    );
    const [first, second] = await rules();
    expect(first).toMatchObject({ text: 'Never commit to main without asking me', state: 'said', source: 'prompt' });
    expect((await cli(['context'])).stdout).toContain('- The user said on ');
    const shown = (await cli(['rules'])).stdout;
    expect(shown).toContain('Said, not confirmed:');
    expect(shown).toContain('“Please always use pnpm in this repo.”');

    const id = String(second?.id);
    expect((await cli(['rules', 'confirm', id])).stdout).toBe(`Confirmed #${id}: Always use pnpm in this repo\n`);
    expect((await cli(['rules', 'edit', id, 'Use', 'pnpm,', 'never', 'npm'])).stdout).toContain('Use pnpm, never npm');
    expect((await cli(['context'])).stdout).toMatch(/## Rules the user confirmed.*\n- Use pnpm, never npm\n/);
    await cli(['rules', 'off', id]);
    expect(await rules()).toHaveLength(1);
    expect(await rules('--all')).toHaveLength(2);
    expect((await cli(['context'])).stdout).not.toContain('never npm');
    await cli(['rules', 'on', id]);
    expect((await rules())[1]).toMatchObject({ state: 'confirmed' });
    expect((await cli(['rules', 'forget', id, '--dry-run'])).stdout).toMatch(
      new RegExp(`^Would forget #${id}: .*\\(.*1 observation, 1 summary\\)\\. Nothing was changed`),
    );
    const refused = await cli(['rules', 'forget', id]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --yes to confirm')]);
    expect((await cli(['rules', 'forget', id, '--yes'])).stdout).toContain(`Forgot #${id}`);
    await prompt('p4', 'thanks');
    expect((await rules('--all')).map(({ text }) => text)).toEqual([first?.text]);
    expect((await cli(['rules', 'confirm', id])).stderr).toContain(`There is no rule ${id}`);
  });

  it("a person's own rule is confirmed, and an agent's shell decides nothing", async () => {
    const added = await cli(['rules', 'add', 'Write commit messages in English', '--everywhere']);
    expect(added.stdout).toContain('Added #');
    expect((await rules())[0]).toMatchObject({ state: 'confirmed', scope: 'everywhere', source: 'person' });
    for (const words of [
      ['confirm', '1'],
      ['off', '1'],
      ['forget', '1'],
      ['add', 'x'],
      ['edit', '1', 'x'],
      ['on', '1'],
    ]) {
      const ran = await cli(['rules', ...words], { CLAUDECODE: '1' });
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain('Only a person can');
    }
    expect((await cli(['rules'], { CLAUDECODE: '1' })).code).toBe(0);
    expect((await cli(['remember', 'Use npm', '--type', 'rule'])).code).toBe(2);
  });
});

describe('in the viewer', () => {
  useViewerPages();

  it('lists by state, confirms, edits, switches off and on, and forgets with undo', async () => {
    const projects = (await bench.api('GET', '/api/projects')).body['projects'] as { id: number; name: string }[];
    const shop = String(projects.find(({ name }) => name === 'shop')?.id);
    const add = async (text: string) =>
      (await bench.api('POST', '/api/rules', { text, project: shop })).body['id'] as number;
    const [pnpm, hooks] = [await add('Use pnpm'), await add('Never skip the hooks <b>ever</b>')];
    await bench.api('PATCH', `/api/rules/${pnpm}`, { state: 'off' });
    const page = await open();
    await page.getByRole('navigation').getByRole('link', { name: 'Rules' }).click();
    const group = (name: string) => page.getByRole('region', { name, exact: true });
    await group('Off').getByText('Use pnpm').waitFor();
    // Text, not markup.
    await group('Confirmed').getByText('Never skip the hooks <b>ever</b>').waitFor();
    await page.getByRole('button', { name: `Switch on #${pnpm}` }).click();
    await group('Confirmed').getByText('Use pnpm').waitFor();
    await page.getByRole('button', { name: `Edit #${pnpm}` }).click();
    await page.getByLabel('Rule', { exact: true }).fill('Use pnpm 9');
    await page.getByLabel('Holds in').selectOption('everywhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await group('Confirmed').getByText('Use pnpm 9').waitFor();
    await group('Confirmed').getByText('all projects').waitFor();
    await page.getByRole('button', { name: `Switch off #${hooks}` }).click();
    await group('Off').getByText('Never skip').waitFor();
    await page.getByRole('button', { name: `Forget #${pnpm}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await page.getByText('Use pnpm 9').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Undo/ }).last().click();
    await group('Confirmed').getByText('Use pnpm 9').waitFor();
    expect((await bench.api('GET', '/api/rules')).body['rules']).toMatchObject([{ id: hooks }, { id: pnpm }]);
  });
});
