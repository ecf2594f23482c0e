// `c-mem remember`: writes a memory by hand.

import { defineCommand } from 'citty';
import { createCleaner } from '../../../capture/clean/index.ts';
import { remember } from '../../../capture/remember.ts';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { OBSERVATION_TYPES } from '../../../domain/memory-types.ts';
import { branchOf } from '../../../recall/context/working-tree.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { projectHere, withWritableStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'remember',
    description: 'Writes a memory of this project, such as: c-mem remember "Deploys need VPN"',
  },
  args: {
    text: { type: 'positional', variadic: true, description: 'what to remember' },
    title: { type: 'string', description: 'Its title; else its first sentence' },
    type: { type: 'string', description: OBSERVATION_TYPES.join(', ') },
    file: { type: 'string', description: 'A file it is about; several with commas between them' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    if (args.type !== undefined && !OBSERVATION_TYPES.some((type) => type === args.type)) {
      throw new CMemError('USAGE', `--type cannot be "${args.type}"`, {
        fix: `${didYouMean(args.type, OBSERVATION_TYPES)}It is one of: ${OBSERVATION_TYPES.join(', ')}.`,
      });
    }
    const paths = resolvePaths();
    makePrivateFolder(paths.home);
    const { settings } = loadSettings(paths.settings);
    const project = projectHere();
    const made = await withWritableStore((store) =>
      remember(
        store,
        { text: args._.join(' '), title: args.title, type: args.type, files: args.file?.split(',') },
        {
          project,
          branch: branchOf(project.worktree),
          now: Date.now(),
          cleaner: createCleaner(settings),
        },
      ),
    );
    if (args.json) return printJson(made);
    print(`Remembered as #${made.id}: ${made.title}`);
  },
});
