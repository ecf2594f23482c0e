// What every Node hook does first: drops a payload of another host than the one it was installed into, strips private text
// before anything is written, writes the payload to the spool, and starts the worker if none is running.
import { writeSync } from 'node:fs';
import { mayHoldPrivate, stripPayload } from '../capture/clean/private.ts';
import { currentFolder } from '../config/environment.ts';
import { isExcludedHere } from '../config/excluded.ts';
import { makePrivateFolder, type Paths, resolvePaths } from '../config/paths.ts';
import { isPaused } from '../config/pause.ts';
import { version } from '../config/version.ts';
import { isObject } from '../domain/json.ts';
import { type Host, hostNamed, launchFolder } from '../hosts/index.ts';
import { ensureWorker } from '../process/start-worker.ts';
import { writeSpoolFile } from '../spool/write.ts';
import type { Call } from './call.ts';

/** An event that is in the spool. */
export interface TakenEvent {
  host: Host;
  event: string;
  body: string;
  paths: Paths;
  projectDir: string | null;
  now: number;
}

/** Null if it is not to be captured: then there is nothing to answer either. */
export function takeEvent(event: string, raw: string, call: Call, bundleFolder: string): TakenEvent | null {
  const taken = readEvent(event, raw, call);
  if (!taken) return null;
  const { paths, body, projectDir } = taken;
  makePrivateFolder(paths.spool);
  writeSpoolFile(paths.spool, { event, door: call.door, projectDir: projectDir ?? undefined }, body);
  // After the file is there: a worker that is just ending takes it with its last look, or a new one does.
  ensureWorker(paths, bundleFolder, taken.now, event === 'SessionStart' ? version : undefined);
  return taken;
}

/** The event as it may be written; null if nothing may. */
export function readEvent(event: string, raw: string, { door }: Call): TakenEvent | null {
  const host = hostNamed(door.host);
  if (door.plugin && !host.recognizesRaw(raw)) return null;
  const paths = resolvePaths();
  if (isPaused(paths.paused) || isExcludedHere(paths.excluded, [launchFolder(), currentFolder()])) return null;
  const body = withoutPrivate(raw);
  if (body === null || body.trim() === '') return null;
  // One agent may run inside another's shell: only the host that runs the hook says where it was launched.
  const projectDir = (door.plugin ? host.launchFolder() : launchFolder()) ?? null;
  return { host, event, body, paths, projectDir, now: Date.now() };
}

export function print(output: string | null): void {
  if (output !== null) writeSync(1, output);
}

/** The payload as it may be written; null if it may hold private text that cannot be separated from the rest. */
function withoutPrivate(raw: string): string | null {
  if (!mayHoldPrivate(raw)) return raw;
  try {
    const payload: unknown = JSON.parse(raw);
    return isObject(payload) ? JSON.stringify(stripPayload(payload)) : null;
  } catch {
    return null;
  }
}
