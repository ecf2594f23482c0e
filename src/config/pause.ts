// Pausing capture. A flag file stops every hook before it reads a byte; the time spans are kept, because transcripts are
// still written during a pause, and nothing from a pause may be imported from them.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CMemError } from '../domain/errors.ts';
import { writeJsonAtomic } from './atomic-file.ts';
import type { Paths } from './paths.ts';

export interface Pause {
  from: number;
  /** Null if it has not ended. */
  until: number | null;
}

type PausePaths = Pick<Paths, 'paused' | 'pauses'>;

export function isPaused(flag: string): boolean {
  return existsSync(flag);
}

/** Returns when the pause began; a second pause changes nothing. */
export function pause(paths: PausePaths, now: number): number {
  const known = pausedSince(paths.paused);
  if (known !== null) return known;
  writeFileSync(paths.paused, `${now}\n`, { mode: 0o600 });
  return now;
}

/** Returns when the pause began; null if there was none. The span is saved before the flag is removed. */
export function resume(paths: PausePaths, now: number): number | null {
  const from = pausedSince(paths.paused);
  if (from === null) return null;
  const spans = [...readSpans(paths.pauses), { from, until: now }];
  writeJsonAtomic(paths.pauses, spans);
  rmSync(paths.paused, { force: true });
  return from;
}

/** Every pause, including the current one. */
export function readPauses(paths: PausePaths): Pause[] {
  const since = pausedSince(paths.paused);
  return [...readSpans(paths.pauses), ...(since === null ? [] : [{ from: since, until: null }])];
}

/** Whether a time falls into a pause; the files are read again only when they have changed. */
export function createPauseCheck(paths: PausePaths, lookEveryMs = 0): (at: number) => boolean {
  const stamp = createStamp([paths.paused, paths.pauses], lookEveryMs);
  let seen = '';
  let pauses: Pause[] = [];
  return (at) => {
    const now = stamp();
    if (now !== seen) {
      pauses = readPauses(paths);
      seen = now;
    }
    return pauses.some((pause) => covers(pause, at));
  };
}

export function covers({ from, until }: Pause, at: number): boolean {
  return at >= from && (until === null || at < until);
}

/** Changes with every change of one of the files, which are looked at no more often than this. */
export function createStamp(files: readonly string[], everyMs: number): () => string {
  let seen = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lookedAt < everyMs) return seen;
    lookedAt = now;
    return (seen = files.map(stampOf).join(' '));
  };
}

function stampOf(file: string): string {
  const found = existsSync(file) ? statSync(file, { throwIfNoEntry: false }) : undefined;
  return found ? `${found.ino}:${found.mtimeMs}` : '-';
}

/** A flag created with `touch` counts from its modification time. */
function pausedSince(flag: string): number | null {
  // A data folder that is a file contains no flag either.
  const found = existsSync(flag) ? statSync(flag, { throwIfNoEntry: false }) : undefined;
  if (!found) return null;
  const written = Number(readFileSync(flag, 'utf8').trim() || Number.NaN);
  return Number.isFinite(written) && written > 0 ? written : found.mtimeMs;
}

/** An unreadable file must not let paused events in: it is an error. */
export function readSpans<Span extends Pause>(
  file: string,
  isSpan: (span: Span) => boolean = ({ until }) => Number.isFinite(until),
): Span[] {
  if (!existsSync(file)) return [];
  try {
    const spans = JSON.parse(readFileSync(file, 'utf8')) as Span[];
    if (spans.every((span) => Number.isFinite(span.from) && isSpan(span))) return spans;
  } catch (cause) {
    throw new CMemError('PAUSES_UNREADABLE', `${file} cannot be read`, { cause });
  }
  throw new CMemError('PAUSES_UNREADABLE', `${file} is not a list of pauses`);
}
