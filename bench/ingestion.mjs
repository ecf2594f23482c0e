// How fast the worker takes what hooks wrote, and what it costs when it has nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, command, env, heading, median, misses, percentile, report, scratch, spool, status } from './harness.mjs';

export async function ingestion() {
  const count = 10_000;
  rmSync(env.C_MEM_HOME, { recursive: true, force: true });
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  for (let i = 0; i < count; i += 1) {
    writeFileSync(join(spool, `bench-${i}.json`), `c-mem-spool 1 PostToolUse ${scratch}\n${call(2000, `toolu_${i}`)}`);
  }
  const start = process.hrtime.bigint();
  command('worker', 'start');
  while (readdirSync(spool).length > 0) await sleep(20);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { events } = status();
  heading('Ingestion');
  if (events !== count) misses.push(`${events} of ${count} events`);
  report(`rate over ${count.toLocaleString('en-US')} files of 2 KB`, count / seconds, 'events/s');
  if (count / seconds < 2000) misses.push('ingest rate below 2,000 events/s');

  // From the moment a hook's file is there to the moment it is committed and removed.
  await sleep(1000);
  const waits = [];
  for (let i = 0; i < 40; i += 1) {
    const path = join(spool, `wake-${i}.json`);
    writeFileSync(`${path}.part`, `c-mem-spool 1 PostToolUse ${scratch}\n${call(2000, `toolu_wake_${i}`)}`);
    const at = process.hrtime.bigint();
    spawnSync('mv', [`${path}.part`, path]);
    while (existsSync(path)) await sleep(1);
    waits.push(Number(process.hrtime.bigint() - at) / 1e6);
    await sleep(40);
  }
  report('idle worker: hook to ledger, p50', median(waits), 'ms');
  report('idle worker: hook to ledger, p95', percentile(waits, 0.95), 'ms', { at: 100, text: 'under 100 ms' });
  await sleep(12_000);
  const { worker } = status();
  report('idle worker, resident', worker.rssMb, 'MB', { at: 90, text: 'under 90 MB' });
  const children = spawnSync('sh', ['-c', `cat /proc/${worker.pid}/task/*/children`], {
    encoding: 'utf8',
  }).stdout.trim();
  report('idle worker, children', children === '' ? 0 : children.split(' ').length, '', { at: 0, text: 'none' });
  command('worker', 'stop');
}
