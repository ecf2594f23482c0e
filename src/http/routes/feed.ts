// The feed of turns, and how many memories there are by day, type and branch.
import * as z from 'zod';
import { parseId } from '../../recall/ids.ts';
import { createSearcher } from '../../vectors/search.ts';
import { ActivityReply, TurnsReply } from '../contract-feed.ts';
import type { Deps } from '../deps.ts';
import { FilterQuery, hitItems, itemsOf, readFilter } from '../filter.ts';
import { limitParam, type Route, route } from '../route.ts';
import { facetsOf } from '../search-facets.ts';
import { groupTurns } from '../turn-feed.ts';

const TurnsQuery = z.object({
  ...FilterQuery,
  q: z.string().max(2000).default('').describe('Words, "phrases" and prefixes*; without them, the newest turns'),
  from: z.coerce.number().int().min(0).optional().describe('Start at this time, in milliseconds since the epoch'),
  limit: limitParam(200, 60).describe('How many memories to read'),
  cursor: z.string().max(100).optional(),
});
type FoundItem = ReturnType<typeof hitItems>[number];
/** What a search finds is counted up to here. */
const MOST_COUNTED = 500;

export const offsetParam = z.coerce
  .number()
  .int()
  .min(-900)
  .max(900)
  .default(0)
  .describe('Time zone of the days, in minutes east of UTC');

export function feedRoutes(deps: Deps): Route[] {
  const { store, now } = deps;
  const search = createSearcher({ ...deps, livesOn: true });
  /** The memory whose number was typed comes first, on the first page. */
  const withNumbered = (q: string, isFirst: boolean, found: FoundItem[]): FoundItem[] => {
    const named = parseId(q.trim());
    if (!named) return found;
    const items = store.memories.listByIds([named]).map(itemsOf(store));
    const others = found.filter(({ kind, id }) => kind !== named.kind || id !== named.id);
    return [...(isFirst ? items.map((item) => ({ ...item, passage: null })) : []), ...others];
  };
  return [
    route(
      {
        method: 'get',
        paths: ['/api/turns'],
        summary: 'List turns with what was kept of each, newest first or best match first.',
        tag: 'browse',
        query: TurnsQuery,
        reply: TurnsReply,
      },
      async ({ query }) => {
        const { q, from, limit, cursor, ...given } = query;
        const filter = readFilter(store, given, now());
        if (q.trim() === '') {
          const start = from === undefined ? null : `${from + 1}.0.0`;
          const page = store.memories.list(filter, limit, cursor ?? start);
          const items = page.items.map(itemsOf(store)).map((item) => ({ ...item, passage: null }));
          return { turns: groupTurns(store, items, false), next: page.next, terms: [] };
        }
        const offset = Number(/^\d{1,6}$/.exec(cursor ?? '')?.[0] ?? 0);
        const answer = await search(store, { ...filter, text: q, limit, offset });
        const items = withNumbered(q, offset === 0, hitItems(store, answer.hits));
        return {
          turns: groupTurns(store, items, true),
          next: answer.more ? String(offset + limit) : null,
          terms: answer.terms,
        };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/activity'],
        summary: 'Count findings by day, type, branch and author. Each facet ignores its own filter.',
        tag: 'browse',
        query: z.object({
          ...FilterQuery,
          q: z.string().max(2000).default('').describe('Count only what this search finds'),
          offset: offsetParam,
        }),
        reply: ActivityReply,
      },
      async ({ query: { offset, q, ...given } }) => {
        const filter = readFilter(store, given, now());
        if (q.trim() === '') return { ...store.memories.activity(filter, offset), total: null, more: false };
        const { types: _, branch: __, pinned: ___, author: ____, ...rest } = filter;
        const answer = await search(store, { ...rest, text: q, limit: MOST_COUNTED, offset: 0 });
        return { ...facetsOf(withNumbered(q, true, hitItems(store, answer.hits)), filter, offset), more: answer.more };
      },
    ),
  ];
}
