// Maintenance without processes: on a real store, started by the test as the tick would, by a clock of the test's.
import { type Paths, resolvePaths } from '../../src/config/paths.ts';
import { createReadingList, type ReadingList } from '../../src/worker/intake/reading-list.ts';
import { openLog } from '../../src/worker/log.ts';
import { createMaintenance, type Maintenance } from '../../src/worker/maintenance/index.ts';
import { createJobBench, type JobBench } from './job-bench.ts';

export const HOUR_MS = 3600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface MaintenanceBench extends JobBench {
  paths: Paths;
  maintenance: Maintenance;
  readingList: ReadingList;
  /** Whether nobody needs the worker right now. */
  quiet: boolean;
  /** What maintenance reported, in order. */
  reports: string[];
  /** Lets time pass, then has everything done that is due. */
  after(ms: number): Promise<void>;
  notices(): string[];
}

export function createMaintenanceBench(): MaintenanceBench {
  const bench = createJobBench();
  const store = bench.store.parts;
  const paths = resolvePaths({ C_MEM_HOME: bench.store.folder });
  const readingList = createReadingList();
  const reports: string[] = [];
  const self = { ...bench, paths, readingList, reports, quiet: true } as MaintenanceBench;
  self.maintenance = createMaintenance({
    ...{ store, paths, readingList, log: openLog(null, 'silent') },
    settings: () => self.settings,
    now: () => bench.clock.now,
    read: () => reports.push('read'),
    isQuiet: () => self.quiet,
    onDamage: () => reports.push('damage'),
    onChange: () => reports.push('change'),
  });
  self.after = async (ms) => {
    bench.clock.now += ms;
    self.maintenance.start();
    await self.maintenance.settled();
  };
  self.notices = () => store.notices.read().map(({ kind }) => kind);
  return self;
}
