// The status of a session, stopping it, and the queue.

import * as z from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { sessionState } from '../../domain/session.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../route.ts';
import { SessionIds, SessionParam, sessionIdOf } from './ingest-body.ts';

const StatusReply = z.object({
  sessionId: z.string(),
  status: z.enum(['initialized', 'active', 'completed', 'interrupted', 'failed']),
  promptNumber: z.number(),
  events: z.number(),
  isProcessing: z.boolean(),
  queueLength: z.number(),
});
const Stopped = z.object({ sessionId: z.string(), status: z.literal('failed'), queueLength: z.number() });
const Processing = z.object({ isProcessing: z.boolean(), queueLength: z.number() });
const Processed = z.object({ started: z.number(), queueLength: z.number() });

export function sessionRoutes(deps: Deps): Route[] {
  const { store } = deps;
  const queueLength = () => {
    const { waiting, running } = store.jobs.state();
    return waiting + running;
  };

  return [
    route(
      {
        method: 'get',
        paths: ['/sessions/:id/status', '/api/sessions/:id/status'],
        summary: 'Get the status of a session.',
        tag: 'sessions',
        params: SessionParam,
        reply: StatusReply,
      },
      ({ params }) => {
        const session = store.sessions.find(params.id);
        if (!session) throw new CMemError('SESSION_UNKNOWN', 'There is no such session');
        const { events, waiting, running } = store.sessions.counts(params.id);
        return {
          sessionId: session.id,
          status: sessionState(session),
          promptNumber: session.promptCount,
          events,
          isProcessing: running > 0,
          queueLength: waiting + running,
        };
      },
    ),
    route(
      {
        method: 'delete',
        paths: ['/sessions/:id', '/api/sessions/:id'],
        summary:
          'Stop processing a session within `stopSeconds`. Nothing is lost: waiting events are processed when the session continues, or by /api/pending-queue/process.',
        tag: 'sessions',
        params: SessionParam,
        reply: Stopped,
      },
      async ({ params }) => {
        if (!store.sessions.find(params.id)) throw new CMemError('SESSION_UNKNOWN', 'There is no such session');
        store.jobs.abortSession(params.id, deps.now());
        await deps.queue.letGo(params.id, deps.settings().stopSeconds * 1000);
        deps.changed();
        return {
          sessionId: params.id,
          status: 'failed' as const,
          queueLength: store.sessions.counts(params.id).waiting,
        };
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/processing', '/processing'],
        summary: 'Report that the host is processing, or ask whether C-Mem is.',
        tag: 'sessions',
        body: z.object({ isProcessing: z.boolean().optional() }),
        reply: Processing,
      },
      ({ body }) => {
        const isProcessing = body.isProcessing ?? store.jobs.state().running > 0;
        if (body.isProcessing !== undefined) deps.changes.publish('processing', { isProcessing });
        return { isProcessing, queueLength: queueLength() };
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/pending-queue/process', '/pending-queue/process'],
        summary: 'Compress everything that is waiting now, and retry what failed or was stopped.',
        tag: 'sessions',
        body: z.object(SessionIds),
        reply: Processed,
      },
      ({ body }) => {
        const only = sessionIdOf(body) ?? null;
        const started = store.transact(
          () => store.jobs.retryFailed(only, deps.now()) + store.jobs.runAllNow(only, deps.now()),
        );
        deps.queue.wake();
        deps.changed();
        return { started, queueLength: queueLength() };
      },
    ),
  ];
}
