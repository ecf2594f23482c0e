// Staleness: whether the files that a memory mentions are still as they were.
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { FileTouch } from '../domain/event.ts';
import { fileDigest } from '../text/digest.ts';
import { isWindowsPath, pathParts } from '../text/path.ts';

export type Freshness = 'fresh' | 'changed' | 'gone' | 'unknown';

/** Larger files are not read for this. */
const MOST_BYTES = 2 * 1024 * 1024;
/** How many files of a deleted tree are looked for here before it counts as an unrelated one. */
const MOST_TRIES = 5;
/** A file's clock and an event's may differ by this much. */
const SLACK_MS = 2000;

export interface StalenessCheck {
  /** The worst state of any file of the memory. */
  of(touches: FileTouch[], seenAt: number): Freshness;
}

/**
 * Looks at each file once; stops reading contents when the time is used up, and returns `unknown` from then on. A file of
 * another working tree of the project is looked for at the same place below `root`. If `root` itself does not exist
 * (another machine, an unmounted drive), every file is `unknown`.
 */
export function createStalenessCheck(root: string | null, now: () => number = Date.now, mostMs = 15): StalenessCheck {
  if (root !== null && !existsSync(root)) return { of: () => 'unknown' };
  const files = new Map<string, FileState>();
  const end = now() + mostMs;

  const folders = new Map<string, boolean>();
  // For deleted working trees: from which part of the path on their files are found below ours, once one was found.
  const moved = new Map<string, { from: number | null; tries: number }>();

  function look(path: string): FileState {
    let state = files.get(path);
    if (!state) files.set(path, (state = stateOf(path)));
    return state;
  }

  function stateOf(path: string): FileState {
    const gone = root === null ? null : goneFolder(path, root, folders);
    if (gone === null) return statOf(path);
    let place = moved.get(gone);
    if (!place) moved.set(gone, (place = { from: null, tries: 0 }));
    if (place.from === null && place.tries < MOST_TRIES) {
      place.from = placeBelow(root as string, path);
      place.tries += 1;
    }
    const { from } = place;
    if (from === null) return { path, gone: true, away: true, modifiedAt: 0, bytes: 0, digest: null };
    return statOf([root, ...pathParts(path).slice(from)].join('/'));
  }

  function one({ path: toldPath, digest }: FileTouch, seenAt: number): Freshness {
    const file = look(toldPath);
    const { path } = file;
    if (file.away) return 'unknown';
    if (file.gone) return 'gone';
    if (digest === null) return 'unknown';
    if (file.modifiedAt + SLACK_MS < seenAt) return 'fresh';
    if (file.digest === undefined && (now() > end || file.bytes > MOST_BYTES)) return 'unknown';
    file.digest ??= digestOf(path);
    return file.digest === null ? 'unknown' : file.digest === digest ? 'fresh' : 'changed';
  }

  return {
    of(touches, seenAt) {
      let worst: Freshness = 'unknown';
      for (const touch of touches) {
        // A file that was read and then written counts as written.
        if (touch.role !== 'modified' && touches.some((other) => isWrite(other, touch.path))) continue;
        const state = one(touch, seenAt);
        if (GRAVITY[state] > GRAVITY[worst]) worst = state;
      }
      return worst;
    },
  };
}

/** Of a project's folders, the one to look at: preferably one that exists. */
export function presentRoot(folders: string[]): string | null {
  return folders.find((folder) => existsSync(folder)) ?? folders[0] ?? null;
}

const GRAVITY: Record<Freshness, number> = { unknown: 0, fresh: 1, changed: 2, gone: 3 };

const isWrite = ({ role, path }: FileTouch, of: string) => role === 'modified' && path === of;

interface FileState {
  path: string;
  gone: boolean;
  /** Its whole tree is missing, so its state is unknown. */
  away: boolean;
  modifiedAt: number;
  bytes: number;
  digest?: string | null;
}

/** The topmost missing folder of a path outside `root`; null if none is missing, or for a path below `root`. */
function goneFolder(path: string, root: string, folders: Map<string, boolean>): string | null {
  if (path.startsWith(`${root}/`)) return null;
  const parts = pathParts(path);
  if (isForeign(path)) return parts.slice(0, 2).join('/');
  for (let depth = 2; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/');
    let there = folders.get(folder);
    if (there === undefined) folders.set(folder, (there = existsSync(folder)));
    if (!there) return folder;
  }
  return null;
}

/** From which part on a path of a deleted tree exists below `root`; null if it does not. */
function placeBelow(root: string, path: string): number | null {
  const parts = pathParts(path);
  for (let from = 2; from < parts.length; from += 1) {
    if (existsSync([root, ...parts.slice(from)].join('/'))) return from;
  }
  return null;
}

/** A Windows path means nothing to other systems. */
const isForeign = (path: string) => process.platform !== 'win32' && isWindowsPath(path);

function statOf(path: string): FileState {
  if (isForeign(path)) return { path, gone: true, away: true, modifiedAt: 0, bytes: 0, digest: null };
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return { path, gone: true, away: false, modifiedAt: 0, bytes: 0, digest: null };
    return { path, gone: false, away: false, modifiedAt: found.mtimeMs, bytes: found.size };
  } catch (error) {
    // Inaccessible does not mean deleted.
    const gone = (error as NodeJS.ErrnoException).code === 'ENOTDIR';
    return { path, gone, away: false, modifiedAt: 0, bytes: 0, digest: null };
  }
}

/** The same digest that capture takes of a payload. */
function digestOf(path: string): string | null {
  try {
    return fileDigest(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
