// The API under load, and what the worker weighs afterwards.
import { loadTs } from '../scripts/load-ts.mjs';
import { heading, misses, report } from './harness.mjs';

const WRITES_PER_SECOND = 2000;

export async function httpCosts() {
  const { freePort, load } = loadTs('test/helpers/http-load.ts');
  const { createScratch } = loadTs('test/helpers/scratch.ts');
  const scratch = createScratch();
  const port = await freePort();
  Object.assign(scratch.env, { C_MEM_PORT: String(port), C_MEM_LOG_LEVEL: 'info' });
  try {
    await scratch.cli(['worker', 'start']);
    await new Promise((done) => setTimeout(done, 6000));
    const fresh = (await scratch.status()).worker.rssMb;
    const options = { writers: 32, readers: 8, listeners: 20, writes: 20_000, kills: 0 };
    const result = await load(scratch, port, options);
    heading('HTTP: 32 write, 8 read, 20 listen');
    report('durable writes', result.perSecond, 'a second');
    report('a write, p50', result.p50, 'ms');
    report('a write, p99', result.p99, 'ms');
    report('reads meanwhile', result.reads, '');
    report('a read, p99', result.readP99, 'ms');
    report('changes to listeners', result.changes, '');
    report('lost or doubled', result.missing + result.doubled, '', { at: 0, text: 'none' });
    if (result.perSecond < WRITES_PER_SECOND) misses.push('fewer than 2,000 durable writes a second');
    await new Promise((done) => setTimeout(done, 12_000));
    report('worker before any request', fresh, 'MB', { at: 90, text: 'at most 90 MB' });
    report('worker idle after the load', (await scratch.status()).worker.rssMb, 'MB');
  } finally {
    await scratch.dispose();
  }
}
