// Hooks configured by hand: `c-mem context|new|save|summary|cleanup` with a payload on stdin.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation } from '../helpers/records.ts';
import { createScratch, type Ran, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { onTerminal } from '../helpers/terminal.ts';

const QUIET = { code: 0, stdout: '', stderr: '' };
const PROGRAM = join(ROOT, 'dist', 'c-mem.cjs');

let scratch: Scratch;
let project: string;
beforeEach(() => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(project);
  mkdirSync(scratch.paths.home, { mode: 0o700 });
  const db = openDatabase(scratch.paths.database);
  addObservation(db, { session: 'one', project, at: Date.now() - 60_000 }, { title: 'Totals are counted in cents' });
  db.close();
});
afterEach(() => scratch.dispose());

const payload = (more: object = {}) => JSON.stringify({ session_id: 's1', cwd: project, ...more });
const cli = (words: string[], input: string) => run(process.execPath, [PROGRAM, ...words], scratch.env, input, project);
const shell = (line: string) =>
  run('sh', ['-c', line], { ...scratch.env, P: `${process.execPath} ${PROGRAM}` }, '', project);
const spooled = () => readdirSync(scratch.home, { recursive: true }).filter((path) => String(path).includes('/spool/'));
const rows = <T>(query: string) => scratch.rows<T>(query);

/** With a stdin that stays open; answers when the program has ended by itself. */
function withOpenStdin(words: string[], pieces: string[]): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], { env: scratch.env, cwd: project });
    const ran = { code: null as number | null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (ran.stdout += chunk));
    child.stderr.on('data', (chunk) => (ran.stderr += chunk));
    child.stdin.on('error', () => undefined);
    for (const piece of pieces) child.stdin.write(piece);
    child.on('close', (code) => done({ ...ran, code }));
  });
}

describe('new, save, summary and cleanup', () => {
  it('record what the same hooks record, and say nothing', async () => {
    await scratch.cli(['worker', 'start']);
    expect(await cli(['new'], payload({ prompt: 'Why cents?' }))).toEqual(QUIET);
    expect(await cli(['save'], payload({ tool_name: 'Bash', tool_use_id: 't1', tool_input: {} }))).toEqual(QUIET);
    expect(await cli(['summary'], payload({ last_assistant_message: 'Because.' }))).toEqual(QUIET);
    expect(await cli(['cleanup'], payload({ reason: 'exit' }))).toEqual(QUIET);
    await waitFor(async () => (await scratch.status()).events === 4, 'four events');
    expect(rows('select kind from events order by id')).toEqual(
      ['prompt', 'tool', 'stop', 'session_end'].map((kind) => ({ kind })),
    );
  });

  it('never load the CLI: they work without it', async () => {
    const alone = join(scratch.home, 'alone');
    mkdirSync(alone);
    for (const name of ['c-mem.cjs', 'hook.cjs', 'capture.cjs'])
      await run('cp', [join(ROOT, 'dist', name), alone], scratch.env);
    const save = () =>
      run(process.execPath, [join(alone, 'c-mem.cjs'), 'save'], scratch.env, payload({ tool_name: 'T' }), project);
    expect(await save()).toEqual(QUIET);
    expect(spooled().some((path) => String(path).endsWith('.json'))).toBe(true);
  });

  it('take nonsense in silence; a person on a terminal is told', async () => {
    for (const stage of ['new', 'save', 'summary', 'cleanup']) {
      expect(await cli([stage], 'not json')).toEqual(QUIET);
      expect(await cli([stage], '')).toEqual(QUIET);
      expect((await cli([stage, '--help'], '')).stdout).toContain(`Usage: c-mem ${stage}`);
    }
    const ran = await onTerminal([process.execPath, PROGRAM, 'save'], { env: scratch.env, cwd: project, answers: [] });
    expect([ran.code, ran.stdout]).toEqual([2, expect.stringContaining('expects a hook payload on stdin')]);
  });
});

