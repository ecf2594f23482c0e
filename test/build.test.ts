// Agents run from the folder that the build writes: interrupted at any moment, it leaves a complete program there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from './helpers/scratch.ts';

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'c-mem-build-'));
  for (const name of ['src', 'viewer', 'scripts', 'plugin', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const files = () =>
  ['dist', 'scripts']
    .flatMap((name) => readdirSync(join(copy, 'plugin', name), { recursive: true, encoding: 'utf8' }))
    // The name of a script of the viewer depends on the folder it was built in; dashes may be part of it.
    .map((file) => file.replace(/-[\w-]{8}(?=\.(?:js|css)$)/, ''))
    .sort();
const build = () => spawn(process.execPath, [join(copy, 'scripts', 'build.mjs')], { cwd: copy, stdio: 'ignore' });

it('a build that is interrupted leaves the program as it was, and the next one completes', async () => {
  const before = files();
  expect(before).toContain('cli.cjs');
  const cut = build();
  // Once it writes.
  while (!existsSync(join(copy, '.build', 'dist', 'capture.cjs'))) await sleep(1);
  const closed = once(cut, 'close');
  cut.kill('SIGINT');
  await closed;
  expect(existsSync(join(copy, '.build'))).toBe(true);
  expect(files()).toEqual(before);
  const whole = build();
  expect((await once(whole, 'close'))[0]).toBe(0);
  expect(files()).toEqual(before);
  expect(existsSync(join(copy, 'dist', 'viewer', 'index.html'))).toBe(true);
  expect(existsSync(join(copy, '.build'))).toBe(false);
});
