// The one judgment of whether all is well, for `status`, `doctor` and the viewer. It is made from evidence: what the files
// of the host and of ours say, when the last event came, how the last calls ended. Nothing is taken on trust.
import type { Paths } from '../config/paths.ts';
import { loadSettings } from '../config/settings.ts';
import type { Finding } from '../domain/finding.ts';
import { HOSTS } from '../hosts/index.ts';
import { checkArrival, checkSwitches } from './capture.ts';
import { checkDisk, checkFolder, checkNative, checkNode, checkSettings, checkShell } from './machine.ts';
import { checkModel } from './model.ts';
import { checkBackups, lookAtStore } from './store.ts';
import { checkPort, checkSpool, checkWorker, spoolFiles } from './worker.ts';

export type { Finding } from '../domain/finding.ts';
export { type WorkerState, workerState } from './worker.ts';

export interface Health {
  /** Whether the next event will be kept. */
  capturing: boolean;
  /** What keeps it from being kept. */
  stoppedBy: Finding | null;
  lastEventAt: number | null;
  /** No warning and no fault. */
  well: boolean;
  findings: Finding[];
}

export interface ExamineOptions {
  now: number;
  /** The folder in which it is asked; null if it is asked for all of them. */
  here: string | null;
  /** Reads the whole database file. */
  thorough?: boolean;
  /** Asks the worker whether it is where it says; the worker itself need not. */
  asksWorker?: boolean;
}

export async function examine(paths: Paths, options: ExamineOptions): Promise<Health> {
  const { now, here, thorough = false } = options;
  const loaded = loadSettings(paths.settings);
  const waiting = spoolFiles(paths).length;
  let asked: Finding[] | null = null;
  const store = lookAtStore(paths, thorough, (store) => (asked = checkModel(loaded.settings, store, now)));
  const findings = [
    ...checkSwitches(paths, now, here),
    ...HOSTS.flatMap(({ integration }) => integration?.check(paths) ?? []),
    checkFolder(paths),
    checkDisk(paths),
    checkArrival(paths, loaded.settings.excludeProjects, store.lastEventAt, waiting, now),
    checkNode(),
    checkNative(),
    checkShell(),
    ...checkSettings(loaded),
    checkWorker(paths, waiting),
    ...(options.asksWorker ? [await checkPort(paths)] : []),
    ...checkSpool(paths, now),
    ...store.findings,
    ...(asked === null ? checkModel(loaded.settings, null, now) : []),
    checkBackups(paths, now),
  ];
  const stoppedBy = findings.find(({ stops }) => stops) ?? null;
  return {
    capturing: stoppedBy === null,
    stoppedBy,
    lastEventAt: store.lastEventAt,
    well: findings.every(({ state }) => state === 'ok'),
    findings,
  };
}

/** Whether any host runs our hooks. */
export function isInstalled(): boolean {
  return HOSTS.some(({ integration }) => integration?.installedFolder() != null);
}
