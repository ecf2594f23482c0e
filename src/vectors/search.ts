// Search by words and, if an embeddings model is set, by meaning: for commands, the MCP server and the HTTP API. Hooks
// search by words alone. If the endpoint is down or slow, the answer is that of the words.

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
  /** The project from which the search is made, if it is known: from an excluded one, nothing is sent. */
  project?: () => Project;
}

export type Searcher = (store: Pick<Store, 'search' | 'vectors'>, request: SearchRequest) => Promise<SearchAnswer>;

export function createSearcher({ paths, settings, now, project }: SearcherParts): Searcher {
  const pause = createEndpointPause(paths.embeddingsDown, now);
  const remembered = new Map<string, Float32Array>();

  /** Null if nobody may be asked, or nobody answers in time. */
  async function vectorOf(text: string, embedder: Embedder): Promise<QueryVector | null> {
    const cleaned = createRedactor(settings()).text(text).slice(0, MOST_CHARACTERS);
    const name = JSON.stringify([embedder.identity, cleaned]);
    let values = remembered.get(name);
    if (!values) {
      try {
        const { vectors } = await embedder.embed([cleaned], 'query', AbortSignal.timeout(PATIENCE_MS));
        values = vectors[0] as Float32Array;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        pause.start(embedder.identity);
        return null;
      }
    }
    remembered.delete(name);
    remembered.set(name, values);
    for (const oldest of remembered.keys()) if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
    return { model: embedder.model, values };
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
