// What every Node hook does: a payload of another host than the one it was installed into is dropped, private text is
// stripped before anything is written, the payload goes to the spool, and the worker is started if none runs. Whatever happens, it prints no error and the agent goes on.
import { writeSync } from 'node:fs';
import { mayHoldPrivate, stripPayload } from '../capture/clean/private.ts';
import { looksLikeClaudeCode } from '../capture/marks.ts';
import { isExcludedHere } from '../config/excluded.ts';
import { currentFolder, projectFolder } from '../config/host.ts';
import { makePrivateFolder, type Paths, resolvePaths } from '../config/paths.ts';
import { isPaused } from '../config/pause.ts';
import { version } from '../config/version.ts';
import { isObject } from '../domain/json.ts';
import { ensureWorker } from '../process/start-worker.ts';
import { writeSpoolFile } from '../spool/write.ts';
import type { Call } from './call.ts';
import { setUp } from './setup.ts';

export interface HookPlace {
  paths: Paths;
  projectDir: string | null;
  now: number;
}

/** What to print for an event; null for nothing. */
export type AnswerHook = (event: string, body: string, place: HookPlace) => Promise<string | null>;

export async function runHook(
  event: string,
  raw: string,
  { door }: Call,
  bundleFolder: string,
  answer: AnswerHook | null,
): Promise<void> {
  if (door.plugin && door.host === 'claude-code' && !looksLikeClaudeCode(raw)) return;
  const paths = resolvePaths();
  if (isPaused(paths.paused) || isExcludedHere(paths.excluded, [projectFolder(), currentFolder()])) return;
  const body = withoutPrivate(raw);
  if (body === null || body.trim() === '') return;
  if (event === 'Setup') return print(setUp(paths, bundleFolder));
  makePrivateFolder(paths.spool);
  writeSpoolFile(paths.spool, { event, door, projectDir: projectFolder() }, body);
  // After the file is there: a worker that is just ending takes it with its last look, or a new one does.
  ensureWorker(paths, bundleFolder, Date.now(), event === 'SessionStart' ? version : undefined);
  if (!answer) return;
  print(await answer(event, body, { paths, projectDir: projectFolder() ?? null, now: Date.now() }));
}

function print(output: string | null): void {
  if (output !== null) writeSync(1, output);
}

/** The payload as it may be written; null where it may hold private text that cannot be told from the rest. */
function withoutPrivate(raw: string): string | null {
  if (!mayHoldPrivate(raw)) return raw;
  try {
    const payload: unknown = JSON.parse(raw);
    return isObject(payload) ? JSON.stringify(stripPayload(payload)) : null;
  } catch {
    return null;
  }
}
