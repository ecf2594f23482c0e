// The worker's parts without processes: a data folder with a real store and a spool, settings, and a clock of the test's.
import { mkdirSync, readdirSync } from 'node:fs';
import { type Paths, resolvePaths } from '../../src/config/paths.ts';
import type { Settings } from '../../src/config/settings.ts';
import { writeSpoolFile } from '../../src/spool/write.ts';
import { createIntake, type Intake, type IntakeParts } from '../../src/worker/intake/intake.ts';
import { createReadingList, type ReadingList } from '../../src/worker/intake/reading-list.ts';
import { openLog, type WorkerLog } from '../../src/worker/log.ts';
import { DEFAULT_SETTINGS } from './job-bench.ts';
import { createStore, type TestStore } from './store.ts';

export interface WorkerBench {
  store: TestStore;
  paths: Paths;
  clock: { now: number };
  settings: Settings;
  readingList: ReadingList;
  log: WorkerLog;
  /** What the intake reported, in order. */
  reports: string[];
  /** Puts a hook's payload into the spool. */
  spool(payload: object, event?: string): void;
  spooled(): string[];
  intake(parts?: Partial<IntakeParts>): Intake;
  count(table: string): number;
  rows<T>(query: string): T[];
  close(): void;
}

export function createWorkerBench(now = Date.now()): WorkerBench {
  const store = createStore();
  const paths = resolvePaths({ C_MEM_HOME: store.folder });
  mkdirSync(paths.spool);
  const intakes: Intake[] = [];
  const rows = <T>(query: string) => store.db.prepare(query).all() as T[];
  const self: WorkerBench = {
    store,
    paths,
    clock: { now },
    settings: { ...DEFAULT_SETTINGS },
    readingList: createReadingList(),
    log: openLog(null, 'silent'),
    reports: [],
    spool(payload, event = 'PostToolUse') {
      const door = { host: 'claude-code', plugin: true };
      const { cwd } = payload as { cwd?: string };
      writeSpoolFile(paths.spool, { event, door, projectDir: cwd }, JSON.stringify(payload));
    },
    spooled: () => readdirSync(paths.spool),
    intake(parts = {}) {
      const intake = createIntake({
        ...{ store: store.parts, paths, log: self.log, readingList: self.readingList },
        settings: () => self.settings,
        now: () => self.clock.now,
        onActivity: (project) => self.reports.push(`activity in ${project}`),
        onIdle: () => self.reports.push('idle'),
        onTrouble: () => self.reports.push('trouble'),
        onCommit: () => self.reports.push('commit'),
        checkBefore: () => true,
        ...parts,
      });
      intakes.push(intake);
      return intake;
    },
    count: (table) => (rows<{ n: number }>(`select count(*) as n from ${table}`)[0] as { n: number }).n,
    rows,
    close() {
      for (const intake of intakes) intake.stop();
      store.close();
    },
  };
  return self;
}
