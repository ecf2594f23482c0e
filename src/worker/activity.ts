// When the worker last had something to do: decides when it is quiet and when it is idle, and writes the activity file.

import { errorName } from '../domain/errors.ts';
import { writeActivity } from '../process/activity-file.ts';
import type { Log } from './log.ts';

const QUIET_MS = 60_000;
/** In a flood of events the file is not written for each of them. */
const SHOW_EVERY_MS = 1000;

export interface ActivityTracker {
  /** Something was done. */
  touch(): void;
  /** An event of this project was stored. */
  captured(project: string): void;
  /** Somebody is watching: the worker does not become idle, but may be quiet. */
  stayAwake(): void;
  isQuiet(): boolean;
  idleMs(): number;
  /** Shows in the file that nothing is being captured any more. */
  showQuiet(): void;
}

export function createActivityTracker(parts: { file: string; log: Log; now: () => number }): ActivityTracker {
  const { file, log, now } = parts;
  let last = now();
  let isShown = false;

  const idleMs = () => now() - last;
  const isQuiet = () => idleMs() > QUIET_MS;

  function show(active: boolean, project: string | null): void {
    isShown = active;
    try {
      writeActivity(file, { active, project, time: new Date(now()).toISOString() });
    } catch (error) {
      log.warn({ error: errorName(error) }, 'the activity file cannot be written');
    }
  }

  return {
    touch() {
      last = now();
    },
    captured(project) {
      if (!isShown || idleMs() > SHOW_EVERY_MS) show(true, project);
      last = now();
    },
    stayAwake() {
      last = Math.max(last, now() - QUIET_MS);
    },
    isQuiet,
    idleMs,
    showQuiet() {
      if (isShown && isQuiet()) show(false, null);
    },
  };
}
