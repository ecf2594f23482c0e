// OpenCode: the plugin as OpenCode loads it, with the real scripts, and its sessions in a database of the same shape.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaptureBench } from '../../../test/helpers/capture.ts';
import { Sqlite } from '../../../test/helpers/sqlite.ts';
import { stripPayload } from '../../capture/clean/private.ts';
import { resolvePaths } from '../../config/paths.ts';
import type { JsonObject } from '../../domain/json.ts';
import { readPayload } from './payload.ts';
import { pluginSource } from './plugin-source.ts';
import { readCompleted } from './result.ts';
import { unquoted } from './typed.ts';

const SESSION = 'ses_e1b931019ffe4J6jpxePEhpzsf';
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'c-mem-opencode-'));
  vi.stubEnv('C_MEM_HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

it.each([
  ['"Fix the cart"', 'Fix the cart'],
  ['again', 'again'],
  ['"a" and "b"', '"a" and "b"'],
  ['"say \\"hi\\" now"', 'say "hi" now'],
])('%s was typed as %s', (given, typed) => {
  expect(unquoted(given)).toBe(typed);
});

it('a private prompt is private, also with the quotes around it', () => {
  const given = { opencode_plugin: 1, session_id: 's', prompt: '"<private>QZX here</private>"' };
  expect(readPayload('UserPromptSubmit', stripPayload(given)).prompt).toEqual({ text: '', isPrivate: true });
});

it('a command that failed is told by its metadata', () => {
  expect(readCompleted({ output: 'no\n', metadata: { exit: 2 } })).toEqual({ error: 'no\nExit code: 2' });
  expect(readCompleted({ output: 'ok', metadata: { exit: 0 } })).toEqual({ response: { text: 'ok' } });
});

type Hooks = Record<string, (input: unknown, output?: unknown) => Promise<void>>;

describe('the plugin', () => {
  const load = async (): Promise<Hooks> => {
    const file = join(home, 'c-mem.mjs');
    writeFileSync(file, pluginSource(resolvePaths()));
    const exported = (await import(pathToFileURL(file).href)) as Record<string, (context: object) => Promise<Hooks>>;
    // OpenCode calls every export.
    expect(Object.keys(exported)).toEqual(['CMem']);
    return (exported['CMem'] as (context: object) => Promise<Hooks>)({ directory: home });
  };
  const part = (state: JsonObject, more: JsonObject = {}) => ({
    event: {
      type: 'message.part.updated',
      properties: {
        sessionID: SESSION,
        part: { id: `prt_${state['status']}`, type: 'tool', tool: 'bash', callID: 'c1', state, ...more },
      },
    },
  });
  const spooled = () => {
    const folder = join(home, 'spool');
    return existsSync(folder)
      ? readdirSync(folder).map((name) => {
          const [header = '', body = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
          return { event: header.split(' ')[2], door: header.split(' ')[3], payload: JSON.parse(body) as JsonObject };
        })
      : [];
  };

  it('reports each call once, when it ends, and through the same script as all hosts', async () => {
    mkdirSync(join(home, 'bin', 'program', 'plugin'), { recursive: true });
    symlinkSync(resolve('src', 'hook'), join(home, 'bin', 'program', 'plugin', 'scripts'));
    const hooks = await load();
    for (const status of ['pending', 'running', 'completed', 'completed'])
      await hooks['event']?.(
        part({ status, input: { command: 'ls' }, output: 'a', metadata: { exit: 0 }, time: { start: 1, end: 5 } }),
      );
    await hooks['event']?.(
      part({ status: 'error', input: {}, error: 'no', time: { start: 1, end: 2 } }, { callID: 'c2' }),
    );
    const [first, second] = spooled().sort((a, b) => String(a.event).localeCompare(String(b.event)));
    expect(spooled()).toHaveLength(2);
    expect(first).toMatchObject({
      event: 'PostToolUse',
      door: 'plugin:opencode',
      payload: { session_id: SESSION, tool_use_id: 'c1', duration_ms: 4 },
    });
    expect(second).toMatchObject({ event: 'PostToolUseFailure', payload: { tool_use_id: 'c2', error: 'no' } });
  });

  it('never throws, whatever it gets and whatever is missing', async () => {
    const hooks = await load();
    for (const name of Object.keys(hooks))
      for (const given of [undefined, {}, { event: {} }, part({ status: 'completed' })])
        expect(await Promise.allSettled([hooks[name]?.(given, given)])).toEqual([
          { status: 'fulfilled', value: undefined },
        ]);
    const parts: unknown[] = [{ type: 'text', text: 'hello' }];
    const system: string[] = [];
    await hooks['chat.message']?.({ sessionID: SESSION }, { message: { id: 'm' }, parts });
    await hooks['experimental.chat.system.transform']?.({ sessionID: SESSION }, { system });
    expect([parts.length, system]).toEqual([1, []]);
  });
});

it('its database is read again when it changes; subagents are part of their session', async () => {
  const file = join(home, 'opencode.db');
  const db = new Sqlite(file);
  db.pragma('journal_mode = wal');
  db.exec(`create table session (id text primary key, parent_id text, directory text, title text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text);
    insert into session values ('${SESSION}', null, '/w', 'Fix the cart', 1, 1), ('ses_child', '${SESSION}', '/w', 'x', 1, 1);`);
  const at = Date.parse('2026-03-02T10:00:05Z');
  const message = (id: string, session: string, data: JsonObject, ...parts: JsonObject[]) => {
    db.prepare('insert into message values (?, ?, ?, ?, ?)').run(
      id,
      session,
      at,
      at,
      JSON.stringify({ time: { created: at }, ...data }),
    );
    for (const [index, one] of parts.entries())
      db.prepare('insert into part values (?, ?, ?, ?, ?, ?)').run(
        `${id}-${index}`,
        id,
        session,
        at,
        at,
        JSON.stringify(one),
      );
  };
  const tool = (callID: string, state: JsonObject): JsonObject => ({
    type: 'tool',
    tool: 'bash',
    callID,
    state: { input: { command: callID }, ...state },
  });
  const ok = { status: 'completed', output: 'ok', metadata: { exit: 0 } };
  message(
    'm1',
    SESSION,
    { role: 'user' },
    { type: 'text', text: '"Fix it"' },
    { type: 'text', text: 'ours', synthetic: true },
  );
  message('m2', SESSION, { role: 'assistant', parentID: 'm1' }, tool('c1', ok), tool('c2', { status: 'running' }), {
    type: 'hologram',
  });
  message('m3', 'ses_child', { role: 'user' }, { type: 'text', text: 'Look into it' });
  message('m4', 'ses_child', { role: 'assistant', parentID: 'm3' }, tool('c3', ok));

  const bench = createCaptureBench();
  const stop = { opencode_plugin: 1, session_id: SESSION, cwd: '/w', transcript_path: `${file}#${SESSION}` };
  bench.take(stop, { event: 'Stop', host: 'opencode', plugin: true });
  expect(await bench.read(SESSION, 'nothing')).toMatchObject({ unknown: { 'part/hologram': 1 } });
  const calls = () => bench.events(SESSION).filter(({ kind }) => kind.startsWith('tool'));
  expect(calls().map(({ toolUseId, agentId }) => [toolUseId, agentId])).toEqual([
    ['c1', null],
    ['c3', 'ses_child'],
  ]);
  expect(bench.prompts(SESSION)).toMatchObject([{ text: 'Fix it', prompt_id: 'm1' }]);
  expect(await bench.read(SESSION, 'nothing')).toMatchObject({ added: 0 });
  // The turn is over: the call without an end was cut off.
  expect(await bench.read(SESSION)).toMatchObject({ added: 1 });
  expect(calls().at(-1)).toMatchObject({ toolUseId: 'c2', kind: 'tool_failure' });
  db.prepare("update part set data = ?, time_updated = ? where id = 'm2-1'").run(
    JSON.stringify(tool('c2', ok)),
    at + 1,
  );
  await bench.read(SESSION);
  expect(calls().find(({ toolUseId }) => toolUseId === 'c2')).toMatchObject({ kind: 'tool' });
  expect(calls()).toHaveLength(3);
  bench.store.close();
  db.close();
});
