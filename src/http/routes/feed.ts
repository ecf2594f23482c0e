// The feed of turns, and how many memories there are by day, type and branch.
import { setImmediate as rest } from 'node:timers/promises';
import * as z from 'zod';
import type { SearchFilter } from '../../domain/filter.ts';
import { FACETS } from '../../store/index.ts';
import { ActivityReply, TurnsReply } from '../contract-feed.ts';
import type { Deps } from '../deps.ts';
import { FilterQuery, itemsOf, readFilter } from '../filter.ts';
import { createFoundPages } from '../found.ts';
import { limitParam, type Route, route } from '../route.ts';
import { groupTurns } from '../turn-feed.ts';

const TurnsQuery = z.object({
  ...FilterQuery,
  q: z.string().max(2000).default('').describe('Words, "phrases" and prefixes*; without them, the newest turns'),
  from: z.coerce.number().int().min(0).optional().describe('Start at this time, in milliseconds since the epoch'),
  limit: limitParam(200, 60).describe('How many memories to read'),
  cursor: z.string().max(100).optional(),
});

export const offsetParam = z.coerce
  .number()
  .int()
  .min(-900)
  .max(900)
  .default(0)
  .describe('Time zone of the days, in minutes east of UTC');

const MOST_KNOWN = 20;
const NOTHING_COUNTED = { days: [], types: [], branches: [], authors: [], pinned: 0, total: null, more: false };

export function feedRoutes(deps: Deps): Route[] {
  const { store, now } = deps;
  const pages = createFoundPages(deps);
  /** What was counted last, while it holds: every page and every tab asks for it. */
  const known = new Map<string, { state: string; counted: ActivityReply }>();

  async function countAll(filter: SearchFilter, offset: number): Promise<ActivityReply> {
    const key = JSON.stringify([filter, offset]);
    const state = store.changes.state();
    const before = known.get(key);
    if (before?.state === state) return before.counted;
    const counted: ActivityReply = { ...NOTHING_COUNTED };
    for (const facet of FACETS) {
      Object.assign(counted, store.memories.activity(filter, offset, [facet]));
      // Whoever waits for rows comes first.
      await rest();
    }
    known.delete(key);
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
    known.set(key, { state, counted });
    return counted;
  }

  return [
    route(
      {
        method: 'get',
        paths: ['/api/turns'],
        summary: 'List turns with what was kept of each, newest first; or what a search finds, best match first.',
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
        const start = Number(/^\d{1,6}$/.exec(cursor ?? '')?.[0] ?? 0);
        const { keys, terms } = await pages.find(q, filter);
        return {
          turns: groupTurns(store, pages.items(keys.slice(start, start + limit)), true),
          next: keys.length > start + limit ? String(start + limit) : null,
          terms,
        };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/activity'],
        summary: 'Count memories by day, type, branch and author. Each facet but the days ignores its own filter.',
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
        if (q.trim() !== '') return pages.count(q, filter, offset);
        return countAll(filter, offset);
      },
    ),
  ];
}
