// The way into the ledger: one delivery (a spool file, an API call) becomes an event, and determines which transcript
// to read.

import { CMemError } from '../domain/errors.ts';
import type { Delivery, HostEvent } from '../domain/host-event.ts';
import type { Store } from '../store/index.ts';
import type { Ledger, RecordResult } from './ledger.ts';
import type { Ended } from './reconcile.ts';
import { type ShapeOptions, shapeEvent } from './shape.ts';

export interface Ingested {
  sessionId: string;
  result: RecordResult | 'private-turn' | 'ignored';
  /** The turn it belongs to, if it was recorded. */
  promptNumber: number | null;
  project: string | null;
  /** Set if the session's transcript must be read, because something ended or began. */
  readUp: Ended | null;
  /** A fork: its parent's transcript must be read before its own. */
  forked: boolean;
}

export interface Ingest {
  /** The session whose transcript must be read before this delivery, so that earlier prompts come first; or null. */
  needsReadingFirst(delivery: Delivery): string | null;
  /** Records one delivery. Call it inside a transaction. */
  take(delivery: Delivery): Ingested;
}

export function createIngest(store: Store, ledger: Ledger, options: ShapeOptions): Ingest {
  // Prompt IDs that not even the transcript knows (machine prompts), looked up only once.
  const unknownPromptIds = new Set<string>();

  function needsReadingFirst(delivery: Delivery): string | null {
    const { kind, sessionId, transcriptPath, promptId } = delivery.event;
    if (!isSession(sessionId) || !transcriptPath || delivery.foreign || kind === 'session_start') return null;
    // Without an ID, only the transcript shows which turn is current, and whether it is private.
    if (kind !== 'prompt' && promptId) {
      if (unknownPromptIds.has(promptId) || store.turns.knowsPromptId(sessionId, promptId)) return null;
      if (unknownPromptIds.size > 10_000) unknownPromptIds.clear();
      unknownPromptIds.add(promptId);
    }
    const place = store.transact(() => openSession(delivery));
    return place ? sessionId : null;
  }

  function openSession({ event, host, projectDir, project, at }: Delivery) {
    const { sessionId, cwd, transcriptPath } = event;
    return ledger.open(sessionId, host, { projectDir, cwd, transcriptPath, project: project ?? null }, at);
  }

  function take(delivery: Delivery): Ingested {
    const { event } = delivery;
    const { sessionId } = event;
    if (!isSession(sessionId)) throw new CMemError('SPOOL_BODY_UNREADABLE', 'The payload has no session ID');
    const base = { sessionId, project: null, promptNumber: null, readUp: null, forked: false };
    if (delivery.foreign) return { ...base, result: 'ignored' };
    const shaped = shapeEvent(delivery, options);
    if (shaped.outcome === 'ignored' && shaped.why === 'event') return { ...base, result: 'ignored' };
    const place = openSession(delivery);
    if (!place) return { ...base, result: 'excluded' };
    const placed = { ...base, project: place.projectName, ...whatToRead(event) };
    if (shaped.outcome === 'ignored' && shaped.why === 'no-agent') ledger.passOver(place, event);
    if (shaped.outcome === 'ignored') return { ...placed, result: 'ignored' };
    if (shaped.outcome === 'private-turn') {
      ledger.privateTurn(sessionId, event.promptId, delivery.at, delivery.atEnd);
      return { ...placed, result: 'private-turn' };
    }
    return { ...placed, ...ledger.record(shaped.capture, place) };
  }

  return { needsReadingFirst, take };
}

const isSession = (id: string) => id !== '' && id.length <= 256;

/** After an end or a start, the transcript may contain what hooks missed. */
function whatToRead(event: HostEvent): { readUp: Ended | null; forked: boolean } {
  switch (event.kind) {
    case 'stop':
      return { readUp: 'turn', forked: false };
    case 'session_end':
      return { readUp: 'session', forked: false };
    case 'subagent_stop': {
      const { agentId: agent, agentTranscriptPath: path } = event;
      return { readUp: agent ? { agent, path } : 'nothing', forked: false };
    }
    case 'session_start':
      return { readUp: event.source === 'compact' ? 'nothing' : 'turn', forked: event.source === 'fork' };
    default:
      return { readUp: null, forked: false };
  }
}
