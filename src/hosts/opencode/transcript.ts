// OpenCode's sessions: rows in its own database, which is only read, or a JSON document made by `opencode export`. Both
// become the same records: the session first, then each message with its parts.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isObject, type JsonObject, number, object, text } from '../../domain/json.ts';
import type { HostDocuments, HostTranscripts, OpenForeign, RecordMeta, TranscriptEntry } from '../host.ts';
import { dataFolder } from './environment.ts';
import { readState } from './result.ts';
import { unquoted } from './typed.ts';

const documents: HostDocuments = {
  reads: (path) => /\.db(?:#|$)/.test(path) || /\.json$/.test(path),
  list(file, open) {
    if (!file.endsWith('.db')) return exported(file) ? [file] : [];
    return using(file, open, (db) =>
      db
        .all<{ id: string }>('select id from session where parent_id is null order by time_created')
        .map(({ id }) => `${file}#${id}`),
    );
  },
  load(path, open) {
    const [file = '', session] = path.split('#');
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return null;
    if (session === undefined)
      return { version: `${found.size}-${Math.round(found.mtimeMs)}`, records: () => exported(file) ?? [] };
    const version = using(file, open, (db) => versionOf(db, session));
    return version === null ? null : { version, records: () => using(file, open, (db) => recordsOf(db, session)) };
  },
};

export const transcripts: HostTranscripts = {
  folder: dataFolder,
  readRecord,
  recordStart: /\{"info":/,
  subagents: async () => [],
  agentOf: () => null,
  sessionOf: (path) => /#(ses_\w+)$/.exec(path)?.[1] ?? null,
  describe(record) {
    const session = object(record, 'session');
    if (!session) return { sessionId: null, cwd: null, at: null };
    const times = object(session, 'time') ?? {};
    return { sessionId: text(session, 'id'), cwd: text(session, 'directory'), at: number(times, 'created') };
  },
  unknownType(record) {
    const parts = Array.isArray(record['parts']) ? record['parts'].filter(isObject) : [];
    const type = parts.map((part) => text(part, 'type') ?? 'without a type').find((one) => !PARTS.has(one));
    return type === undefined ? null : `part/${type}`;
  },
  documents,
};

const PARTS = new Set(
  'text reasoning tool step-start step-finish patch file snapshot agent subtask retry compaction'.split(' '),
);

type Foreign = ReturnType<OpenForeign>;

function using<T>(file: string, open: OpenForeign, work: (db: Foreign) => T): T {
  const db = open(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** The session's own rows and those of its subagents, which are sessions with a parent. */
const FAMILY = 'select id from session where id = ? or parent_id = ?';

function versionOf(db: Foreign, session: string): string | null {
  const [row] = db.all<{ parts: number; latest: number | null }>(
    `select count(*) as parts, max(time_updated) as latest from part where session_id in (${FAMILY})`,
    session,
    session,
  );
  const [own] = db.all<{ time_updated: number }>('select time_updated from session where id = ?', session);
  return own ? `${own.time_updated}-${row?.parts}-${row?.latest}` : null;
}

function recordsOf(db: Foreign, session: string): JsonObject[] {
  const [head] = db.all<{ id: string; directory: string; title: string; time_created: number }>(
    'select id, directory, title, time_created from session where id = ?',
    session,
  );
  const messages = db.all<{ id: string; session_id: string; data: string }>(
    `select id, session_id, data from message where session_id in (${FAMILY}) order by time_created, id`,
    session,
    session,
  );
  const parts = new Map<string, JsonObject[]>();
  for (const { id, message_id, data } of db.all<{ id: string; message_id: string; data: string }>(
    `select id, message_id, data from part where session_id in (${FAMILY}) order by id`,
    session,
    session,
  ))
    parts.set(message_id, [...(parts.get(message_id) ?? []), { ...parsed(data), id }]);
  const records = messages.map(({ id, session_id, data }) => ({
    info: { ...parsed(data), id, sessionID: session_id },
    parts: parts.get(id) ?? [],
    ...(session_id === session ? {} : { agent: session_id }),
  }));
  if (!head) return records;
  const { directory, title, time_created: created } = head;
  return [{ session: { id: head.id, directory, title, time: { created } } }, ...records];
}

function parsed(data: string): JsonObject {
  const value: unknown = JSON.parse(data);
  return isObject(value) ? value : {};
}

/** What `opencode export` writes; null if it is something else. */
function exported(file: string): JsonObject[] | null {
  if (!existsSync(file) || basename(file) === 'package.json') return null;
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(document) || !isObject(document['info']) || !Array.isArray(document['messages'])) return null;
  return [{ session: document['info'] }, ...document['messages'].filter(isObject)];
}

function readRecord(record: JsonObject): TranscriptEntry[] {
  const session = object(record, 'session');
  if (session) return readTitle(session);
  const info = object(record, 'info') ?? {};
  const parts = Array.isArray(record['parts']) ? record['parts'].filter(isObject) : [];
  const meta = readMeta(record, info);
  return text(info, 'role') === 'user' ? readPrompt(parts, meta) : readAnswer(info, parts, meta);
}

/** OpenCode names a session after its first prompt; until then, the name is a time. */
function readTitle(session: JsonObject): TranscriptEntry[] {
  const title = text(session, 'title');
  if (!title || /^(?:New|Child) session - /.test(title)) return [];
  const created = number(object(session, 'time') ?? {}, 'created');
  const meta = { ...NO_META, at: created };
  return [{ what: 'note', note: { kind: 'title', text: title }, meta }];
}

const NO_META: RecordMeta = {
  ...{ recordId: null, promptId: null, at: null, cwd: null, branch: null, agentId: null, sidechain: false },
};

function readMeta(record: JsonObject, info: JsonObject): RecordMeta {
  const agentId = text(record, 'agent');
  return {
    ...NO_META,
    recordId: text(info, 'id'),
    // An answer names the prompt; that of a subagent was not typed.
    promptId: agentId ? null : (text(info, 'parentID') ?? text(info, 'id')),
    at: number(object(info, 'time') ?? {}, 'created'),
    cwd: text(object(info, 'path') ?? {}, 'cwd'),
    agentId,
    sidechain: agentId !== null,
  };
}

function readPrompt(parts: JsonObject[], meta: RecordMeta): TranscriptEntry[] {
  if (meta.sidechain) return [];
  const typed = parts.filter((part) => part['type'] === 'text' && part['synthetic'] !== true);
  const words = typed.map((part) => text(part, 'text') ?? '').join('\n');
  const pictured = parts.some((part) => part['type'] === 'file');
  return words.trim() !== '' || pictured ? [{ what: 'prompt', text: unquoted(words), meta }] : [];
}

function readAnswer(info: JsonObject, parts: JsonObject[], meta: RecordMeta): TranscriptEntry[] {
  return parts.flatMap((part, index): TranscriptEntry[] => {
    const words = text(part, 'text');
    if (part['type'] === 'text' && words?.trim()) {
      if (info['summary'] === true) return [{ what: 'note', note: { kind: 'compaction', text: words }, meta }];
      return [{ what: 'message', text: words, index, final: true, meta }];
    }
    const id = text(part, 'callID');
    const state = object(part, 'state');
    if (part['type'] !== 'tool' || !id || !state) return [];
    const at = number(object(state, 'time') ?? {}, 'start') ?? meta.at;
    const call: TranscriptEntry = {
      ...{ what: 'call', id, name: text(part, 'tool'), input: state['input'] ?? null },
      meta: { ...meta, at },
    };
    const result = readState(state);
    return result ? [call, { what: 'result', id, result, meta }] : [call];
  });
}
