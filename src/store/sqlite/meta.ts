// Small facts that the store keeps about itself, in the table `meta`: all of their keys are here.
import { type Database, sql } from './connect.ts';

export const META = {
  /** The secret of the tombstones' digests. */
  tombstoneKey: 'tombstone_key',
  /** Something was forgotten that the copies still hold; since when. */
  copiesBehind: 'copies_behind',
  /** When the file was last checked thoroughly. */
  checkedAt: 'checked_at',
  /** When a large file was last checked at the worker's start. */
  lookedAt: 'looked_at',
  /** What recent merges of projects moved, so that they can be undone. */
  merges: 'merges',
  /** Sessions and projects that are forgotten when the time to undo it is over. */
  delayedForgets: 'delayed_forgets',
  /** How the exchange with the team goes. */
  teamSync: 'team_sync',
  /** The highest IDs that deleted memories had, so that none is given twice. */
  highestObservation: 'highest_observation',
  highestSummary: 'highest_summary',
  highestPrompt: 'highest_prompt',
} as const;

type MetaKey = (typeof META)[keyof typeof META];

/** What the worker has to say to the user, by kind. */
export const NOTICE_PREFIX = 'notice:';

export function readMeta(db: Database, key: MetaKey): string | null {
  return sql<[string], { value: string }>(db, 'select value from meta where key = ?').get(key)?.value ?? null;
}

export function writeMeta(db: Database, key: MetaKey, value: string): void {
  sql(db, 'insert or replace into meta (key, value) values (?, ?)').run(key, value);
}

/** Only if it still has this value, if one is given. */
export function deleteMeta(db: Database, key: MetaKey, value?: string): void {
  sql(db, 'delete from meta where key = ? and (? is null or value = ?)').run(key, value ?? null, value ?? null);
}
