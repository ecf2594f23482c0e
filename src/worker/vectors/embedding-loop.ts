// The embedding loop: makes vectors of memories in the background, batch by batch, if a model is set. A memory without a
// vector is all there is to resume from.

import { setImmediate } from 'node:timers/promises';
import { excludedProjects } from '../../capture/excluded-projects.ts';
import type { Paths } from '../../config/paths.ts';
import { isPaused } from '../../config/pause.ts';
import type { Settings } from '../../config/settings.ts';
import { errorName } from '../../domain/errors.ts';
import { chooseEmbedder, type Embedder } from '../../providers/embeddings.ts';
import { ProviderError } from '../../providers/provider.ts';
import type { MemoryKey, Store } from '../../store/index.ts';
import { createEndpointPause } from '../../vectors/endpoint-pause.ts';
import type { Log } from '../log.ts';
import { createSingleFlight } from '../single-flight.ts';
import { embedBatch } from './embedding-batch.ts';
import { createEndpointState } from './endpoint-state.ts';

/** Small enough for a local model, and for an answer of vectors with thousands of dimensions. */
const BATCH = 32;
/** After a job, others may follow: what they made is embedded with it. */
const GATHER_MS = 2000;
/** Edits are found when somebody wakes the loop, and this often. */
const LOOK_EVERY_MS = 5 * 60_000;

export interface EmbeddingLoop {
  /** Asks for a look at what is to be embedded, soon. */
  wake(): void;
  settled(): Promise<void>;
  stop(): void;
}

export interface EmbeddingLoopParts {
  store: Store;
  paths: Pick<Paths, 'paused' | 'embeddingsDown'>;
  settings: () => Settings;
  log: Log;
  now: () => number;
  /** Memories were embedded. */
  onWork: () => void;
  /** How long to wait for more after being woken. */
  gatherMs?: number;
}

export function createEmbeddingLoop(parts: EmbeddingLoopParts): EmbeddingLoop {
  const { store, paths, settings, log, now, onWork, gatherMs = GATHER_MS } = parts;
  const ending = new AbortController();
  const flight = createSingleFlight(drain, rest);
  const state = createEndpointState({ store, log, now, settings });
  const searches = createEndpointPause(paths.embeddingsDown, now);
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;
  let known: { globs: readonly string[]; ids: number[] } | null = null;

  async function drain(): Promise<void> {
    isWoken = false;
    known = null;
    try {
      const embedder = chooseEmbedder(settings());
      state.use(embedder);
      if (!embedder || !mayAsk(embedder)) return;
      const missing = store.vectors.missing(embedder.model);
      await work(embedder, missing);
    } catch (error) {
      if (ending.signal.aborted) return;
      if (error instanceof ProviderError) state.failed(error);
      else log.error({ error: errorName(error) }, 'vectors cannot be made');
    }
  }

  /** Nothing is sent while capture is paused, after the settings changed, or over the budget. */
  function mayAsk(embedder: Embedder): boolean {
    if (ending.signal.aborted || isPaused(paths.paused)) return false;
    return chooseEmbedder(settings())?.identity === embedder.identity && state.isOpen();
  }

  /** Settings may change at any time; the list of projects is read only then. */
  function excluded(): number[] {
    const { excludeProjects: globs } = settings();
    if (known?.globs !== globs) known = { globs, ids: excludedProjects(store, settings()) };
    return known.ids;
  }

  async function work(embedder: Embedder, missing: MemoryKey[]): Promise<void> {
    let made = 0;
    for (let at = 0; at < missing.length && mayAsk(embedder); at += BATCH) {
      // Hooks go first: their events are taken between two batches.
      await setImmediate();
      const texts = store.vectors.texts(missing.slice(at, at + BATCH), excluded());
      // Some have none, or must not be sent.
      if (texts.length === 0) continue;
      made += await embedBatch({ store, embedder, now, signal: ending.signal }, texts);
      state.answered();
      searches.end();
      onWork();
    }
    if (made > 0) log.info({ vectors: made }, 'vectors were made');
    // Only once there are new ones: a model that was set by mistake costs nothing.
    while (mayAsk(embedder) && store.vectors.dropOthers(embedder.model)) await setImmediate();
  }

  function rest(): void {
    if (ending.signal.aborted || chooseEmbedder(settings()) === null) return;
    if (isWoken) return;
    const until = state.nextChance() - now();
    timer = setTimeout(flight.wake, until > 0 ? Math.min(until, LOOK_EVERY_MS) : LOOK_EVERY_MS).unref();
  }

  return {
    wake() {
      // Somebody who wakes us again and again must not keep us from working.
      if (ending.signal.aborted || isWoken) return;
      isWoken = true;
      clearTimeout(timer);
      timer = setTimeout(flight.wake, gatherMs).unref();
    },
    settled: flight.settled,
    stop() {
      ending.abort();
      flight.stop();
      clearTimeout(timer);
    },
  };
}
