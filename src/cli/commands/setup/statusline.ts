// `c-mem statusline`: one short line for the host's status line. Fast, because it does not open the database.
import { existsSync, readFileSync } from 'node:fs';
import { defineCommand } from 'citty';
import { currentFolder } from '../../../config/environment.ts';
import { isExcludedHere } from '../../../config/excluded.ts';
import { resolvePaths } from '../../../config/paths.ts';
import { isPaused } from '../../../config/pause.ts';
import { isObject, type JsonObject, text } from '../../../domain/json.ts';
import { launchFolder } from '../../../hosts/index.ts';
import { liveWorker } from '../../../process/worker-file.ts';
import { countFiles } from '../../../spool/take.ts';
import { readPayload } from '../../args/stdin-payload.ts';
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
    if (isPaused(paths.paused)) return print('c-mem: paused');
    // Whoever excludes nothing does not wait for the host's payload.
    if (existsSync(paths.excluded) && isExcludedHere(paths.excluded, await foldersHere()))
      return print('c-mem: excluded here');
    if (!liveWorker(paths.workerInfo)) {
      const waiting = await countFiles(paths.spool, '.json');
      return print(waiting > 0 ? `c-mem: ${waiting} waiting` : 'c-mem: ready');
    }
    const activity = readActivity(paths.activity);
    const project = text(activity, 'project');
    print(activity['active'] === true && project ? `c-mem: remembering ${project}` : 'c-mem: ready');
  },
});

/** Where the host is, by its environment and by what it writes to stdin. */
async function foldersHere(): Promise<(string | undefined)[]> {
  const payload = process.stdin.isTTY ? null : await readPayload(process.stdin);
  const said: unknown = payload === null ? {} : JSON.parse(payload);
  const place = isObject(said) ? said : {};
  const workspace = isObject(place['workspace']) ? place['workspace'] : {};
  const named = [text(place, 'cwd'), text(workspace, 'current_dir'), text(workspace, 'project_dir')];
  return [launchFolder(), currentFolder() ?? process.cwd(), ...named.map((folder) => folder ?? undefined)];
}

function readActivity(file: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
