// The Node hook: private text is stripped before anything is written, the payload goes to the spool, and the worker
// is started if none runs. Whatever happens, it prints no error and the agent goes on.
import { readSync, writeSync } from 'node:fs';
import { mayHoldPrivate, stripPayload } from '../capture/privacy.ts';
import { isDisabled, projectFolder } from '../config/host.ts';
import { makePrivateFolder, resolvePaths } from '../config/paths.ts';
import { version } from '../config/version.ts';
import { ensureWorker, replaceOlderWorker } from '../control/start.ts';
import { isObject } from '../domain/json.ts';
import { writeSpoolFile } from '../spool/write.ts';
import { hookEvent } from './events.ts';
import { loadAnswer } from './load-answer.ts';

export async function runHook(name: string, bundleFolder: string): Promise<void> {
  if (isDisabled()) return;
  const raw = readStdin();
  const body = withoutPrivate(raw);
  if (body === null || body.trim() === '') return;
  // Without a name on the command line, the payload tells; what it tells is not ours to handle, perhaps.
  const event = hookEvent(name === '' ? (/"hook_event_name"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? '') : name);
  if (!event) return;
  const paths = resolvePaths();
  if (event === 'Setup') return replaceOlderWorker(paths, version);
  makePrivateFolder(paths.spool);
  writeSpoolFile(paths.spool, event, projectFolder(), body);
  // After the file is there: a worker that is just ending takes it with its last look, or a new one does.
  ensureWorker(paths, bundleFolder, Date.now(), event === 'SessionStart' ? version : undefined);
  if (event !== 'SessionStart' && event !== 'UserPromptSubmit') return;
  const half = event === 'SessionStart' ? 'answer-start' : 'answer-prompt';
  const answering = loadAnswer(half, bundleFolder, paths.compiled);
  const output = await answering.answer(event, body, { paths, projectDir: projectFolder() ?? null, now: Date.now() });
  if (output !== null) writeSync(1, output);
  answering.keep();
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

/** All of stdin, also where it was set to non-blocking and comes in pieces. */
function readStdin(): string {
  let buffer = Buffer.allocUnsafeSlow(64 * 1024);
  let length = 0;
  for (let waits = 0; waits < 1000; ) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2);
    try {
      const read = readSync(0, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') break;
      if (code !== 'EAGAIN') return '';
      waits += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return buffer.toString('utf8', 0, length);
}
