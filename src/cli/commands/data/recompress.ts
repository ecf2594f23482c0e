// `c-mem recompress`: compresses finished ranges again, as long as their raw events are kept. The worker does it with the
// current provider; what an older embedded compressor made is redone here (see recompress-outdated.ts).

import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import type { Store } from '../../../store/index.ts';
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
    const { provider } = loadSettings(resolvePaths().settings).settings;
    await (args['dry-run'] ? withUnchangedStore : withExistingStore)(async (store) => {
      if (session && !store.sessions.find(session))
        throw new CMemError('SESSION_UNKNOWN', `There is no session ${session}`);
      const again = () => (failed ? store.jobs.retryFailed : store.jobs.requestRecompress)(session ?? null, Date.now());
      const would = undone(store, again);
      const what = `${count(would, 'turn')} with \`${provider}\``;
      if (args['dry-run']) {
        if (args.json) return printJson({ done: false, jobs: would });
        return print(would === 0 ? NOTHING : `Would recompress ${what}. Nothing was changed.`);
      }
      // What failed has no memories yet that could be replaced.
      const sure =
        failed ||
        would === 0 ||
        (await confirm({
          shows: [`This recompresses ${what}. New memories replace old ones, except those you edited or pinned.`],
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
