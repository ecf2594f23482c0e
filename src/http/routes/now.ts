// What matters now, and what came of it over time.
import * as z from 'zod';
import type { SearchFilter } from '../../domain/filter.ts';
import type { Store } from '../../store/index.ts';
import { InsightsReply, NowReply } from '../contract-feed.ts';
import type { Deps } from '../deps.ts';
import { FilterQuery, itemsOf, projectId } from '../filter.ts';
import { type Route, route } from '../route.ts';
import { offsetParam } from './feed.ts';

const DAY_MS = 24 * 3600_000;
const CALENDAR_DAYS = 26 * 7;
/** What was left to do longer ago is not open any more. */
const OPEN_DAYS = 180;
const MOST_OPEN = 50;
const MOST_LEFT = 6;
const MOST_RECENT = 10;
const FEW_RECENT = 3;
const MOST_KEPT = 12;
const MOST_FILES = 8;
const MOST_MISSED = 12;
const SUMS_MS = 60_000;

export function nowRoutes(deps: Deps): Route[] {
  const { store, now } = deps;
  const sumsOf = cachedSums(store, now);
  return [
    route(
      {
        method: 'get',
        paths: ['/api/now'],
        summary: 'Get where work was left, what is open, what was decided, and what it is worth.',
        tag: 'browse',
        query: z.object({ project: FilterQuery.project, offset: offsetParam }),
        reply: NowReply,
      },
      ({ query }) => {
        const only = query.project === undefined ? null : projectId(store, query.project);
        const names = store.projects.names();
        const named = <T extends { projectId: number }>(each: T) => ({
          ...each,
          project: names.get(each.projectId) ?? '',
        });
        const since = now() - CALENDAR_DAYS * DAY_MS;
        const range = { projectId: only, since, offset: query.offset };
        const { worth, files } = sumsOf(only);
        return {
          left: store.memories.lastWork(only, MOST_LEFT).map(named),
          openEnds: store.memories.openEnds(only, now() - OPEN_DAYS * DAY_MS, MOST_OPEN).map(named),
          kept: keptItems(store, only),
          ...recentItems(store, only, now()),
          worth: { ...worth, usd: store.usage.since(now() - 30 * DAY_MS).usd },
          turns: store.memories.turnsByDay(range),
          growth: {
            before: store.memories.before(only, since),
            days: sumByDay(store.memories.findingsByProject(range)),
          },
          files,
        };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/insights'],
        summary:
          'Get findings by day, type and project, what agents were told and used, and what they searched in vain.',
        tag: 'browse',
        query: z.object({
          project: FilterQuery.project,
          days: z.coerce.number().int().min(1).max(3660).default(90),
          offset: offsetParam,
        }),
        reply: InsightsReply,
      },
      ({ query }) => {
        const only = query.project === undefined ? null : projectId(store, query.project);
        const since = now() - query.days * DAY_MS;
        const range = { projectId: only, since, offset: query.offset };
        const names = store.projects.names();
        const filter: SearchFilter = { projectIds: only === null ? null : [only] };
        const first = new Date(since + query.offset * 60_000).toISOString().slice(0, 10);
        return {
          since,
          types: store.memories
            .activity(filter, query.offset, ['days'])
            .days.filter(({ day }) => day >= first)
            .map(({ day, type, count }) => ({ day, name: type, count })),
          projects: store.memories
            .findingsByProject(range)
            .map((row) => ({ ...row, project: names.get(row.projectId) ?? '' })),
          before: store.memories.before(only, since),
          told: store.injections.byDay(range),
          missed: store.injections.missed(range, MOST_MISSED),
          imports: store.sessions.imports(),
        };
      },
    ),
  ];
}

/** The sums over all events and files, which take long in a large store, are kept for a minute. */
function cachedSums(store: Store, now: () => number) {
  const read = (only: number | null) => ({
    at: now(),
    worth: store.memories.worth(only),
    files: store.memories.busiestFiles(only, MOST_FILES),
  });
  const known = new Map<number | null, ReturnType<typeof read>>();
  return (only: number | null) => {
    const last = known.get(only);
    if (last && now() - last.at < SUMS_MS && now() >= last.at) return last;
    const fresh = read(only);
    known.set(only, fresh);
    return fresh;
  };
}

/** Rules that a person confirmed, then pins. */
function keptItems(store: Store, only: number | null) {
  const rules = store.rules
    .list(only)
    .filter((rule) => rule.state === 'confirmed' && rule.supersededBy === null)
    .map(({ id }) => ({ kind: 'observation' as const, id }));
  const pins = store.memories.list({ projectIds: only === null ? null : [only], pinned: true }, MOST_KEPT, null).items;
  const wanted = [
    ...rules,
    ...pins.filter((pin) => !rules.some(({ id }) => pin.kind === 'observation' && pin.id === id)),
  ];
  return store.memories.listByIds(wanted.slice(0, MOST_KEPT)).map(itemsOf(store));
}

/** Of this week; if it has only a few, the last ones. */
function recentItems(store: Store, only: number | null, at: number) {
  const filter: SearchFilter = {
    projectIds: only === null ? null : [only],
    kinds: ['observation'],
    types: ['decision', 'bugfix'],
  };
  const read = (since: number | undefined) =>
    store.memories.list({ ...filter, since }, MOST_RECENT, null).items.filter(({ superseded }) => !superseded);
  const week = read(at - 7 * DAY_MS);
  const isThisWeek = week.length >= FEW_RECENT;
  return { recent: (isThisWeek ? week : read(undefined)).map(itemsOf(store)), isThisWeek };
}

function sumByDay(rows: { day: string; count: number }[]): { day: string; count: number }[] {
  const days = new Map<string, number>();
  for (const { day, count } of rows) days.set(day, (days.get(day) ?? 0) + count);
  return [...days].map(([day, count]) => ({ day, count }));
}
