// The API under load, and what the worker weighs afterwards. Ends with 1 if a budget is missed.
import { loadTs } from '../scripts/load-ts.mjs';

const { freePort, load } = loadTs('test/helpers/http-load.ts');
const { createScratch } = loadTs('test/helpers/scratch.ts');
const scratch = createScratch();
const port = await freePort();
Object.assign(scratch.env, { C_MEM_PORT: String(port), C_MEM_LOG_LEVEL: 'info' });
const misses = [];
try {
  await scratch.cli(['worker', 'start']);
  await new Promise((done) => setTimeout(done, 6000));
  const fresh = (await scratch.status()).worker.rssMb;
  const options = { writers: 32, readers: 8, listeners: 20, writes: 20_000, kills: 0 };
  const result = await load(scratch, port, options);
  console.log('\nHTTP: 32 write, 8 read, 20 listen');
  const line = (name, value, unit) => console.log(`  ${name.padEnd(34)} ${String(value).padStart(9)} ${unit}`);
  line('durable writes', Math.round(result.perSecond), 'a second');
  line('a write, p50', result.p50.toFixed(1), 'ms');
  line('a write, p99', result.p99.toFixed(1), 'ms');
  line('reads meanwhile', result.reads, '');
  line('a read, p99', result.readP99.toFixed(1), 'ms');
  line('changes to listeners', result.changes, '');
  line('lost', result.missing, '');
  if (result.perSecond < 2000) misses.push('fewer than 2,000 durable writes a second');
  if (result.missing + result.doubled > 0) misses.push('writes lost or doubled');
  await new Promise((done) => setTimeout(done, 12_000));
  const after = (await scratch.status()).worker.rssMb;
  line('worker before any request', fresh, 'MB');
  line('worker idle after the load', after, 'MB');
  if (fresh >= 90) misses.push('a worker that nobody asked weighs 90 MB or more');
} finally {
  await scratch.dispose();
}
console.log(misses.length === 0 ? '\nAll budgets of the API hold.' : `\nMissed: ${misses.join('; ')}`);
process.exitCode = misses.length === 0 ? 0 : 1;
