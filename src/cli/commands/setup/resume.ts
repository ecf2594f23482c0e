// `c-mem resume`: resumes capture after `c-mem pause`.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { resume } from '../../../config/pause.ts';
import { print, printJson } from '../../terminal/output.ts';
import { duration } from '../../terminal/progress.ts';

export default defineCommand({
  meta: {
    name: 'resume',
    description: 'Resume capture and context injection',
    examples: ['c-mem resume'],
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  run({ args }) {
    const now = Date.now();
    const since = resume(resolvePaths(), now);
    if (args.json) return printJson({ paused: false, since: since === null ? null : new Date(since).toISOString() });
    print(since === null ? 'Capture was not paused.' : `Resumed after ${duration(now - since)}.`);
  },
});
