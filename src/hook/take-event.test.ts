// The Node hook without a process: what it writes to the spool, and when it writes nothing at all.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resolvePaths } from '../config/paths.ts';
import type { Call } from './call.ts';
import { takeEvent } from './take-event.ts';

const PLUGIN: Call = { event: 'PostToolUse', door: { host: 'claude-code', plugin: true } };
const BY_HAND: Call = { event: 'PostToolUse', door: { host: 'other', plugin: false } };
const transcript = '/home/me/.claude/projects/-w-shop/s.jsonl';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'c-mem-hook-'));
  vi.stubEnv('C_MEM_HOME', home);
  vi.stubEnv('CLAUDE_PROJECT_DIR', '/w/shop');
  vi.stubEnv('PWD', '/w/shop');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const payload = (command: string, path = transcript) =>
  JSON.stringify({ session_id: 's', transcript_path: path, tool_name: 'Bash', tool_input: { command } });
// A folder without a worker's bundle: nothing is started.
const hook = (raw: string, call = PLUGIN) => takeEvent('PostToolUse', raw, call, join(home, 'no-bundles'));
function spooled(): string[] {
  const { spool } = resolvePaths();
  return existsSync(spool) ? readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8')) : [];
}

it('writes the payload to the spool', async () => {
  await hook(payload('ls'));
  expect(spooled()).toEqual([`c-mem-spool 2 PostToolUse plugin:claude-code /w/shop\n${payload('ls')}`]);
});

it('takes private text out before it writes', async () => {
  await hook(payload('deploy <private>QZX-1</private> now'));
  await hook(payload('deploy').replace('deploy', '\\u003cprivate\\u003eQZX-2'));
  expect(spooled()).toHaveLength(2);
  expect(spooled().join()).not.toContain('QZX');
  expect(spooled().join()).toContain('deploy  now');
});

it.each([
  ['is no JSON', `${payload('<private>QZX')}}`],
  ['is no object', '["<private>QZX"]'],
])('writes nothing if a payload with a private tag %s', async (_name, raw) => {
  await hook(raw, BY_HAND);
  await hook(raw);
  expect(spooled()).toEqual([]);
});

it('drops what another host sends through our plugin, and takes it from a hook configured by hand', async () => {
  const theirs = payload('ls', '/home/me/.factory/projects/-w-shop/s.jsonl');
  await hook(theirs);
  await hook('{"session_id":"s"}');
  expect(spooled()).toEqual([]);
  await hook(theirs, BY_HAND);
  expect(spooled()).toHaveLength(1);
});

it('writes nothing while capture is paused', async () => {
  writeFileSync(resolvePaths().paused, '');
  await hook(payload('ls'));
  expect(spooled()).toEqual([]);
});

it.each([
  ['CLAUDE_PROJECT_DIR', '/w/secret'],
  ['CLAUDE_PROJECT_DIR', '/w/secret/deep'],
  ['PWD', '/w/secret/deep'],
])('writes nothing in an excluded folder: %s=%s', async (name, folder) => {
  mkdirSync(home, { recursive: true });
  writeFileSync(resolvePaths().excluded, '/w/secret\n');
  vi.stubEnv(name, folder);
  await hook(payload('ls'));
  expect(spooled()).toEqual([]);
});
