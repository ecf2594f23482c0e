// Connects cleaner, ledger, ingestion and reconciliation: for the worker, imports, and evaluation.
import type { Settings } from '../config/settings.ts';
import type { Project } from '../domain/session.ts';
import { HOSTS, type Host } from '../hosts/index.ts';
import type { Store } from '../store/index.ts';
import { type Cleaner, createCleaner } from './clean/index.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { cachedProjects } from './project.ts';
import { createReconciler, type ReconcileOptions, type Reconciler } from './reconcile.ts';
import { createToolFilter } from './shape.ts';
import type { OffCheck } from './switched-off.ts';

const QUIET_MS = 10 * 60_000;

export interface PipelineOptions extends Pick<ReconcileOptions, 'isStopped' | 'pause' | 'onRead' | 'linesPerCommit'> {
  now: () => number;
  settings: Pick<Settings, 'fieldLimitKb' | 'redactPatterns' | 'skipTools' | 'excludeProjects' | 'batchEvents'>;
  /** Whether capture was paused at that time, or one of these folders excluded. */
  isOff: OffCheck;
  identify?: (folder: string) => Project;
  /** A turn without an event for so long is compressed without waiting for its end. */
  quietMs?: number;
  /** How long an import keeps its jobs to itself. */
  holdMs?: number;
  hosts?: readonly Host[];
}

export interface Pipeline {
  cleaner: Cleaner;
  ledger: Ledger;
  ingest: Ingest;
  reconciler: Reconciler;
}

export function createPipeline(store: Store, options: PipelineOptions): Pipeline {
  const { now, settings, isOff, holdMs, hosts = HOSTS } = options;
  const { isStopped, pause, onRead, linesPerCommit } = options;
  const cleaner = createCleaner(settings);
  const ledger = createLedger(store, {
    now,
    identify: options.identify ?? cachedProjects(now),
    excludeProjects: settings.excludeProjects,
    isOff,
    cleaner,
    queue: {
      quietMs: options.quietMs ?? QUIET_MS,
      batchEvents: settings.batchEvents,
      ...(holdMs === undefined ? {} : { holdMs }),
    },
  });
  const shaping = { cleaner, hosts, isSkipped: createToolFilter(settings.skipTools) };
  return {
    cleaner,
    ledger,
    ingest: createIngest(store, ledger, shaping),
    reconciler: createReconciler(store, ledger, {
      ...{ ...shaping, now },
      ...(isStopped ? { isStopped } : {}),
      ...(pause ? { pause } : {}),
      ...(linesPerCommit ? { linesPerCommit } : {}),
      ...(onRead ? { onRead } : {}),
    }),
  };
}
