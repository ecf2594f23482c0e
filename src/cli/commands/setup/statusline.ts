// `c-mem statusline`: one short line for the host's status line. Fast, because it does not open the database.
import { readFileSync } from 'node:fs';
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { isObject, type JsonObject, text } from '../../../domain/json.ts';
import { liveWorker } from '../../../process/worker-file.ts';
import { countFiles } from '../../../spool/take.ts';
import { print } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'statusline',
    description: "Print a short status for the host's status line",
    examples: ['c-mem statusline'],
    notes: {
      title: 'In Claude Code',
      lines: [
        'Add this to ~/.claude/settings.json (with the full path if `c-mem` is',
        'not on your PATH: ~/.c-mem/launcher/c-mem):',
        '',
        '"statusLine": { "type": "command", "command": "c-mem statusline" }',
      ],
    },
  },
  async run() {
    const paths = resolvePaths();
    if (!liveWorker(paths.workerInfo)) {
      const waiting = await countFiles(paths.spool, '.json');
      return print(waiting > 0 ? `c-mem: ${waiting} waiting` : 'c-mem: ready');
    }
    const activity = readActivity(paths.activity);
    const project = text(activity, 'project');
    print(activity['active'] === true && project ? `c-mem: remembering ${project}` : 'c-mem: ready');
  },
});

function readActivity(file: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
