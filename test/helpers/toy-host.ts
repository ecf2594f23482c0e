// A host that does not exist, as a contributor would add one: other event names, other field names, other tools, its own
// transcript format. It proves that one folder and one line in the registry are enough.
import type { HostEvent } from '../../src/domain/host-event.ts';
import { type Json, type JsonObject, object, text } from '../../src/domain/json.ts';
import type { Host, TranscriptEntry } from '../../src/hosts/index.ts';

const KINDS: Record<string, HostEvent['kind']> = {
  begin: 'session_start',
  ask: 'prompt',
  did: 'tool',
  done: 'stop',
  bye: 'session_end',
};

export const toyHost: Host = {
  name: 'toy',
  title: 'Toy Agent',
  recognizes: (payload) => text(payload, 'toy_version') !== null,
  recognizesRaw: (raw) => raw.includes('"toy_version"'),
  readPayload(event, payload) {
    const kind = KINDS[event] ?? null;
    const base: HostEvent = {
      ...{ kind, sessionId: text(payload, 'chat') ?? '', promptId: text(payload, 'turn'), cwd: text(payload, 'dir') },
      ...{ transcriptPath: text(payload, 'log'), agentId: null, agentType: null, agentTranscriptPath: null },
      durationMs: null,
    };
    if (kind === 'prompt') return { ...base, prompt: { text: text(payload, 'words') ?? '', isPrivate: false } };
    if (kind === 'tool') return { ...base, tool: callOf(payload) };
    if (kind === 'stop') return { ...base, message: text(payload, 'words') };
    if (kind === 'session_start') return { ...base, source: 'startup', details: { source: 'startup' } };
    return base;
  },
  isMachinePrompt: (words) => words.startsWith('[toy]'),
  tools: {
    describe({ name, input, response, error }) {
      const fields = (input ?? {}) as JsonObject;
      const isEdit = name === 'scribble';
      return {
        action: isEdit ? 'edit' : name === 'sh' ? 'run' : 'other',
        paths: isEdit ? [text(fields, 'where') ?? ''] : [],
        before: '',
        after: text(fields, 'ink') ?? '',
        lines: null,
        diff: [],
        isNew: false,
        command: text(fields, 'line') ?? '',
        output: error ?? String(response ?? ''),
        query: null,
      };
    },
    note: () => undefined,
    touchedFiles: ({ name, input }) =>
      name === 'scribble' ? [{ path: text(input as JsonObject, 'where') ?? '', role: 'modified', digest: null }] : [],
    isOurs: (name) => name.startsWith('c-mem/'),
  },
  transcripts: {
    folder: () => '/home/me/.toy/logs',
    recordStart: /\{"toy":/,
    readRecord(record): TranscriptEntry[] {
      const meta = {
        ...{ recordId: text(record, 'id'), promptId: text(record, 'turn'), at: Date.parse(text(record, 'at') ?? '') },
        ...{ cwd: null, branch: null, agentId: null, sidechain: false },
      };
      const said = text(record, 'said');
      const did = object(record, 'did');
      if (said) return [{ what: 'message', text: said, index: 0, final: true, meta }];
      if (!did) return [];
      const id = text(did, 'id') ?? '';
      return [
        { what: 'call', id, name: text(did, 'tool'), input: did['with'] ?? null, meta },
        { what: 'result', id, result: { response: (did['got'] ?? null) as Json }, meta },
      ];
    },
    subagents: async () => [],
    agentOf: () => null,
    sessionOf: (path) => /([\w-]+)\.log$/.exec(path)?.[1] ?? null,
    describe: (record) => ({
      sessionId: text(record, 'chat'),
      cwd: null,
      at: Date.parse(text(record, 'at') ?? '') || null,
    }),
  },
  answer: (_event, context) => `TOY ${context}`,
  launchFolder: () => undefined,
  isAgentShell: () => false,
  integration: null,
};

function callOf(payload: JsonObject): NonNullable<HostEvent['tool']> {
  const did = object(payload, 'did') ?? {};
  return {
    ...{ name: text(did, 'tool'), id: text(did, 'id'), input: did['with'] ?? null },
    response: (did['got'] ?? null) as Json,
  };
}
