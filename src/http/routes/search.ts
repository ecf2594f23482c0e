// Recall: search, timeline, and memories by file.
import * as z from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { formatId, parseId } from '../../recall/ids.ts';
import { timeline } from '../../recall/search/timeline.ts';
import { createStalenessCheck, presentRoot } from '../../recall/staleness.ts';
import { createSearcher } from '../../vectors/search.ts';
import { FileReply, FilesReply, SearchReply, TimelineReply } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { FilterQuery, hitItems, itemsOf, projectId, readFilter } from '../filter.ts';
import { limitParam, type Route, route } from '../route.ts';

const SearchQuery = z.object({
  ...FilterQuery,
  q: z.string().max(2000).describe('Words, "phrases" and prefixes*'),
  limit: limitParam(200, 30),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
const TimelineQuery = z.object({
  anchor: z.string().max(20).optional().describe('Memory ID such as 12 or S3'),
  q: z.string().max(2000).optional().describe('Instead of an anchor: uses the best hit for these words'),
  project: FilterQuery.project,
  before: z.coerce.number().int().min(0).max(200).default(10),
  after: z.coerce.number().int().min(0).max(200).default(10),
  session: z.enum(['true', 'false']).optional().describe('Only memories of the same session'),
});
const project = FilterQuery.project;

export function searchRoutes(deps: Deps): Route[] {
  const { store, now } = deps;
  const reader = store.memories;
  const search = createSearcher({ ...deps, livesOn: true });

  /** The given memory, otherwise the best match for the query. */
  async function anchorOf(query: z.infer<typeof TimelineQuery>) {
    if (query.anchor !== undefined) {
      const named = parseId(query.anchor);
      if (named?.kind !== 'observation' && named?.kind !== 'summary')
        throw new CMemError('MEMORY_UNKNOWN', 'The anchor is not the ID of an observation or a summary');
      return { kind: named.kind, id: named.id };
    }
    if (!query.q) throw new CMemError('REQUEST_INVALID', 'query: anchor or q is missing');
    const kinds: ('observation' | 'summary')[] = ['observation', 'summary'];
    const filter = { ...readFilter(store, { project: query.project }, now()), kinds };
    const { hits } = await search(store, { ...filter, text: query.q, limit: 1, offset: 0 });
    const [hit] = hits;
    if (hit?.kind !== 'observation' && hit?.kind !== 'summary')
      throw new CMemError('MEMORY_UNKNOWN', 'No memories match', { fix: 'Try other words.' });
    return { kind: hit.kind, id: hit.id };
  }

  return [
    route(
      {
        method: 'get',
        paths: ['/api/search'],
        summary: "Search observations, summaries, prompts and the host's own memory.",
        tag: 'recall',
        query: SearchQuery,
        reply: SearchReply,
      },
      async ({ query }) => {
        const { q, limit, offset, ...given } = query;
        const filter = readFilter(store, given, now());
        const answer = await search(store, { ...filter, text: q, limit, offset });
        return { items: hitItems(store, answer.hits), more: answer.more, terms: answer.terms };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/timeline'],
        summary: 'Show what happened before and after a memory, in order.',
        tag: 'recall',
        query: TimelineQuery,
        reply: TimelineReply,
      },
      async ({ query }) => {
        const anchor = await anchorOf(query);
        const { before, after } = query;
        const found = timeline(reader, { anchor, before, after, sessionOnly: query.session === 'true' });
        if (!found) throw new CMemError('MEMORY_UNKNOWN', 'There is no such memory');
        const wanted = found.entries.map(({ kind, record }) => ({ kind, id: record.id }));
        return {
          anchor: formatId(anchor.kind, anchor.id),
          items: store.memories.listByIds(wanted).map(itemsOf(store)),
        };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/files'],
        summary: 'List files mentioned in memories, most recent first.',
        tag: 'recall',
        query: z.object({ project, q: z.string().max(4096).default(''), limit: limitParam(500, 100) }),
        reply: FilesReply,
      },
      ({ query }) => ({
        files: store.memories.files(
          query.project === undefined ? null : projectId(store, query.project),
          query.q,
          query.limit,
        ),
      }),
    ),
    route(
      {
        method: 'get',
        paths: ['/api/files/memories'],
        summary: 'List memories about a file or folder, newest first.',
        tag: 'recall',
        query: z.object({ project, path: z.string().min(1).max(4096), limit: limitParam(500, 100) }),
        reply: FileReply,
      },
      async ({ query }) => {
        const only = query.project === undefined ? null : [projectId(store, query.project)];
        const records = reader.aboutFiles(only, [query.path], query.limit);
        const root = presentRoot(records[0] ? reader.folders(records[0].projectId) : []);
        const stale = createStalenessCheck(root);
        const known = new Map(records.map((record) => [record.id, record]));
        const items = store.memories
          .listByIds(records.map(({ id }) => ({ kind: 'observation' as const, id })))
          .map((listed) => {
            const record = known.get(listed.id);
            const touches =
              record?.touches.filter(({ path }) => path === query.path || path.startsWith(`${query.path}/`)) ?? [];
            const role = touches.some((touch) => touch.role === 'modified') ? ('modified' as const) : ('read' as const);
            return { ...itemsOf(store)(listed), freshness: stale.of(touches, listed.at), role };
          });
        return { path: query.path, items };
      },
    ),
  ];
}
