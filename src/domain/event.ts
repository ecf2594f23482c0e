// An event: one immutable captured fact of a session.
import type { JsonObject } from './json.ts';

export const EVENT_KINDS = [
  'session_start',
  'prompt',
  'tool',
  'tool_failure',
  'message',
  'stop',
  'subagent_stop',
  'pre_compact',
  'session_end',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Who told us: a hook through the spool, the transcript, or the HTTP API. */
export type EventSource = 'hook' | 'transcript' | 'api';

/** A file that a tool read or wrote, with the digest of its content as the tool saw it. */
export interface FileTouch {
  path: string;
  role: 'read' | 'modified';
  digest: string | null;
}

/** A captured event before the ledger has it: cleansed, but not yet numbered or keyed to a prompt. */
export interface Capture {
  kind: EventKind;
  source: EventSource;
  host: string;
  sessionId: string;
  /** What makes it the same event when it is seen again; unique within the session. */
  key: string;
  /** Milliseconds since the epoch, when it happened. */
  at: number;
  promptId: string | null;
  toolName: string | null;
  toolUseId: string | null;
  agentId: string | null;
  agentType: string | null;
  cwd: string | null;
  branch: string | null;
  durationMs: number | null;
  files: FileTouch[];
  /** The uuid of the transcript's record, where it came from one. */
  recordId: string | null;
  /** The kind's own content, already private-stripped, redacted and cut. */
  body: JsonObject;
  /** Of a prompt that its host tells of only when its turn is over: what the agent said last. */
  atEnd?: { message: string | null };
}
