// Writes to the spool from Node: to a temporary name, then renamed, so that no one sees a partial file.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { renameSoon } from '../config/atomic-file.ts';
import { type Door, formatHeader, SPOOL_SUFFIX, TMP_SUFFIX } from './format.ts';

/** Writes one payload and returns its spool ID. Throws on a disk error and leaves nothing behind. */
export function writeSpoolFile(
  folder: string,
  { event, door, projectDir }: { event: string; door: Door; projectDir: string | undefined },
  body: string,
): string {
  const id = spoolId();
  const tmp = join(folder, id + TMP_SUFFIX);
  const bytes = Buffer.from(formatHeader(event, door, projectDir) + body, 'utf8');
  try {
    const fd = openSync(tmp, 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    } finally {
      closeSync(fd);
    }
    renameSoon(tmp, join(folder, id + SPOOL_SUFFIX));
    return id;
  } catch (error) {
    rmSync(tmp, { force: true });
    throw error;
  }
}

let written = 0;

/**
 * Unique without loading a crypto library, which would cost a hook milliseconds. Files written by one process sort in
 * the order they were written, even if the file system's clock is too coarse.
 */
function spoolId(): string {
  const random = () => Math.random().toString(36).slice(2, 12);
  written += 1;
  const order = `${Date.now().toString(36)}-${written.toString(36).padStart(6, '0')}`;
  return `${order}-${process.pid.toString(36)}-${random()}${random()}`;
}
