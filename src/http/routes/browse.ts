// Sessions and prompts as a person browses them.

import * as z from 'zod';
import type { Store } from '../../store/index.ts';
import { Evidence, PromptsReply, SessionItems, SessionReply } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { FilterQuery, projectId, readFilter } from '../filter.ts';
import { limitParam, type Route, route } from '../route.ts';
import { sessionItem, sessionPage, turnEvents } from '../session-page.ts';

/** Sessions that were just forgotten, alone or with their project, and can still be brought back. */
function isBeingForgotten(store: Store): (session: { id: string; projectId: number }) => boolean {
  const delayed = store.forgetting.delayed();
  return ({ id, projectId }) =>
    delayed.some((target) => (target.kind === 'session' ? target.id === id : target.id === projectId));
}

export function browseRoutes(deps: Deps): Route[] {
  const { store } = deps;

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
          title: z.string().max(300).optional().describe('A part of the title, or of the name of the project'),
          limit: limitParam(200, 50),
          cursor: z.string().max(300).optional(),
        }),
        reply: SessionItems,
      },
      ({ query }) => {
        const only = query.project === undefined ? null : projectId(store, query.project);
        const filter = { projectId: only, status: query.status ?? null, title: query.title ?? '' };
        const { sessions, next, total } = store.sessions.list(filter, query.limit, query.cursor ?? null);
        const names = store.projects.names();
        const isGone = isBeingForgotten(store);
        const kept = sessions.filter((each) => !isGone(each));
        return {
          sessions: kept.map((session) => sessionItem(session, names)),
          next,
          total: total - (sessions.length - kept.length),
        };
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
      ({ params: { id } }) => sessionPage(deps, id),
    ),
    route(
      {
        method: 'get',
        paths: ['/api/sessions/:id/events'],
        summary: 'Get the events of one turn of a session; without `turn`, those before its first prompt.',
        tag: 'browse',
        params: z.object({ id: z.string().min(1).max(256) }),
        query: z.object({ turn: z.coerce.number().int().min(0).optional() }),
        reply: z.object({ events: z.array(Evidence) }),
      },
      ({ params: { id }, query }) => ({ events: turnEvents(deps, id, query.turn ?? null) }),
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
