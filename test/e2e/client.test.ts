// The whole way with the real client: what its tools did is in the ledger, once, and nothing private is.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOfSession, type LedgerEvent } from '../../src/store/ledger/events.ts';
import { runClient } from '../helpers/client.ts';
import { createScratch, filesContaining, type Scratch, waitFor } from '../helpers/scratch.ts';
import { type Block, type ScriptedApi, startScriptedApi, stepOfTurn } from '../helpers/scripted-api.ts';
import { Sqlite } from '../helpers/sqlite.ts';

let scratch: Scratch;
let api: ScriptedApi;
let project: string;
beforeEach(() => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(project);
  execFileSync('git', ['init', '-q', '-b', 'trunk', project]);
  writeFileSync(join(project, 'a.txt'), 'alpha\nbeta\n');
});
afterEach(async () => {
  await api.close();
  await scratch.dispose();
});

/** Plays these steps in every turn, one request each, then says a last word. */
const play = (steps: Block[][], last = 'FINAL') =>
  startScriptedApi((request) => {
    if (!request.tools?.length) return [{ type: 'text', text: 'a title' }];
    if (JSON.stringify(request.messages.at(0)).includes('SUBAGENT')) {
      return stepOfTurn(request) === 0
        ? [{ type: 'tool_use', name: 'Read', input: { file_path: join(project, 'a.txt') } }]
        : [{ type: 'text', text: 'SUB RESULT' }];
    }
    return steps[stepOfTurn(request)] ?? [{ type: 'text', text: last }];
  });

const tool = (name: string, input: Record<string, unknown>): Block => ({ type: 'tool_use', name, input });
const say = (text: string): Block => ({ type: 'text', text });

function ledger(): { session: string; events: LedgerEvent[] }[] {
  const db = new Sqlite(scratch.paths.database, { readonly: true });
  try {
    return db
      .prepare<[], { id: string }>('select id from sessions order by started_at')
      .all()
      .map(({ id }) => ({ session: id, events: eventsOfSession(db, id) }));
  } finally {
    db.close();
  }
}

/** Waits until the session's end is in the ledger and nothing is under way any more. */
async function settled(ends: number): Promise<void> {
  await waitFor(async () => {
    const status = await scratch.status();
    return (
      status.spool === 0 &&
      status.sessions > 0 &&
      ledger()
        .flatMap((s) => s.events)
        .filter((e) => e.kind === 'session_end').length === ends
    );
  }, 'the end of the session');
  await scratch.cli(['worker', 'stop']);
}

