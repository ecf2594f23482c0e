// Keeps spool files that are not valid events for `doctor`, without secrets and private text.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SpoolEntry } from './take.ts';

/** More than is ever kept, so that the cut comes after a part that was scanned for secrets. */
const LOOK_BYTES = 8 * 1024 * 1024;

/** Writes a cleaned copy to the quarantine, then removes the original. */
export async function quarantine(entry: SpoolEntry, folder: string, clean: (text: string) => string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const bytes = await readFile(entry.path);
  // A truncated file may end in half a secret, which no pattern matches.
  const kept = clean(bytes.toString('latin1', 0, LOOK_BYTES).replace(/\S{1,256}$/, ''));
  const target = join(folder, basename(entry.path));
  const tmp = `${target}.part`;
  await writeFile(tmp, kept, { mode: 0o600, encoding: 'latin1' });
  await rename(tmp, target);
  await rm(entry.path, { force: true });
}

/** Removes quarantined files that match by text or time, because forgotten data must not remain here. */
export async function dropQuarantined(
  folder: string,
  matches: (text: string, modifiedAt: number) => boolean,
): Promise<number> {
  const names = await readdir(folder).catch(() => [] as string[]);
  let dropped = 0;
  for (const name of names) {
    const path = join(folder, name);
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'latin1'), stat(path)]);
    if (!matches(text, mtimeMs)) continue;
    await rm(path, { force: true });
    dropped += 1;
  }
  return dropped;
}
