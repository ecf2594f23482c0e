// Writing a file in one step: readers see the old content or the new, never half of it, and only the owner sees either.
import { renameSync, writeFileSync } from 'node:fs';

export function writeAtomic(file: string, text: string, mode = 0o600): void {
  // Under a unique name: another process may be writing the same file.
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text, { mode });
  renameSync(part, file);
}

export function writeJsonAtomic(file: string, value: unknown): void {
  writeAtomic(file, `${JSON.stringify(value)}\n`);
}
