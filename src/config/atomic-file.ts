// Writing a file in one step: readers see the old content or the new, never half of it, and only the owner sees either.
import { renameSync, writeFileSync } from 'node:fs';

export function writeAtomic(file: string, text: string, mode = 0o600): void {
  // Under a unique name: another process may be writing the same file.
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text, { mode });
  renameSoon(part, file);
}

const TRIES = 5;
const WAIT_MS = 20;

/** On Windows, a file that a virus scanner or another reader holds open cannot be replaced at that moment. */
export function renameSoon(from: string, to: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      return renameSync(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (tries === TRIES || !['EPERM', 'EBUSY', 'EACCES'].includes(code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

export function writeJsonAtomic(file: string, value: unknown): void {
  writeAtomic(file, `${JSON.stringify(value)}\n`);
}
