// `c-mem recompress`: has finished ranges compressed again by the provider of now, as long as their raw events are kept.

import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import type { Store } from '../../../store/index.ts';
import { count } from '../../args/numbers.ts';
import { withExistingStore, withUnchangedStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: { name: 'recompress', description: 'Compresses again what is stored raw. What you edited or pinned stays.' },
  args: {
    session: { type: 'string', description: 'Only this session (the host’s id)' },
    all: { type: 'boolean', description: 'Everything whose raw events are still kept' },
    failed: { type: 'boolean', description: 'What could not be compressed, once more' },
    'dry-run': { type: 'boolean', description: 'Only show how much it would be' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    const { session, all = false, failed = false } = args;
    if (!session && !all && !failed) throw new CMemError('USAGE', 'Say which: --session <id>, --all, or --failed');
    if (all && (session || failed))
      throw new CMemError('USAGE', `--all and ${session ? '--session' : '--failed'} cannot be given together`, {
        fix: 'Give one of them.',
      });
    const { provider } = loadSettings(resolvePaths().settings).settings;
    await (args['dry-run'] ? withUnchangedStore : withExistingStore)(async (store) => {
      if (session && !store.sessions.find(session))
        throw new CMemError('SESSION_UNKNOWN', `There is no session ${session}`);
      const again = () => (failed ? store.jobs.retryFailed : store.jobs.requestRecompress)(session ?? null, Date.now());
      const would = undone(store, again);
      const what = `${count(would, 'turn')} by \`${provider}\``;
      if (args['dry-run']) {
        if (args.json) return printJson({ done: false, jobs: would });
        return print(would === 0 ? NOTHING : `Would compress ${what}. Nothing was changed.`);
      }
      // What failed has no memories yet that could be replaced.
      const sure =
        failed ||
        would === 0 ||
        (await confirm({
          shows: [
            `This compresses ${what} again; the new memories replace the old ones, except edited and pinned ones.`,
          ],
          asks: 'Compress again?',
          yes: args.yes ?? false,
          hasDryRun: true,
        }));
      if (!sure) return print('Nothing was changed.');
      const jobs = again();
      if (args.json) return printJson({ done: true, jobs });
      print(jobs === 0 ? NOTHING : `${count(jobs, 'turn waits', 'turns wait')} for the worker.`);
    });
  },
});

const NOTHING = 'There is nothing to compress again.';

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
