// What was forgotten, as keyed digests: enough to recognize it, nothing to read. Everything incoming is checked here.

import { createHmac, randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { meaningKey } from '../../text/same-rule.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { META, readMeta, writeMeta } from '../sqlite/meta.ts';

/**
 * `session` and `project` cover everything up to the time they were forgotten; `event`, `call` (a tool call, by the
 * host's ID), `record` (of a transcript), `prompt` (by its text) and `memory` cover one item each; `rule` covers what was
 * said until then in these words; `host-memory` covers a note of the host in these words; `range` covers a period.
 */
export type TombstoneKind =
  | 'session'
  | 'project'
  | 'event'
  | 'call'
  | 'record'
  | 'prompt'
  | 'memory'
  | 'rule'
  | 'host-memory'
  | 'range';

export interface Tombstones {
  add(kind: TombstoneKind, name: string, at: number): void;
  /** Everything that happened in this period, in one project or in all. */
  addRange(projectKey: string | null, from: number, until: number, at: number): void;
}

/** What is known about an incoming item. */
export interface Probe {
  sessionId: string;
  projectId: number;
  at: number;
  key?: string | undefined;
  toolUseId?: string | null | undefined;
  recordId?: string | null | undefined;
  /** The digest of a prompt's text. */
  promptHash?: string | undefined;
}

export function openTombstones(db: Database): Tombstones {
  const key = tombstoneKey(db);
  return {
    add: (kind, name, at) => writeTombstone(db, { kind, digest: digestOf(key, kind, name), created_at: at }),
    addRange(projectKey, from, until, at) {
      const where = projectKey === null ? '*' : digestOf(key, 'project', projectKey);
      writeTombstone(db, { kind: 'range', digest: `${where} ${from} ${until}`, created_at: at });
    },
  };
}

/** Whether this was forgotten. Costs a single query if nothing ever was. */
export function isForgotten(db: Database, probe: Probe): boolean {
  if (!hasTombstones(db)) return false;
  const project = keyOfProject(db, probe.projectId);
  const single: [TombstoneKind, string | null | undefined][] = [
    ['event', probe.key === undefined ? null : eventName(probe.sessionId, probe.key)],
    ['call', probe.toolUseId],
    ['record', probe.recordId],
    ['prompt', probe.promptHash === undefined ? null : promptName(probe.sessionId, probe.promptHash)],
  ];
  return tombstoneKeys(db).some(
    (key) =>
      coversTime(db, 'session', digestOf(key, 'session', probe.sessionId), probe.at) ||
      coversTime(db, 'project', digestOf(key, 'project', project), probe.at) ||
      single.some(([kind, name]) => name && isNamed(db, kind, digestOf(key, kind, name))) ||
      isInRange(db, digestOf(key, 'project', project), probe.at),
  );
}

/** Whether a memory from an export, a backup or elsewhere was forgotten. */
export function isForgottenMemory(db: Database, memory: NamedMemory & { projectId: number }): boolean {
  if (!hasTombstones(db)) return false;
  const { sessionId, projectId, at } = memory;
  if (isForgotten(db, { sessionId: sessionId ?? '', projectId, at })) return true;
  return tombstoneKeys(db).some((key) =>
    memoryNames(memory).some((name) => isNamed(db, 'memory', digestOf(key, 'memory', name))),
  );
}

/** Whether a session's row would reveal something forgotten: all of it happened before it was forgotten. */
export function isForgottenSession(db: Database, sessionId: string, at: number): boolean {
  return (
    hasTombstones(db) &&
    tombstoneKeys(db).some((key) => coversTime(db, 'session', digestOf(key, 'session', sessionId), at))
  );
}

export const eventName = (sessionId: string, key: string) => `${sessionId}\n${key}`;
export const promptName = (sessionId: string, hash: string) => `${sessionId}\n${hash}`;

export interface NamedMemory {
  sessionId: string | null;
  at: number;
  title: string | null;
  /** The job that made it and its position among that job's memories; both survive edits. */
  jobId?: number | null;
  ordinal?: number | null;
}

/** The names that identify a memory if it comes back: its session, time and title, or its position in its job. */
export function memoryNames(memory: NamedMemory): string[] {
  const where = `${memory.sessionId ?? ''}\n${memory.at}\n`;
  const names = [`${where}${memory.title ?? ''}`];
  // A rule belongs to no job.
  if (memory.ordinal != null) names.push(`${where}#${memory.jobId ?? ''}.${memory.ordinal}`);
  return names;
}

/** A rule is known by its meaning, in its project or, if null, everywhere. */
export function addRuleTombstone(db: Database, projectId: number | null, words: string, now: number): void {
  openTombstones(db).add('rule', ruleName(db, projectId, words), now);
}

/** Whether a rule with these words, said at this time, was forgotten. */
export function isForgottenRule(db: Database, projectId: number, words: string, at: number): boolean {
  if (!hasTombstones(db)) return false;
  const names = [ruleName(db, projectId, words), ruleName(db, null, words)];
  return tombstoneKeys(db).some((key) => names.some((name) => coversTime(db, 'rule', digestOf(key, 'rule', name), at)));
}

/** A part of one of the host's memory files. */
export interface NamedHostMemory {
  path: string;
  projectId: number;
  text: string;
  at: number;
}

/** Whether a part of a memory file was forgotten; with other words, it is another one. */
export function isForgottenHostMemory(db: Database, memory: NamedHostMemory): boolean {
  if (!hasTombstones(db)) return false;
  if (isForgotten(db, { sessionId: '', projectId: memory.projectId, at: memory.at })) return true;
  const name = hostMemoryName(memory);
  return tombstoneKeys(db).some((key) => isNamed(db, 'host-memory', digestOf(key, 'host-memory', name)));
}

/** By its words, wherever they are in the host's folder: a file may be renamed, and a heading changed. */
export const hostMemoryName = ({ path, text }: Pick<NamedHostMemory, 'path' | 'text'>) =>
  `${dirname(path)}\n${text.replace(/\s+/g, ' ').trim()}`;

const ruleName = (db: Database, projectId: number | null, words: string) =>
  `${projectId === null ? '*' : keyOfProject(db, projectId)}\n${meaningKey(words)}`;

export interface TombstoneRow {
  kind: string;
  digest: string;
  created_at: number;
}

/** All tombstones with the keys to read them, to carry over to a copy of the database. */
export interface TombstoneSet {
  keys: string[];
  rows: TombstoneRow[];
}

export function readTombstones(db: Database): TombstoneSet {
  const rows = sql<[], TombstoneRow>(db, 'select kind, digest, created_at from tombstones').all();
  return { keys: rows.length > 0 ? tombstoneKeys(db) : [], rows };
}

/** What was forgotten there is forgotten here too. Each database keeps its own key and learns the others. */
export function mergeTombstones(db: Database, { keys, rows }: TombstoneSet): void {
  const known = tombstoneKeys(db);
  for (const value of keys) {
    if (known.includes(value)) continue;
    const ofOther = `${META.tombstoneKey}:${digestOf(value, 'session', '').slice(0, 12)}`;
    const name = known.length === 0 ? META.tombstoneKey : ofOther;
    sql(db, 'insert or ignore into meta (key, value) values (?, ?)').run(name, value);
    known.push(value);
  }
  for (const row of rows) writeTombstone(db, row);
}

export function countTombstones(db: Database): number {
  return (sql<[], { n: number }>(db, 'select count(*) as n from tombstones').get() as { n: number }).n;
}

function writeTombstone(db: Database, row: TombstoneRow): void {
  sql(
    db,
    `insert into tombstones (kind, digest, created_at) values (@kind, @digest, @created_at)
     on conflict (kind, digest) do update set created_at = max(created_at, excluded.created_at)`,
  ).run(row);
}

function hasTombstones(db: Database): boolean {
  return sql(db, 'select 1 from tombstones limit 1').get() !== undefined;
}

function coversTime(db: Database, kind: TombstoneKind, digest: string, at: number): boolean {
  return (
    sql(db, 'select 1 from tombstones where kind = ? and digest = ? and created_at >= ?').get(kind, digest, at) !==
    undefined
  );
}

function isNamed(db: Database, kind: TombstoneKind, digest: string): boolean {
  return sql(db, 'select 1 from tombstones where kind = ? and digest = ?').get(kind, digest) !== undefined;
}

function isInRange(db: Database, project: string, at: number): boolean {
  return sql<[], { digest: string }>(db, "select digest from tombstones where kind = 'range'")
    .all()
    .some(({ digest }) => {
      const [where, from, until] = digest.split(' ') as [string, string, string];
      return (where === '*' || where === project) && at >= Number(from) && at <= Number(until);
    });
}

/** Caches the digests of sessions and projects, which are checked repeatedly. */
const known = new Map<string, string>();

function digestOf(key: string, kind: TombstoneKind, name: string): string {
  const repeated = kind === 'session' || kind === 'project';
  const hit = repeated ? known.get(`${key}\n${kind}\n${name}`) : undefined;
  if (hit) return hit;
  const digest = createHmac('sha256', key).update(`${kind}\n${name}`).digest('base64url').slice(0, 24);
  if (repeated) {
    if (known.size > 1000) known.clear();
    known.set(`${key}\n${kind}\n${name}`, digest);
  }
  return digest;
}

/** Created with the first tombstone and kept secret: otherwise a digest could be guessed from a known ID. */
function tombstoneKey(db: Database): string {
  const known = readMeta(db, META.tombstoneKey);
  if (known !== null) return known;
  const value = randomBytes(24).toString('base64url');
  writeMeta(db, META.tombstoneKey, value);
  return value;
}

function tombstoneKeys(db: Database): string[] {
  return sql<[string, string], { value: string }>(
    db,
    "select value from meta where key = ? or key glob ? || ':*' order by key",
  )
    .all(META.tombstoneKey, META.tombstoneKey)
    .map((row) => row.value);
}

function keyOfProject(db: Database, id: number): string {
  return sql<[number], { key: string }>(db, 'select key from projects where id = ?').get(id)?.key ?? '';
}
