// The capture pipeline under one version of the settings: what cleans, records and reads up on transcripts.

import { createEnvelopeCleanser } from '../../capture/clean/envelope.ts';
import { cleanseText } from '../../capture/clean/fields.ts';
import { buildRedact } from '../../capture/clean/secrets.ts';
import { createIngest, type Ingest } from '../../capture/ingest.ts';
import { createLedger } from '../../capture/ledger.ts';
import { cachedProjects } from '../../capture/project.ts';
import { createReconciler, type Reconciler } from '../../capture/reconcile.ts';
import type { Paths } from '../../config/paths.ts';
import { createPauseCheck } from '../../config/pause.ts';
import type { Settings } from '../../config/settings.ts';
import type { Store } from '../../store/index.ts';
import { createBatchIngester, type IngestAll } from './batches.ts';

export interface Pipeline {
  ingest: Ingest;
  ingestAll: IngestAll;
  reconciler: Reconciler;
  /** Text without secrets and private parts, for what is kept outside the store. */
  cleanse(text: string): string;
  /** Whether the intake has stopped, or other settings have taken over. */
  isStopped(): boolean;
}

export interface PipelineParts {
  store: Store;
  paths: Paths;
  settings: Settings;
  now: () => number;
  isStopped: () => boolean;
}

export function createPipeline({ store, paths, settings, now, isStopped }: PipelineParts): Pipeline {
  const cleanse = { limit: settings.fieldLimitKb * 1024, redact: buildRedact(settings.redactPatterns) };
  const shape = { ...cleanse, skipTools: settings.skipTools };
  const ledger = createLedger(store, {
    now,
    identify: cachedProjects(now),
    excludeProjects: settings.excludeProjects,
    isPaused: createPauseCheck(paths),
    ...createEnvelopeCleanser(cleanse),
    queue: { quietMs: settings.quietMinutes * 60_000, batchEvents: settings.batchEvents },
  });
  const ingest = createIngest(store, ledger, shape);
  return {
    ingest,
    ingestAll: createBatchIngester(store, ingest),
    reconciler: createReconciler(store, ledger, { ...shape, now, isStopped }),
    cleanse: (text) => cleanseText(text, cleanse),
    isStopped,
  };
}
