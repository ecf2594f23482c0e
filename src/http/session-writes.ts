// The stages of a session as events for ingestion.

import { randomUUID } from 'node:crypto';
import type { Ingested } from '../capture/ingest.ts';
import type { Delivery, HostEvent } from '../domain/host-event.ts';
import type { Taken } from './contract.ts';
import type { Deps } from './deps.ts';
import { type SessionBody, turnNumber, unwrap } from './session-body.ts';

export type SessionWrites = Record<
  'init' | 'observation' | 'summarize' | 'complete',
  (sessionId: string, body: SessionBody) => Promise<Taken>
>;

export function createSessionWrites(deps: Deps): SessionWrites {
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

  /** Counted once for all requests that are answered together. */
  function queueLength(): number {
    if (!counted) {
      const { waiting, running } = store.jobs.state();
      counted = { length: waiting + running };
      setImmediate(() => (counted = null));
    }
    return counted.length;
  }

  async function submit(sessionId: string, deliveries: Delivery[]): Promise<Taken> {
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

  /** Sent again with the same ID or number, it is recorded once. */
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

    observation(sessionId, body) {
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

function statusOf({ result }: Ingested): Taken['status'] {
  if (result === 'private-turn') return 'private';
  return result === 'copied' ? 'known' : result;
}
