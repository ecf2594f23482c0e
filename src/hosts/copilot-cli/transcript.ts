// Copilot CLI's transcripts: events of a session, written some time after they happened.
import { basename, dirname } from 'node:path';
import { type JsonObject, object, text } from '../../domain/json.ts';
import type { HostTranscripts, TranscriptEntry } from '../host.ts';
import { recordMeta } from '../record-meta.ts';
import { sessionsFolder } from './environment.ts';
import { readEnd } from './result.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export const transcripts: HostTranscripts = {
  folder: sessionsFolder,
  readRecord,
  recordStart: /\{"type":"/,
  subagents: async () => [],
  agentOf: () => null,
  // `<session>/events.jsonl`, or a copy named after the session.
  sessionOf: (path) =>
    UUID.exec(basename(path) === 'events.jsonl' ? basename(dirname(path)) : basename(path))?.[0] ?? null,
  describe(record) {
    const at = Date.parse(text(record, 'timestamp') ?? '');
    const data = object(record, 'data') ?? {};
    return {
      sessionId: record['type'] === 'session.start' ? text(data, 'sessionId') : null,
      cwd: text(object(data, 'context') ?? {}, 'cwd'),
      at: Number.isNaN(at) ? null : at,
    };
  },
  unknownType(record) {
    const type = text(record, 'type') ?? 'without a type';
    return KNOWN.has(type) || /^(?:session|hook|permission|assistant|system|subagent|tool|mcp)\./.test(type)
      ? null
      : type;
  },
  writtenAfterMs: 3000,
};

const KNOWN = new Set(['user.message', 'skill.invoked', 'abort']);

function readRecord(record: JsonObject): TranscriptEntry[] {
  const data = object(record, 'data') ?? {};
  const meta = recordMeta(record);
  const id = text(data, 'toolCallId');
  switch (text(record, 'type')) {
    case 'user.message': {
      // Without what was added for the model.
      const words = text(data, 'content') ?? '';
      return words.trim() === '' ? [] : [{ what: 'prompt', text: words, meta }];
    }
    case 'assistant.message': {
      const words = text(data, 'content') ?? '';
      return words.trim() === '' ? [] : [{ what: 'message', text: words, index: 0, final: true, meta }];
    }
    case 'tool.execution_start':
      return id ? [{ what: 'call', id, name: text(data, 'toolName'), input: data['arguments'] ?? null, meta }] : [];
    case 'tool.execution_complete':
      return id ? [{ what: 'result', id, result: readEnd(data), meta }] : [];
    default:
      return [];
  }
}
