// Gemini CLI's transcripts: JSON Lines in which a record may be written again, with more in it, under the same ID. Older
// versions kept one JSON document per session.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isObject, type Json, type JsonObject, object, text } from '../../domain/json.ts';
import type { HostDocuments, HostTranscripts, RecordMeta, TranscriptEntry } from '../host.ts';
import { recordMeta } from '../record-meta.ts';
import { withoutContext } from './context.ts';
import { configFolder } from './environment.ts';
import { readCall } from './result.ts';

const documents: HostDocuments = {
  reads: (path) => path.endsWith('.json') && !/^(?:logs|checkpoint)/.test(basename(path)),
  list: (file) => (messagesIn(file) ? [file] : []),
  load(path) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return null;
    return { version: `${found.size}-${Math.round(found.mtimeMs)}`, records: () => messagesIn(path) ?? [] };
  },
};

export const transcripts: HostTranscripts = {
  folder: () => join(configFolder(), 'tmp'),
  readRecord,
  recordStart: /\{"(?:id|\$set|sessionId)":/,
  subagents: async () => [],
  agentOf: () => null,
  // File names hold only the beginning of the ID.
  sessionOf: () => null,
  describe(record) {
    const at = Date.parse(text(record, 'timestamp') ?? text(record, 'startTime') ?? '');
    return { sessionId: text(record, 'sessionId'), cwd: null, at: Number.isNaN(at) ? null : at };
  },
  unknownType(record) {
    if ('$set' in record || '$push' in record || 'sessionId' in record) return null;
    const type = text(record, 'type') ?? 'without a type';
    return ['user', 'gemini', 'info', 'error', 'warning'].includes(type) ? null : type;
  },
  folderOf,
  documents,
};

/** Gemini keeps the path of the project beside its chats. */
function folderOf(path: string): string | null {
  const file = join(dirname(dirname(path)), '.project_root');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null;
}

/** The head of an older document, followed by its messages; null if it is something else. */
function messagesIn(file: string): JsonObject[] | null {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(document) || !text(document, 'sessionId') || !Array.isArray(document['messages'])) return null;
  const { messages, ...head } = document;
  return [head, ...(messages as Json[]).filter(isObject)];
}

function readRecord(record: JsonObject): TranscriptEntry[] {
  const changed = object(record, '$set');
  const messages = changed?.['messages'];
  if (Array.isArray(messages)) return messages.filter(isObject).flatMap(readRecord);
  const meta = recordMeta(record);
  switch (text(record, 'type')) {
    case 'user':
      return readPrompt(record, meta);
    case 'gemini':
      return [...readMessage(record, meta), ...readCalls(record, meta)];
    default:
      return [];
  }
}

/** What the user typed, without the files that it names. Results of tools come as such records, too. */
function readPrompt(record: JsonObject, meta: RecordMeta): TranscriptEntry[] {
  const content = partsOf(record['content'] ?? null);
  if (content.some((part) => 'functionResponse' in part)) return [];
  const shown = partsOf(record['displayContent'] ?? null);
  const typed = (shown.length > 0 ? shown : content).map((part) => text(part, 'text') ?? '').join('\n');
  const words = withoutContext(typed).trim();
  return words === '' ? [] : [{ what: 'prompt', text: words, meta }];
}

function readMessage(record: JsonObject, meta: RecordMeta): TranscriptEntry[] {
  const words = partsOf(record['content'] ?? null)
    .map((part) => text(part, 'text') ?? '')
    .join('\n');
  return words.trim() === '' ? [] : [{ what: 'message', text: words, index: 0, final: true, meta }];
}

function readCalls(record: JsonObject, meta: RecordMeta): TranscriptEntry[] {
  const calls = Array.isArray(record['toolCalls']) ? record['toolCalls'].filter(isObject) : [];
  return calls.flatMap((call): TranscriptEntry[] => {
    const id = text(call, 'id');
    if (!id) return [];
    const made: TranscriptEntry = { what: 'call', id, name: text(call, 'name'), input: call['args'] ?? null, meta };
    const result = readCall(call);
    return result ? [made, { what: 'result', id, result, meta }] : [made];
  });
}

/** Content is a string or a list of parts. */
function partsOf(content: Json): JsonObject[] {
  if (typeof content === 'string') return [{ text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}
