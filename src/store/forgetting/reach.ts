// What forgetting memories would delete, and take from the user's prompts, told before it happens.
import { sentences } from '../../text/similar.ts';
import { SUMMARY_TEXTS } from '../memories/summary-texts.ts';
import { type Database, sql, transact } from '../sqlite/open.ts';
import { type ForgetTarget, type Forgotten, forget } from './forget.ts';

/** The words of a prompt that go because they are similar, and whether other words of it stay. */
export interface ReachedPrompt {
  text: string;
  keepsSome: boolean;
}

export interface ReachedMemory {
  kind: 'observation' | 'summary';
  id: number;
  at: number;
  text: string | null;
}

export interface Reach {
  forgotten: Forgotten;
  /** What goes besides the memories themselves. */
  also: {
    events: number;
    observations: number;
    summaries: number;
    /** Those that lose some of their words. */
    summariesInPart: number;
    sessionTitles: number;
  };
  prompts: ReachedPrompt[];
}

/** Forgets them, looks, and takes it back. */
export function reachOf(db: Database, targets: ForgetTarget[], now: number): Reach {
  const sessions = sessionsNear(db, targets);
  const before = textsOf(db, sessions);
  const named = (kind: string) =>
    new Set(targets.flatMap((target) => (target.kind === kind && 'id' in target ? [target.id] : []))).size;
  try {
    return transact(db, () => {
      const forgotten = forget(db, targets, now);
      const after = new Map(textsOf(db, sessions).map(({ kind, id, text }) => [`${kind} ${id}`, text]));
      const changed = (wanted: NearText['kind']) =>
        before.flatMap(({ kind, id, text }) => {
          const left = after.get(`${kind} ${id}`);
          return kind === wanted && text !== '' && left !== text ? [{ text, left }] : [];
        });
      const prompts = changed('prompt').map(({ text, left = '' }) => ({
        text: left === '' ? text : goneFrom(text, left),
        keepsSome: left !== '',
      }));
      const also = {
        events: forgotten.events,
        observations: forgotten.observations - named('observation'),
        summaries: forgotten.summaries - named('summary'),
        summariesInPart: changed('summary').filter(({ left }) => left !== undefined).length,
        sessionTitles: changed('session').length,
      };
      throw new Looked({ forgotten, also, prompts });
    });
  } catch (error) {
    if (error instanceof Looked) return error.seen as Reach;
    throw error;
  }
}

/** The memories of those sessions that go: the named ones, and what says the same. */
export function memoriesReached(db: Database, targets: ForgetTarget[]): ReachedMemory[] {
  const sessions = sessionsNear(db, targets);
  const near = 'session_id in (select value from json_each(@sessions))';
  const read = () =>
    sql<[object], ReachedMemory>(
      db,
      `select 'observation' as kind, id, created_at as at, title as text from observations where ${near}
       union all select 'summary', id, created_at, request from summaries where ${near}`,
    ).all({ sessions });
  const before = read();
  try {
    return transact(db, () => {
      forget(db, targets, 0);
      const left = new Set(read().map(({ kind, id }) => `${kind} ${id}`));
      throw new Looked(before.filter(({ kind, id }) => !left.has(`${kind} ${id}`)));
    });
  } catch (error) {
    if (error instanceof Looked) return error.seen as ReachedMemory[];
    throw error;
  }
}

function goneFrom(text: string, left: string): string {
  const kept = new Set(sentences(left));
  return sentences(text)
    .filter((sentence) => !kept.has(sentence))
    .join(' ');
}

class Looked extends Error {
  readonly seen: unknown;

  constructor(seen: unknown) {
    super();
    this.seen = seen;
  }
}

interface NearText {
  kind: 'prompt' | 'summary' | 'session';
  id: number | string;
  text: string;
}

/** The texts that may lose words. */
function textsOf(db: Database, sessions: string): NearText[] {
  const near = 'in (select value from json_each(@sessions))';
  return sql<[object], NearText>(
    db,
    `select 'prompt' as kind, id, text from prompts where session_id ${near}
     union all select 'summary', id, json_array(${SUMMARY_TEXTS.join(', ')}) from summaries where session_id ${near}
     union all select 'session', id, coalesce(title, '') from sessions where id ${near}`,
  ).all({ sessions });
}

/** The sessions that the memories come from, as a JSON list. */
function sessionsNear(db: Database, targets: ForgetTarget[]): string {
  const idsOf = (kind: string) =>
    JSON.stringify(targets.flatMap((target) => (target.kind === kind && 'id' in target ? [target.id] : [])));
  const rows = sql<[object], { id: string | null }>(
    db,
    `select session_id as id from observations where id in (select value from json_each(@observations))
     union select session_id from summaries where id in (select value from json_each(@summaries))
     union select session_id from events where id in (select event_id from observation_events
       where observation_id in (select value from json_each(@observations)))`,
  ).all({ observations: idsOf('observation'), summaries: idsOf('summary') });
  return JSON.stringify(rows.flatMap(({ id }) => id ?? []));
}