describe('hook', () => {
  it('hands all arguments on; with --help alone it shows its help', async () => {
    await scratch.cli(['worker', 'start']);
    expect(await cli(['hook', 'stop', '--help'], '')).toEqual(QUIET);
    expect((await cli(['hook', '-h'], '')).stdout).toContain('Usage: c-mem hook');
    const echo = join(scratch.home, 'echo');
    mkdirSync(echo);
    await run('cp', [PROGRAM, echo], scratch.env);
    writeFileSync(join(echo, 'hook.cjs'), 'console.log(JSON.stringify(process.argv.slice(2)))');
    const given = async (...words: string[]) =>
      JSON.parse((await run(process.execPath, [join(echo, 'c-mem.cjs'), ...words], scratch.env)).stdout) as string[];
    expect(await given('hook', '--host', 'codex', 'session-start')).toEqual([
      '--open',
      '--host',
      'codex',
      'session-start',
    ]);
    expect(await given('hook', '--host=codex', 'stop', '--help')).toEqual(['--open', '--host=codex', 'stop', '--help']);
    expect(await given('hook', '--help', 'x')).toEqual(['--open', '--help', 'x']);
    expect(await given('save', '--host', 'codex')).toEqual(['--open', 'save', '--host', 'codex']);
  });
});

describe('context', () => {
  const isHookAnswer = (text: string) =>
    text.startsWith('{') && 'hookSpecificOutput' in (JSON.parse(text) as Record<string, unknown>);

  it('answers a payload as the hook does, and records it', async () => {
    const asked = payload({ source: 'startup' });
    const ran = await cli(['context'], asked);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const told = JSON.parse(ran.stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
    expect(told.hookSpecificOutput.hookEventName).toBe('SessionStart');
    expect(told.hookSpecificOutput.additionalContext).toContain('Totals are counted in cents');
    expect((await cli(['hook', 'context'], asked)).stdout).toBe(ran.stdout);
    await waitFor(async () => (await scratch.status()).events === 2, 'both events');
    expect(rows<{ kind: string }>('select distinct kind from events')).toEqual([{ kind: 'session_start' }]);
  });

  it.each([
    ['in pieces', () => shell(`(printf '%s' '{"session_id"'; sleep 0.2; printf '%s' ':"s1"}') | $P context`)],
    ['in a file', () => shell(`printf '%s' '{"session_id":"s1"}' > p.json; $P context < p.json`)],
    ['from somebody who never closes', () => withOpenStdin(['context'], [payload()])],
    ['in pieces, from somebody who never closes', () => withOpenStdin(['context'], ['{"session_', 'id": "s1"}\n'])],
  ])('a payload %s', async (_, start) => {
    const ran = await start();
    expect([ran.code, ran.stderr, isHookAnswer(ran.stdout)]).toEqual([0, '', true]);
  });

  it.each([
    ['an empty stdin', () => cli(['context'], '')],
    ['no stdin', () => shell('$P context </dev/null')],
    ['a closed stdin', () => shell('$P context <&-')],
    ['a pipe that nobody writes to', () => withOpenStdin(['context'], [])],
    ['a pipe with something else, that stays open', () => withOpenStdin(['context'], ['total 12\n'])],
    ['another JSON', () => cli(['context'], '{"a": 1}')],
    ['a list', () => cli(['context'], '[{"session_id": "s1"}]')],
    ['a folder', () => shell('$P context < .')],
    ['a device that never ends', () => shell('$P context < /dev/zero')],
    [
      'a terminal',
      () => onTerminal([process.execPath, PROGRAM, 'context'], { env: scratch.env, cwd: project, answers: [] }),
    ],
  ])('%s: prints the context for a person, and records nothing', async (_, start) => {
    const ran = await start();
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^<c-mem-context>\nMemories from earlier sessions in the project “shop”/);
    expect(spooled()).toEqual([]);
  });

  it('with options it is the command, whatever stdin holds', async () => {
    expect((await cli(['context', '--json'], payload())).stdout).toContain('"observations"');
    expect(await cli(['context', '--jsn'], payload())).toMatchObject({ code: 2, stdout: '' });
    expect(await cli(['context', '--host', 'x'], '')).toMatchObject({ code: 2, stdout: '' });
    expect(spooled()).toEqual([]);
  });
});
