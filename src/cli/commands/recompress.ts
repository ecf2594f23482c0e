// `c-mem recompress`: has finished ranges compressed again by the provider of now, as long as their raw events are kept.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../config/paths.ts';
import { CMemError } from '../../domain/errors.ts';
import { openDatabase } from '../../store/database.ts';
import { requestRecompress, retryFailed } from '../../store/queue.ts';
import { print, printJson } from '../output.ts';

export default defineCommand({
  meta: { name: 'recompress', description: 'Compresses again what is stored raw. What you edited or pinned stays.' },
  args: {
    session: { type: 'string', description: 'Only this session (the host’s id)' },
    all: { type: 'boolean', description: 'Everything whose raw events are still kept' },
    failed: { type: 'boolean', description: 'What could not be compressed, once more' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  run({ args }) {
    if (!args.session && !args.all && !args.failed)
      throw new CMemError('USAGE', 'Say which: --session <id>, --all, or --failed');
    const db = openDatabase(resolvePaths().database);
    const again = args.failed ? retryFailed : requestRecompress;
    const jobs = again(db, args.session ?? null, Date.now());
    db.close();
    if (args.json) return printJson({ jobs });
    print(
      jobs === 0
        ? 'There is nothing to compress again.'
        : `${jobs} ${jobs === 1 ? 'turn waits' : 'turns wait'} for the worker.`,
    );
  },
});
