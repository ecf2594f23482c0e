// Whether capture was off at a time: paused everywhere, or in a project because it was excluded then.
import { type Exclusion, readExclusions } from '../config/exclusions.ts';
import type { Paths } from '../config/paths.ts';
import { covers, createPauseCheck, createStamp } from '../config/pause.ts';
import { createExcluder } from './excluded.ts';

export type OffCheck = (at: number, folders: readonly string[]) => boolean;

/**
 * The files are read again only when they have changed. Whoever asks about the past need not look every time: a pause
 * that begins now does not reach back.
 */
export function createOffCheck(paths: Pick<Paths, 'paused' | 'pauses' | 'exclusions'>, lookEveryMs = 0): OffCheck {
  const isPaused = createPauseCheck(paths, lookEveryMs);
  const stamp = createStamp([paths.exclusions], lookEveryMs);
  let seen = '';
  let exclusions: (Exclusion & { matches: (folder: string) => boolean })[] = [];
  return (at, folders) => {
    if (isPaused(at)) return true;
    const now = stamp();
    if (now !== seen) {
      exclusions = readExclusions(paths.exclusions).map((span) => ({ ...span, matches: createExcluder([span.glob]) }));
      seen = now;
    }
    return exclusions.some((span) => covers(span, at) && folders.some(span.matches));
  };
}
