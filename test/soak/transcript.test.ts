// C5 at full size: a transcript of 100 MB is read in constant memory.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixtureSession, payload, TranscriptFixture } from '../helpers/payloads.ts';
import { createScratch, type Scratch, waitFor } from '../helpers/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

it('a transcript of 100 MB', async () => {
  const session = fixtureSession('/home/dev/shop', join(scratch.home, 'projects', 'w', 'big.jsonl'));
  const out = createWriteStream(session.transcriptPath as string);
  let bytes = 0;
  let calls = 0;
  while (bytes < 100 * 1024 * 1024) {
    const turn = new TranscriptFixture(session).user(`prompt ${calls}`);
    for (let i = 0; i < 10; i += 1, calls += 1) {
      turn
        .call(`toolu_${calls}`, 'Read', { file_path: `/w/${i}.ts` })
        .result(`toolu_${calls}`, { file: { content: `line ${i} of some code\n`.repeat(2000) } });
    }
    const text = turn.says('done').text();
    bytes += text.length;
    if (!out.write(text)) await new Promise<void>((done) => out.once('drain', () => done()));
  }
  await new Promise<void>((done) => out.end(() => done()));
  await scratch.cli(['worker', 'start']);
  const idle = (await scratch.status()).worker.rssMb ?? 0;
  const start = Date.now();
  await scratch.hook('SessionEnd', payload(session, 'SessionEnd', { reason: 'other' }));
  let peak = 0;
  await waitFor(
    async () => {
      const { events, worker } = await scratch.status();
      peak = Math.max(peak, worker.rssMb ?? 0);
      return events >= calls + (calls / 10) * 2 + 1;
    },
    'all events',
    600_000,
  );
  console.log(
    JSON.stringify({
      megabytes: Math.round(bytes / 1024 / 1024),
      calls,
      seconds: (Date.now() - start) / 1000,
      idleMb: idle,
      peakMb: peak,
    }),
  );
  expect(peak).toBeLessThan(250);
});
