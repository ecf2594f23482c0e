// The door of the store: everything that other rooms may use. Hooks have a smaller door of their own.
import { openOrRepair as openDatabaseOrRepair, type Repair, type RepairPlace } from './copies/repair.ts';
import { type OpenOptions, openDatabase } from './sqlite/open.ts';
import { type Store, storeOn } from './store.ts';

export type { Store } from './store.ts';

/** Opens the store and migrates it to our schema. Refuses a newer one without changing it. */
export function openStore(file: string, options: OpenOptions = {}): Store {
  return storeOn(openDatabase(file, options));
}

/** Opens the store whatever the state of its file. The caller holds the worker's lock. */
export function openOrRepair(
  place: RepairPlace,
  now: number,
  options: Pick<OpenOptions, 'walPages'> = {},
): { store: Store; repair: Repair | null } {
  const { db, repair } = openDatabaseOrRepair(place, now, options);
  return { store: storeOn(db), repair };
}

export { redactCopies } from './copies/all-copies.ts';
export { type Backup, checkCopy, listBackups, listSetAside, removeCopy } from './copies/backup.ts';
export { hadMore, markDamaged, type Repair } from './copies/repair.ts';
export { putInPlace, salvageTombstones } from './copies/restore.ts';
export type { DelayedTarget } from './forgetting/delayed.ts';
export type { ForgetTarget, Forgotten } from './forgetting/forget.ts';
export type { Redacted, Redactor } from './forgetting/redact.ts';
export type { HostActivity } from './ledger/host-activity.ts';
export type { ImportedJobs } from './ledger/imported-sessions.ts';
export type { PastSession } from './ledger/past-sessions.ts';
export { isAllProjects, type KnownProject, type ProjectOverview } from './ledger/projects.ts';
export type { SessionOverview } from './ledger/session-list.ts';
export type { Cursor } from './ledger/transcripts.ts';
export { promptHash, type Turn } from './ledger/turns.ts';
export { FACETS } from './memories/activity.ts';
export type { Counts, Learned } from './memories/counts.ts';
export type { EvidenceEvent } from './memories/detail.ts';
export type { ProjectPlace } from './memories/host-memories.ts';
export { idOf, keyOf, kindOf, type MemoryKey } from './memories/key.ts';
export type { ListedMemory } from './memories/list.ts';
export type { MemoryReader } from './memories/read.ts';
export type { Stats } from './memories/stats.ts';
export type { OutdatedTurn } from './queue/outdated.ts';
export { EMBEDDINGS } from './queue/usage.ts';
export { observationExtra, summaryExtra } from './search/fill.ts';
export type { FoundMemory, SearchStore } from './search/index.ts';
export type { Matches } from './search/match.ts';
export { createPlainIndex } from './search/plain-index.ts';
export { checkEngine, engineName } from './sqlite/connect.ts';
export type { EngineName } from './sqlite/engine.ts';
export { isStoreTrouble, translate } from './sqlite/errors.ts';
export { type ForeignDatabase, openForeign, openForeignReadOnly } from './sqlite/foreign.ts';
export { isDamage } from './sqlite/integrity.ts';
export { acquireLock, isLocked, type Lock } from './sqlite/lock.ts';
export { installedNativeModule, NATIVE_VERSION, nativeModule } from './sqlite/native-module.ts';
export type { Outgoing } from './sync/outbox.ts';
export type { RemoteProject } from './sync/projects.ts';
export { type ExportLine, isExportLine, type Row } from './transfer/export-rows.ts';
export type { ImportOutcome, RowImport } from './transfer/import-rows.ts';
export type { ReadableMemory } from './transfer/readable.ts';
export type { MemoryText, MemoryVector } from './vectors/keep.ts';
export type { NearMemory, QueryVector } from './vectors/nearest.ts';
