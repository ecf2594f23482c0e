// Keeps single memories of a shared project on this machine, and knows the global IDs of memories.
import { CMemError } from '../../domain/errors.ts';
import { summariesThatRepeat, summariesThatTell } from '../memories/told-again.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';

type Kind = 'observation' | 'summary';

export interface SharedMemory {
  uid: string;
  remoteId: number;
  isPrivate: boolean;
  madeHere: boolean;
}

/** Null if it is not shared. */
export function sharedMemory(db: Database, kind: Kind, id: number): SharedMemory | null {
  const row = sql<[string, number], { uid: string; remote_id: number; is_private: number; made_here: number }>(
    db,
    'select uid, remote_id, is_private, made_here from team_items where kind = ? and local_id = ?',
  ).get(kind, id);
  return row
    ? { uid: row.uid, remoteId: row.remote_id, isPrivate: row.is_private === 1, madeHere: row.made_here === 1 }
    : null;
}

/** The ID that a memory has here; null if it was not pulled. */
export function localIdOf(db: Database, kind: Kind, uid: string): number | null {
  const row = sql<[string, string], { id: number | null }>(
    db,
    'select local_id as id from team_items where uid = ? and kind = ?',
  ).get(uid, kind);
  return row?.id ?? null;
}

/**
 * Takes a memory back from the server and keeps it here, with the summaries that tell the same; or shares it again, by
 * itself, under a new ID.
 */
export function setPrivate(db: Database, kind: Kind, id: number, isPrivate: boolean, now: number): void {
  transact(db, () => {
    setOnePrivate(db, kind, id, isPrivate, now);
    const telling = isPrivate && kind === 'observation' ? summariesThatTell(db, id) : [];
    for (const summary of telling) setOnePrivate(db, 'summary', summary, true, now);
  });
}

function setOnePrivate(db: Database, kind: Kind, id: number, isPrivate: boolean, now: number): void {
  const table = kind === 'observation' ? 'observations' : 'summaries';
  const row = sql<[number], { author: string | null; project_id: number }>(
    db,
    `select author, project_id from ${table} where id = ? and hidden_until is null`,
  ).get(id);
  if (!row) throw new CMemError('MEMORY_UNKNOWN', `There is no ${kind} ${id}`);
  if (row.author !== null)
    throw new CMemError('REQUEST_INVALID', `This memory is ${row.author}'s`, {
      fix: 'Only who made a memory can take it back; `c-mem forget` removes it from this machine.',
    });
  const project = sql<[number], { remote_id: number }>(
    db,
    'select remote_id from team_projects where project_id = ?',
  ).get(row.project_id);
  if (!project)
    throw new CMemError('REQUEST_INVALID', 'The project of this memory is not shared', { fix: 'Nothing to do.' });
  const known = sharedMemory(db, kind, id);
  if (known && known.isPrivate === isPrivate) return;
  if (known) {
    if (isPrivate)
      sql(
        db,
        `insert into team_outbox (uid, op, queued_at) values (?, 'withdraw', ?)
         on conflict (uid) do update set op = 'withdraw', version = version + 1`,
      ).run(known.uid, now);
    sql(db, "update team_items set local_id = null, gone = 'withdrawn' where uid = ?").run(known.uid);
  }
  sql(
    db,
    `insert into team_items (uid, kind, local_id, remote_id, rev, made_here, is_private)
     values (lower(hex(randomblob(16))), @kind, @id, @remoteId, @now, 1, @isPrivate)`,
  ).run({ kind, id, remoteId: project.remote_id, now, isPrivate: isPrivate ? 1 : 0 });
  if (!isPrivate)
    sql(
      db,
      `insert into team_outbox (uid, op, queued_at) select uid, 'put', ? from team_items where kind = ? and local_id = ?`,
    ).run(now, kind, id);
}

/**
 * Has the server delete a memory, whoever made it, and the summaries that only repeat it: for owners. It is deleted here
 * when the server says so.
 */
export function forgetOnServer(db: Database, kind: Kind, id: number, now: number): void {
  const known = sharedMemory(db, kind, id);
  if (!known || known.isPrivate)
    throw new CMemError('REQUEST_INVALID', 'This memory is not on the server', { fix: 'Use `c-mem forget`.' });
  const repeating = kind === 'observation' ? summariesThatRepeat(db, id) : [];
  const uids = [known, ...repeating.map((summary) => sharedMemory(db, 'summary', summary))].flatMap((each) =>
    each && !each.isPrivate ? [each.uid] : [],
  );
  transact(db, () => {
    for (const uid of uids)
      sql(
        db,
        `insert into team_outbox (uid, op, queued_at) values (?, 'forget', ?)
         on conflict (uid) do update set op = 'forget', version = version + 1`,
      ).run(uid, now);
  });
}

/** Everything that was made by others. */
export function ofColleagues(db: Database): { kind: Kind; id: number }[] {
  return sql<[], { kind: Kind; id: number }>(
    db,
    `select 'observation' as kind, id from observations where author is not null
     union all select 'summary', id from summaries where author is not null`,
  ).all();
}

export interface AuthorCount {
  author: string | null;
  memories: number;
  lastAt: number;
}

/** Who made the memories of these projects, or of all. */
export function authors(db: Database, projectIds: number[] | null): AuthorCount[] {
  const within = projectIds === null ? '' : 'where project_id in (select value from json_each(@ids))';
  return sql<[object], AuthorCount>(
    db,
    `select author, count(*) as memories, max(created_at) as lastAt from (
       select author, created_at from observations ${within} union all select author, created_at from summaries ${within})
     group by author order by author is not null, memories desc`,
  ).all(projectIds === null ? {} : { ids: JSON.stringify(projectIds) });
}
