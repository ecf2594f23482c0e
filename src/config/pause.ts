// Pausing capture. A flag file stops every hook before it reads a byte; the spans of time are kept, because transcripts
// go on being written meanwhile, and what happened in a pause must not come back from them.

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CMemError } from '../domain/errors.ts';
import { writeJsonAtomic } from './atomic-file.ts';
import type { Paths } from './paths.ts';

export interface Pause {
  from: number;
  /** Null while it lasts. */
  until: number | null;
}

type PausePaths = Pick<Paths, 'paused' | 'pauses'>;

export function isPaused(flag: string): boolean {
  return existsSync(flag);
}

/** Answers since when; a second pause changes nothing. */
export function pause(paths: PausePaths, now: number): number {
  const known = pausedSince(paths.paused);
  if (known !== null) return known;
  writeFileSync(paths.paused, `${now}\n`, { mode: 0o600 });
  return now;
}

/** Answers since when it was paused; null if it was not. The span is kept before the flag goes. */
export function resume(paths: PausePaths, now: number): number | null {
  const from = pausedSince(paths.paused);
  if (from === null) return null;
  const spans = [...readSpans(paths.pauses), { from, until: now }];
  writeJsonAtomic(paths.pauses, spans);
  rmSync(paths.paused, { force: true });
  return from;
}

/** Every pause, also the one that lasts. */
export function readPauses(paths: PausePaths): Pause[] {
  const since = pausedSince(paths.paused);
  return [...readSpans(paths.pauses), ...(since === null ? [] : [{ from: since, until: null }])];
}

/** Whether something that happened at this time fell into a pause; looks at the files only when they have changed. */
export function createPauseCheck(paths: PausePaths): (at: number) => boolean {
  let seen = '';
  let pauses: Pause[] = [];
  return (at) => {
    const now = `${stamp(paths.paused)} ${stamp(paths.pauses)}`;
    if (now !== seen) {
      pauses = readPauses(paths);
      seen = now;
    }
    return pauses.some(({ from, until }) => at >= from && (until === null || at < until));
  };
}

function stamp(file: string): string {
  const found = existsSync(file) ? statSync(file, { throwIfNoEntry: false }) : undefined;
  return found ? `${found.ino}:${found.mtimeMs}` : '-';
}

/** A flag that somebody made with `touch` counts from then on. */
function pausedSince(flag: string): number | null {
  // A data folder that is a file has no flag in it, either.
  const found = existsSync(flag) ? statSync(flag, { throwIfNoEntry: false }) : undefined;
  if (!found) return null;
  const written = Number(readFileSync(flag, 'utf8').trim() || Number.NaN);
  return Number.isFinite(written) && written > 0 ? written : found.mtimeMs;
}

/** A file that cannot be read must not let paused events in: it is an error that names itself. */
function readSpans(file: string): { from: number; until: number }[] {
  if (!existsSync(file)) return [];
  try {
    const spans = JSON.parse(readFileSync(file, 'utf8')) as { from: number; until: number }[];
    if (spans.every(({ from, until }) => Number.isFinite(from) && Number.isFinite(until))) return spans;
  } catch (cause) {
    throw new CMemError('PAUSES_UNREADABLE', `${file} cannot be read`, { cause });
  }
  throw new CMemError('PAUSES_UNREADABLE', `${file} does not hold a list of pauses`);
}
