// Memories: lists, one in full with its evidence, and edits.
import * as z from 'zod';
import { cleanText } from '../../capture/clean/fields.ts';
import { createCleaner } from '../../capture/clean/index.ts';
import { identifyProject } from '../../capture/project.ts';
import { remember } from '../../capture/remember.ts';
import { ruleText } from '../../capture/rule-text.ts';
import { CMemError } from '../../domain/errors.ts';
import { FindingType, Hidden, HostMemoryReply, Item, Items, ObservationReply, SummaryReply } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { FilterQuery, itemsOf, readFilter } from '../filter.ts';
import { createMemoryPages } from '../memory-detail.ts';
import { idParam, limitParam, type Route, route, UNDO_MS } from '../route.ts';

type ForgettableKind = 'observation' | 'summary' | 'host-memory';
const FORGETTABLE: { kind: ForgettableKind; path: string; a: string }[] = [
  { kind: 'observation', path: '/api/observations/:id', a: 'an observation' },
  { kind: 'summary', path: '/api/summaries/:id', a: 'a summary' },
  { kind: 'host-memory', path: '/api/host-memories/:id', a: "a part of the host's own memory, in the index only" },
];

const words = z.string().max(20_000).nullable().optional();
const lines = z.array(z.string().max(4000)).max(50).optional();
const seen = z
  .number()
  .nullable()
  .optional()
  .describe('The `editedAt` of the version that was edited; if it was edited again since, nothing is changed (409)');
const ObservationChange = z
  .object({
    type: FindingType.optional(),
    title: z.string().trim().min(1, 'A title is needed').max(300).nullable().optional(),
    subtitle: z.string().max(1000).nullable().optional(),
    narrative: words,
    facts: lines,
    concepts: lines,
    pinned: z.boolean().optional(),
    supersededBy: z.number().int().min(1).nullable().optional(),
    seenEditedAt: seen,
  })
  .strict();
const SummaryChange = z
  .object({
    ...{
      title: words,
      request: words,
      investigated: words,
      learned: words,
      completed: words,
      nextSteps: words,
      notes: words,
    },
    pinned: z.boolean().optional(),
    seenEditedAt: seen,
  })
  .strict();
const Wish = z
  .object({
    text: z.string().min(1).max(20_000),
    title: z.string().max(300).optional(),
    type: FindingType.optional(),
    concepts: lines,
    project: z.string().max(4096),
  })
  .strict();
const ListQuery = z.object({ ...FilterQuery, limit: limitParam(200, 50), cursor: z.string().max(100).optional() });

