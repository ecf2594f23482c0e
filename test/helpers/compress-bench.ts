// Compression in a running worker: a scratch home a test, a model server where one is wanted, and looks into the store.
import { existsSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
import { type ApiShape, type ModelServer, type Move, startModelServer } from './model-server.ts';
import { fixtureSession, type SessionFixture } from './payloads.ts';
import { createScratch, type Scratch, waitFor } from './scratch.ts';
import { Sqlite } from './sqlite.ts';
import { configure } from './turns.ts';

export interface CompressBench {
  scratch: Scratch;
  session: SessionFixture;
  /** The model that is asked; whoever sets another one here has it closed after the test. */
  server: ModelServer | null;
  /** Rows of the store; none while it is only just being made. */
  query<T>(sql: string): T[];
  jobs(): { state: string; provider: string | null; wants: number; n: number }[];
  observations(): { title: string; provider: string; n: number | null }[];
  /** Until that many turns are summed up and no job is left. */
  allDone(turns: number): Promise<unknown>;
  withModel(
    shape: ApiShape,
    script: (user: string, index: number) => Move,
    more?: Record<string, unknown>,
  ): Promise<void>;
}

/** For the top of a test file. */
export function useCompressBench(): CompressBench {
  const bench = {
    server: null,
    query<T>(sql: string): T[] {
      if (!existsSync(bench.scratch.paths.database)) return [];
      const db = new Sqlite(bench.scratch.paths.database, { readonly: true });
      try {
        return db.pragma('user_version', { simple: true }) === 0 ? [] : db.prepare<[], T>(sql).all();
      } finally {
        db.close();
      }
    },
    jobs: () =>
      bench.query(
        'select state, provider, wants_recompress as wants, count(*) as n from jobs group by 1, 2, 3 order by 1, 2, 3',
      ),
    observations: () =>
      bench.query('select title, provider, prompt_number as n from observations order by prompt_number, id'),
    allDone: (turns: number) =>
      waitFor(
        () =>
          bench.query<{ n: number }>('select count(*) as n from summaries').at(0)?.n === turns &&
          bench.jobs().every((job) => job.state === 'done') &&
          bench.jobs(),
        `${turns} turns to be compressed`,
        60_000,
      ),
    async withModel(shape, script, more = {}) {
      bench.server = await startModelServer(shape, ({ user }, index) => script(user, index));
      const settings = { provider: shape, apiKey: 'k-123', baseUrl: bench.server.url, model: 'tiny', answerSeconds: 2 };
      configure(bench.scratch, { ...settings, ...more });
    },
  } as CompressBench;
  beforeEach(() => {
    bench.scratch = createScratch();
    bench.session = fixtureSession('/home/dev/shop');
  });
  afterEach(async () => {
    await bench.server?.close();
    bench.server = null;
    await bench.scratch.dispose();
  });
  return bench;
}

/** Which of the turns of `sendTurn` a question is about. */
export const partOf = (user: string) => /<request>(?:\\n|\n)[^<]*?add part (\d+)/.exec(user)?.[1] ?? '?';
