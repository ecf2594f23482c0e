// Forgetting that is due: hidden memories whose time to undo is over, and copies that still hold what was forgotten.

import { setImmediate } from 'node:timers/promises';
import type { Paths } from '../../config/paths.ts';
import { errorName } from '../../domain/errors.ts';
import { dropQuarantined } from '../../spool/quarantine.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import type { Task } from './task-runner.ts';

/** A little after its time, so that it is due by then whatever the timer rounds. */
const MARGIN_MS = 20;

export interface Forgetting {
  /** Forgets every hidden memory that is due. */
  forgetDue(): void;
  /** A hidden memory is due at this time: it goes then, not at the next tick. */
  forgetAt(at: number): void;
  stop(): void;
}

export interface ForgettingParts {
  store: Store;
  paths: Paths;
  log: Log;
  now: () => number;
  /** Something was forgotten. */
  onChange: () => void;
}

export function createForgetting({ store, paths, log, now, onChange }: ForgettingParts): Forgetting {
  const timers = new Set<NodeJS.Timeout>();

  function forgetDue(): void {
    const due = store.forgetting.due(now());
    if (due.length === 0) return;
    const sessions = due.flatMap((target) =>
      target.kind === 'session' ? [target.id] : target.kind === 'project' ? store.sessions.ofProject(target.id) : [],
    );
    // The copies follow: see createCopiesTask.
    store.forgetting.forget(due, now());
    store.forgetting.wipeFreed();
    if (sessions.length > 0) dropFromQuarantine(sessions);
    log.info({ targets: due.length }, 'forgotten');
    onChange();
  }

  function dropFromQuarantine(sessions: string[]): void {
    dropQuarantined(paths.quarantine, (text) => sessions.some((id) => text.includes(id))).catch((error: unknown) =>
      log.error({ error: errorName(error) }, 'the quarantine could not be searched for what was forgotten'),
    );
  }

  return {
    forgetDue,
    forgetAt(at) {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          try {
            forgetDue();
          } catch (error) {
            // The next tick tries again.
            log.error({ error: errorName(error) }, 'a hidden memory could not be forgotten yet');
          }
        },
        Math.max(0, at - now()) + MARGIN_MS,
      ).unref();
      timers.add(timer);
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** Has backups and files that were set aside forget what the store has forgotten. */
export function createCopiesTask({ store, paths, log }: { store: Store; paths: Paths; log: Log }): Task {
  return {
    isDue: () => store.copies.areBehind(),
    async run(isStopped) {
      const steps = store.copies.catchUp(paths);
      let step = steps.next();
      // Hooks go first: their events are taken between two copies.
      for (; !step.done && !isStopped(); step = steps.next()) await setImmediate();
      if (!step.done) return;
      const { rewritten, dropped } = step.value;
      log.info({ rewritten, dropped: dropped.length }, 'forgotten data was removed from the copies');
    },
  };
}
