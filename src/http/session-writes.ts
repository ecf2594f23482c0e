// The stages of a session as events for ingestion.

import { randomUUID } from 'node:crypto';
import type { Arrival } from '../capture/claude-code.ts';
import type { Ingested } from '../capture/ingest.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Taken } from './contract.ts';
import type { Desk } from './deps.ts';
import { type SessionBody, turnNumber, unwrap } from './session-body.ts';

export type SessionWrites = Record<
  'init' | 'observation' | 'summarize' | 'complete',
  (sessionId: string, body: SessionBody) => Promise<Taken>
>;

export function createSessionWrites(desk: Desk): SessionWrites {
  const { store } = desk;
  let counted: { length: number } | null = null;

  function arrival(sessionId: string, event: string, body: SessionBody, payload: JsonObject): Arrival {
    return {
      event,
      id: `api-${randomUUID()}`,
      at: desk.now(),
      source: 'api',
      host: body.host ?? 'api',
      projectDir: body.cwd ?? null,
      ...(body.project ? { project: body.project } : {}),
      // Only these fields: a transcript path, for example, would make us read a file of the client's choice.
      payload: { session_id: sessionId, ...(body.cwd ? { cwd: body.cwd } : {}), ...payload },
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

  async function submit(sessionId: string, arrivals: Arrival[]): Promise<Taken> {
    const results = arrivals.length > 0 ? await desk.submit(arrivals) : [];
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
  function turnId(sessionId: string, body: SessionBody): JsonObject {
    const number = turnNumber(body);
    if (body.prompt_id) return { prompt_id: body.prompt_id };
    if (number === null) return {};
    const own = `number-${number}`;
    const known = store.turns.knowsPromptId(sessionId, own) ? own : store.turns.prompt(sessionId, number)?.promptId;
    return { prompt_id: known ?? own };
  }

  /** Sent again with the same ID or number, it is recorded once. */
  function typed(sessionId: string, prompt: string, body: SessionBody): Arrival {
    const prompt_id = `api-${randomUUID()}`;
    return arrival(sessionId, 'UserPromptSubmit', body, { prompt, prompt_id, ...turnId(sessionId, body) });
  }

  return {
    init(sessionId, body) {
      const text = body.prompt ?? body.userPrompt;
      const arrivals: Arrival[] = [];
      const begins = !store.sessions.find(sessionId) || body.source !== undefined;
      if (begins) arrivals.push(arrival(sessionId, 'SessionStart', body, { source: body.source ?? 'startup' }));
      if (text !== undefined) arrivals.push(typed(sessionId, text, body));
      return submit(sessionId, arrivals);
    },

    observation(sessionId, body) {
      const failed = body.error !== undefined;
      const payload: JsonObject = {
        tool_name: body.tool_name ?? 'unknown',
        tool_input: unwrap(body.tool_input),
        ...turnId(sessionId, body),
        ...(failed
          ? { error: body.error as string }
          : { tool_response: unwrap(body.tool_response ?? body.tool_output) }),
        ...(body.tool_use_id ? { tool_use_id: body.tool_use_id } : {}),
        ...(body.duration_ms === undefined ? {} : { duration_ms: body.duration_ms }),
      };
      return submit(sessionId, [arrival(sessionId, failed ? 'PostToolUseFailure' : 'PostToolUse', body, payload)]);
    },

    summarize(sessionId, body) {
      const { last_user_message: asked, last_assistant_message: said } = body;
      const turn = turnId(sessionId, body);
      const words = said ? { last_assistant_message: said } : {};
      const arrivals: Arrival[] = [];
      // For a host that sends its prompts only now; if it already did, this is a duplicate.
      if (asked?.trim()) {
        const prompt = arrival(sessionId, 'UserPromptSubmit', body, { prompt: asked, ...turn, ...words });
        arrivals.push({ ...prompt, atEnd: true });
      }
      const end = { ...turn, ...words, ...(asked ? { last_user_message: asked } : {}) };
      arrivals.push(arrival(sessionId, 'Stop', body, end));
      return submit(sessionId, arrivals);
    },

    complete(sessionId, body) {
      const payload = body.reason ? { reason: body.reason } : {};
      return submit(sessionId, [arrival(sessionId, 'SessionEnd', body, payload)]);
    },
  };
}

function statusOf({ result }: Ingested): Taken['status'] {
  if (result === 'private-turn') return 'private';
  return result === 'copied' ? 'known' : result;
}
