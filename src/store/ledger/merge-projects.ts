// Merges two projects into one, and remembers what was moved, so that it can be undone.
import { CMemError } from '../../domain/errors.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { META, readMeta, writeMeta } from '../sqlite/meta.ts';

/** Their rows belong to a session, which says where they came from. */
const BY_SESSION = ['prompts', 'events', 'observations', 'summaries'];
/** Merges that can be undone. */
const MOST_MERGES = 20;

export interface Merge {
  from: number;
  into: number;
  /** What was moved. */
  sessions: string[];
  /** Observations and summaries without a session: what was remembered manually. */
  loose: { observations: number[]; summaries: number[] };
  hostFiles: string[];
  /** Projects that had been merged into the one that was moved. */
  names: number[];
}

/** Moves everything from one project to another. Call it inside a transaction. */
export function mergeProjects(db: Database, from: number, into: number): void {
  if (from === into) return;
  const of = <T>(columns: string, table: string, more = '') =>
    sql<[number], T>(db, `select ${columns} from ${table} where project_id = ? ${more}`).pluck().all(from) as T[];
  const merge: Merge = {
    ...{ from, into },
    sessions: of<string>('id', 'sessions'),
    loose: {
      observations: of<number>('id', 'observations', 'and session_id is null'),
      summaries: of<number>('id', 'summaries', 'and session_id is null'),
    },
    hostFiles: of<string>('path', 'host_memory_files'),
    names: sql<[number], number>(db, 'select id from projects where merged_into = ?').pluck().all(from) as number[],
  };
  for (const table of ['sessions', ...BY_SESSION, 'runs', 'host_memory_files', 'host_memories'])
    sql(db, `update ${table} set project_id = ? where project_id = ?`).run(into, from);
  sql(db, 'update projects set merged_into = ? where id = ? or merged_into = ?').run(into, from, from);
  write(db, [...merges(db), merge].slice(-MOST_MERGES));
}

/** The merges that can be undone, oldest first. */
export function merges(db: Database): Merge[] {
  return JSON.parse(readMeta(db, META.merges) ?? '[]') as Merge[];
}

/**
 * Moves back what the last merge of this project moved, as far as it still exists. What was captured since stays where it
 * is. Call it inside a transaction.
 */
/** `named`: the ID or the name of the project that was merged into another. */
export function undoMerge(db: Database, named: number | string): Merge {
  const all = merges(db);
  const merge = all.findLast((each) => each.from === named || nameOf(db, each.from) === named);
  if (!merge)
    throw new CMemError('PROJECT_UNKNOWN', `Project ${named} was not merged, or too long ago`, {
      fix: canBeUndone(db, all),
    });
  const { from } = merge;
  const list = JSON.stringify;
  sql(db, 'update projects set merged_into = null where id = ?').run(from);
  sql(db, 'update projects set merged_into = ? where id in (select value from json_each(?))').run(
    from,
    list(merge.names),
  );
  for (const table of BY_SESSION)
    sql(db, `update ${table} set project_id = ? where session_id in (select value from json_each(?))`).run(
      from,
      list(merge.sessions),
    );
  sql(
    db,
    `update runs set project_id = ? where event_id in (
       select id from events where session_id in (select value from json_each(?)))`,
  ).run(from, list(merge.sessions));
  sql(db, 'update sessions set project_id = ? where id in (select value from json_each(?))').run(
    from,
    list(merge.sessions),
  );
  for (const [table, ids] of Object.entries(merge.loose))
    sql(db, `update ${table} set project_id = ? where id in (select value from json_each(?))`).run(from, list(ids));
  for (const table of ['host_memory_files', 'host_memories'])
    sql(db, `update ${table} set project_id = ? where path in (select value from json_each(?))`).run(
      from,
      list(merge.hostFiles),
    );
  write(
    db,
    all.filter((each) => each !== merge),
  );
  return merge;
}

function write(db: Database, list: Merge[]): void {
  writeMeta(db, META.merges, JSON.stringify(list));
}

function canBeUndone(db: Database, all: Merge[]): string {
  const named = all.map(({ from }) => `${from} (${nameOf(db, from)})`);
  return named.length > 0 ? `These merges can be undone: ${named.join(', ')}.` : 'There is no merge to undo.';
}

const nameOf = (db: Database, id: number): string | null =>
  sql<[number], { name: string }>(db, 'select name from projects where id = ?').get(id)?.name ?? null;
