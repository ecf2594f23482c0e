// `c-mem recompress`: compresses finished ranges again, as long as their raw events are kept. The worker does it with the
// current provider; what an older embedded compressor made is redone here (see recompress-outdated.ts).

import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings, type Settings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import type { ImportedJobs, Store } from '../../../store/index.ts';
import { grouped } from '../../../text/plural.ts';
import { estimateModel } from '../../../transfer/estimate.ts';
import { count } from '../../args/numbers.ts';
import { withExistingStore, withUnchangedStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import { recompressOutdated } from './recompress-outdated.ts';

export default defineCommand({
  meta: {
    name: 'recompress',
    description: 'Rebuild memories from raw events (edited and pinned memories are kept)',
    examples: ['c-mem recompress --outdated', 'c-mem recompress --all --dry-run', 'c-mem recompress --failed'],
  },
  args: {
    session: { type: 'string', description: 'Only turns in the session with this ID' },
    all: { type: 'boolean', description: 'All turns whose raw events are still available' },
    failed: { type: 'boolean', description: 'Retry turns that could not be compressed' },
    outdated: {
      type: 'boolean',
      description:
        'Redo turns that an older version compressed without a model; uses no model either (--all uses your provider)',
    },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const { session, all = false, failed = false } = args;
    if (args.outdated) {
      const other = session ? '--session' : all ? '--all' : failed ? '--failed' : null;
      if (other)
        throw new CMemError('USAGE', `--outdated and ${other} cannot be used together`, {
          fix: 'Use only one of them.',
        });
      return recompressOutdated({
        dryRun: args['dry-run'] ?? false,
        yes: args.yes ?? false,
        json: args.json ?? false,
      });
    }
    if (!session && !all && !failed)
      throw new CMemError('USAGE', 'Nothing was selected', {
        fix: 'Use --session ID, --all, --failed, or --outdated.',
      });
    if (all && (session || failed))
      throw new CMemError('USAGE', `--all and ${session ? '--session' : '--failed'} cannot be used together`, {
        fix: 'Use only one of them.',
      });
    const { settings } = loadSettings(resolvePaths().settings);
    const { provider } = settings;
    await (args['dry-run'] ? withUnchangedStore : withExistingStore)(async (store) => {
      const id = session ? store.sessions.named(session).id : null;
      const again = () => (failed ? store.jobs.retryFailed : store.jobs.requestRecompress)(id, Date.now());
      let price = '';
      const would = undone(store, () => {
        const jobs = again();
        if (provider !== 'embedded') price = describePrice(store.jobs.waitingSize(), settings);
        return jobs;
      });
      const what = `${count(would, 'turn')} with \`${provider}\``;
      if (args['dry-run']) {
        if (args.json) return printJson({ done: false, jobs: would });
        return print(would === 0 ? NOTHING : `Would recompress ${what}.${price} Nothing was changed.`);
      }
      // What failed has no memories yet that could be replaced.
      const sure =
        failed ||
        would === 0 ||
        (await confirm({
          shows: [
            `This recompresses ${what}.${price} New memories replace old ones, except those you edited or pinned.`,
          ],
          asks: 'Recompress?',
          yes: args.yes ?? false,
          hasDryRun: true,
        }));
      if (!sure) return print('Nothing was changed.');
      const jobs = again();
      if (args.json) return printJson({ done: true, jobs });
      print(jobs === 0 ? NOTHING : `Queued ${count(jobs, 'turn')} for the worker.`);
    });
  },
});

/** Before anything is spent. */
function describePrice(jobs: ImportedJobs, settings: Settings): string {
  const { tokens, usd } = estimateModel(jobs, settings);
  const { dailyUsd, monthlyUsd } = settings.budget;
  const money = settings.provider === 'claude' ? 'your Claude plan pays' : `$${usd.toFixed(2)}`;
  return ` That is about ${grouped(tokens)} tokens, ${money}; the caps are $${dailyUsd} per day and $${monthlyUsd} per month.`;
}

const NOTHING = 'Nothing to recompress.';

class Undo extends Error {}

/** What a change would answer; it is not made. */
function undone(store: Store, change: () => number): number {
  let answer = 0;
  try {
    store.transact(() => {
      answer = change();
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return answer;
}
