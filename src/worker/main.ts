// The worker: wires the parts, guards that it is the only one, and ends by itself.

import { chmodSync, existsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeExcluded } from '../config/excluded.ts';
import { makePrivateFolder, type Paths, resolvePaths } from '../config/paths.ts';
import { loadSettings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import { CMemError, errorName } from '../domain/errors.ts';
import { createNews } from '../http/change-bus.ts';
import { writeActivity } from '../process/activity-file.ts';
import { findWorkerScript, spawnWorker } from '../process/start-worker.ts';
import { liveWorker, removeWorkerInfo, touchWorkerInfo, writeWorkerInfo } from '../process/worker-file.ts';
import { watchSpool } from '../spool/watch.ts';
import {
  acquireLock,
  isDamage,
  type Lock,
  markDamaged,
  openOrRepair,
  type Repair,
  type Store,
} from '../store/index.ts';
import { createReporter } from './change-feed.ts';
import { createTidier } from './heap.ts';
import { createIntake, type Intake, type ReadingList } from './intake.ts';
import { createJobLoop } from './jobs.ts';
import { openLog, type WorkerLog } from './log.ts';
import { createHousekeeping } from './maintenance/housekeeping.ts';
import { createCare, readAgain } from './maintenance/store-care.ts';
import { serveHttp } from './serve-http.ts';

/** A worker that is just ending gives the lock back within this time. */
const LOCK_WAIT_MS = 10_000;
const TICK_MS = 15_000;
const QUIET_MS = 60_000;
const REPLACED = 'the database file was deleted or replaced';
/** 16 MB: a flood of events touches the same pages again and again. */
const WAL_PAGES = 4000;

/** Runs until it is told to end or has been idle for long. Answers the exit code. */
export async function runWorker(foreground: boolean): Promise<number> {
  process.umask(0o077);
  const now = Date.now;
  const paths = resolvePaths();
  const loaded = loadSettings(paths.settings);
  const log = openWorkerLog(paths, foreground, loaded.settings.logLevel);

  let lock: Lock | null;
  let store: Store;
  let repair: Repair | null;
  try {
    for (const folder of [paths.home, paths.spool]) makePrivateFolder(folder);
    closeToOthers(paths.home, log);
    lock = await waitForLock(paths);
    if (!lock) {
      log.info('another worker is running');
      return 0;
    }
    ({ store, repair } = openOrRepair(paths, now(), { walPages: WAL_PAGES }));
  } catch (error) {
    log.error({ error: errorName(error), fix: (error as { fix?: string }).fix }, 'the worker cannot start');
    log.flush();
    return 1;
  }
  for (const { code, subject } of loaded.problems)
    log.warn({ error: code, setting: subject }, 'a setting is not usable');

  const inode = statSync(paths.database).ino;
  writeWorkerInfo(paths.workerInfo, version, now(), inode);
  log.info({ version }, 'worker started');
  const end = await serve({ paths, store, inode, repair, lock, log, now, settingsFile: paths.settings });
  log.info({ why: end }, 'worker ended');
  log.flush();
  // The next one repairs it, now and not with the next event.
  const script = end === REPLACED ? findWorkerScript(__dirname) : null;
  if (script && !foreground) spawnWorker(script, paths.home);
  return 0;
}

/** Where the log cannot be written to its file, the screen of whoever started us has to do. */
function openWorkerLog(paths: Paths, foreground: boolean, level: string): WorkerLog {
  if (foreground) return openLog(null, level);
  try {
    makePrivateFolder(paths.logs);
    return openLog(paths.workerLog, level);
  } catch {
    return openLog(null, level);
  }
}

/** Best effort: a mount that knows no modes must not keep us from working. */
function closeToOthers(folder: string, log: WorkerLog): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    log.warn({ error: errorName(error) }, 'the data folder cannot be closed to other users');
  }
}

