// Wires the worker: makes its parts, connects them, and runs them until somebody requests the end.

import { existsSync } from 'node:fs';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { updateExcluded } from '../config/settings-file.ts';
import { CMemError, errorName } from '../domain/errors.ts';
import { createChangeBus } from '../http/change-bus.ts';
import { watchSpool } from '../spool/watch.ts';
import { isDamage, type Lock, markDamaged, type Repair, type Store } from '../store/index.ts';
import { type ActivityTracker, createActivityTracker } from './activity.ts';
import { createChangeFeed } from './change-feed.ts';
import type { EndSignal } from './end-signal.ts';
import { createHeapTrimmer } from './heap.ts';
import { createArrivalRate } from './intake/arrival-rate.ts';
import { createIntake } from './intake/intake.ts';
import { createReadingList } from './intake/reading-list.ts';
import { createJobLoop } from './jobs/job-loop.ts';
import type { WorkerLog } from './log.ts';
import { createMaintenance } from './maintenance/index.ts';
import { readTranscriptsAgain } from './maintenance/repair.ts';
import type { Ownership } from './ownership.ts';
import { startTicking } from './periodic-checks.ts';
import { createRulesFiles } from './rules-files.ts';
import { serveHttp } from './serve-http.ts';
import { type SettingsWatch, watchSettings } from './settings-watch.ts';
import { shutDown } from './shutdown.ts';
import { createTeamLoop } from './team/team-loop.ts';
import { createEmbeddingLoop } from './vectors/embedding-loop.ts';

export interface ServeParts {
  paths: Paths;
  store: Store;
  repair: Repair | null;
  lock: Lock;
  ownership: Ownership;
  log: WorkerLog;
  now: () => number;
  end: EndSignal;
}

/** The worker's life between taking the lock and giving it back; returns why it ended. */
export async function serve(given: ServeParts): Promise<string> {
  const { store, paths, log, now, end, ownership, lock, repair } = given;
  const left = store.jobs.recover(now());
  if (left > 0) log.info({ jobs: left }, 'jobs of a killed worker are resumed');
  const settings = watchSettings(paths.settings);
  const activity = createActivityTracker({ file: paths.activity, log, now });
  const core = createCore(given, settings, activity);
  const { intake, jobs, embedding, team, maintenance, feed, changes, onTrouble } = core;

  updateExcluded(paths.settings);
  const watcher = watchSpool(paths.spool, () => restoreSpool(paths), intake.wake);
  intake.wake();
  intake.catchUp();
  embedding.wake();
  const rereading = repair === null ? Promise.resolve() : reread(given, core, settings, repair);
  const http = serveHttp(
    {
      ...{ store, paths, now, startedAt: now(), settings: settings.current, queue: jobs, changes, log },
      submit: core.submit,
      forgetAt: maintenance.forgetAt,
      settingsChanged: settings.check,
      changed: () => {
        feed.check();
        embedding.wake();
        team.wake();
      },
    },
    settings.current().port,
    log,
  );
  const ticker = startTicking(
    {
      ...{ paths, log, now, end, ownership, activity, settings, onTrouble },
      listeners: changes.listeners,
      keepPort: () => void http.then((listening) => listening.keepPort()),
      startMaintenance: maintenance.start,
    },
    // After the spool was taken: a session that looks silent may have events that wait there.
    intake.settled(),
  );

  const why = await end.requested;
  await shutDown({
    ...{ paths, lock, store, ownership, intake, rereading },
    sources: [{ stop: watcher.close }, ticker, feed, core.rules],
    background: [jobs, embedding, maintenance, team],
    closeHttp: () => http.then((listening) => listening.close()),
  });
  return why;
}

/** The parts that work on the store, connected. */
function createCore(given: ServeParts, settings: SettingsWatch, activity: ActivityTracker) {
  const { store, paths, log, now, end, ownership } = given;
  const common = { store, paths, settings: settings.current, log, now };
  const run = `${process.pid}-${now()}`;
  const trimHeap = createHeapTrimmer();
  const changes = createChangeBus(run);
  const feed = createChangeFeed({ store, changes, log, now });
  const rate = createArrivalRate(now);
  const readingList = createReadingList();

  /** A store that turns out to be damaged is repaired by the next worker. */
  const onTrouble = (error: unknown) => {
    if (!isDamage(error)) return;
    markDamaged(paths.database);
    end.request('the store is damaged');
  };
  /** Before anything is taken: the files and the settings may have changed. */
  const checkBefore = () => {
    const lost = ownership.lost();
    if (lost) end.request(lost);
    settings.check();
    return ownership.hasStore();
  };
  const embedding = createEmbeddingLoop({ ...common, onWork: activity.touch });
  const rules = createRulesFiles(common);
  const team = createTeamLoop({
    ...{ ...common, random: Math.random },
    onChange: () => {
      feed.check();
      embedding.wake();
      rules.wake();
    },
  });
  const jobs = createJobLoop({
    ...{ ...common, home: paths.home, random: Math.random, owner: run, isBusy: rate.isBusy },
    onWork: () => {
      trimHeap();
      activity.touch();
    },
    onChange: (changed) => {
      feed.changed(changed);
      feed.check();
      embedding.wake();
      rules.wake();
      team.wake();
    },
  });
  const intake = createIntake({
    ...{ ...common, readingList, checkBefore, onTrouble, onIdle: jobs.wake, onCommit: feed.check },
    onActivity: (project) => {
      rules.wake();
      trimHeap();
      activity.captured(project);
    },
  });
  const maintenance = createMaintenance({
    ...{ ...common, readingList, read: intake.wake, isQuiet: activity.isQuiet },
    onChange: () => {
      feed.check();
      team.wake();
    },
    onDamage: () => end.request('the store is damaged'),
  });
  settings.onChange(() => {
    updateExcluded(paths.settings);
    changes.publish('settings.changed', {});
    intake.reload();
    embedding.wake();
    log.info('the settings were read again');
  });
  /** For events that come over HTTP. */
  const submit: typeof intake.submit = async (deliveries) => {
    activity.touch();
    if (end.isRequested() || !checkBefore()) throw new CMemError('WORKER_ENDING', 'The worker is ending');
    rate.add(deliveries.length);
    return intake.submit(deliveries);
  };
  return { changes, feed, rules, readingList, jobs, embedding, team, intake, maintenance, submit, onTrouble };
}

/** A spool folder that is gone is made again; a data folder that somebody deleted is not ours to make. */
function restoreSpool(paths: Paths): void {
  if (existsSync(paths.home)) makePrivateFolder(paths.spool);
}

async function reread(
  { store, paths, log, now, end }: ServeParts,
  { intake, readingList }: ReturnType<typeof createCore>,
  settings: SettingsWatch,
  repair: Repair,
): Promise<void> {
  const read = async () => {
    intake.wake();
    await intake.settled();
  };
  const parts = { store, paths, settings: settings.current(), log, now, readingList, read };
  try {
    await readTranscriptsAgain({ ...parts, isStopped: end.isRequested }, repair);
  } catch (error) {
    log.error({ error: errorName(error) }, 'the transcripts could not be read again');
  }
}
