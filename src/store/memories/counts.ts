// Counts for status, health and the viewer.
import { type Database, sql } from '../sqlite/open.ts';

export interface Counts {
  events: number;
  sessions: number;
  prompts: number;
  observations: number;
  summaries: number;
  /** Parts of the host's own memory files. */
  hostMemories: number;
  queue: { waiting: number; running: number; failed: number };
  lastEventAt: string | null;
}

export function countAll(db: Database): Counts {
  const row = sql<[], Record<string, number | null>>(
    db,
    `select
       (select count(*) from events) as events,
       (select count(*) from sessions) as sessions,
       (select count(*) from prompts) as prompts,
       (select count(*) from observations) as observations,
       (select count(*) from summaries) as summaries,
       (select count(*) from host_memories) as hostMemories,
       (select count(*) from jobs where state = 'waiting') as waiting,
       (select count(*) from jobs where state = 'running') as running,
       (select count(*) from jobs where state = 'failed') as failed,
       (select max(created_at) from events) as last`,
  ).get() as Record<string, number | null>;
  const number = (name: string) => row[name] ?? 0;
  return {
    events: number('events'),
    sessions: number('sessions'),
    prompts: number('prompts'),
    observations: number('observations'),
    summaries: number('summaries'),
    hostMemories: number('hostMemories'),
    queue: { waiting: number('waiting'), running: number('running'), failed: number('failed') },
    lastEventAt: row['last'] ? new Date(row['last']).toISOString() : null,
  };
}

export interface Learned {
  observations: number;
  summaries: number;
  /** The newest titles. */
  titles: string[];
}

/** What the user learned since a time, such as midnight. */
export function learnedSince(db: Database, since: number): Learned {
  const row = sql<[object], { observations: number; summaries: number }>(
    db,
    `select (select count(*) from observations where created_at >= @since and hidden_until is null and author is null) as observations,
       (select count(*) from summaries where created_at >= @since and hidden_until is null and author is null) as summaries`,
  ).get({ since }) as { observations: number; summaries: number };
  const titles = sql<[number], { title: string }>(
    db,
    `select title from observations where created_at >= ? and hidden_until is null and author is null and title is not null
     order by created_at desc, id desc limit 5`,
  ).all(since);
  return { ...row, titles: titles.map(({ title }) => title) };
}

export function countByType(db: Database): Record<string, number> {
  const rows = sql<[], { type: string; n: number }>(
    db,
    'select type, count(*) as n from observations where hidden_until is null group by type',
  ).all();
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
}

export function countByDay(db: Database, since: number): { day: string; observations: number }[] {
  return sql<[number], { day: string; observations: number }>(
    db,
    `select date(created_at / 1000, 'unixepoch') as day, count(*) as observations from observations
     where hidden_until is null and created_at >= ? group by 1 order by 1`,
  ).all(since);
}
