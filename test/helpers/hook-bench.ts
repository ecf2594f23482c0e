// Hooks as real processes: what they spooled, which programs they find, and a worker that is only pretended.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { parseHeader } from '../../src/spool/format.ts';
import { fixtureSession, type SessionFixture } from './payloads.ts';
import { createScratch, type Scratch } from './scratch.ts';

export const HOT = ['PostToolUse', 'PostToolUseFailure', 'Stop', 'SubagentStop', 'PreCompact', 'SessionEnd'];
export const DOOR = 'plugin:claude-code';
export const QUIET = { code: 0, stdout: '', stderr: '' };

export let scratch: Scratch;
export let session: SessionFixture;

/** A new home and a new session for each test of a file. */
export function useHookBench(): void {
  beforeEach(() => {
    scratch = createScratch();
    session = fixtureSession('/home/dev/shop');
  });
  afterEach(() => scratch.dispose());
}

export function spooled(): {
  name: string;
  text: string;
  header: ReturnType<typeof parseHeader>['header'];
  body: string;
}[] {
  if (!existsSync(scratch.paths.spool)) return [];
  return readdirSync(scratch.paths.spool)
    .filter((name) => name.endsWith('.json') || name.endsWith('.tmp'))
    .map((name) => {
      const bytes = readFileSync(join(scratch.paths.spool, name));
      const { header, body } = parseHeader(bytes);
      return { name, text: bytes.toString('utf8'), header, body: body.toString('utf8') };
    });
}

/** A PATH that holds just these programs; `as` gives one another name. */
export function pathWith(programs: string[], as: Record<string, string> = {}): string {
  const folder = join(scratch.home, `bin-${Math.random().toString(36).slice(2)}`);
  mkdirSync(folder);
  for (const name of programs) symlinkSync(which(name), join(folder, name));
  for (const [name, target] of Object.entries(as)) symlinkSync(which(target), join(folder, name));
  return folder;
}

export function which(name: string): string {
  return execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim();
}

export function has(name: string): boolean {
  try {
    return which(name) !== '';
  } catch {
    return false;
  }
}

export const BASE = ['mkdir', 'mv', 'rm', 'sh'];

/** Hooks find a worker alive and start none, so that nobody takes their files away. */
export function pretendWorker(home: string): void {
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'worker.json'), JSON.stringify({ pid: process.pid }));
}
