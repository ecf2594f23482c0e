// `c-mem uninstall`: every trace but the data; with --purge the data, too.
import { rmSync } from 'node:fs';
import { defineCommand } from 'citty';
import { cacheFolder, claudeFolder } from '../../config/host.ts';
import { resolvePaths } from '../../config/paths.ts';
import { hostPlace, uninstall } from '../../hosts/claude-code/install.ts';
import { confirm } from '../confirm.ts';
import { print, printJson } from '../output.ts';
import { stopWorker } from '../worker-control.ts';

export default defineCommand({
  meta: { name: 'uninstall', description: 'Takes C-Mem out of Claude Code; the memories stay, unless --purge.' },
  args: {
    purge: { type: 'boolean', description: 'Delete all memories as well' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    if (args.purge && !(await confirm(`Delete all memories in ${paths.home} for good?`, args.yes ?? false))) {
      return print('Nothing was changed.');
    }
    await stopWorker(paths);
    const gone = uninstall(hostPlace(claudeFolder(), cacheFolder()), paths);
    if (args.purge) {
      rmSync(paths.home, { recursive: true, force: true });
      gone.push(paths.home);
    }
    if (args.json) return printJson({ gone, kept: args.purge ? [] : [paths.home] });
    print(
      gone.length > 0 ? 'C-Mem is out of Claude Code. Gone:' : 'C-Mem was not in Claude Code.',
      ...gone.map((what) => `  - ${what}`),
    );
    if (!args.purge) print(`The memories stay in ${paths.home}; \`c-mem uninstall --purge\` deletes them.`);
  },
});
