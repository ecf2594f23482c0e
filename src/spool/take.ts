// Takes files out of the spool, oldest first. Nothing is removed before it is in the ledger.
import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { CMemError } from '../domain/errors.ts';
import type { JsonObject } from '../domain/json.ts';
import { parseBody, parseHeader, SPOOL_SUFFIX, SPOOL_VERSION, type SpoolHeader, TMP_SUFFIX } from './format.ts';

export interface SpoolEntry {
  /** The event's spool ID: the file name without its extension. */
  id: string;
  path: string;
  /** The file's mtime: when the event happened. */
  at: number;
  bytes: number;
}

export type SpoolContent =
  | { state: 'read'; header: SpoolHeader; payload: JsonObject }
  /** Written by a newer version: left for a worker that can read it. */
  | { state: 'newer' }
  | { state: 'unreadable'; error: CMemError }
  /** The system does not let us read it now, so it stays. */
  | { state: 'unopened'; error: unknown }
  | { state: 'gone' };

/** A hook writes its file in milliseconds; a temporary file this old was left by a hook that was killed. */
const ORPHAN_MS = 30_000;

/** The files in the spool in the order of their events, including those left by killed hooks. */
export async function listSpool(folder: string, now: number): Promise<SpoolEntry[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const entries = await Promise.all(names.map((name) => describe(folder, name, now)));
  return entries
    .filter((entry) => entry !== null)
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.entry.id < b.entry.id ? -1 : 1))
    .map(({ entry }) => entry);
}

async function describe(
  folder: string,
  name: string,
  now: number,
): Promise<{ entry: SpoolEntry; order: bigint } | null> {
  const suffix = name.endsWith(SPOOL_SUFFIX) ? SPOOL_SUFFIX : name.endsWith(TMP_SUFFIX) ? TMP_SUFFIX : null;
  if (!suffix) return null;
  const path = join(folder, name);
  const info = await stat(path, { bigint: true }).catch(() => null);
  if (!info?.isFile()) return null;
  const at = Number(info.mtimeMs);
  if (suffix === TMP_SUFFIX && Math.abs(now - at) < ORPHAN_MS) return null;
  return { entry: { id: name.slice(0, -suffix.length), path, at, bytes: Number(info.size) }, order: info.mtimeNs };
}

export async function readSpoolEntry(entry: SpoolEntry): Promise<SpoolContent> {
  let bytes: Buffer;
  try {
    bytes = await readFile(entry.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'gone' };
    return { state: 'unopened', error };
  }
  try {
    const { header, body } = parseHeader(bytes);
    if (header.version > SPOOL_VERSION) return { state: 'newer' };
    return { state: 'read', header, payload: parseBody(body) };
  } catch (error) {
    if (error instanceof CMemError) return { state: 'unreadable', error };
    throw error;
  }
}

export async function removeSpoolEntry(entry: SpoolEntry): Promise<void> {
  await unlink(entry.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** How many files are in a folder; 0 if it does not exist. */
export async function countFiles(folder: string, suffix: string = ''): Promise<number> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith(suffix) && !name.startsWith('.')).length;
}
