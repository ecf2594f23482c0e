// What C-Mem needs to know about a host. Each host is a folder that exports one of these and a line in the registry;
// contract.test.ts runs the same tests against every host.
import type { FileTouch, Note } from '../domain/event.ts';
import type { HostEvent, ToolCall } from '../domain/host-event.ts';
import type { HostMemoryPart, MemoryFileState } from '../domain/host-memory.ts';
import type { JsonObject } from '../domain/json.ts';
import type { HostIntegration } from './integration.ts';

export interface Host {
  /** As in the spool's header and the ledger. */
  name: string;
  /** The display name. */
  title: string;
  /** Whether a payload comes from this host, judging by features that other hosts' payloads lack. */
  recognizes(payload: JsonObject): boolean;
  /** The same for an unparsed payload, because a hook has no time to parse it. */
  recognizesRaw(rawJson: string): boolean;
  /** Converts a hook's payload. `event` is the name in the spool's header. */
  readPayload(event: string, payload: JsonObject): HostEvent;
  /** True for text that the host itself sends as a prompt, such as the notification of a background task. */
  isMachinePrompt(text: string): boolean;
  tools: HostTools;
  /** Null if the host keeps no transcripts that we can read. */
  transcripts: HostTranscripts | null;
  /** What a hook prints to return a context, and a line for the user if the host can show one. */
  answer(event: string, context: string, line?: string): string;
  /**
   * The folder in which the host was launched, if its environment says so; unaffected by changes of the session's cwd.
   */
  launchFolder(): string | undefined;
  /** Whether an agent of this host runs the current command, if its environment says so. */
  isAgentShell(): boolean;
  /**
   * Installs into the host and checks the installation; null for hosts that users configure themselves. Excluded from
   * hook bundles.
   */
  integration: HostIntegration | null;
  /** The host's own memory files; omitted if it keeps none. Excluded from hook bundles. */
  memoryFiles?: HostMemoryFiles | undefined;
}

/** Where a project is, and where the host ran in it. */
export interface MemoryPlace {
  /** The folder of the repository, or the folder outside any repository. */
  root: string;
  sessions: { folder: string | null; transcript: string | null }[];
}

export interface HostMemoryFiles {
  /** The files that belong to a project. */
  list(place: MemoryPlace): MemoryFileState[];
  /** The parts of a file that make sense on their own. */
  split(content: string): HostMemoryPart[];
  /** How a person removes a note from the host's own memory, as words that follow "to remove it there,". */
  removal: string;
}

export interface HostTools {
  /** What a call did, in our terms. */
  describe(call: ToolCall): ToolFacts;
  /**
   * What a call notes about the work, such as a plan or a task list: it is stored as a note, not as a call. Null if this
   * call of such a tool notes nothing; undefined for all other tools.
   */
  note(call: ToolCall): Note | null | undefined;
  /** The files a call touched, with the digest of each as the call saw it. */
  touchedFiles(call: ToolCall): FileTouch[];
  /** Our own tools under the host's names: recording them would feed memories back into memory. */
  isOurs(name: string): boolean;
}

export interface ToolFacts {
  action: 'edit' | 'run' | 'search' | 'other';
  /** Edits only: the paths named in the input. */
  paths: string[];
  /** Edits only: the removed and the added text, and their line counts if the host reports them. */
  before: string;
  after: string;
  lines: { added: number; removed: number } | null;
  /** Edits only: the lines of the diff, each starting with "+", "-" or a space. */
  diff: string[];
  /** The edit created the file. */
  isNew: boolean;
  /** Runs only. */
  command: string;
  /** The output of the call. */
  output: string;
  /** Searches only. */
  query: string | null;
}

export interface HostTranscripts {
  /** Where the host keeps them. */
  folder(): string;
  /** Everything in one record, in order. `join` combines the pieces of a prompt into one text. */
  readRecord(record: JsonObject, join: (pieces: string[]) => string): TranscriptEntry[];
  /** Matches the start of a record, to find the one that follows a damaged one. */
  recordStart: RegExp;
  /** The transcripts of a session's subagents, next to its own. */
  subagents(transcript: string, sessionId: string): Promise<{ path: string; agentId: string }[]>;
  /** The subagent this transcript belongs to, judging by its file name; null for the transcript of a session. */
  agentOf(path: string): string | null;
  /** The session a transcript belongs to, if its file name says so. */
  sessionOf(path: string): string | null;
  /** What a record says about its session. */
  describe(record: JsonObject): { sessionId: string | null; cwd: string | null; at: number | null };
  /** The type of a record that this version does not know; null for a known one. Omitted if nobody counts them. */
  unknownType?(record: JsonObject): string | null;
  /** Read only by imports, and only for sessions that no hook reported; omitted if hooks and records can be matched. */
  isForImport?: boolean;
  /** How long after a hook its records may still be missing; omitted if they are written first. */
  writtenAfterMs?: number;
  /** Where a session was launched, if its records do not say so; omitted if they do. */
  folderOf?(path: string): string | null;
  /** Transcripts that are not JSON Lines; omitted if the host has none. */
  documents?: HostDocuments | undefined;
}

/** Transcripts of which every record may change: JSON documents, or sessions in the host's own database. */
export interface HostDocuments {
  /** Whether a path leads to such a transcript. */
  reads(path: string): boolean;
  /** The transcripts in a file: the file itself, or one path for each session in a database. */
  list(file: string, open: OpenForeign): string[];
  /** Null if it is gone. `version` changes whenever a record may have changed. */
  load(path: string, open: OpenForeign): { version: string; records(): JsonObject[] } | null;
}

/** Opens another program's database, to read it. */
export type OpenForeign = (file: string) => {
  all<Row>(sql: string, ...params: unknown[]): Row[];
  close(): void;
};

export interface RecordMeta {
  recordId: string | null;
  promptId: string | null;
  at: number | null;
  cwd: string | null;
  branch: string | null;
  agentId: string | null;
  /** Part of a subagent's conversation: its prompts are not the user's. */
  sidechain: boolean;
}

export type TranscriptEntry =
  | { what: 'prompt'; text: string; meta: RecordMeta }
  | { what: 'command'; text: string; meta: RecordMeta }
  /** One of the client's own commands follows. */
  | { what: 'caveat' }
  /** Input or output of one of the client's own commands. */
  | { what: 'aside' }
  | { what: 'message'; text: string; index: number; final: boolean; meta: RecordMeta }
  /** The host's own words. `leaf`: it is about the session that contains this record. */
  | { what: 'note'; note: Note; leaf?: string; meta: RecordMeta }
  | { what: 'call'; id: string; name: string | null; input: ToolCall['input']; meta: RecordMeta }
  | {
      what: 'result';
      id: string;
      result: Pick<ToolCall, 'response' | 'error' | 'interrupted' | 'rejection'>;
      meta: RecordMeta;
    };