/** The lock, unless a worker that means to go on holds it; one that is ending has taken its name away already. */
async function waitForLock(paths: Paths): Promise<Lock | null> {
  for (const end = Date.now() + LOCK_WAIT_MS; ; await sleep(100)) {
    const lock = acquireLock(paths.workerLock, 50);
    if (lock || Date.now() > end || liveWorker(paths.workerInfo)) return lock;
  }
}

interface Running {
  paths: Paths;
  store: Store;
  /** Of the database file that is open. */
  inode: number;
  repair: Repair | null;
  lock: Lock;
  log: WorkerLog;
  now: () => number;
  settingsFile: string;
}

/** The worker's life between taking the lock and giving it back. */
async function serve({ paths, store, inode, repair, lock, log, now, settingsFile }: Running): Promise<string> {
  let { settings } = loadSettings(settingsFile);
  let settingsChanged = modified(settingsFile);
  let lastActivity = now();
  let shownActive = false;
  let ending = false;

  const left = store.jobs.recover(now());
  if (left > 0) log.info({ jobs: left }, 'jobs of a worker that was killed are taken up again');
  const tidy = createTidier();
  const onActivity = (project: string) => {
    tidy();
    if (!shownActive || now() - lastActivity > 1000) show(true, project);
    lastActivity = now();
  };
  const show = (active: boolean, project: string | null) => {
    shownActive = active;
    try {
      writeActivity(paths.activity, { active, project, time: new Date(now()).toISOString() });
    } catch (error) {
      log.warn({ error: errorName(error) }, 'the activity file cannot be written');
    }
  };
  const toRead: ReadingList = new Map();
  const news = createNews(`${process.pid}-${now()}`);
  const reporter = createReporter({ store, news, log, now });
  const jobs = createJobLoop({
    store,
    home: paths.home,
    settings: () => settings,
    log,
    now,
    random: Math.random,
    owner: `${process.pid}-${now()}`,
    onWork: () => {
      tidy();
      lastActivity = now();
    },
    isBusy: () => intake.isBusy(),
    onChange: (changed) => {
      reporter.changed(changed);
      reporter.look();
    },
  });
  const onChange = () => reporter.look();
  const housekeeping = createHousekeeping({ store, settings: () => settings, log, now, onChange });
  let end: (why: string) => void = () => undefined;
  const care = createCare({
    store,
    paths,
    log,
    now,
    isQuiet: () => now() - lastActivity > QUIET_MS,
    onDamage: () => end('the store is damaged'),
  });
  /** A store that turns out to be damaged is repaired by the next worker. */
  const onTrouble = (error: unknown) => {
    if (!isDamage(error)) return;
    markDamaged(paths.database);
    end('the store is damaged');
  };
  const onIdle = () => jobs.wake();
  const build = (after: Promise<void> = Promise.resolve()): Intake =>
    createIntake({
      ...{ store, paths, settings, log, now, onActivity, onIdle, onTrouble, toRead, after },
      onCommit: onChange,
      checkBefore: () => {
        checkBefore();
        return isStoreOurs();
      },
    });
  let intake = build();
  writeExcluded(paths.excluded, settings.excludeProjects);
  const watcher = watchSpool(
    paths.spool,
    () => {
      // A data folder that somebody deleted is not ours to make again.
      if (existsSync(paths.home)) makePrivateFolder(paths.spool);
    },
    () => intake.wake(),
  );
  intake.wake();
  void intake.catchUp();
  const rereading = repair === null ? Promise.resolve() : reread(repair);
  const deps = { store, paths, now, startedAt: now(), settings: () => settings, queue: jobs, news, log };
  const http = serveHttp(
    {
      ...deps,
      submit: (arrivals) => {
        lastActivity = now();
        if (ending) throw new CMemError('WORKER_ENDING', 'The worker is ending');
        checkBefore();
        if (!isStoreOurs()) throw new CMemError('WORKER_ENDING', 'The worker is ending');
        return intake.submit(arrivals);
      },
      forgetAt: (at) => housekeeping.forgetAt(at),
      settingsChanged: () => readSettings(),
      changed: onChange,
    },
    settings.port,
    log,
  );

  const why = await new Promise<string>((done) => {
    end = done;
    process.once('SIGTERM', () => end('SIGTERM'));
    process.once('SIGINT', () => end('SIGINT'));
    const guarded = () => {
      try {
        tick();
      } catch (error) {
        log.error({ error: errorName(error) }, 'the regular look around failed');
        onTrouble(error);
      }
    };
    setInterval(guarded, TICK_MS).unref();
    // After the spool was taken: a session that looks silent may only not have been heard yet.
    void intake.settled().then(guarded);
  });

  function tick(): void {
    if (!lock.isStillOurs()) return end('the data folder was removed');
    if (!isStoreOurs()) return end(REPLACED);
    // As long as somebody looks on, it stays.
    if (news.listeners() > 0) lastActivity = Math.max(lastActivity, now() - QUIET_MS);
    if (now() - lastActivity > settings.idleMinutes * 60_000) return end('idle');
    touchWorkerInfo(paths.workerInfo, now());
    if (shownActive && now() - lastActivity > QUIET_MS) show(false, null);
    const silent = store.sessions.interruptSilent(now() - settings.silentHours * 3600_000);
    if (silent.length > 0) {
      log.info({ sessions: silent.length }, 'silent sessions count as interrupted');
      for (const sessionId of silent) toRead.set(sessionId, { sessionId, over: 'session', forked: false });
      intake.wake();
    }
    log.rotate();
    void http.then((listening) => listening.keepPort());
    housekeeping.look();
    care.look();
    readSettings();
  }

  /** Whether what we write to is the file that everybody else sees. */
  function isStoreOurs(): boolean {
    return statSync(paths.database, { throwIfNoEntry: false })?.ino === inode;
  }

  /** Before anything is taken: the file and the settings may have changed. */
  function checkBefore(): void {
    if (!lock.isStillOurs()) end('the data folder was removed');
    else if (!isStoreOurs()) end(REPLACED);
    readSettings();
  }

  /** If the file has changed, it counts for everything that comes in from now on. */
  function readSettings(): void {
    if (modified(settingsFile) === settingsChanged) return;
    settingsChanged = modified(settingsFile);
    settings = loadSettings(settingsFile).settings;
    writeExcluded(paths.excluded, settings.excludeProjects);
    news.publish('settings.changed', {});
    intake.stop();
    intake = build(intake.settled());
    intake.wake();
    log.info('the settings were read again');
  }

  async function reread(after: Repair): Promise<void> {
    const read = async () => {
      intake.wake();
      await intake.settled();
    };
    await readAgain({ store, paths, settings, log, now, toRead, read, isStopped: () => ending }, after).catch((error) =>
      log.error({ error: errorName(error) }, 'the transcripts could not be read again'),
    );
  }

  // From here on a hook that finds no worker starts the next one, which waits for the lock; what it wrote before
  // it looked is taken by the last pass.
  if (lock.isStillOurs()) removeWorkerInfo(paths.workerInfo);
  watcher.close();
  ending = true;
  reporter.stop();
  const closed = http.then((listening) => listening.close());
  intake.wake();
  const last = intake.settled();
  await Promise.race([last, new Promise((done) => setTimeout(done, 5000).unref())]);
  intake.stop();
  jobs.stop();
  housekeeping.stop();
  care.stop();
  await Promise.race([
    Promise.all([last, jobs.settled(), housekeeping.settled(), care.settled(), rereading, closed]),
    new Promise((done) => setTimeout(done, 1000).unref()),
  ]);
  // To close a file that was replaced would tidy up the other one's log of changes.
  if (isStoreOurs()) store.close();
  lock.release();
  return why;
}

/** Tells one state of a file from another: it is replaced, not written over. */
function modified(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}:${found.mtimeMs}:${found.size}` : '';
}
