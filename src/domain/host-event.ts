// What a host reports about a session, in our terms, before cleaning and filing. Hosts build these from hook payloads,
// the HTTP API from requests.
import type { EventKind, EventSource, Note } from './event.ts';
import type { Json } from './json.ts';

export interface ToolCall {
  name: string | null;
  /** The host's ID for the call, if it provides one. */
  id: string | null;
  input: Json;
  /** Omitted if the call failed or was interrupted. */
  response?: Json;
  error?: string;
  /** `unknown`: a transcript shows the call without a result, which may still arrive. */
  interrupted?: boolean | 'unknown';
  /** What the user wrote when rejecting the call. */
  rejection?: string;
  /** Private text was already removed, so the content no longer equals the file. */
  stripped?: boolean;
}

export interface HostEvent {
  /** Null for an event that we ignore. */
  kind: EventKind | null;
  sessionId: string;
  /** The host's ID of the prompt that started the turn. */
  promptId: string | null;
  cwd: string | null;
  transcriptPath: string | null;
  agentId: string | null;
  agentType: string | null;
  agentTranscriptPath: string | null;
  durationMs: number | null;
  /** Prompts only. `isPrivate`: it was entirely private, and its text is already removed. */
  prompt?: { text: string; isPrivate: boolean };
  /** Tool calls only, whether they succeeded or failed. */
  tool?: ToolCall;
  /** Notes of the host only. */
  note?: Note;
  /** End of a turn or subagent only: the agent's last message. */
  message?: string | null;
  /** End of a turn only: the prompt, for hosts that repeat it there. */
  asked?: string | null;
  /** Start of a session only: `startup`, `resume`, `fork`, `compact` and so on. */
  source?: string | null;
  /** Short texts attached to the event: a model, a reason, a trigger. */
  details?: Record<string, string>;
}

/** An incoming event and how it arrived. */
export interface Delivery {
  /** The unique ID under which it arrived. */
  id: string;
  at: number;
  source: EventSource;
  /** The host that sent it. */
  host: string;
  /** The folder in which the host was launched, if the sender knows it. */
  projectDir: string | null;
  /** The project as the host names it: an ID, a path or a name. */
  project?: string;
  /** A prompt that is reported only now that its turn is over. */
  atEnd?: boolean;
  /** Sent through our plugin for one host by another host, so it must not be stored. */
  foreign?: boolean;
  event: HostEvent;
}