export function memoryRoutes(deps: Deps): Route[] {
  const { store, now } = deps;
  const pages = createMemoryPages(deps);
  const tell = (kind: ForgettableKind, what: 'changed' | 'deleted', id: number) => {
    deps.changes.publish(`${kind}.${what}`, { kind, id });
    deps.changed();
  };
  const clean = <T extends object>(changes: T): T => {
    const options = createCleaner(deps.settings());
    const one = (value: unknown): unknown =>
      typeof value === 'string'
        ? cleanText(value, options)
        : Array.isArray(value)
          ? value.map(one).filter(Boolean)
          : value;
    return Object.fromEntries(
      Object.entries(changes)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, value === '' ? null : one(value)]),
    ) as T;
  };
  const checkSeen = (kind: 'observation' | 'summary', id: number, at: number | null | undefined) => {
    if (at !== undefined && store.memories.editedAt(kind, id) !== at)
      throw new CMemError('MEMORY_CHANGED', 'This memory was edited elsewhere in the meantime');
  };
  const list = (paths: string[], summary: string, kinds: ('observation' | 'summary' | 'prompt')[] | null) =>
    route({ method: 'get', paths, summary, tag: 'memories', query: ListQuery, reply: Items }, ({ query }) => {
      const filter = readFilter(store, query, now());
      const page = store.memories.list(kinds ? { ...filter, kinds } : filter, query.limit, query.cursor ?? null);
      return { items: page.items.map(itemsOf(store)), next: page.next };
    });

  return [
    list(['/api/memories'], 'List observations and summaries (or the given kinds), newest first.', null),
    list(['/api/observations'], 'List observations, newest first.', ['observation']),
    list(['/api/summaries'], 'List summaries, newest first.', ['summary']),
    route(
      {
        method: 'post',
        paths: ['/api/observations'],
        summary: 'Add a memory manually.',
        tag: 'memories',
        body: Wish,
        reply: z.object({ id: z.number(), title: z.string() }),
      },
      ({ body }) => {
        const { key, name } = store.projects.named(body.project, identifyProject);
        const made = remember(store, body, {
          project: { key, name, worktree: '/' },
          branch: null,
          now: now(),
          cleaner: createCleaner(deps.settings()),
        });
        deps.changed();
        return made;
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/observations/:id'],
        summary: 'Get an observation in full, with the events it is based on.',
        tag: 'memories',
        params: idParam,
        reply: ObservationReply,
      },
      ({ params }) => pages.observation(params.id),
    ),
    route(
      {
        method: 'get',
        paths: ['/api/summaries/:id'],
        summary: 'Get a summary in full.',
        tag: 'memories',
        params: idParam,
        reply: SummaryReply,
      },
      ({ params }) => pages.summary(params.id),
    ),
    route(
      {
        method: 'patch',
        paths: ['/api/observations/:id'],
        summary: 'Edit, pin or supersede an observation. Omitted fields stay unchanged.',
        tag: 'memories',
        params: idParam,
        body: ObservationChange,
        reply: ObservationReply,
      },
      ({ params: { id }, body }) => {
        const { pinned, supersededBy, title, seenEditedAt, ...rest } = body;
        checkSeen('observation', id, seenEditedAt);
        // Whoever edits a rule confirms it.
        const asRule = typeof title === 'string' && store.rules.is(id);
        if (asRule) store.rules.change(id, { text: ruleText(title, createCleaner(deps.settings())) }, now());
        const changes = clean(asRule ? rest : { ...rest, title });
        if (Object.keys(changes).length > 0) store.memories.editObservation(id, changes as object, now());
        if (supersededBy !== undefined) store.memories.supersede(id, supersededBy);
        if (pinned !== undefined) store.memories.pin('observation', id, pinned);
        tell('observation', 'changed', id);
        return pages.observation(id);
      },
    ),
    route(
      {
        method: 'patch',
        paths: ['/api/summaries/:id'],
        summary: 'Edit or pin a summary. Omitted fields stay unchanged.',
        tag: 'memories',
        params: idParam,
        body: SummaryChange,
        reply: SummaryReply,
      },
      ({ params: { id }, body }) => {
        const { pinned, seenEditedAt, ...rest } = body;
        checkSeen('summary', id, seenEditedAt);
        const changes = clean(rest);
        if (Object.keys(changes).length > 0) store.memories.editSummary(id, changes as object, now());
        if (pinned !== undefined) store.memories.pin('summary', id, pinned);
        tell('summary', 'changed', id);
        return pages.summary(id);
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/host-memories/:id'],
        summary: "Get a part of the host's own memory in full.",
        tag: 'memories',
        params: idParam,
        reply: HostMemoryReply,
      },
      ({ params }) => pages.hostMemory(params.id),
    ),
    ...FORGETTABLE.flatMap(({ kind, path, a }) => {
      return [
        route(
          {
            method: 'delete',
            paths: [path],
            summary: `Forget ${a}: hidden immediately, deleted permanently after a few seconds.`,
            tag: 'memories',
            params: idParam,
            reply: Hidden,
          },
          ({ params: { id } }) => {
            const undoUntil = now() + UNDO_MS;
            store.memories.hide(kind, id, undoUntil);
            deps.forgetAt(undoUntil);
            tell(kind, 'deleted', id);
            return { id, undoUntil };
          },
        ),
        route(
          {
            method: 'post',
            paths: [`${path}/restore`],
            summary: `Restore ${a} that was just forgotten.`,
            tag: 'memories',
            params: idParam,
            body: z.object({}),
            reply: z.object({ item: Item }),
          },
          ({ params: { id } }) => {
            store.memories.bringBack(kind, id);
            tell(kind, 'changed', id);
            const item = pages.item(kind, id);
            if (!item) throw new CMemError('MEMORY_UNKNOWN', `There is no ${kind.replace('-', ' ')} ${id}`);
            return { item };
          },
        ),
      ];
    }),
  ];
}
