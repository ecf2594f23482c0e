// What C-Mem needs to know about a host. A host is a folder that exports one of these, and a line in the registry;
// contract.test.ts holds every host against the same expectations.
import type { FileTouch } from '../domain/event.ts';
import type { HostEvent, ToolCall } from '../domain/host-event.ts';
import type { JsonObject } from '../domain/json.ts';
import type { HostIntegration } from './integration.ts';

export interface Host {
  /** As the spool's header and the ledger have it. */
  name: string;
  /** As people call it. */
  title: string;
  /** Whether a payload is this host's own, by marks that other hosts' payloads do not have. */
  recognizes(payload: JsonObject): boolean;
  /** The same for a payload that is not parsed: a hook has no time to. */
  recognizesRaw(rawJson: string): boolean;
  /** What a hook's payload reports. `event` is the name in the spool's header. */
  readPayload(event: string, payload: JsonObject): HostEvent;
  /** Text that the host itself sends as a prompt, such as a background task's notification. */
  isMachinePrompt(text: string): boolean;
  tools: HostTools;
  /** Null if the host keeps none that we can read. */
  transcripts: HostTranscripts | null;
  /** What a hook prints to hand a context over. */
  answer(event: string, context: string): string;
  /** The folder in which the host was launched, if its environment says so; it stays when the session's cwd moves. */
  launchFolder(): string | undefined;
  /** Installing into the host and checking that; null for hosts that users configure themselves. Hooks are built without. */
  integration: HostIntegration | null;
}

export interface HostTools {
  /** What a call did, in our words. */
  describe(call: ToolCall): ToolFacts;
  /** The files a call touched, with the digest of each as the call saw it. */
  touchedFiles(call: ToolCall): FileTouch[];
  /** Our own tools under the host's names: recording them would make memory feed on itself. */
  isOurs(name: string): boolean;
}

export interface ToolFacts {
  action: 'edit' | 'run' | 'search' | 'other';
  /** Of an edit: the paths named in the input. */
  paths: string[];
  /** Of an edit: the text that went and the text that came, and the lines of each, if the host counts them. */
  before: string;
  after: string;
  lines: { added: number; removed: number } | null;
  /** Of an edit: the lines of its diff, each beginning with "+", "-" or a blank. */
  diff: string[];
  /** The edit made the file. */
  isNew: boolean;
  /** Of a run. */
  command: string;
  /** What came out of it. */
  output: string;
  /** Of a search. */
  query: string | null;
}

export interface HostTranscripts {
  /** Where the host keeps them. */
  folder(): string;
  /** Everything one record says, in order. `join` makes one text of the pieces of a prompt. */
  readRecord(record: JsonObject, join: (pieces: string[]) => string): TranscriptEntry[];
  /** The beginning of a record: what follows a torn one is found by it. */
  recordStart: RegExp;
  /** The transcripts of a session's subagents, beside its own. */
  subagents(transcript: string, sessionId: string): Promise<{ path: string; agentId: string }[]>;
  /** The subagent whose transcript this file is, by its name; null for a session's own. */
  agentOf(path: string): string | null;
  /** The session a transcript belongs to, if its file name says so. */
  sessionOf(path: string): string | null;
  /** What a record says about its session. */
  describe(record: JsonObject): { sessionId: string | null; cwd: string | null; at: number | null };
}

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
  /** A command of the client itself follows. */
  | { what: 'caveat' }
  /** What a command of the client itself took in or gave out. */
  | { what: 'aside' }
  | { what: 'message'; text: string; index: number; final: boolean; meta: RecordMeta }
  | { what: 'call'; id: string; name: string | null; input: ToolCall['input']; meta: RecordMeta }
  | { what: 'result'; id: string; result: Pick<ToolCall, 'response' | 'error' | 'interrupted'>; meta: RecordMeta };
