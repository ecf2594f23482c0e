// `c-mem uninstall`: removes every trace except the data; with --purge, the data too.

import { existsSync, rmSync } from 'node:fs';
import { defineCommand } from 'citty';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { workerState } from '../../../health/index.ts';
import { launcherFolder, uninstallProgram } from '../../../hosts/index.ts';
import { counts } from '../../args/numbers.ts';
import { pathLines } from '../../path-advice.ts';
import { withStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import { stopWorker } from '../../worker-control.ts';
import { HOST_NAMES, INSTALLABLE, namedHosts } from './install-hosts.ts';

export default defineCommand({
  meta: {
    name: 'uninstall',
    description: 'Remove C-Mem from all hosts (keeps your memories unless you pass --purge)',
    examples: ['c-mem uninstall --dry-run', 'c-mem uninstall --host codex', 'c-mem uninstall --purge'],
  },
  args: {
    host: { type: 'string', description: `Only from these hosts: ${HOST_NAMES.join(', ')}` },
    purge: { type: 'boolean', description: 'Also delete all memories' },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    const named = namedHosts(args.host);
    if (named && args.purge)
      throw new CMemError('USAGE', '--purge deletes the memories of all hosts', { fix: 'Omit --host.' });
    const uninstall = (dryRun: boolean) => [
      ...(named ?? INSTALLABLE).flatMap(({ integration }) => integration.uninstall(paths, dryRun)),
      ...(named ? [] : uninstallProgram(paths, dryRun)),
    ];
    const purge = args.purge === true && existsSync(paths.home);
    const kept = args.purge || !existsSync(paths.home) ? [] : [paths.home];
    const would = uninstall(true).filter((what) => !purge || !what.startsWith(paths.home));
    if (purge) would.push(`${paths.home} with ${await memoriesIn()}`);
    const stops = !named && workerState(paths).running ? ['It also stops the worker.'] : [];
    const shows = would.length > 0 ? ['This removes:', ...would.map(item), ...stops] : [];
    if (args['dry-run']) {
      if (args.json) return printJson({ done: false, gone: would, kept });
      return print(
        ...(would.length > 0 ? ['Would remove:', ...would.map(item), ...stops] : [NOT_INSTALLED]),
        UNCHANGED,
      );
    }
    const sure =
      would.length === 0 ||
      (await confirm({
        shows,
        asks: purge ? 'Permanently delete all memories?' : 'Remove?',
        yes: args.yes ?? false,
        hasDryRun: true,
      }));
    if (!sure) return print(UNCHANGED);
    if (!named) await stopWorker(paths);
    const gone = uninstall(false);
    if (purge) {
      rmSync(paths.home, { recursive: true, force: true });
      gone.push(paths.home);
    }
    if (args.json) return printJson({ done: true, gone, kept });
    print(
      ...(gone.length > 0
        ? [
            `C-Mem was removed${named ? ` from ${named.map(({ title }) => title).join(', ')}` : ''}. Deleted:`,
            ...gone.map(item),
          ]
        : [NOT_INSTALLED]),
    );
    if (!args.purge && existsSync(paths.home)) print(keptIn(paths));
    for (const file of named ? [] : pathLines(paths))
      print(`${file} still adds ${launcherFolder(paths)} to your PATH; you can delete that line.`);
  },
});

const NOT_INSTALLED = 'C-Mem is not installed.';
const UNCHANGED = 'Nothing was changed.';
const item = (what: string) => `  - ${what}`;
const keptIn = ({ home }: Paths) => `Your memories are still in ${home}. Delete that folder to delete them.`;

async function memoriesIn(): Promise<string> {
  try {
    const { observations, summaries, sessions } = await withStore((store) => store.memories.counts());
    return counts([sessions, 'session'], [observations, 'observation'], [summaries, 'summary', 'summaries']);
  } catch {
    return 'everything in it';
  }
}
