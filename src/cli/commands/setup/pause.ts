// `c-mem pause`: stops capture until `c-mem resume`.
import { defineCommand } from 'citty';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { pause } from '../../../config/pause.ts';
import { clock, day } from '../../../recall/format.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'pause',
    description: 'Pause capture and context injection',
    examples: ['c-mem pause'],
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  run({ args }) {
    const paths = resolvePaths();
    makePrivateFolder(paths.home);
    const now = Date.now();
    const since = pause(paths, now);
    if (args.json) return printJson({ paused: true, since: new Date(since).toISOString() });
    print(
      since === now ? 'Paused.' : `Already paused since ${day(since)} ${clock(since)}.`,
      'From the next hook on, no session is captured or given context. Nothing from the pause is imported later.',
      'Run `c-mem resume` to resume.',
    );
  },
});
