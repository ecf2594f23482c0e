// What a host reports about a session, in our words, before anything is cleaned or filed. Hosts make these of their hooks'
// payloads, the HTTP API of its requests.
import type { EventKind, EventSource } from './event.ts';
import type { Json } from './json.ts';

export interface ToolCall {
  name: string | null;
  /** The host's ID of the call, if it gives one. */
  id: string | null;
  input: Json;
  /** Left out if the call failed or was interrupted. */
  response?: Json;
  error?: string;
  /** `unknown`: a transcript shows a call and no result; one may still come. */
  interrupted?: boolean | 'unknown';
  /** Private text was taken out already: what is left is not the file as it was. */
  stripped?: boolean;
}

export interface HostEvent {
  /** Null for an event that is of no concern to us. */
  kind: EventKind | null;
  sessionId: string;
  /** The host's ID of the prompt that the turn began with. */
  promptId: string | null;
  cwd: string | null;
  transcriptPath: string | null;
  agentId: string | null;
  agentType: string | null;
  agentTranscriptPath: string | null;
  durationMs: number | null;
  /** Of a prompt. `isPrivate`: it was nothing but private, and its words are gone already. */
  prompt?: { text: string; isPrivate: boolean };
  /** Of a tool call that succeeded or failed. */
  tool?: ToolCall;
  /** Of a turn's or a subagent's end: what the agent said last. */
  message?: string | null;
  /** Of a turn's end: the prompt, for hosts that repeat it there. */
  asked?: string | null;
  /** Of a session's start: `startup`, `resume`, `fork`, `compact` and so on. */
  source?: string | null;
  /** Short texts that belong to the event: a model, a reason, a trigger. */
  details?: Record<string, string>;
}

/** An event on its way in, with what is known about how it came. */
export interface Delivery {
  /** The unique name under which it came in. */
  id: string;
  at: number;
  source: EventSource;
  /** The host that sends it. */
  host: string;
  /** The folder in which the host was launched, if the sender knows it. */
  projectDir: string | null;
  /** The project as the host names it: an ID, a path or a name. */
  project?: string;
  /** A prompt that is reported only now that its turn is over. */
  atEnd?: boolean;
  /** Sent through our plugin in one host by another one: it is not to be kept. */
  foreign?: boolean;
  event: HostEvent;
}
