// Finds everything that contains certain words, for "forget everything about this".

import type { MemoryKind } from '../../domain/filter.ts';
import { MEMORY_KINDS } from '../../domain/filter.ts';
import { decodePayload } from '../ledger/payload.ts';
import { SUMMARY_TEXTS } from '../memories/summary-texts.ts';
import { type Database, sql } from '../sqlite/open.ts';
import type { ForgetTarget } from './forget.ts';
import { memoriesReached } from './reach.ts';

/**
 * Memories, prompts and raw events that contain all the words, in any order and case. A prompt includes its turn. The
 * words must match literally, without stemming: forgetting must not guess.
 */
export function findContaining(db: Database, words: string, projectId: number | null): ForgetTarget[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const holds = (text: string) => {
    const low = text.toLowerCase();
    return wanted.every((word) => low.includes(word));
  };
  const found: ForgetTarget[] = [];
  const where = '(@projectId is null or project_id = @projectId)';
  const add = (kind: MemoryKind, table: string, columns: string) => {
    const rows = sql<[object], { id: number } & Record<string, string | null>>(
      db,
      `select id, ${columns} from ${table} where ${where}`,
    ).iterate({ projectId });
    for (const { id, ...texts } of rows) if (holds(Object.values(texts).join('\n'))) found.push({ kind, id });
  };
  add('observation', 'observations', 'title, subtitle, narrative, facts, concepts, files_read, files_modified');
  add('summary', 'summaries', [...SUMMARY_TEXTS, 'files_read', 'files_edited'].join(', '));
  add('prompt', 'prompts', 'text');
  add('host-memory', 'host_memories', 'file, heading, text');
  const events = sql<[object], { id: number; payload: Buffer }>(
    db,
    `select id, payload from events where ${where} and payload is not null and kind <> 'prompt'`,
  ).iterate({ projectId });
  for (const { id, payload } of events) {
    if (holds(JSON.stringify(decodePayload(payload)))) found.push({ kind: 'event', id });
  }
  // What is left of a command after its payload has expired.
  const runs = sql<[object], { id: number; text: string }>(
    db,
    `select event_id as id, command || ' ' || coalesce(trouble, '') || ' ' || coalesce(ended_by, '') as text from runs where ${where}`,
  ).iterate({ projectId });
  const known = new Set(found.flatMap((target) => (target.kind === 'event' ? [target.id] : [])));
  for (const { id, text } of runs) {
    if (!known.has(id) && holds(text)) found.push({ kind: 'event', id });
  }
  return found;
}

export interface ForgetExample {
  kind: MemoryKind;
  id: number;
  at: number;
  text: string | null;
}

const TABLES = {
  observation: ['observations', 'title'],
  summary: ['summaries', 'request'],
  prompt: ['prompts', 'text'],
  'host-memory': ['host_memories', "file || ': ' || text"],
} as const;

/** Examples of what would be deleted, newest first; memories come before prompts because users recognize them. */
export function forgetExamples(db: Database, targets: ForgetTarget[], most: number): ForgetExample[] {
  const found = new Map<string, ForgetExample>();
  for (const target of targets) {
    for (const kind of MEMORY_KINDS) {
      const where = conditionFor(target, kind);
      if (!where) continue;
      const [table, column] = TABLES[kind];
      const rows = sql<[object], Omit<ForgetExample, 'kind'>>(
        db,
        `select id, created_at as at, ${column} as text from ${table} where ${where} order by created_at desc, id desc
         limit @most`,
      ).all({ ...target, most });
      for (const row of rows) found.set(`${kind} ${row.id}`, { kind, ...row });
    }
  }
  // Whoever names memories by their IDs also sees what goes with them.
  if (targets.every(({ kind }) => kind === 'observation' || kind === 'summary'))
    for (const memory of memoriesReached(db, targets)) found.set(`${memory.kind} ${memory.id}`, memory);
  const isPrompt = ({ kind }: ForgetExample) => Number(kind === 'prompt');
  return [...found.values()].sort((a, b) => isPrompt(a) - isPrompt(b) || b.at - a.at || b.id - a.id).slice(0, most);
}

/** The rows of a kind that a target deletes, if it can be expressed in SQL; null for none. */
function conditionFor(target: ForgetTarget, kind: ForgetExample['kind']): string | null {
  switch (target.kind) {
    case 'event':
      return null;
    case 'session':
      return kind === 'host-memory' ? null : 'session_id = @id';
    case 'project':
      return 'project_id = @id';
    case 'range':
      return 'created_at between @from and @until and (@projectId is null or project_id = @projectId)';
    case 'prompt':
      if (kind === 'observation' || kind === 'summary')
        return '(session_id, prompt_number) = (select session_id, number from prompts where id = @id)';
  }
  return target.kind === kind ? 'id = @id' : null;
}

/** The host's files that contain what these targets remove from the index. */
export function hostFilesOf(db: Database, targets: ForgetTarget[]): { path: string; host: string }[] {
  const found = new Map<string, string>();
  for (const target of targets) {
    const where = conditionFor(target, 'host-memory');
    if (!where) continue;
    const rows = sql<[object], { path: string; host: string }>(
      db,
      `select distinct path, host from host_memories where ${where}`,
    ).all(target);
    for (const { path, host } of rows) found.set(path, host);
  }
  return [...found].map(([path, host]) => ({ path, host }));
}
