// Cursor's transcripts, for imports only: `{role, message: {content: […]}}` per line, without IDs, times or results. A
// session that hooks reported is never read from there, because nothing would tell its calls apart.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isObject, type JsonObject, number, object, text } from '../../domain/json.ts';
import type { HostDocuments, HostTranscripts, RecordMeta, TranscriptEntry } from '../host.ts';
import { configFolder } from './environment.ts';

const documents: HostDocuments = {
  reads: (path) => path.endsWith('.jsonl'),
  list: (file) => [file],
  load(path) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return null;
    return {
      version: `${found.size}-${Math.round(found.mtimeMs)}`,
      records: () => recordsIn(path, Math.round(Math.min(found.birthtimeMs || found.mtimeMs, found.mtimeMs))),
    };
  },
};

export const transcripts: HostTranscripts = {
  folder: () => join(configFolder(), 'projects'),
  readRecord,
  recordStart: /\{"role":/,
  subagents: async () => [],
  agentOf: () => null,
  sessionOf: (path) => basename(path, '.jsonl'),
  describe: (record) => ({ sessionId: text(record, 'session'), cwd: null, at: number(record, 'at') }),
  unknownType(record) {
    const role = text(record, 'role') ?? text(record, 'type') ?? 'without a role';
    return role === 'user' || role === 'assistant' || role === 'turn_ended' ? null : role;
  },
  folderOf,
  isForImport: true,
  documents,
};

/** Each line with the session, its number, and a time: that of the file, a millisecond later per line. */
function recordsIn(path: string, from: number): JsonObject[] {
  const session = basename(path, '.jsonl');
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index): JsonObject[] => {
      try {
        const record: unknown = JSON.parse(line);
        return isObject(record) ? [{ ...record, session, line: index, at: from + index }] : [];
      } catch {
        return [];
      }
    });
}

function readRecord(record: JsonObject): TranscriptEntry[] {
  const content = object(record, 'message')?.['content'];
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  const name = `${text(record, 'session')}:${number(record, 'line')}`;
  const meta: RecordMeta = {
    ...{ recordId: name, promptId: null, at: number(record, 'at'), cwd: null, branch: null, agentId: null },
    sidechain: false,
  };
  if (text(record, 'role') === 'user') {
    const words = typed(parts.map((part) => text(part, 'text') ?? '').join('\n'));
    return words === '' ? [] : [{ what: 'prompt', text: words, meta }];
  }
  return parts.flatMap((part, index): TranscriptEntry[] => {
    const words = text(part, 'text');
    if (part['type'] === 'text' && words?.trim()) return [{ what: 'message', text: words, index, final: true, meta }];
    if (part['type'] !== 'tool_use') return [];
    const id = text(part, 'id') ?? `${name}:${index}`;
    return [
      { what: 'call', id, name: text(part, 'name'), input: part['input'] ?? null, meta },
      { what: 'result', id, result: { response: '' }, meta },
    ];
  });
}

/** Cursor puts a tag around what the user typed, and context before it. */
function typed(words: string): string {
  return (/<user_query>\s*([\s\S]*?)\s*<\/user_query>/.exec(words)?.[1] ?? words).trim();
}

/** The project's folder: Cursor writes its path with dashes, so it is looked for among the folders that exist. */
function folderOf(path: string): string | null {
  const slug = /[\\/]projects[\\/]([^\\/]+)[\\/]agent-transcripts[\\/]/.exec(path)?.[1];
  return slug === undefined ? null : resolved('/', slug.split('-'));
}

function resolved(folder: string, parts: string[]): string | null {
  if (parts.length === 0) return folder;
  for (let count = 1; count <= parts.length; count += 1) {
    const next = join(folder, parts.slice(0, count).join('-'));
    if (dirname(next) !== folder || !existsSync(next)) continue;
    const found = resolved(next, parts.slice(count));
    if (found) return found;
  }
  return null;
}
