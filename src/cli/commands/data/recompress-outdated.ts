// `c-mem recompress --outdated`: redoes what an older version of the embedded compressor made, in this process, beside a
// worker or without one.

import {
  describeOutdated,
  estimateMs,
  offerRedoing,
  outdatedTurns,
  type Redone,
  redoOutdated,
} from '../../../compress/outdated.ts';
import { resolvePaths } from '../../../config/paths.ts';
import type { OutdatedTurn, Store } from '../../../store/index.ts';
import { count } from '../../args/numbers.ts';
import { withExistingStore, withUnchangedStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import { duration, startProgress } from '../../terminal/progress.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { hooksFirst } from './import-history.ts';

interface OutdatedOptions {
  dryRun: boolean;
  yes: boolean;
  json: boolean;
}

const NOTHING = 'Nothing to recompress: every turn that can be was compressed by the current version or by a model.';

export async function recompressOutdated({ dryRun, yes, json }: OutdatedOptions): Promise<void> {
  await (dryRun ? withUnchangedStore : withExistingStore)(async (store) => {
    const turns = outdatedTurns(store);
    if (turns.length === 0) {
      if (!dryRun) offerRedoing(store);
      return json ? printJson({ done: !dryRun, turns: 0 }) : print(NOTHING);
    }
    const ms = Math.round(estimateMs(store, turns, Date.now()));
    if (dryRun && json) return printJson({ done: false, turns: turns.length, estimatedMs: ms });
    const what = `${describeOutdated(turns.length)}. Recompressing takes about ${duration(ms)} and uses no model.`;
    if (dryRun) return print(what, 'Nothing was changed.');
    const replaces = 'New memories replace old ones, except those you edited, pinned, or hid.';
    if (!(await confirm({ shows: [what, replaces], asks: 'Recompress?', yes, hasDryRun: true })))
      return print('Nothing was changed.');
    const redone = await redo(store, turns);
    if (json) return printJson({ done: !redone.stopped, ...redone });
    print(...inWords(redone));
  });
}

async function redo(store: Store, turns: OutdatedTurn[]): Promise<Redone> {
  const progress = startProgress('Recompressing turns', turns.length);
  return withStopSignal(async (isStopped) => {
    const redone = await redoOutdated(turns, {
      ...{ store, now: Date.now, isStopped, pause: hooksFirst(resolvePaths()) },
      owner: `recompress-${process.pid}`,
      onTurn: progress.update,
    });
    progress.end(redone.stopped ? 'stopped' : 'done');
    return redone;
  });
}

function inWords({ turns, observations, left, failed, lastError, stopped }: Redone): string[] {
  const lines = [`${count(turns, 'turn')} recompressed: ${count(observations, 'observation')}.`];
  if (left > 0) lines.push(`${count(left, 'turn')} left alone: changed in the meantime, or not over yet.`);
  if (failed > 0)
    lines.push(`${count(failed, 'turn')} could not be recompressed (${lastError}); the old memories were kept.`);
  if (stopped) lines.push('Stopped. Rerun the command to resume.');
  return lines;
}
