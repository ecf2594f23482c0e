// Search by words and, if an embeddings model is set, by meaning: for commands, the MCP server and the HTTP API. Hooks
// search by words alone. If the endpoint is down or slow, the answer is that of the words.

import { setTimeout as rest } from 'node:timers/promises';
import { createRedactor } from '../capture/clean/redactor.ts';
import { createExcluder, folderOf } from '../capture/excluded.ts';
import type { Paths } from '../config/paths.ts';
import { isPaused } from '../config/pause.ts';
import type { Settings } from '../config/settings.ts';
import type { SearchAnswer, SearchRequest } from '../domain/search.ts';
import type { Project } from '../domain/session.ts';
import { chooseEmbedder, type Embedder } from '../providers/embeddings.ts';
import { ProviderError } from '../providers/provider.ts';
import { fuseByRank } from '../recall/search/fuse.ts';
import { parseQuery } from '../recall/search/query.ts';
import { search } from '../recall/search/search.ts';
import type { QueryVector, Store } from '../store/index.ts';
import { createEndpointPause } from './endpoint-pause.ts';

/** A search does not wait longer for the endpoint. */
const PATIENCE_MS = 300;
/** A local server may have to load the model first: a process that lives on lets it, for the searches after this one. */
const LOADING_MS = 20_000;
/** A query is longer only if something was pasted into it. */
const MOST_CHARACTERS = 1000;
/** Pages of one search, and words that are typed again, are asked for once. */
const MOST_REMEMBERED = 50;
/** How many memories are listed because of their meaning alone. */
const MOST_NEAR = 10;

export interface SearcherParts {
  paths: Pick<Paths, 'paused' | 'embeddingsDown'>;
  settings: () => Settings;
  now: () => number;
  /** Whether the process lives on after a search. */
  livesOn: boolean;
  /** The project from which the search is made, if it is known: from an excluded one, nothing is sent. */
  project?: () => Project;
}

export type Searcher = (store: Pick<Store, 'search' | 'vectors'>, request: SearchRequest) => Promise<SearchAnswer>;

export function createSearcher({ paths, settings, now, livesOn, project }: SearcherParts): Searcher {
  const pause = createEndpointPause(paths.embeddingsDown, now);
  const remembered = new Map<string, Float32Array>();

  /** Null if nobody answers in time. */
  async function vectorOf(text: string, embedder: Embedder): Promise<QueryVector | null> {
    const cleaned = createRedactor(settings()).text(text).slice(0, MOST_CHARACTERS);
    const name = JSON.stringify([embedder.identity, cleaned]);
    const values = remembered.get(name) ?? (await answerInTime(cleaned, embedder, name));
    return values && { model: embedder.model, values };
  }

  async function answerInTime(text: string, embedder: Embedder, name: string): Promise<Float32Array | null> {
    let isLate = false;
    const asking = embedder
      .embed([text], 'query', AbortSignal.timeout(livesOn ? LOADING_MS : PATIENCE_MS))
      .then(({ vectors }) => {
        const values = vectors[0] as Float32Array;
        remember(name, values);
        if (isLate) pause.end();
        return values;
      })
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        pause.start(embedder.identity);
        return null;
      });
    const answer = await Promise.race([asking, rest(PATIENCE_MS, 'late' as const, { ref: false })]);
    if (answer !== 'late') return answer;
    isLate = true;
    pause.start(embedder.identity);
    asking.catch(() => undefined);
    return null;
  }

  function remember(name: string, values: Float32Array): void {
    remembered.set(name, values);
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
  }

  /** What must not be sent, or could only be answered by its words. */
  function isForWordsOnly(text: string, embedder: Embedder): boolean {
    if (text.trim() === '' || parseQuery(text).some(({ required, prefix }) => required || prefix)) return true;
    if (isPaused(paths.paused) || pause.isOn(embedder.identity)) return true;
    return project !== undefined && createExcluder(settings().excludeProjects)(folderOf(project().key));
  }

  return async (store, request) => {
    const embedder = chooseEmbedder(settings());
    if (!embedder || isForWordsOnly(request.text, embedder) || !store.vectors.any(embedder.model))
      return search(store.search, request, now());
    const vector = await vectorOf(request.text, embedder);
    const near = vector ? store.vectors.nearest(vector, request, MOST_NEAR) : [];
    return search(store.search, request, now(), fuseByRank(near));
  };
}