describe('a run of the real client', () => {
  it('is captured whole: tools, a failure, an unknown tool, a subagent, messages; not the private block, not the secret', async () => {
    const secret = `ghp_${'w4Rt'.repeat(9)}`;
    api = await play([
      [say('Looking around.'), tool('Read', { file_path: join(project, 'a.txt') })],
      [tool('Edit', { file_path: join(project, 'a.txt'), old_string: 'beta', new_string: 'gamma' })],
      [tool('Bash', { command: `echo ${secret}; exit 3`, description: 'fail' })],
      [tool('NoSuchTool', { x: 1 })],
      [
        tool('Agent', {
          description: 'sub',
          prompt: 'SUBAGENT read it',
          subagent_type: 'general-purpose',
          run_in_background: false,
        }),
      ],
      [tool('Bash', { command: 'echo "<private>QZX-inner</private>"', description: 'say' })],
    ]);
    const ran = await runClient(scratch, api, ['-p', 'Please change it. <private>QZX-prompt</private>'], {
      cwd: project,
    });
    expect(ran).toMatchObject({ code: 0, stdout: 'FINAL\n', stderr: '' });
    await settled(1);

    const [{ events } = { events: [] }] = ledger();
    const count = (kind: string) => events.filter((e) => e.kind === kind).length;
    expect(count('prompt')).toBe(1);
    expect(
      events.filter((e) => e.toolName).map((e) => [e.toolName, e.kind, e.promptNumber, e.agentId !== null]),
    ).toEqual(
      expect.arrayContaining([
        ['Read', 'tool', 1, false],
        ['Edit', 'tool', 1, false],
        ['Bash', 'tool_failure', 1, false],
        ['NoSuchTool', 'tool_failure', 1, false],
        ['Agent', 'tool', 1, false],
        ['Read', 'tool', 1, true],
        ['Bash', 'tool', 1, false],
      ]),
    );
    expect(events.filter((e) => e.toolName)).toHaveLength(7);
    expect([count('session_start'), count('stop'), count('subagent_stop'), count('session_end')]).toEqual([1, 1, 1, 1]);
    expect(events.find((e) => e.kind === 'stop')?.body).toEqual({ message: 'FINAL' });
    expect(events.filter((e) => e.kind === 'message').map((e) => e.body?.['text'])).toEqual([
      'Looking around.',
      'FINAL',
    ]);
    expect(new Set(events.filter((e) => e.toolName).map((e) => e.branch))).toEqual(new Set(['trunk']));
    // Hooks told of all but the unknown tool, which only the transcript shows.
    expect(events.filter((e) => e.toolName && e.source === 'transcript').map((e) => e.toolName)).toEqual([
      'NoSuchTool',
    ]);
    // The digest of the edited file is that of the file as it is.
    const [read, edit] = ['Read', 'Edit'].map((name) => events.find((e) => e.toolName === name)?.files[0]);
    expect(read?.digest).not.toBe(edit?.digest);
    expect(edit).toMatchObject({ path: join(project, 'a.txt'), role: 'modified' });

    for (const word of ['QZX-inner', 'QZX-prompt', secret])
      expect(filesContaining(scratch.paths.home, word)).toEqual([]);
    expect(JSON.stringify(events)).toContain('Please change it.');
  });

  it('resumed and forked: two prompts, then a fork that does not double its parent’s events', async () => {
    api = await play([[say('Working.'), tool('Bash', { command: 'echo step', description: 'd' })]]);
    const id = '11111111-1111-4111-8111-111111111111';
    const go = (...args: string[]) => runClient(scratch, api, ['-p', ...args], { cwd: project });
    expect((await go('first', '--session-id', id)).stdout).toBe('FINAL\n');
    expect((await go('second', '--resume', id)).stdout).toBe('FINAL\n');
    expect((await go('another way', '--resume', id, '--fork-session')).stdout).toBe('FINAL\n');
    await settled(3);

    const all = ledger();
    expect(all).toHaveLength(2);
    const parent = all.find((s) => s.session === id)?.events ?? [];
    const fork = all.find((s) => s.session !== id)?.events ?? [];
    const shape = (events: LedgerEvent[]) =>
      ['prompt', 'tool', 'message', 'stop', 'session_start', 'session_end'].map(
        (kind) => events.filter((e) => e.kind === kind).length,
      );
    expect(shape(parent)).toEqual([2, 2, 4, 2, 2, 2]);
    expect(shape(fork)).toEqual([1, 1, 2, 1, 1, 1]);
    expect(fork.find((e) => e.kind === 'prompt')).toMatchObject({ promptNumber: 1, body: { text: 'another way' } });
    const ids = all
      .flatMap((s) => s.events)
      .map((e) => e.toolUseId)
      .filter((x) => x !== null);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('forked while no worker could run: everything is drained at once, and still nothing is doubled', async () => {
    api = await play([[say('Working.'), tool('Bash', { command: 'echo step', description: 'd' })]]);
    const id = '22222222-2222-4222-8222-222222222222';
    // Hooks believe that a worker runs, and start none.
    mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
    writeFileSync(scratch.paths.workerInfo, JSON.stringify({ pid: process.pid }));
    const go = (...args: string[]) => runClient(scratch, api, ['-p', ...args], { cwd: project });
    await go('first', '--session-id', id);
    await go('another way', '--resume', id, '--fork-session');
    rmSync(scratch.paths.workerInfo);
    await scratch.cli(['worker', 'start']);
    await settled(2);
    const all = ledger();
    expect(all.map((s) => s.events.filter((e) => e.kind === 'prompt').map((e) => e.body?.['text']))).toEqual([
      ['first'],
      ['another way'],
    ]);
    const ids = all
      .flatMap((s) => s.events)
      .map((e) => e.toolUseId)
      .filter((x) => x !== null);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });

  it('with everything of ours gone from the plugin, runs as if we were not installed; the transcript brings it back', async () => {
    api = await play([[tool('Bash', { command: 'echo <private>QZX-lost</private> kept', description: 'd' })]]);
    const broken = join(scratch.home, 'plugin');
    execFileSync('cp', ['-r', join(import.meta.dirname, '..', '..', 'plugin'), broken]);
    execFileSync('rm', ['-rf', join(broken, 'scripts')]);
    const without = await runClient(scratch, api, ['-p', 'go'], { cwd: project, plugin: null });
    const halfDeleted = await runClient(scratch, api, ['-p', 'go'], { cwd: project, plugin: broken });
    expect(halfDeleted).toEqual(without);
    expect(halfDeleted).toMatchObject({ code: 0, stderr: '' });

    // Mended, the session is resumed: what the hooks missed is made up for.
    const folder = join(
      scratch.home,
      '.claude',
      'projects',
      readdirSync(join(scratch.home, '.claude', 'projects'))[0] as string,
    );
    const [transcript] = readdirSync(folder).filter(
      (name) => name.endsWith('.jsonl') && readFileSync(join(folder, name), 'utf8').includes('QZX-lost'),
    );
    const id = (transcript as string).replace('.jsonl', '');
    expect((await runClient(scratch, api, ['-p', 'again', '--resume', id], { cwd: project })).code).toBe(0);
    await settled(1);
    const events = ledger().find((s) => s.session === id)?.events ?? [];
    expect(events.filter((e) => e.kind === 'prompt').map((e) => [e.promptNumber, e.body?.['text']])).toEqual([
      [1, 'go'],
      [2, 'again'],
    ]);
    expect(events.filter((e) => e.toolName === 'Bash').map((e) => [e.source, e.promptNumber])).toEqual([
      ['transcript', 1],
      ['hook', 2],
    ]);
    expect(filesContaining(scratch.paths.home, 'QZX-lost')).toEqual([]);
  });
});
