// `c-mem remember`: adds a memory manually.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineCommand } from 'citty';
import { createCleaner } from '../../../capture/clean/index.ts';
import { remember } from '../../../capture/remember.ts';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { FINDING_TYPES } from '../../../domain/memory-types.ts';
import { branchOf } from '../../../recall/context/working-tree.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { projectHere, withWritableStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'remember',
    description: 'Add a memory to this project',
    examples: [
      'c-mem remember "Deploys need the VPN"',
      'c-mem remember "Never store prices as floats" --type decision --file src/cart.ts',
    ],
  },
  args: {
    text: { type: 'positional', variadic: true, description: 'Text to remember' },
    title: { type: 'string', description: 'Title (default: the first sentence)' },
    type: { type: 'string', description: `One of: ${FINDING_TYPES.join(', ')} (default: inferred from the text)` },
    file: { type: 'string', description: 'Related files (comma-separated)' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    if (args.type !== undefined && !FINDING_TYPES.some((type) => type === args.type)) {
      throw new CMemError('USAGE', `Invalid --type value "${args.type}"`, {
        fix: `${didYouMean(args.type, FINDING_TYPES)}Use one of: ${FINDING_TYPES.join(', ')}.`,
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
    for (const file of args.file?.split(',') ?? [])
      if (!existsSync(resolve(project.worktree, file.trim())))
        process.stderr.write(
          `${file.trim()} does not exist in ${project.worktree}: the memory will say that it was deleted.\n`,
        );
    if (args.json) return printJson(made);
    print(`Remembered as #${made.id}: ${made.title}`);
  },
});
