// What was forgotten, as keyed digests: enough to know it again, nothing to read. Whatever comes in is checked here.
import { createHmac, randomBytes } from 'node:crypto';
import { type Database, sql } from './connect.ts';

/**
 * `session` and `project` cover what happened until they were forgotten; `event`, `call` (a tool call, by the host's id),
 * `record` (of a transcript), `prompt` (by its words) and `memory` cover one thing each; `range` covers a time.
 */
export type TombstoneKind = 'session' | 'project' | 'event' | 'call' | 'record' | 'prompt' | 'memory' | 'range';

export interface Tombstones {
  add(kind: TombstoneKind, name: string, at: number): void;
  /** Everything that happened in this span, in one project or in all. */
  addRange(projectKey: string | null, from: number, until: number, at: number): void;
}

/** What is known of something that wants to come in. */
export interface Probe {
  sessionId: string;
  projectId: number;
  at: number;
  key?: string | undefined;
  toolUseId?: string | null | undefined;
  recordId?: string | null | undefined;
  /** The digest of a prompt's words. */
  promptHash?: string | undefined;
}

export function openTombstones(db: Database): Tombstones {
  const key = tombstoneKey(db);
  const write = (kind: TombstoneKind, digest: string, at: number) =>
    sql(
      db,
      `insert into tombstones (kind, digest, created_at) values (?, ?, ?)
       on conflict (kind, digest) do update set created_at = max(created_at, excluded.created_at)`,
    ).run(kind, digest, at);
  return {
    add: (kind, name, at) => void write(kind, digestOf(key, kind, name), at),
    addRange(projectKey, from, until, at) {
      const where = projectKey === null ? '*' : digestOf(key, 'project', projectKey);
      write('range', `${where} ${from} ${until}`, at);
    },
  };
}

/** Whether this was forgotten. Costs one look where nothing ever was. */
export function isForgotten(db: Database, probe: Probe): boolean {
  if (!hasTombstones(db)) return false;
  const key = tombstoneKey(db);
  const projectKey = keyOfProject(db, probe.projectId);
  const single: [TombstoneKind, string | null | undefined][] = [
    ['event', probe.key === undefined ? null : eventName(probe.sessionId, probe.key)],
    ['call', probe.toolUseId],
    ['record', probe.recordId],
    ['prompt', probe.promptHash === undefined ? null : promptName(probe.sessionId, probe.promptHash)],
  ];
  return (
    coversTime(db, 'session', digestOf(key, 'session', probe.sessionId), probe.at) ||
    coversTime(db, 'project', digestOf(key, 'project', projectKey), probe.at) ||
    single.some(([kind, name]) => name && isNamed(db, kind, digestOf(key, kind, name))) ||
    isInRange(db, digestOf(key, 'project', projectKey), probe.at)
  );
}

/** Whether a session's own row would tell of something forgotten: all of it happened before it was forgotten. */
export function isForgottenSession(db: Database, sessionId: string, at: number): boolean {
  return hasTombstones(db) && coversTime(db, 'session', digestOf(tombstoneKey(db), 'session', sessionId), at);
}

export const eventName = (sessionId: string, key: string) => `${sessionId}\n${key}`;
export const promptName = (sessionId: string, hash: string) => `${sessionId}\n${hash}`;

/** What makes a memory the same one when it comes back from an export. */
export function memoryName(memory: { sessionId: string | null; at: number; title: string | null }): string {
  return `${memory.sessionId ?? ''}\n${memory.at}\n${memory.title ?? ''}`;
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

function digestOf(key: string, kind: TombstoneKind, name: string): string {
  return createHmac('sha256', key).update(`${kind}\n${name}`).digest('base64url').slice(0, 24);
}

/** Made with the first tombstone, and never told: without it a digest could be guessed from a known id. */
function tombstoneKey(db: Database): string {
  const known = sql<[], { value: string }>(db, "select value from meta where key = 'tombstone_key'").get();
  if (known) return known.value;
  const value = randomBytes(24).toString('base64url');
  sql(db, "insert or ignore into meta (key, value) values ('tombstone_key', ?)").run(value);
  return value;
}

function keyOfProject(db: Database, id: number): string {
  return sql<[number], { key: string }>(db, 'select key from projects where id = ?').get(id)?.key ?? '';
}
