// Sessions and projects that a person just forgot in the viewer: hidden at once, deleted when the time to undo is over.
// The list is kept in the database, so that a worker that is killed in between finishes it.
import { type Database, sql, transact } from '../sqlite/connect.ts';
import { deleteMeta, META, readMeta, writeMeta } from '../sqlite/meta.ts';

export type DelayedTarget = { kind: 'session'; id: string } | { kind: 'project'; id: number };

interface Delayed {
  target: DelayedTarget;
  until: number;
}

/** Hides their memories until then. */
export function forgetLater(db: Database, targets: DelayedTarget[], until: number): void {
  transact(db, () => {
    for (const target of targets) setHidden(db, target, null, until);
    write(db, [...without(read(db), targets), ...targets.map((target) => ({ target, until }))]);
  });
}

/** Returns those that could still be brought back. */
export function undoForget(db: Database, targets: DelayedTarget[]): DelayedTarget[] {
  return transact(db, () => {
    const before = read(db);
    const kept = without(before, targets);
    const back = before.filter((each) => !kept.includes(each));
    for (const { target, until } of back) setHidden(db, target, until, null);
    write(db, kept);
    return back.map(({ target }) => target);
  });
}

/** All of them, or those whose time is over. */
export function delayedForgets(db: Database, now = Number.MAX_SAFE_INTEGER): DelayedTarget[] {
  return read(db)
    .filter(({ until }) => until <= now)
    .map(({ target }) => target);
}

/** They were forgotten. */
export function settleDelayed(db: Database, targets: { kind: string; id?: unknown }[]): void {
  const before = read(db);
  const kept = without(before, targets);
  if (kept.length < before.length) write(db, kept);
}

function setHidden(db: Database, { kind, id }: DelayedTarget, from: number | null, to: number | null): void {
  const tables = kind === 'session' ? ['observations', 'summaries'] : ['observations', 'summaries', 'host_memories'];
  for (const table of tables)
    sql(db, `update ${table} set hidden_until = ? where ${kind}_id = ? and hidden_until is ?`).run(to, id, from);
}

const without = (list: Delayed[], targets: { kind: string; id?: unknown }[]) =>
  list.filter(({ target }) => !targets.some(({ kind, id }) => kind === target.kind && id === target.id));

function read(db: Database): Delayed[] {
  return JSON.parse(readMeta(db, META.delayedForgets) ?? '[]') as Delayed[];
}

function write(db: Database, list: Delayed[]): void {
  if (list.length === 0) deleteMeta(db, META.delayedForgets);
  else writeMeta(db, META.delayedForgets, JSON.stringify(list));
}
