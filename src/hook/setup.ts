// The part of the hook for the host's Setup event (`claude --init`, `--maintenance`): a worker of an older version gives
// way, and the user sees a message if something needs repair. It is not a hot event: checking everything takes a moment.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { version } from '../config/version.ts';
import { isObject, text } from '../domain/json.ts';
import { replaceOlderWorker } from '../process/start-worker.ts';
import type { Call } from './call.ts';
import { print, readEvent } from './take-event.ts';

const WAIT_MS = 8000;

export function run(event: string, raw: string, call: Call, bundleFolder: string): void {
  const read = readEvent(event, raw, call);
  if (read) print(setUp(read.paths, bundleFolder));
}

/** What to print: a message for the user, or null. */
function setUp(paths: Paths, bundleFolder: string): string | null {
  replaceOlderWorker(paths, version);
  const program = join(bundleFolder, 'c-mem.cjs');
  if (!existsSync(program)) return message('its program is missing', 'Reinstall c-mem, then run `c-mem install`.');
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const args = [program, 'doctor', '--json', '--no-probe'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: WAIT_MS });
  const report: unknown = JSON.parse(stdout);
  const findings = isObject(report) && Array.isArray(report['findings']) ? report['findings'] : [];
  // That the plugin runs, this very call shows.
  const fault = findings.filter(isObject).find(({ state, check }) => state === 'fault' && check !== 'plugin');
  return fault
    ? message(text(fault, 'message') ?? 'something is wrong', text(fault, 'fix') ?? 'Run `c-mem doctor`.')
    : null;
}

const message = (what: string, fix: string) => JSON.stringify({ systemMessage: `C-Mem: ${what}. ${fix}` });
