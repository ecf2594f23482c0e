// The periodic tick: ends a worker that is idle or has lost its files, shows that it is alive, and starts maintenance.

import type { Paths } from '../config/paths.ts';
import { errorName } from '../domain/errors.ts';
import { touchWorkerInfo } from '../process/worker-file.ts';
import type { ActivityTracker } from './activity.ts';
import type { EndSignal } from './end-signal.ts';
import type { WorkerLog } from './log.ts';
import type { Ownership } from './ownership.ts';
import type { SettingsWatch } from './settings-watch.ts';

const TICK_MS = 15_000;

export interface TickParts {
  paths: Paths;
  log: WorkerLog;
  now: () => number;
  end: EndSignal;
  ownership: Ownership;
  activity: ActivityTracker;
  settings: SettingsWatch;
  /** How many are watching the stream of changes. */
  listeners: () => number;
  keepPort: () => void;
  startMaintenance: () => void;
  onTrouble: (error: unknown) => void;
}

export interface Ticker {
  stop(): void;
}

/** The first tick comes after `ready`, the others every few seconds. */
export function startTicking(parts: TickParts, ready: Promise<void>): Ticker {
  let isStopped = false;
  const guarded = () => {
    if (isStopped) return;
    try {
      tick(parts);
    } catch (error) {
      parts.log.error({ error: errorName(error) }, 'periodic maintenance failed');
      parts.onTrouble(error);
    }
  };
  const timer = setInterval(guarded, TICK_MS).unref();
  void ready.then(guarded);
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

function tick(parts: TickParts): void {
  const { paths, log, now, end, ownership, activity, settings } = parts;
  const lost = ownership.lost();
  if (lost) return end.request(lost);
  if (parts.listeners() > 0) activity.stayAwake();
  if (activity.idleMs() > settings.current().idleMinutes * 60_000) return end.request('idle');
  touchWorkerInfo(paths.workerInfo, now());
  activity.showQuiet();
  log.rotate();
  parts.keepPort();
  parts.startMaintenance();
  settings.check();
}
