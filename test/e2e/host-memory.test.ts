// Claude Code's own memory files: found by every search, injected by none, and forgotten only from the index.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixtureSession, payload, prompt } from '../helpers/payloads.ts';
import { createScratch, filesContaining, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';

let scratch: Scratch;
let project: string;
let file: string;
beforeEach(() => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  const folder = join(scratch.home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(folder, 'memory'), { recursive: true });
  file = join(folder, 'memory', 'MEMORY.md');
  writeFileSync(
    file,
    '## Deploy\nThe walrusDeploy script needs the ferry token ghp_abcdefghijklmnopqrstuvwxyz0123456789.\n\n## Tests\nRun vitest.\n',
  );
});
afterEach(() => scratch.dispose());

const cli = (...args: string[]) =>
  run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);

it('is indexed by the worker, found, shown, never injected, and forgotten for good', async () => {
  const session = { ...fixtureSession(project), transcriptPath: join(file, '..', '..', 'one.jsonl') };
  await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
  const search = async (words: string) => (await cli('search', ...words.split(' '))).stdout;
  await waitFor(async () => (await search('ferry token')).startsWith('H1 '), 'the memory file', 20_000);

  expect(await search('ferry token')).toMatch(
    /^H1 \w+ \d+, \d{4} \d\d:\d\d Claude Code memory, MEMORY\.md › Deploy: The walrusDeploy script needs .* \(~\d+\)\n$/,
  );
  const shown = (await cli('show', 'H1')).stdout;
  expect(shown).toContain('H1 Claude Code memory: MEMORY.md › Deploy\n');
  expect(shown).toContain(file.slice(-40));
  expect(shown).toContain('[redacted:');
  expect((await cli('status')).stdout).toContain('2 host memories');
  expect(filesContaining(scratch.paths.home, 'ghp_abcdefghijklmnopqrstuvwxyz0123456789')).toEqual([]);

  const client = new Client({ name: 'test', version: '1' });
  const env = { ...scratch.env, C_MEM_HOME: scratch.paths.home };
  const args = [join(ROOT, 'dist', 'mcp.cjs')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: project }));
  const call = async (name: string, given: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name, arguments: given }));
  expect(await call('search', { query: 'ferry' })).toContain('H1 ');
  expect(await call('search', { query: 'ferry', kind: 'observation' })).not.toContain('H1 ');
  expect(await call('get_observations', { ids: ['H1'] })).toContain('walrusDeploy');
  expect(await call('timeline', { id: 'H1' })).toContain('not the ID of an observation');

  const next = { ...fixtureSession(project), transcriptPath: join(file, '..', '..', 'two.jsonl') };
  const start = await scratch.hook('SessionStart', payload(next, 'SessionStart', { source: 'startup' }));
  const asked = await scratch.hook('UserPromptSubmit', prompt(next, 'Why does walrusDeploy need the ferry token?'));
  expect(start.stdout + asked.stdout).not.toMatch(/walrus|ferry|H1/);

  const dry = await cli('forget', 'H1', '--dry-run');
  expect(dry.stdout).toContain('Would forget 1 host memory.');
  const forgotten = await call('forget', { ids: ['H1'] });
  expect(forgotten).toContain('Forgotten: 1 host memory.');
  expect(forgotten).toContain('belongs to Claude Code and still contains it');
  await client.close();
  expect(readFileSync(file, 'utf8')).toContain('ferry');
  // A worker that starts checks the files at once.
  await cli('worker', 'restart');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n## More\nThe heron nests.\n`);
  await cli('worker', 'restart');
  await waitFor(async () => (await search('heron')).startsWith('H'), 'the changed file', 20_000);
  expect(await search('ferry --kind host-memory')).toContain('No memories match');
  const second = (await cli('forget', 'H2', '--yes')).stdout;
  expect(second).toMatch(
    /^Forgotten: 1 host memory\.\n {2}H\d+ .*\n.*MEMORY\.md belongs to Claude Code and still contains it\. To remove it there, run \/memory/,
  );
});
