// The one health check, for `status`, `doctor` and the viewer. It uses evidence only: the host's files and ours, the time
// of the last event, the outcome of the last model calls.
import type { Paths } from '../config/paths.ts';
import { loadSettings } from '../config/settings.ts';
import type { Finding } from '../domain/finding.ts';
import type { HostActivity } from '../store/index.ts';
import { checkArrival, checkSwitches } from './capture.ts';
import { checkEmbeddings } from './embeddings.ts';
import { checkHosts } from './hosts.ts';
import { checkDisk, checkFolder, checkNode, checkSettings, checkShell, checkSqlite } from './machine.ts';
import { checkModel } from './model.ts';
import { checkBackups, lookAtStore } from './store.ts';
import { checkTeam } from './team.ts';
import { checkPort, checkSpool, checkWorker, spoolFiles } from './worker.ts';

export type { Finding } from '../domain/finding.ts';
export { describeVectors, type VectorState, vectorState } from './embeddings.ts';
export { isInstalled } from './hosts.ts';
export { describeTeam, type TeamState, teamState } from './team.ts';
export { type WorkerState, workerState } from './worker.ts';

export interface Health {
  /** Whether the next event will be kept. */
  capturing: boolean;
  /** What prevents it. */
  stoppedBy: Finding | null;
  lastEventAt: number | null;
  /** No warning and no fault; an offer is neither. */
  well: boolean;
  findings: Finding[];
}

export interface ExamineOptions {
  now: number;
  /** The current folder; null to check without one. */
  here: string | null;
  /** Reads and checks the whole database file. */
  thorough?: boolean;
  /** Contacts the worker at its port; not needed in the worker itself. */
  asksWorker?: boolean;
}

export async function examine(paths: Paths, options: ExamineOptions): Promise<Health> {
  const { now, here, thorough = false } = options;
  const loaded = loadSettings(paths.settings);
  const waiting = spoolFiles(paths).length;
  let asked: Finding[] | null = null;
  let activity: HostActivity[] = [];
  const store = lookAtStore(paths, thorough, (store) => {
    activity = store.sessions.hostActivity(new Date(now).setHours(0, 0, 0, 0));
    return [
      ...(asked = checkModel(loaded.settings, store, now)),
      ...checkTeam(paths, store, now),
      // Counting takes a moment, which the worker does not have.
      ...(options.asksWorker ? checkEmbeddings(loaded.settings, store) : []),
    ];
  });
  const sqlite = checkSqlite();
  const switches = checkSwitches(paths, now, here);
  const arrival = checkArrival(paths, loaded.settings.excludeProjects, store.lastEventAt, waiting, now);
  const findings = [
    ...switches,
    ...checkHosts(paths, activity, now),
    checkFolder(paths),
    checkDisk(paths),
    // That events arrived would contradict that capture is off.
    ...(switches.length > 0 && arrival.state === 'ok' ? [] : [arrival]),
    checkNode(),
    sqlite,
    checkShell(),
    ...checkSettings(loaded),
    checkWorker(paths, waiting),
    ...(options.asksWorker ? [await checkPort(paths)] : []),
    ...checkSpool(paths, now),
    // A store that cannot be opened for want of SQLite: said once is enough.
    ...store.findings.filter(({ message }) => message !== sqlite.message),
    ...(asked === null ? checkModel(loaded.settings, null, now) : []),
    checkBackups(paths, now),
  ];
  const stoppedBy = findings.find(({ stops }) => stops) ?? null;
  return {
    capturing: stoppedBy === null,
    stoppedBy,
    lastEventAt: store.lastEventAt,
    well: findings.every(({ state }) => state === 'ok' || state === 'offer'),
    findings,
  };
}
