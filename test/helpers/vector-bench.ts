// Vectors without processes: a real store, a scripted endpoint, the worker's embedding loop, and searches as commands make
// them, by a clock of the test's.

import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { type Paths, resolvePaths } from '../../src/config/paths.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { MemoryKind } from '../../src/domain/filter.ts';
import type { SearchRequest } from '../../src/domain/search.ts';
import { formatId } from '../../src/recall/ids.ts';
import { search } from '../../src/recall/search/search.ts';
import { createSearcher, type Searcher } from '../../src/vectors/search.ts';
import { openLog } from '../../src/worker/log.ts';
import { createEmbeddingLoop, type EmbeddingLoop } from '../../src/worker/vectors/embedding-loop.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from './embeddings-server.ts';
import { DEFAULT_SETTINGS } from './job-bench.ts';
import { writeTurn } from './memories.ts';
import { createStore, type TestStore } from './store.ts';

export interface VectorBench {
  store: TestStore;
  paths: Paths;
  server: EmbeddingsServer;
  settings: Settings;
  clock: { now: number };
  /** An observation; returns its number. */
  say(title: string, more?: { project?: string; session?: string; narrative?: string }): Promise<number>;
  loop(): EmbeddingLoop;
  /** Wakes a loop, waits until it has looked at everything, and stops it. */
  work(loop?: EmbeddingLoop): Promise<void>;
  searcher(livesOn?: boolean): Searcher;
  /** The IDs of what a search finds, best first. */
  found(text: string, more?: Partial<SearchRequest>): Promise<string[]>;
  /** The same without vectors. */
  byWords(text: string, more?: Partial<SearchRequest>): string[];
  rows<T>(query: string): T[];
  /** The memories with a vector, by kind and number. */
  embedded(): string[];
}

/** Call it once in a test file: each test gets a fresh bench. */
export function useVectorBench(): VectorBench {
  const bench = {} as VectorBench;
  beforeEach(async () => {
    Object.assign(bench, await createVectorBench(bench));
  });
  afterEach(async () => {
    bench.store.close();
    await bench.server.close();
  });
  return bench;
}

async function createVectorBench(self: VectorBench): Promise<VectorBench> {
  const store = createStore();
  const server = await startEmbeddingsServer();
  const paths = resolvePaths({ C_MEM_HOME: store.folder });
  const request = (text: string, more: Partial<SearchRequest>) => ({
    ...{ text, projectIds: null, limit: 20, offset: 0 },
    ...more,
  });
  const ids = (hits: { kind: MemoryKind; id: number }[]) => hits.map(({ kind, id }) => formatId(kind, id));
  let memories = 0;
  return {
    store,
    paths,
    server,
    clock: { now: Date.parse('2026-03-10T12:00:00Z') },
    settings: {
      ...DEFAULT_SETTINGS,
      embeddings: { ...DEFAULT_SETTINGS.embeddings, model: 'topics', url: server.url },
    },
    async say(title, { project = '/w/shop', session, narrative } = {}) {
      memories += 1;
      await writeTurn(store.db, {
        ...{ project, session: session ?? `s${memories}`, promptNumber: 1 },
        observations: [{ title, narrative: narrative ?? null }],
      });
      return (store.db.prepare('select max(id) as id from observations').get() as { id: number }).id;
    },
    loop: () =>
      createEmbeddingLoop({
        ...{ store: store.parts, paths, log: openLog(null, 'silent'), gatherMs: 0 },
        settings: () => self.settings,
        now: () => self.clock.now,
        onWork: () => undefined,
      }),
    async work(loop = self.loop()) {
      loop.wake();
      await rest(20);
      await loop.settled();
      loop.stop();
    },
    searcher: (livesOn = false) =>
      createSearcher({ paths, settings: () => self.settings, now: () => self.clock.now, livesOn }),
    found: async (text, more = {}) => ids((await self.searcher()(store.parts, request(text, more))).hits),
    byWords: (text, more = {}) => ids(search(store.parts.search, request(text, more), self.clock.now).hits),
    rows: <T>(query: string) => store.db.prepare(query).all() as T[],
    embedded: () =>
      self
        .rows<{ name: string }>("select kind || ' ' || memory_id as name from vectors where vector is not null")
        .map(({ name }) => name)
        .sort(),
  };
}
