// `c-mem doctor` on a program that was installed whole and is then spoiled.
import { execFileSync } from 'node:child_process';
import { realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { installPacked } from './packed.ts';
import { createScratch, type Ran, run, type Scratch, waitFor } from './scratch.ts';

export let scratch: Scratch;
let template: Scratch;
export let folder: string;

/** Installed once a file; each test gets a copy of that home, and a whole program. */
export function useDoctorBench(): void {
  beforeAll(async () => {
    template = createScratch();
    folder = installPacked(join(realpathSync(template.home), 'opt'));
    const start = (...args: string[]) =>
      run(process.execPath, [join(folder, 'plugin', 'dist', 'c-mem.cjs'), ...args], template.env);
    await start('install', '--yes', '--host', 'claude-code');
    await waitFor(async () => (await start('worker', 'status')).stdout.includes('is running'), 'the worker');
    await start('worker', 'stop');
  });
  afterAll(() => template.dispose());
  beforeEach(() => {
    scratch = createScratch();
    for (const name of ['.c-mem', '.claude']) {
      // Node's own copy forgets the modes of folders since version 24.
      execFileSync('cp', ['-a', join(template.home, name), join(scratch.home, name)]);
    }
    installPacked(join(realpathSync(template.home), 'opt'));
  });
  afterEach(() => scratch.dispose());
}

export const cli = (...args: string[]): Promise<Ran> =>
  run(process.execPath, [join(folder, 'plugin', 'dist', 'c-mem.cjs'), ...args], scratch.env);

export interface Finding {
  check: string;
  state: string;
  message: string;
  fix: string | null;
}
export const examine = async (probes = false) => {
  // Most of these are about what lies there; the event that it sends has tests of its own.
  const { code, stdout } = await cli('doctor', '--json', ...(probes ? [] : ['--no-probe']));
  return { code, ...(JSON.parse(stdout) as { ok: boolean; findings: Finding[] }) };
};

/** The check, its state, what it says, how to mend it, and what is done to get there. */
export type Fault = [check: string, state: string, message: string, fix: string, spoil: () => void];

export async function findsFault(...[check, state, message, fix, spoil]: Fault): Promise<void> {
  spoil();
  const { code, ok, findings } = await examine(check === 'model');
  const found = findings.find((finding) => finding.check === check && finding.message.includes(message));
  expect(found, JSON.stringify(findings.filter((finding) => finding.state !== 'ok'))).toMatchObject({ state });
  expect(found?.fix).toContain(fix);
  expect(ok).toBe(!findings.some((finding) => finding.state === 'fault'));
  expect(code).toBe(ok ? 0 : 1);
}

export const spoolFile = (age: number) => {
  const file = join(scratch.paths.spool, 'x.json');
  writeFileSync(file, 'c-mem-spool 1 Stop \n{}');
  const at = (Date.now() - age) / 1000;
  utimesSync(file, at, at);
};
