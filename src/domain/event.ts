// An event: one immutable captured fact about a session.
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
  'note',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What a note of the host is: its words about a session, which a model or the user wrote and which cost nothing. */
export const NOTE_KINDS = [
  'title',
  'given-title',
  'recap',
  'compaction',
  'plan',
  'tasks',
  'choice',
  'pull-request',
] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export interface Note {
  kind: NoteKind;
  text: string;
}

/** Where it came from: a hook through the spool, a transcript, or the HTTP API. */
export type EventSource = 'hook' | 'transcript' | 'api';

/** A file that a tool read or wrote, with the digest of its content as the tool saw it. */
export interface FileTouch {
  path: string;
  role: 'read' | 'modified';
  digest: string | null;
}

/** A captured event that is not in the ledger yet: cleaned, but without an ID or prompt number. */
export interface Capture {
  kind: EventKind;
  source: EventSource;
  host: string;
  sessionId: string;
  /** Identifies the event if it is seen again; unique within the session. */
  key: string;
  /** When it happened, in milliseconds since the epoch. */
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
  /** The UUID of the transcript record it came from, if any. */
  recordId: string | null;
  /** Content specific to the kind, with private text stripped, secrets redacted, and long fields cut. */
  body: JsonObject;
  /** For a prompt that the host reports only at the end of its turn: the agent's last message. */
  atEnd?: { message: string | null };
}
