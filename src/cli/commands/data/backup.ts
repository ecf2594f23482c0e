// `c-mem backup`: creates a backup of the database. `c-mem backup list` lists the existing ones.

import { existsSync, statSync } from 'node:fs';
import { defineCommand } from 'citty';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { clock, day } from '../../../recall/format.ts';
import { checkCopy, listBackups, listSetAside } from '../../../store/index.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { withWritableStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';
import { bytes, startProgress } from '../../terminal/progress.ts';

export default defineCommand({
  meta: {
    name: 'backup',
    description: 'Create or list backups (the worker creates one per day)',
    examples: ['c-mem backup', 'c-mem backup list'],
  },
  args: {
    what: {
      type: 'positional',
      description: '`list` lists backups and the copies that a restore or repair saved; omit it to create one',
      required: false,
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    if (args.what === 'list') return list(paths, args.json ?? false);
    if (args.what !== undefined)
      throw new CMemError('USAGE', `Unknown argument "${args.what}"`, {
        fix: `${didYouMean(args.what, ['list'], (name) => `\`c-mem backup ${name}\``)}\`c-mem backup\` takes: list.`,
      });
    if (!existsSync(paths.database))
      throw new CMemError('STORE_MISSING', `There is no database at ${paths.database} yet`);
    const { size } = statSync(paths.database);
    const progress = startProgress('Copying', size, { unit: bytes });
    const backup = await withWritableStore((store) =>
      store.copies.backUp(paths, Date.now(), (share) => progress.update(share * size)),
    );
    progress.end('verified');
    if (args.json) return printJson(backup);
    print(`Created ${backup.path} (${bytes(backup.bytes)}, verified).`);
  },
});

function list(paths: Paths, json: boolean): void {
  const copies = [...listBackups(paths.backups), ...listSetAside(paths.database)];
  const backups = copies.map((backup) => ({ ...backup, wrong: checkCopy(backup.path) }));
  if (json) return printJson(backups);
  if (backups.length === 0)
    return print('No backups yet. The worker creates one per day; run `c-mem backup` to create one now.');
  const longest = Math.max(...backups.map(({ name }) => name.length));
  for (const { name, at, bytes: size, wrong } of backups) {
    print(
      `${name.padEnd(longest)}  ${day(at)} ${clock(at)}  ${bytes(size).padStart(9)}  ${wrong === null ? 'intact' : `damaged: ${wrong}`}`,
    );
  }
}
