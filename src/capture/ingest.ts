// The door of the ledger: one arrival (a spool file, an API call) becomes events, and tells what to read up on.

import { CMemError } from '../domain/errors.ts';
import { text } from '../domain/json.ts';
import type { Store } from '../store/index.ts';
import { type Arrival, eventName, hostOf, isForeign, type ShapeOptions, shapePayload } from './claude-code.ts';
import type { Ledger, Recorded } from './ledger.ts';
import type { Over } from './reconcile.ts';

export interface Ingested {
  sessionId: string;
  result: Recorded | 'private-turn' | 'ignored';
  /** The turn it belongs to, where it was recorded. */
  promptNumber: number | null;
  project: string | null;
  /** The session's transcript is to be read, because something has ended or begun. */
  readUp: Over | null;
  /** A fork: its parent's transcript must be read before its own. */
  forked: boolean;
}

export interface Ingest {
  /** Whether the transcript must be read before this arrival, so that earlier prompts come first. */
  needsReadingFirst(arrival: Arrival): string | null;
  /** Records one arrival; belongs inside a transaction. */
  take(arrival: Arrival): Ingested;
}

export function createIngest(store: Store, ledger: Ledger, options: ShapeOptions): Ingest {
  // Prompt ids that even the transcript does not know (machine prompts): asked about once.
  const unknownPromptIds = new Set<string>();

  function needsReadingFirst(arrival: Arrival): string | null {
    const sessionId = text(arrival.payload, 'session_id');
    const transcriptPath = text(arrival.payload, 'transcript_path');
    if (!sessionId || sessionId.length > 256 || !transcriptPath || isForeign(arrival)) return null;
    const promptId = text(arrival.payload, 'prompt_id');
    const name = eventName(arrival);
    if (name === 'SessionStart') return null;
    // Without an id, only the transcript tells which turn is current, and whether it is private.
    if (name !== 'UserPromptSubmit' && promptId) {
      if (unknownPromptIds.has(promptId) || store.turns.knowsPromptId(sessionId, promptId)) return null;
      if (unknownPromptIds.size > 10_000) unknownPromptIds.clear();
      unknownPromptIds.add(promptId);
    }
    const place = store.transact(() => openSession(arrival, sessionId));
    return place ? sessionId : null;
  }

  function openSession(arrival: Arrival, sessionId: string) {
    const origin = {
      projectDir: arrival.projectDir,
      cwd: text(arrival.payload, 'cwd'),
      transcriptPath: text(arrival.payload, 'transcript_path'),
      project: arrival.project ?? null,
    };
    return ledger.open(sessionId, hostOf(arrival), origin, arrival.at);
  }

  function take(arrival: Arrival): Ingested {
    const sessionId = text(arrival.payload, 'session_id');
    if (!sessionId || sessionId.length > 256) {
      throw new CMemError('SPOOL_BODY_UNREADABLE', 'A payload names no session');
    }
    const answer = { sessionId, project: null, promptNumber: null, readUp: null, forked: false };
    if (isForeign(arrival)) return { ...answer, result: 'ignored' };
    const shaped = shapePayload(arrival, sessionId, options);
    if (shaped.outcome === 'ignored' && shaped.why === 'event') return { ...answer, result: 'ignored' };
    const place = openSession(arrival, sessionId);
    if (!place) return { ...answer, result: 'excluded' };
    const told = { ...answer, project: place.projectName, ...whatToRead(arrival) };
    if (shaped.outcome === 'ignored' && shaped.why === 'no-agent') ledger.passOver(place, arrival.payload);
    if (shaped.outcome === 'ignored') return { ...told, result: 'ignored' };
    if (shaped.outcome === 'private-turn') {
      ledger.privateTurn(sessionId, text(arrival.payload, 'prompt_id'), arrival.at, arrival.atEnd);
      return { ...told, result: 'private-turn' };
    }
    return { ...told, ...ledger.record(shaped.capture, place) };
  }

  return { needsReadingFirst, take };
}

function whatToRead(arrival: Arrival): { readUp: Over | null; forked: boolean } {
  switch (eventName(arrival)) {
    case 'Stop':
      return { readUp: 'turn', forked: false };
    case 'SessionEnd':
      return { readUp: 'session', forked: false };
    case 'SubagentStop': {
      const agent = text(arrival.payload, 'agent_id');
      const path = text(arrival.payload, 'agent_transcript_path');
      return { readUp: agent ? { agent, path } : 'nothing', forked: false };
    }
    case 'SessionStart': {
      const source = text(arrival.payload, 'source');
      return { readUp: source === 'compact' ? 'nothing' : 'turn', forked: source === 'fork' };
    }
    default:
      return { readUp: null, forked: false };
  }
}
