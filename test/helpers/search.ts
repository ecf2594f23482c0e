// Search on a real store, at a fixed time.
import type { SearchRequest } from '../../src/domain/search.ts';
import { formatId } from '../../src/recall/ids.ts';
import { search } from '../../src/recall/search/search.ts';
import { createSearchStore } from '../../src/store/search/index.ts';
import { writeTurn } from './memories.ts';
import type { TestStore } from './store.ts';
import { useStore } from './use-store.ts';

export const NOW = Date.parse('2026-03-10T12:00:00Z');

export const SENTENCES = [
  'The checkout page rounds prices to whole cents before the discount is applied',
  'Webhooks from the payment provider arrive twice when our endpoint answers slowly',
  'We chose advisory locks over a queue table because migrations run on several machines',
  'The nightly export fails once a customer name contains a tabulator character',
  'Image thumbnails are generated lazily and cached beside the original upload',
];

/** Call it once in a test file: each test gets a fresh store. */
export function useSearch() {
  const store: TestStore = useStore();
  const ask = (text: string, more: Partial<SearchRequest> = {}) =>
    search(createSearchStore(store.db), { text, projectIds: null, limit: 20, offset: 0, ...more }, NOW);
  return {
    store,
    ask,
    /** The IDs of what is found, best first. */
    found: async (text: string, more: Partial<SearchRequest> = {}) =>
      (await ask(text, more)).hits.map((hit) => formatId(hit.kind, hit.id)),
    say: (narrative: string, more: Parameters<typeof writeTurn>[1] = {}) =>
      writeTurn(store.db, {
        ...more,
        observations: [{ narrative, title: more.session ? narrative.slice(0, 40) : null }],
      }),
  };
}
