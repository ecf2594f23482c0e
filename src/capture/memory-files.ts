// Keeps the index of the hosts' own memory files in step with the files: what was added, changed or deleted since the
// last check. The files are only read.

import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { MemoryFileState } from '../domain/host-memory.ts';
import { HOSTS, type Host, type HostMemoryFiles } from '../hosts/index.ts';
import type { ProjectPlace, Store } from '../store/index.ts';
import { fileDigest } from '../text/digest.ts';
import { type CleanOptions, cleanText } from './clean/fields.ts';
import { folderOf } from './excluded.ts';
import type { OffCheck } from './switched-off.ts';

/** More of a file is not read, and less of it is kept. */
const MOST_BYTES = 1024 * 1024;
const KEPT_BYTES = 256 * 1024;

export interface MemoryFileOptions {
  cleaner: Pick<CleanOptions, 'redact'>;
  isExcluded: (folder: string) => boolean;
  /** Whether capture was paused at that time, or one of these folders excluded. */
  isOff: OffCheck;
  now: () => number;
  isStopped?: () => boolean;
  hosts?: readonly Host[];
}

export interface MemoryFileChanges {
  /** Files that were read because they are new or have changed. */
  read: number;
  /** Files whose parts left the index. */
  dropped: number;
}

export async function checkMemoryFiles(store: Store, options: MemoryFileOptions): Promise<MemoryFileChanges> {
  const done: MemoryFileChanges = { read: 0, dropped: 0 };
  if (options.isOff(options.now(), [])) return done;
  for (const host of options.hosts ?? HOSTS) {
    if (!host.memoryFiles) continue;
    const changes = await checkHost(store, { name: host.name, files: host.memoryFiles }, options);
    done.read += changes.read;
    done.dropped += changes.dropped;
  }
  return done;
}

async function checkHost(
  store: Store,
  host: { name: string; files: HostMemoryFiles },
  options: MemoryFileOptions,
): Promise<MemoryFileChanges> {
  const done: MemoryFileChanges = { read: 0, dropped: 0 };
  const known = new Map(store.hostMemoryFiles.known(host.name).map((file) => [file.path, file]));
  const places = store.hostMemoryFiles.places(host.name);
  const excluded = new Set(places.filter((place) => isExcluded(place, options)).map(({ projectId }) => projectId));
  const seen = new Set<string>();
  for (const { projectId, key, sessions } of places) {
    if (options.isStopped?.()) return done;
    for (const file of host.files.list({ root: folderOf(key), sessions })) {
      // Two projects may claim a folder, if one was split or moved: the one that was used last has it.
      if (seen.has(file.path)) continue;
      seen.add(file.path);
      if (excluded.has(projectId)) continue;
      const before = known.get(file.path);
      if (before && isSame(before, file) && before.projectId === projectId) continue;
      // What was written during a pause or an exclusion is not read; what was read before stays.
      if (options.isOff(file.modifiedAt, foldersOf({ key, sessions }))) continue;
      const content = read(file.path);
      if (content === null) continue;
      const digest = fileDigest(content);
      const parts = before?.digest === digest ? null : host.files.split(clean(content, options));
      store.hostMemoryFiles.put({ ...file, host: host.name, projectId, digest }, parts);
      if (parts) done.read += 1;
    }
    await setImmediate();
  }
  for (const { path, projectId } of known.values()) {
    if (seen.has(path) || excluded.has(projectId)) continue;
    store.hostMemoryFiles.drop(path);
    done.dropped += 1;
  }
  return done;
}

const foldersOf = ({ key, sessions }: Pick<ProjectPlace, 'key' | 'sessions'>): string[] => [
  folderOf(key),
  ...sessions.flatMap(({ folder }) => folder ?? []),
];

const isExcluded = (place: ProjectPlace, options: MemoryFileOptions): boolean =>
  foldersOf(place).some(options.isExcluded);

const isSame = (known: { size: number; modifiedAt: number }, file: MemoryFileState): boolean =>
  known.size === file.size && known.modifiedAt === file.modifiedAt;

/** The whole file at once: a private passage or a key may span several parts. */
function clean(content: string, { cleaner }: MemoryFileOptions): string {
  return cleanText(content, { redact: cleaner.redact, limit: KEPT_BYTES });
}

/** Null if it cannot be read: the next check will try again, or find it gone. */
function read(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(MOST_BYTES);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, MOST_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
