// W2 at full size: 200 kills of the worker while a model answers, fails and resets; every turn ends in memories, once.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { liveWorker } from '../../src/process/worker-file.ts';
import { goodAnswer, type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { fixtureSession } from '../helpers/payloads.ts';
import { createScratch, killAndWait, type Scratch, waitFor } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';
import { generator } from '../helpers/torture.ts';
import { configure, sendTurn } from '../helpers/turns.ts';

let scratch: Scratch;
let server: ModelServer;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(async () => {
  await server.close();
  await scratch.dispose();
});

it('200 kills during 100 turns', async () => {
  const random = generator(Number(process.env['C_MEM_SEED'] ?? 11));
  server = await startModelServer('anthropic', ({ user }) => {
    const luck = random();
    if (luck < 0.1) return { status: 500 };
    if (luck < 0.15) return { status: 429 };
    if (luck < 0.2) return 'reset';
    if (luck < 0.25) return { raw: 'garbage' };
    return { say: goodAnswer(`Part ${/<request>\n[^<]*?add part (\d+)/.exec(user)?.[1]} by the model`) };
  });
  configure(scratch, { provider: 'anthropic', apiKey: 'k', baseUrl: server.url, model: 'tiny', answerSeconds: 2 });
  const session = fixtureSession('/home/dev/shop');
  let turns = 0;
  for (let kills = 0; kills < 200; kills += 1) {
    if (kills % 2 === 0) sendTurn(scratch, session, (turns += 1), 3);
    await scratch.cli(['worker', 'start']);
    await sleep(random() * 120);
    const worker = liveWorker(scratch.paths.workerInfo);
    if (worker) await killAndWait(worker.pid, 'SIGKILL');
  }
  await scratch.cli(['worker', 'start']);
  const rows = <T>(sql: string) => {
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    try {
      return db.prepare<[], T>(sql).all();
    } finally {
      db.close();
    }
  };
  const open = () =>
    rows<{ n: number }>("select count(*) as n from jobs where state <> 'done' or wants_recompress = 1")[0]?.n;
  await waitFor(
    async () => (await scratch.status()).spool === 0 && open() === 0,
    'every turn to be done by the model',
    600_000,
  );
  const perTurn = rows<{ n: number; observations: number }>(
    'select prompt_number as n, count(*) as observations from observations group by 1 order by 1',
  );
  const summaries = rows<{ n: number }>('select count(*) as n from summaries')[0]?.n;
  console.log(JSON.stringify({ turns, summaries, asked: server.asked.length }));
  expect(perTurn).toEqual(Array.from({ length: turns }, (_, i) => ({ n: i + 1, observations: 1 })));
  expect(summaries).toBe(turns);
});
