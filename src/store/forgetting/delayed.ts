// Sessions and projects that a person just forgot in the viewer, and turns that an agent forgot: hidden at once, deleted when
// the time to undo is over.
// The list is kept in the database, so that a worker that is killed in between finishes it.
import type { MemoryKind } from '../../domain/filter.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';
import { deleteMeta, META, readMeta, writeMeta } from '../sqlite/meta.ts';

export type DelayedTarget = { kind: 'session'; id: string } | { kind: 'project'; id: number };
type Target = DelayedTarget | { kind: 'prompt'; id: number };

export interface Delayed {
  target: Target;
  until: number;
}

/** Hides their memories until then. */
export function forgetLater(db: Database, targets: Target[], until: number): void {
  transact(db, () => {
    for (const target of targets) setHidden(db, target, null, until);
    write(db, [...without(read(db), targets), ...targets.map((target) => ({ target, until }))]);
  });
}

/** Returns those that could still be brought back. */
export function undoForget(db: Database, targets: Target[]): Target[] {
  return transact(db, () => {
    const before = read(db);
    const kept = without(before, targets);
    const back = before.filter((each) => !kept.includes(each));
    for (const { target, until } of back) setHidden(db, target, until, null);
    write(db, kept);
    return back.map(({ target }) => target);
  });
}

/** Those whose time is over. */
export function dueForgets(db: Database, now: number): Target[] {
  return read(db)
    .filter(({ until }) => until <= now)
    .map(({ target }) => target);
}

/** All sessions and projects that wait. */
export function delayedForgets(db: Database): DelayedTarget[] {
  return read(db).flatMap(({ target }) => (target.kind === 'prompt' ? [] : [target]));
}

/** Everything that is hidden and can be taken back, with the time at which it is deleted. */
export function hiddenMemories(db: Database): HiddenMemory[] {
  const turns = read(db).flatMap(({ target, until }) => (target.kind === 'prompt' ? [{ id: target.id, until }] : []));
  return sql<[string], HiddenMemory>(
    db,
    `select 'observation' as kind, id, coalesce(title, substr(narrative, 1, 200), '') as title, hidden_until as until
       from observations where hidden_until is not null
     union all select 'summary', id, coalesce(title, request, completed, ''), hidden_until
       from summaries where hidden_until is not null
     union all select 'host-memory', id, substr(text, 1, 200), hidden_until from host_memories where hidden_until is not null
     union all select 'prompt', p.id, substr(p.text, 1, 200), json_extract(t.value, '$.until')
       from json_each(?) t join prompts p on p.id = json_extract(t.value, '$.id')
     order by 4, 1, 2`,
  ).all(JSON.stringify(turns));
}

export interface HiddenMemory {
  kind: MemoryKind;
  id: number;
  title: string;
  until: number;
}

/** They were forgotten. */
export function settleDelayed(db: Database, targets: { kind: string; id?: unknown }[]): void {
  const before = read(db);
  const kept = without(before, targets);
  if (kept.length < before.length) write(db, kept);
}

function setHidden(db: Database, { kind, id }: Target, from: number | null, to: number | null): void {
  if (kind === 'prompt') {
    for (const table of ['observations', 'summaries'])
      sql(
        db,
        `update ${table} set hidden_until = ? where hidden_until is ?
           and (session_id, prompt_number) in (select session_id, number from prompts where id = ?)`,
      ).run(to, from, id);
    return;
  }
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
