// What status, doctor and the viewer say of an installed program.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { fixtureSession, type SessionFixture } from './payloads.ts';
import { createScratch, ROOT, run, type Scratch } from './scratch.ts';

export interface Finding {
  check: string;
  state: string;
  message: string;
  fix: string | null;
}

export let scratch: Scratch;
export let session: SessionFixture;

/** A home into which it is installed, and a session, for each test of a file. */
export function useHealthBench(): void {
  beforeEach(async () => {
    scratch = createScratch();
    const folder = join(scratch.home, 'shop');
    mkdirSync(folder);
    session = fixtureSession(folder, join(scratch.home, 'projects', 'shop', 't.jsonl'));
    expect((await scratch.cli(['install', '--yes', '--host', 'claude-code'])).code).toBe(0);
  });
  afterEach(() => scratch.dispose());
}

export const status = async (env: Record<string, string> = {}) =>
  JSON.parse(
    (await run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'status', '--json'], { ...scratch.env, ...env }))
      .stdout,
  ) as { capturing: boolean; stoppedBy: Finding | null; problems: Finding[]; events: number; worker: { pid: number } };
export const doctor = async (...more: string[]) => {
  const { code, stdout } = await scratch.cli(['doctor', '--json', ...more]);
  return { code, ...(JSON.parse(stdout) as { capturing: boolean; findings: Finding[] }) };
};
/** What the viewer's page is made from. */
export const viewer = async () => {
  const port = readFileSync(scratch.paths.port, 'utf8').trim();
  const token = readFileSync(scratch.paths.token, 'utf8').trim();
  const reply = await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { authorization: `Bearer ${token}` } });
  return (await reply.json()) as { status: string; capturing: boolean; findings: Finding[] };
};
export const host = () => join(scratch.home, '.claude', 'settings.json');
export const wrong = (findings: Finding[]) => findings.filter(({ state }) => state !== 'ok');
