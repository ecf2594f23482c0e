// Care for the store: a backup a day, a thorough look a week, and after a repair everything that can be read once more.

import { existsSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Paths } from '../../config/paths.ts';
import { createPauseCheck } from '../../config/pause.ts';
import type { Settings } from '../../config/settings.ts';
import { errorName } from '../../domain/errors.ts';
import { HOSTS, type Host } from '../../hosts/index.ts';
import { listBackups, markDamaged, type Repair, type Store } from '../../store/index.ts';
import { importTranscripts } from '../../transfer/claude-code.ts';
import { listTranscripts } from '../../transfer/transcripts.ts';
import type { ReadingList } from '../intake.ts';
import type { Log } from '../log.ts';

const DAY_MS = 24 * 3600_000;
const WEEK_MS = 7 * DAY_MS;
const TRY_AGAIN_MS = 3600_000;
/** Less than this is not worth a copy yet; the transcripts hold it all. */
const ENOUGH_EVENTS = 50;
/** Clocks of files and of the store agree about this well. */
const SLACK_MS = 60_000;

export interface Care {
  /** Cheap where nothing is due; returns at once. */
  look(): void;
  settled(): Promise<void>;
  stop(): void;
}

export interface CareParts {
  store: Store;
  paths: Paths;
  log: Log;
  now: () => number;
  /** Whether anybody waits for us right now: a long look at the file would keep them waiting. */
  isQuiet: () => boolean;
  onDamage: () => void;
}

export function createCare(parts: CareParts): Care {
  const { store, paths, log, now } = parts;
  let running: Promise<void> | null = null;
  let stopped = false;
  let notBefore = 0;

  function isBackupDue(): boolean {
    const [newest] = listBackups(paths.backups);
    // A clock that was wrong may have dated one in the future.
    if (newest) return Math.abs(now() - newest.at) >= DAY_MS;
    return store.memories.counts().events >= ENOUGH_EVENTS;
  }

  function checkDue(): boolean {
    return parts.isQuiet() && Math.abs(now() - store.integrity.lastChecked(now())) >= WEEK_MS;
  }

  async function check(): Promise<void> {
    const { mended, damaged } = store.integrity.checkThoroughly();
    store.integrity.noteChecked(now());
    if (mended.length > 0) log.warn({ mended }, 'indexes did not fit their tables and were made anew');
    // By now everybody has read that it was repaired once.
    if (!damaged) return store.notices.clear('repair');
    log.error({ damage: 'found' }, 'the store is damaged; the next worker repairs it');
    markDamaged(paths.database);
    parts.onDamage();
  }

  async function cleanse(): Promise<void> {
    const steps = store.copies.catchUp(paths);
    let step = steps.next();
    // Hooks go first: their events are taken between two copies.
    for (; !step.done && !stopped; step = steps.next()) await setImmediate();
    if (!step.done) return;
    const { rewritten, dropped } = step.value;
    log.info({ rewritten, dropped: dropped.length }, 'what was forgotten is gone from the copies, too');
  }

  async function work(): Promise<void> {
    await setImmediate();
    if (store.copies.areBehind()) await cleanse();
    if (!stopped && isBackupDue()) {
      const { name, bytes } = await store.copies.backUp(paths, now());
      store.notices.clear('backup');
      log.info({ backup: name, bytes }, 'a backup was made');
    }
    if (!stopped && checkDue()) await check();
  }

  return {
    look() {
      store.copies.writeHighWater(paths.highWater, now());
      if (stopped || running || now() < notBefore) return;
      if (!store.copies.areBehind() && !isBackupDue() && !checkDue()) return;
      running = work()
        .catch((error) => {
          notBefore = now() + TRY_AGAIN_MS;
          log.error({ error: errorName((error as Error).cause ?? error) }, 'the store could not be cared for');
          store.notices.put('backup', `No backup could be made (${errorName((error as Error).cause ?? error)})`);
        })
        .finally(() => {
          running = null;
        });
    },
    async settled() {
      await running;
    },
    stop() {
      stopped = true;
    },
  };
}

export interface RereadParts {
  store: Store;
  paths: Paths;
  settings: Settings;
  log: Log;
  now: () => number;
  toRead: ReadingList;
  /** Has the reading list worked off, and waits for it. */
  read: () => Promise<void>;
  isStopped: () => boolean;
}

/** After a repair: whatever the transcripts tell since the backup. Puts up what the user must know. */
export async function readAgain(parts: RereadParts, repair: Repair): Promise<void> {
  const { store, settings, log, now } = parts;
  const before = store.memories.counts();
  store.integrity.noteChecked(now());
  tell(null);
  for (const { id, status, startSource, transcriptPath } of store.sessions.withTranscript()) {
    const changed = statSync(transcriptPath as string, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed < repair.since - SLACK_MS) continue;
    const over = status === 'active' ? 'nothing' : 'session';
    parts.toRead.set(id, { sessionId: id, over, forked: startSource === 'fork' });
  }
  await parts.read();
  // Sessions that nobody remembers: the host may.
  if (!repair.allSessionsKnown) for (const host of HOSTS) await importMissing(host);
  const after = store.memories.counts();
  tell({ events: after.events - before.events, sessions: after.sessions - before.sessions });
  log.warn({ events: after.events - before.events }, 'the store was repaired');

  async function importMissing(host: Host): Promise<void> {
    const folder = host.transcripts?.folder();
    if (!host.transcripts || !folder || !existsSync(folder)) return;
    const { found } = await listTranscripts(folder, host.transcripts);
    const { isStopped } = parts;
    await importTranscripts(
      found.filter(({ modifiedAt }) => modifiedAt >= repair.since - SLACK_MS),
      {
        ...{ store, host, settings, now, isStopped },
        owner: `import-${process.pid}`,
        compress: true,
        pause: setImmediate,
        isPaused: createPauseCheck(parts.paths),
        onRead: () => undefined,
      },
    );
  }

  function tell(found: { events: number; sessions: number } | null): void {
    const from = repair.backup ? `the backup ${repair.backup} took its place` : 'no backup was there';
    const aside = repair.setAside ? `, the broken file is ${repair.setAside}` : '';
    const what = repair.setAside || repair.backup ? `${from}${aside}` : 'it was kept as it is';
    const read = found
      ? `${found.events} events (${found.sessions} more sessions) were found again in the transcripts`
      : 'the transcripts are being read again';
    const day = new Date(now()).toISOString().slice(0, 16).replace('T', ' ');
    store.notices.put('repair', `The store was mended on ${day} UTC (${repair.what}): ${what}; ${read}`);
  }
}
