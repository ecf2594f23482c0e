// `c-mem import HOST`: what the command does around the reading itself. It runs in this process, beside a worker
// or without one: its transactions are short, and hooks go first.

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { createOffCheck } from '../../../capture/switched-off.ts';
import type { Paths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { updateExcluded } from '../../../config/settings-file.ts';
import { CMemError } from '../../../domain/errors.ts';
import type { Host, HostTranscripts } from '../../../hosts/index.ts';
import { ensureWorker } from '../../../process/start-worker.ts';
import { liveWorker } from '../../../process/worker-file.ts';
import { SPOOL_SUFFIX } from '../../../spool/format.ts';
import type { Store } from '../../../store/index.ts';
import { grouped } from '../../../text/plural.ts';
import { estimateModel } from '../../../transfer/estimate.ts';
import { type Imported, importTranscripts } from '../../../transfer/import-transcripts.ts';
import { type PrepareAhead, startPreparing } from '../../../transfer/prepare-ahead.ts';
import {
  countSkipped,
  type FoundTranscript,
  listTranscripts,
  type Skipped,
  type SkipReason,
} from '../../../transfer/transcripts.ts';
import { count } from '../../args/numbers.ts';
import { confirm } from '../../terminal/confirm.ts';
import { bytes, startProgress } from '../../terminal/progress.ts';

const HOOKS_WAIT_MS = 1000;
/** How often to look whether capture was switched off. */
const LOOK_MS = 100;
/** Starting a thread takes as long as compressing a few sessions. */
const ENOUGH_FOR_A_THREAD = 5;
const thread = () => join(__dirname, 'prepare-thread.cjs');

export interface HistoryOptions {
  host: Host;
  store: Store;
  paths: Paths;
  settings: Settings;
  folder: string | undefined;
  model: boolean;
  yes: boolean;
  isWanted: (one: FoundTranscript) => boolean;
  isStopped: () => boolean;
}

export interface HistoryOutcome extends Imported {
  folder: string;
  files: number;
  /** How much was passed over, for each reason, and where. */
  skipped: Record<SkipReason, number>;
  skippedPaths: Skipped[];
  /** Turns that were handed to the worker, which asks the model about them. */
  toModel: number;
}

export async function importHistory(options: HistoryOptions): Promise<HistoryOutcome> {
  const { store, settings, paths, isStopped } = options;
  const { host } = options;
  const transcripts = host.transcripts as HostTranscripts;
  const folder = resolve(options.folder ?? transcripts.folder());
  if (!existsSync(folder)) {
    throw new CMemError('IMPORT_UNREADABLE', `${folder} does not exist`, {
      fix: `Pass the folder that contains the transcripts: \`c-mem import ${host.name} DIR\`.`,
    });
  }
  if (options.model && settings.provider === 'embedded') {
    throw new CMemError('USAGE', '--model needs a model, but the provider is `embedded`', {
      fix: 'Choose one first (`c-mem config set provider claude`), or import without --model.',
    });
  }
  // Settings that were edited by hand since the worker last ran.
  updateExcluded(paths.settings);
  optimizeLater();
  let ahead: PrepareAhead | null = null;
  const listed = await listTranscripts(folder, transcripts, (files) => {
    // It starts while the others are listed.
    if (files === ENOUGH_FOR_A_THREAD && !options.model) ahead = startPreparing(thread(), store.file);
  });
  const { empty, skipped } = listed;
  const found = listed.found.filter(options.isWanted);
  const total = found.reduce((sum, one) => sum + one.bytes, 0);
  const progress = startProgress('Reading', total, { unit: bytes });
  let read = 0;
  const parts = {
    store,
    host,
    settings,
    now: Date.now,
    owner: `import-${process.pid}`,
    isStopped,
    pause: hooksFirst(paths),
    isOff: createOffCheck(paths, LOOK_MS),
    onRead: (some: number) => {
      read += some;
      progress.update(read);
    },
  };
  const compress = !options.model;
  const imported = await importTranscripts(found, { ...parts, compress, ...(ahead ? { ahead } : {}) }).finally(() =>
    ahead?.end(),
  );
  progress.end(imported.stopped ? 'stopped' : 'done');
  const toModel = options.model && !imported.stopped ? await handToModel(options) : 0;
  if (options.model && !imported.stopped && toModel === 0) {
    const { observations } = await importTranscripts(found, { ...parts, onRead: () => undefined, compress: true });
    imported.observations = observations;
  }
  // Files without a conversation are many and say nothing: they are counted only.
  const skippedPaths = skipped.filter(({ why }) => why !== 'empty');
  return { ...imported, folder, files: found.length + empty, skipped: countSkipped(skipped), skippedPaths, toModel };
}

/** The cost is shown before the model is called; the worker keeps to the budget. */
async function handToModel({ store, settings, paths, yes }: HistoryOptions): Promise<number> {
  const held = store.jobs.imported();
  if (held.turns === 0) return 0;
  const cost = estimateModel(held, settings);
  const price =
    `${count(held.turns, 'turn')} to compress with ${settings.provider}: about ${grouped(cost.tokens)} tokens, ` +
    `$${cost.usd.toFixed(2)}. The caps are $${settings.budget.dailyUsd} per day and $${settings.budget.monthlyUsd} per month; ` +
    'beyond them, the embedded compressor takes over.';
  if (yes) process.stderr.write(`${price}\n`);
  if (!(await confirm({ shows: [price], asks: 'Use the model?', yes, hasDryRun: false }))) return 0;
  const released = store.jobs.releaseToModel(Date.now());
  ensureWorker(paths, __dirname, Date.now());
  return released;
}

/** While hooks wait to be taken, the import waits; a moment for others to write is left in any case. */
export function hooksFirst(paths: Paths): () => Promise<void> {
  return async () => {
    await setImmediate();
    if (!liveWorker(paths.workerInfo)) return;
    await sleep(2);
    for (const end = Date.now() + HOOKS_WAIT_MS; Date.now() < end; await sleep(10)) {
      const names = await readdir(paths.spool).catch(() => [] as string[]);
      if (!names.some((name) => name.endsWith(SPOOL_SUFFIX))) return;
    }
  };
}

/**
 * An import runs for seconds: Node 20 would spend a third of the processors' time on optimizing functions that are hardly
 * called again. Later versions have a compiler in between, and no such switch.
 */
function optimizeLater(): void {
  if (!process.version.startsWith('v20.')) return;
  setFlagsFromString('--interrupt-budget=1056000');
  // Nearly all patterns are used again and again: they are compiled once, not twice.
  setFlagsFromString('--no-regexp-tier-up');
  // Texts come by the megabyte from the first moment on.
  setFlagsFromString('--semi-space-growth-factor=8');
}
