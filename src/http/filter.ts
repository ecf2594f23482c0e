// What narrows a list or a search, as a query gives it, and lines of lists as the API tells them.

import * as z from 'zod';
import { identifyProject } from '../capture/project.ts';
import { CMemError } from '../domain/errors.ts';
import { formatId } from '../recall/ids.ts';
import type { BrowseFilter, Listed, Store } from '../store/index.ts';
import { type Item, Kind, MemoryType } from './contract.ts';
import { listParam } from './route.ts';

const moment = z
  .string()
  .max(40)
  .describe('Milliseconds since the epoch, a date such as 2026-03-01, or an age such as 7d');

export const FilterQuery = {
  project: z.string().max(4096).optional().describe('An id, a path or a name; all where left out'),
  kind: listParam(Kind).optional(),
  type: listParam(MemoryType).optional(),
  concept: listParam(z.string().max(200)).optional(),
  file: z.string().max(4096).optional().describe('A path or a part of one'),
  session: z.string().max(256).optional(),
  branch: z.string().max(1024).optional(),
  since: moment.optional(),
  until: moment.optional(),
  pinned: z.enum(['true', 'false']).optional(),
};
export type FilterGiven = z.infer<z.ZodObject<typeof FilterQuery>>;

export function readFilter(store: Store, given: FilterGiven, now: number): BrowseFilter {
  return {
    projectIds: given.project === undefined ? null : [projectId(store, given.project)],
    kinds: given.kind?.length ? given.kind : undefined,
    types: given.type?.length ? given.type : undefined,
    concepts: given.concept?.length ? given.concept : undefined,
    file: given.file || undefined,
    sessionId: given.session || undefined,
    branch: given.branch || undefined,
    since: given.since === undefined ? undefined : readMoment(given.since, now, false),
    until: given.until === undefined ? undefined : readMoment(given.until, now, true),
    pinned: given.pinned === undefined ? undefined : given.pinned === 'true',
  };
}

export function projectId(store: Store, named: string): number {
  return store.projects.named(named, identifyProject).id;
}

const AGE = { h: 3600_000, d: 24 * 3600_000, w: 7 * 24 * 3600_000 };

function readMoment(text: string, now: number, wholeDay: boolean): number {
  if (/^\d{9,15}$/.test(text)) return Number(text);
  const age = /^(\d{1,5})([hdw])$/.exec(text);
  if (age) return now - Number(age[1]) * AGE[age[2] as 'h'];
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new CMemError('REQUEST_INVALID', 'query: a time cannot be read');
  return wholeDay && /^\d{4}-\d{2}-\d{2}$/.test(text) ? at + AGE.d - 1 : at;
}

export type ToItem = (listed: Listed) => Item;

/** With the names of their projects. */
export function itemsOf(store: Store): ToItem {
  const names = store.projects.names();
  return (listed) => ({
    ...listed,
    ref: formatId(listed.kind, listed.id),
    project: names.get(listed.projectId) ?? '',
  });
}
