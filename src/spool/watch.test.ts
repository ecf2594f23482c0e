// The watch on the spool: a burst is one arrival, reported once the hooks are done, and none is missed.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitFor } from '../../test/helpers/scratch.ts';
import { type SpoolWatch, watchSpool } from './watch.ts';

let folder: string;
let watch: SpoolWatch;
let arrivals: number;
const spool = () => join(folder, 'spool');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-watch-'));
  arrivals = 0;
  watch = watchSpool(
    spool(),
    () => mkdirSync(spool(), { recursive: true }),
    () => {
      arrivals += 1;
    },
  );
});
afterEach(() => {
  watch.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string): void {
  writeFileSync(join(spool(), `${name}.tmp`), 'x');
  renameSync(join(spool(), `${name}.tmp`), join(spool(), `${name}.json`));
}

it('reports a burst once it is over, and then the next one', async () => {
  for (let i = 0; i < 50; i += 1) put(`a${i}`);
  // Not immediately: the hook that wrote may still be running.
  expect(arrivals).toBe(0);
  await waitFor(() => arrivals > 0, 'the first arrival');
  const first = arrivals;
  expect(first).toBeLessThan(50);
  put('b');
  await waitFor(() => arrivals > first, 'the next one');
});

it('ignores files that are still being written, and everything after close', async () => {
  writeFileSync(join(spool(), 'c.tmp'), 'x');
  await sleep(200);
  expect(arrivals).toBe(0);
  put('d');
  watch.close();
  await sleep(200);
  expect(arrivals).toBe(0);
});
