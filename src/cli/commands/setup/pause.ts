// `c-mem pause`: nothing is captured until `c-mem resume`.
import { defineCommand } from 'citty';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { pause } from '../../../config/pause.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: { name: 'pause', description: 'Pause capture, and what is shown to agents, until `c-mem resume`' },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  run({ args }) {
    const paths = resolvePaths();
    makePrivateFolder(paths.home);
    const now = Date.now();
    const since = pause(paths, now);
    if (args.json) return printJson({ paused: true, since: new Date(since).toISOString() });
    print(
      since === now ? 'Paused.' : `Capture is paused already, since ${new Date(since).toLocaleString('en-US')}.`,
      'From the next hook on nothing is captured or shown, in any session. What happens meanwhile is not imported later.',
      'Run `c-mem resume` to go on.',
    );
  },
});
