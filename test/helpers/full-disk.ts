// A scenario for a mount namespace of its own: a home of 4 MB fills up under a running worker, then gets room again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bash, fixtureSession } from './payloads.ts';
import { createScratch, waitFor } from './scratch.ts';

const EVENTS = 300;

async function main(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'c-mem-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', home]);
  const scratch = createScratch({ home });
  await scratch.cli(['worker', 'start']);
  // A little room is left: the log of the database takes it, then nothing can be committed any more.
  writeFileSync(join(home, 'reserve'), Buffer.alloc(300_000));
  fill(home);
  rmSync(join(home, 'reserve'));

  const session = fixtureSession('/home/dev/shop');
  let loud = 0;
  for (let i = 0; i < EVENTS; i += 1) {
    const ran = await scratch.hook('PostToolUse', bash(session, `step ${i}`, `${'x'.repeat(200)} ${i}`));
    if (ran.code !== 0 || ran.stdout || ran.stderr) loud += 1;
  }
  await sleep(1000);
  const { events: whileFull, spool: waiting } = await scratch.status();
  for (const name of readdirSync(home)) if (name.startsWith('ballast')) rmSync(join(home, name));
  await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool', 60_000);
  const { events: ingested, spool, quarantine } = await scratch.status();
  await scratch.cli(['worker', 'stop']);
  console.log(JSON.stringify({ sent: EVENTS, whileFull, waiting, loud, ingested, spool, quarantine }));
}

/** Takes every free block; smaller and smaller, until nothing fits any more. */
function fill(home: string): void {
  for (let size = 2_000_000; size > 500; size = Math.floor(size / 2)) {
    for (let n = 0; n < 2; n += 1) {
      try {
        writeFileSync(join(home, `ballast-${size}${n ? '-b' : ''}`), Buffer.alloc(size));
      } catch {
        // full at this size
      }
    }
  }
}

void main();
