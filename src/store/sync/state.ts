// How the exchange with the team goes, for `status`, `doctor` and the viewer.
import { type Database, transact } from '../sqlite/connect.ts';
import { META, readMeta, writeMeta } from '../sqlite/meta.ts';

export interface SyncState {
  team: string | null;
  member: string | null;
  /** Counts restores and failovers of the server. */
  epoch: number | null;
  /** Last successes. */
  pushedAt: number | null;
  pulledAt: number | null;
  /** How long the last exchange took. */
  tookMs: number | null;
  /** The server's clock minus ours, in milliseconds. */
  skewMs: number | null;
  /** What is wrong, in one line; null if nothing is. */
  problem: { code: string; message: string; fix: string; since: number } | null;
  /** Projects on the server that match one here, and wait for the user. */
  offers: { projectId: number; remoteId: number; name: string; identity: string; role: string }[];
}

const EMPTY: SyncState = {
  ...{ team: null, member: null, epoch: null, pushedAt: null, pulledAt: null, tookMs: null, skewMs: null },
  problem: null,
  offers: [],
};

export function readSyncState(db: Database): SyncState {
  const stored = readMeta(db, META.teamSync);
  return stored === null ? EMPTY : { ...EMPTY, ...(JSON.parse(stored) as Partial<SyncState>) };
}

/** Null forgets all of it. */
export function writeSyncState(db: Database, changes: Partial<SyncState> | null): void {
  transact(db, () => {
    const state = changes === null ? EMPTY : { ...readSyncState(db), ...changes };
    writeMeta(db, META.teamSync, JSON.stringify(state));
  });
}
