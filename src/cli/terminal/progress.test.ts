// Progress: one line that is rewritten on a terminal, plain lines now and then where it is piped.
import { expect, it } from 'vitest';
import { bytes, duration, startProgress } from './progress.ts';

function fakeStream(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => {
    written.push(String(text));
    return true;
  };
  return { written, stream: { isTTY, columns, write } as unknown as NodeJS.WriteStream };
}

it('rewrites one line on a terminal, with an estimate, no wider than the terminal', () => {
  const { written, stream } = fakeStream(true, 60);
  let now = 1000;
  const progress = startProgress('Reading', 1e9, { stream, now: () => now, unit: bytes });
  for (const done of [0, 1e8, 2.5e8, 5e8]) {
    now += 10_000;
    progress.update(done);
  }
  progress.end('done');
  expect(written.filter((text) => text.includes('\n'))).toEqual(['\n']);
  for (const text of written.slice(0, -1)) {
    expect(text.startsWith('\r')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(60);
  }
  expect(written.at(-3)).toMatch(/Reading .* 50 %, 500\.0 MB of 1\.00 GB/);
});

it('says little where it is piped, in plain lines', () => {
  const { written, stream } = fakeStream(false);
  let now = 1000;
  const progress = startProgress('Reading', 200, { stream, now: () => now });
  for (let done = 0; done <= 100; done += 1) {
    now += 200;
    progress.update(done);
  }
  progress.end('done');
  expect(written.length).toBeLessThan(7);
  expect(written[0]).toMatch(/^Reading: \d+ %, \d+ of 200, about \d+ s left\n$/);
  expect(written.at(-1)).toBe('Reading: 50 %, 100 of 200, about 20 s left, done\n');
  expect(written.join('')).not.toContain('\u001b');
});

it('short work that is piped says nothing', () => {
  const { written, stream } = fakeStream(false);
  const progress = startProgress('Reading', 10, { stream, now: () => 1 });
  progress.update(10);
  progress.end();
  expect(written).toEqual([]);
});

it('formats sizes and times as people do', () => {
  expect([999, 12_345, 1_500_000, 2.5e9].map(bytes)).toEqual(['999 B', '12 kB', '1.5 MB', '2.50 GB']);
  expect([400, 45_000, 600_000, 7_500_000].map(duration)).toEqual(['1 s', '45 s', '10 min', '2 h 5 min']);
});
