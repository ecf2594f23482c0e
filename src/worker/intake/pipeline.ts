// The capture pipeline under one version of the settings, as the intake uses it.
import { type Pipeline as Capture, createPipeline as createCapture } from '../../capture/pipeline.ts';
import { createOffCheck } from '../../capture/switched-off.ts';
import type { Paths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { Store } from '../../store/index.ts';
import { createBatchIngester, type IngestAll } from './batches.ts';

export interface Pipeline extends Pick<Capture, 'ingest' | 'reconciler' | 'cleaner'> {
  ingestAll: IngestAll;
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
  const capture = createCapture(store, { now, settings, isStopped, isOff: createOffCheck(paths) });
  return { ...capture, ingestAll: createBatchIngester(store, capture.ingest), isStopped };
}
