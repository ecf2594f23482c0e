// Two versions of Node on one store, each with its own SQLite: in turn, and at the same time. Run by `npm run test:nodes`.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, fixtureSession, prompt, stop } from '../helpers/payloads.ts';
import { createScratch, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';

const other = process.env['C_MEM_OTHER_NODE'] ?? '';
const nodes = [process.execPath, other];
const AT_ONCE = 12;

describe.runIf(other !== '')('two versions of Node on one store', () => {
  let scratch: Scratch;
  let folder: string;
  beforeEach(() => {
    scratch = createScratch();
    folder = join(scratch.home, 'shop');
    mkdirSync(folder);
  });
  afterEach(() => scratch.dispose());

  const cli = async (node: string, ...args: string[]) => {
    const done = await run(node, [join(ROOT, 'dist', 'c-mem.cjs'), ...args], scratch.env, undefined, folder);
    if (done.code !== 0) throw new Error(`${node} c-mem ${args.join(' ')}: ${done.stderr}${done.stdout}`);
    return done.stdout;
  };
  /** It ends with 1 if something is wrong, such as that no agent is set up here. */
  const findingsOf = async (node: string) => {
    const program = [join(ROOT, 'dist', 'c-mem.cjs'), 'doctor', '--json'];
    const { stdout } = await run(node, program, scratch.env, undefined, folder);
    return (JSON.parse(stdout) as { findings: { check: string; state: string; message: string }[] }).findings;
  };
  const engineOf = async (node: string) =>
    (await findingsOf(node)).find(({ check }) => check === 'sqlite')?.message ?? '';
  const titles = () => scratch.rows<{ title: string }>('select title from observations').map(({ title }) => title);

  it('are really two engines', async () => {
    const versions = nodes.map((node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim());
    expect(new Set(versions).size).toBe(2);
    const engines = await Promise.all(nodes.map(engineOf));
    expect(engines.every((engine) => engine.startsWith('SQLite '))).toBe(true);
    expect(new Set(engines).size).toBe(2);
  });

  it('in turn: each finds and forgets what the other wrote', async () => {
    for (const [index, node] of nodes.entries()) await cli(node, 'remember', `Herons nest in tree ${index}`);
    for (const node of nodes) {
      const found = await cli(node, 'search', 'herons', '--json');
      for (const index of nodes.keys()) expect(found).toContain(`Herons nest in tree ${index}`);
    }
    const [first, second] = scratch.rows<{ id: number }>('select id from observations order by id');
    // What this one wrote is forgotten by the other, and the other way round.
    await cli(other, 'forget', String(first?.id), '--yes');
    await cli(process.execPath, 'forget', String(second?.id), '--yes');
    for (const node of nodes) expect(await cli(node, 'search', 'herons')).toContain('No memories match');
  });

  it('at the same time: a worker of each, hooks and commands of both; nothing is lost and nothing is damaged', async () => {
    for (const [round, node] of nodes.entries()) {
      await cli(node, 'worker', 'start');
      const session = fixtureSession(folder);
      const writing = nodes.map(async (writer, place) => {
        for (let n = 0; n < AT_ONCE; n += 1) await cli(writer, 'remember', `Otter ${round} ${place} ${n} swims`);
      });
      const capturing = (async () => {
        await scratch.hook('UserPromptSubmit', prompt(session, `Count the otters of round ${round}`));
        for (let n = 0; n < AT_ONCE; n += 1) await scratch.hook('PostToolUse', bash(session, `count ${n}`, 'ok'));
        await scratch.hook('Stop', stop(session, `There are ${AT_ONCE} otters in round ${round}.`));
      })();
      await Promise.all([...writing, capturing]);
      await waitFor(
        () => scratch.rows('select 1 from summaries').length === round + 1,
        `the turn of round ${round} to be compressed`,
      );
      await cli(node, 'worker', 'stop');
    }
    for (const round of nodes.keys())
      for (const place of nodes.keys())
        for (let n = 0; n < AT_ONCE; n += 1) expect(titles()).toContain(`Otter ${round} ${place} ${n} swims`);
    expect(titles().filter((title) => title.startsWith('Otter'))).toHaveLength(4 * AT_ONCE);
    for (const node of nodes) {
      const wrong = (await findingsOf(node)).filter(({ state }) => state !== 'ok');
      expect(wrong.filter(({ check }) => ['store', 'sqlite', 'spool'].includes(check))).toEqual([]);
    }
  });
});
