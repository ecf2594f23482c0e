// The stages of a session as arrivals at the ledger's door.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Arrival } from '../capture/claude-code.ts';
import type { Ingested } from '../capture/ingest.ts';
import { identifyProject } from '../capture/project.ts';
import { CMemError } from '../domain/errors.ts';
import type { JsonObject } from '../domain/json.ts';
import { promptOfTurn, queueState } from '../store/overview.ts';
import { projectNamed } from '../store/projects.ts';
import { findSession, promptCount } from '../store/sessions.ts';
import { promptHash } from '../store/turns.ts';
import type { Taken } from './contract.ts';
import type { Desk } from './desk.ts';
import { type SessionBody, unwrap } from './session-body.ts';

/** Projects come and are merged, but not every moment. */
const KEEP_MS = 10_000;

export type SessionWrites = Record<
  'init' | 'observation' | 'summarize' | 'complete',
  (sessionId: string, body: SessionBody) => Promise<Taken>
>;

export function createSessionWrites(desk: Desk): SessionWrites {
  const { db } = desk;
  const folders = new Map<string, { folder: string; until: number }>();
  let counted: { length: number } | null = null;

  function arrival(sessionId: string, event: string, body: SessionBody, payload: JsonObject): Arrival {
    return {
      event,
      id: `api-${randomUUID()}`,
      at: desk.now(),
      source: 'api',
      host: body.host ?? 'api',
      projectDir: folderOf(body),
      // Only what is named here: a transcript's path, say, would make us read a file of the client's choice.
      payload: { session_id: sessionId, ...(body.cwd ? { cwd: body.cwd } : {}), ...payload },
    };
  }

  /** Where a project is named, an id, a path or a name will do. A host names the same one with every call. */
  function folderOf({ project, cwd }: SessionBody): string | null {
    if (project === undefined || project === '') return cwd ?? null;
    const key = `${project}\0${cwd ?? ''}`;
    const known = folders.get(key);
    if (known && known.until > desk.now()) return known.folder;
    if (folders.size > 1000) folders.clear();
    const folder = findFolder(project, cwd);
    folders.set(key, { folder, until: desk.now() + KEEP_MS });
    return folder;
  }

  function findFolder(project: string, cwd: string | undefined): string {
    try {
      const { key } = projectNamed(db, project, identifyProject);
      const folder = key.replace(/\/\.git$/, '');
      return existsSync(folder) ? folder : key;
    } catch (error) {
      if (!(error instanceof CMemError) || error.code !== 'PROJECT_UNKNOWN') throw error;
      if (isAbsolute(project)) return project;
      return cwd ?? `/${project.replaceAll('/', '-')}`;
    }
  }

  /** Counted once for all that are answered together. */
  function queueLength(): number {
    if (!counted) {
      const { waiting, running } = queueState(db);
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
      promptNumber: last?.promptNumber ?? promptCount(db, sessionId),
      queueLength: queueLength(),
    };
  }

  /** The host's id of the turn that a number names, so that a late event finds its turn. */
  function turnOf(sessionId: string, body: SessionBody): JsonObject {
    const promptId = body.prompt_id ?? promptOfTurn(db, sessionId, body.prompt_number ?? null)?.promptId;
    return promptId ? { prompt_id: promptId } : {};
  }

  function promptArrival(sessionId: string, text: string, body: SessionBody): Arrival | null {
    const known = promptOfTurn(db, sessionId, body.prompt_number ?? null);
    // Sent again: the number and the words are the same.
    if (known && promptHash(known.text) === promptHash(text)) return null;
    const prompt_id = body.prompt_id ?? `api-${randomUUID()}`;
    return arrival(sessionId, 'UserPromptSubmit', body, { prompt: text, prompt_id });
  }

  return {
    init(sessionId, body) {
      const text = body.prompt ?? body.userPrompt;
      const arrivals: Arrival[] = [];
      const begins = !findSession(db, sessionId) || body.source !== undefined;
      if (begins) arrivals.push(arrival(sessionId, 'SessionStart', body, { source: body.source ?? 'startup' }));
      const prompt = text === undefined ? null : promptArrival(sessionId, text, body);
      if (prompt) arrivals.push(prompt);
      return submit(sessionId, arrivals);
    },

    observation(sessionId, body) {
      const failed = body.error !== undefined;
      const payload: JsonObject = {
        tool_name: body.tool_name ?? 'unknown',
        tool_input: unwrap(body.tool_input),
        ...turnOf(sessionId, body),
        ...(failed
          ? { error: body.error as string }
          : { tool_response: unwrap(body.tool_response ?? body.tool_output) }),
        ...(body.tool_use_id ? { tool_use_id: body.tool_use_id } : {}),
        ...(body.duration_ms === undefined ? {} : { duration_ms: body.duration_ms }),
      };
      return submit(sessionId, [arrival(sessionId, failed ? 'PostToolUseFailure' : 'PostToolUse', body, payload)]);
    },

    summarize(sessionId, body) {
      const arrivals: Arrival[] = [];
      // A host that tells of its prompts only now.
      const isFirst = (findSession(db, sessionId)?.promptCount ?? 0) === 0;
      if (isFirst && body.last_user_message) {
        const prompt = promptArrival(sessionId, body.last_user_message, body);
        if (prompt) arrivals.push(prompt);
      }
      const message = body.last_assistant_message;
      const payload = { ...turnOf(sessionId, body), ...(message ? { last_assistant_message: message } : {}) };
      arrivals.push(arrival(sessionId, 'Stop', body, payload));
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
