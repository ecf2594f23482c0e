// The Node hook: private text is stripped before anything is written, the payload goes to the spool, and the worker
// is started if none runs. Whatever happens, it prints no error and the agent goes on.
import { readFileSync } from 'node:fs';
import { mayHoldPrivate, stripPayload, stripPrivateText } from '../capture/privacy.ts';
import { isDisabled, projectFolder } from '../config/host.ts';
import { makePrivateFolder, resolvePaths } from '../config/paths.ts';
import { ensureWorker } from '../control/start.ts';
import { isObject } from '../domain/json.ts';
import { writeSpoolFile } from '../spool/write.ts';
import { hookEvent } from './events.ts';

export function runHook(name: string, bundleFolder: string): void {
  if (isDisabled()) return;
  const event = hookEvent(name);
  if (!event) return;
  const raw = readStdin();
  if (raw.trim() === '') return;
  const paths = resolvePaths();
  makePrivateFolder(paths.spool);
  writeSpoolFile(paths.spool, event, projectFolder(), withoutPrivate(raw));
  // After the file is there: a worker that is just ending takes it with its last look, or a new one does.
  ensureWorker(paths, bundleFolder, Date.now());
}

function withoutPrivate(raw: string): string {
  if (!mayHoldPrivate(raw)) return raw;
  let payload: unknown;
  try {
    payload = JSON.parse(raw);
  } catch {
    return stripPrivateText(raw);
  }
  return isObject(payload) ? JSON.stringify(stripPayload(payload)) : stripPrivateText(raw);
}

function readStdin(): string {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      return readFileSync(0, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return '';
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return '';
}
