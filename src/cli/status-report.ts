// Gathers what `status` shows. Works with the worker down, the database missing and the native module broken.

import type { Paths } from '../config/paths.ts';
import { loadSettings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import {
  type Finding,
  type Health,
  isInstalled,
  type TeamState,
  teamState,
  type VectorState,
  vectorState,
  type WorkerState,
  workerState,
} from '../health/index.ts';
import { SPOOL_SUFFIX } from '../spool/format.ts';
import { countFiles } from '../spool/take.ts';
import { type Counts, type EngineName, engineName, type Learned, openStore } from '../store/index.ts';

interface Counted extends Counts {
  /** Jobs with a model answer that could not be read. */
  unreadable: number;
  /** Since midnight. */
  today: Learned;
  /** Memories that an agent forgot and a person can still take back. */
  hidden: number;
  /** How many memories have a vector; null if no embeddings model is set. */
  vectors: VectorState | null;
  /** Null if no team is set up. */
  team: TeamState | null;
}

export interface Status extends Counted {
  version: string;
  /** Which SQLite this Node uses. */
  engine: EngineName;
  home: string;
  /** Whether the next event will be kept, and what prevents it. */
  capturing: boolean;
  stoppedBy: Finding | null;
  /** Whether Claude Code's settings enable our plugin. */
  installed: boolean;
  spool: number;
  quarantine: number;
  worker: WorkerState;
  problems: Finding[];
  /** What could be better, with nothing wrong. */
  offers: Finding[];
}

const EMPTY: Counted = {
  events: 0,
  sessions: 0,
  prompts: 0,
  observations: 0,
  summaries: 0,
  hostMemories: 0,
  queue: { waiting: 0, running: 0, failed: 0 },
  lastEventAt: null,
  unreadable: 0,
  today: { observations: 0, summaries: 0, titles: [] },
  hidden: 0,
  vectors: null,
  team: null,
};

export async function readStatus(paths: Paths, health: Health): Promise<Status> {
  return {
    version,
    engine: engineName(),
    home: paths.home,
    capturing: health.capturing,
    stoppedBy: health.stoppedBy,
    installed: isInstalled(paths),
    ...readCounts(paths),
    spool: await countFiles(paths.spool, SPOOL_SUFFIX),
    quarantine: await countFiles(paths.quarantine),
    worker: workerState(paths),
    problems: health.findings.filter(({ state }) => state === 'warning' || state === 'fault'),
    offers: health.findings.filter(({ state }) => state === 'offer'),
  };
}

/** Zeros if the database cannot be read: `health` reports why. */
function readCounts(paths: Paths): Counted {
  try {
    const store = openStore(paths.database, { readonly: true });
    try {
      return {
        ...store.memories.counts(),
        unreadable: store.unreadable.count(),
        today: store.memories.learnedSince(new Date().setHours(0, 0, 0, 0)),
        hidden: store.forgetting.hidden().length,
        vectors: vectorState(loadSettings(paths.settings).settings, store),
        team: teamState(paths, store),
      };
    } finally {
      store.close();
    }
  } catch {
    return EMPTY;
  }
}
