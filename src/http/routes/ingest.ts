// The stages of a session, as any host reports them: session start, prompt, tool use, end of turn, end of session. They take
// the same path as hooks, and are answered when they are on disk.

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Ingested } from '../../capture/ingest.ts';
import type { Delivery, HostEvent } from '../../domain/host-event.ts';
import type { IngestReply as Reply } from '../contract-system.ts';
import { IngestReply } from '../contract-system.ts';
import type { Deps } from '../deps.ts';
import { type Route, type RouteSpec, route } from '../route.ts';
import { bodySession, type SessionBody, SessionFields, SessionParam, turnNumber, unwrap } from './ingest-body.ts';

const Body = z.object(SessionFields);

type Stage = 'init' | 'observations' | 'summarize' | 'complete';
type Ingest = (sessionId: string, body: SessionBody) => Promise<Reply>;

export function ingestRoutes(deps: Deps): Route[] {
  const ingest = createIngest(deps);
  return [
    ...stageRoutes('init', 'Record a session start, a prompt, or both.', ingest.init),
    ...stageRoutes('observations', 'Record a tool use.', ingest.observations),
    ...stageRoutes('summarize', 'Record the end of a turn.', ingest.summarize),
    ...stageRoutes('complete', 'Record the end of a session.', ingest.complete),
  ];
}

/** With the host's session ID in the path, or in the body. */
function stageRoutes(name: Stage, summary: string, ingest: Ingest): Route[] {
  const spec = { method: 'post', summary, tag: 'sessions', body: Body, reply: IngestReply } as const;
  return [
    route(
      { ...spec, paths: [`/sessions/:id/${name}`, `/api/sessions/:id/${name}`], params: SessionParam },
      ({ params, body }) => ingest(params.id, body),
    ),
    route(
      { ...spec, paths: [`/api/sessions/${name}`, `/sessions/${name}`] } satisfies RouteSpec<
        unknown,
        unknown,
        SessionBody,
        Reply
      >,
      ({ body }) => ingest(bodySession(body), body),
    ),
  ];
}

function createIngest(deps: Deps): Record<Stage, Ingest> {
  const { store } = deps;
  let counted: { length: number } | null = null;

  /** Only what is named here: a transcript's path, say, would make us read a file of the client's choice. */
  function delivery(sessionId: string, body: SessionBody, event: Partial<HostEvent>): Delivery {
    const { cwd = null } = body;
    return {
      id: `api-${randomUUID()}`,
      at: deps.now(),
      source: 'api',
      host: body.host ?? 'api',
      projectDir: cwd,
      ...(body.project ? { project: body.project } : {}),
      event: {
        ...{ kind: null, sessionId, cwd, promptId: null, transcriptPath: null },
        ...{ agentId: null, agentType: null, agentTranscriptPath: null, durationMs: null },
        ...event,
      },
    };
  }

  /** Counted once for all requests that are answered in the same batch. */
  function queueLength(): number {
    if (!counted) {
      const { waiting, running } = store.jobs.state();
      counted = { length: waiting + running };
      setImmediate(() => (counted = null));
    }
    return counted.length;
  }

  async function submit(sessionId: string, deliveries: Delivery[]): Promise<Reply> {
    const results = deliveries.length > 0 ? await deps.submit(deliveries) : [];
    const last = results.at(-1);
    return {
      status: last ? statusOf(last) : 'known',
      sessionId,
      promptNumber: last?.promptNumber ?? store.sessions.promptCount(sessionId),
      queueLength: queueLength(),
    };
  }

  /**
   * The ID of the turn that a call refers to. A host that counts its turns may refer to one before it sends its prompt:
   * the number is used as the ID then, and the prompt finds the earlier events.
   */
  function turnId(sessionId: string, body: SessionBody): string | null {
    const number = turnNumber(body);
    if (body.prompt_id) return body.prompt_id;
    if (number === null) return null;
    const own = `number-${number}`;
    const known = store.turns.knowsPromptId(sessionId, own) ? own : store.turns.prompt(sessionId, number)?.promptId;
    return known ?? own;
  }

  /** A prompt that is sent again with the same ID or number is recorded once. */
  function typed(sessionId: string, text: string, body: SessionBody): Delivery {
    const promptId = turnId(sessionId, body) ?? `api-${randomUUID()}`;
    return delivery(sessionId, body, { kind: 'prompt', promptId, prompt: { text, isPrivate: false } });
  }

  return {
    init(sessionId, body) {
      const text = body.prompt ?? body.userPrompt;
      const deliveries: Delivery[] = [];
      const begins = !store.sessions.find(sessionId) || body.source !== undefined;
      if (begins) {
        const source = body.source ?? 'startup';
        deliveries.push(delivery(sessionId, body, { kind: 'session_start', source, details: { source } }));
      }
      if (text !== undefined) deliveries.push(typed(sessionId, text, body));
      return submit(sessionId, deliveries);
    },

    observations(sessionId, body) {
      const { error } = body;
      const tool = {
        name: body.tool_name ?? 'unknown',
        id: body.tool_use_id ?? null,
        input: unwrap(body.tool_input),
        ...(error === undefined ? { response: unwrap(body.tool_response ?? body.tool_output) } : { error }),
      };
      const event: Partial<HostEvent> = {
        kind: error === undefined ? 'tool' : 'tool_failure',
        promptId: turnId(sessionId, body),
        durationMs: body.duration_ms ?? null,
        tool,
      };
      return submit(sessionId, [delivery(sessionId, body, event)]);
    },

    summarize(sessionId, body) {
      const { last_user_message: asked, last_assistant_message: message = null } = body;
      const turn = { promptId: turnId(sessionId, body), message };
      const deliveries: Delivery[] = [];
      // For a host that sends its prompts only now; if it already did, this is a duplicate.
      if (asked?.trim()) {
        const prompt = { text: asked, isPrivate: false };
        deliveries.push({ ...delivery(sessionId, body, { kind: 'prompt', ...turn, prompt }), atEnd: true });
      }
      deliveries.push(delivery(sessionId, body, { kind: 'stop', ...turn, asked: asked ?? null }));
      return submit(sessionId, deliveries);
    },

    complete(sessionId, body) {
      const details: Record<string, string> = body.reason ? { reason: body.reason } : {};
      return submit(sessionId, [delivery(sessionId, body, { kind: 'session_end', details })]);
    },
  };
}

function statusOf({ result }: Ingested): Reply['status'] {
  if (result === 'private-turn') return 'private';
  return result === 'copied' ? 'known' : result;
}
