// Sessions and prompts as a person browses them.

import * as z from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { sessionState } from '../../domain/session.ts';
import type { SessionOverview } from '../../store/index.ts';
import { PromptsReply, type SessionItem, SessionItems, SessionReply } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { FilterQuery, itemsOf, projectId, readFilter } from '../filter.ts';
import { createMemoryPages } from '../memory-detail.ts';
import { limitParam, type Route, route } from '../route.ts';

const MOST_MEMORIES = 1000;

export function sessionItem(session: SessionOverview, names: Map<number, string>): SessionItem {
  const { promptCount, status, ...rest } = session;
  return {
    ...rest,
    project: names.get(session.projectId) ?? '',
    prompts: promptCount,
    status: sessionState({ status, promptCount }),
  };
}

export function browseRoutes(deps: Deps): Route[] {
  const { store } = deps;
  const reader = store.memories;
  const pages = createMemoryPages(deps);

  return [
    route(
      {
        method: 'get',
        paths: ['/api/sessions', '/sessions'],
        summary: 'List sessions, most recently active first.',
        tag: 'browse',
        query: z.object({
          project: FilterQuery.project,
          status: z.enum(['active', 'completed', 'interrupted', 'failed']).optional(),
          limit: limitParam(200, 50),
          cursor: z.string().max(300).optional(),
        }),
        reply: SessionItems,
      },
      ({ query }) => {
        const only = query.project === undefined ? null : projectId(store, query.project);
        const filter = { projectId: only, status: query.status ?? null };
        const { sessions, next } = store.sessions.list(filter, query.limit, query.cursor ?? null);
        const names = store.projects.names();
        return { sessions: sessions.map((session) => sessionItem(session, names)), next };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/sessions/:id'],
        summary: 'Get a session: its turns with their prompts, observations and summaries, and what was injected.',
        tag: 'browse',
        params: z.object({ id: z.string().min(1).max(256) }),
        reply: SessionReply,
      },
      async ({ params: { id } }) => {
        const overview = store.sessions.overview(id);
        const session = store.sessions.find(id);
        if (!overview || !session) throw new CMemError('SESSION_UNKNOWN', 'There is no such session');
        const { items } = store.memories.list(
          { projectIds: null, sessionId: id, kinds: ['observation', 'summary'] },
          MOST_MEMORIES,
          null,
        );
        const summaries = reader.summaries(items.filter(({ kind }) => kind === 'summary').map((item) => item.id));
        const prompts = store.turns.prompts(id);
        const numbers = new Set([...prompts.map(({ number }) => number), ...items.map((item) => item.promptNumber)]);
        const counts = store.sessions.counts(id);
        return {
          ...sessionItem(overview, store.projects.names()),
          folder: session.folder,
          parentId: session.parentId,
          events: counts.events,
          waiting: counts.waiting + counts.running,
          turns: [...numbers]
            .sort((a, b) => (a ?? 0) - (b ?? 0))
            .map((number) => {
              const prompt = prompts.find((each) => each.number === number);
              const of = items.filter((item) => item.promptNumber === number);
              const own = summaries.filter((each) => each.promptNumber === number).map(pages.summaryOf);
              const earlier = own.sort((a, b) => a.at - b.at || a.id - b.id);
              const summary = earlier.pop() ?? null;
              return {
                number,
                prompt: prompt?.text ?? null,
                at: prompt?.at ?? of.at(-1)?.at ?? session.startedAt,
                summary,
                earlier,
                observations: of
                  .filter(({ kind }) => kind === 'observation')
                  .reverse()
                  .map(itemsOf(store)),
              };
            }),
          shown: store.injections.ofSession(id).map(({ occasion, characters, observations, summaries: shown, at }) => ({
            ...{ occasion, characters, at },
            memories: observations.length + shown.length,
          })),
        };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/prompts'],
        summary: 'List prompts, newest first.',
        tag: 'browse',
        query: z.object({
          project: FilterQuery.project,
          session: FilterQuery.session,
          limit: limitParam(200, 50),
          cursor: z.string().max(100).optional(),
        }),
        reply: PromptsReply,
      },
      ({ query }) => {
        const filter = readFilter(store, { project: query.project, session: query.session }, deps.now());
        const page = store.memories.list({ ...filter, kinds: ['prompt'] }, query.limit, query.cursor ?? null);
        return {
          prompts: store.memories
            .listByIds(page.items)
            .map(({ id }) => store.turns.findPrompt(id))
            .filter((prompt) => prompt !== null),
          next: page.next,
        };
      },
    ),
  ];
}
