// Since when each project is excluded, and until when others were. Like pauses, they are kept, because transcripts are
// still written there, and nothing from that time may be imported from them once the project is included again.
import { statSync } from 'node:fs';
import { writeJsonAtomic } from './atomic-file.ts';
import { isExcludedHere, literalFolder } from './excluded.ts';
import type { Paths } from './paths.ts';
import { type Pause, readSpans } from './pause.ts';

/** A pause in the folders that a glob names. */
export interface Exclusion extends Pause {
  glob: string;
}

export function readExclusions(file: string): Exclusion[] {
  return readSpans<Exclusion>(
    file,
    ({ glob, until }) => typeof glob === 'string' && (until === null || Number.isFinite(until)),
  );
}

/** Null if it cannot be read: then nothing is captured, and whoever wants to capture reports it. */
function tryToRead(file: string): Exclusion[] | null {
  try {
    return readExclusions(file);
  } catch {
    return null;
  }
}

/** Brings the spans in step with the setting: what is new begins with the change, what is missing ended with it. */
export function followExclusions(
  paths: Pick<Paths, 'settings' | 'excluded' | 'exclusions'>,
  globs: readonly string[],
  isCurrent: () => boolean = () => true,
): void {
  const before = tryToRead(paths.exclusions);
  if (before === null) return;
  const changedAt = Math.floor(statSync(paths.settings, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const isOpen = (glob: string) => before.some((span) => span.until === null && span.glob === glob);
  const ended = before.map((span) =>
    span.until === null && !globs.includes(span.glob) ? { ...span, until: end(span) } : span,
  );
  const begun = [...new Set(globs)]
    .filter((glob) => !isOpen(glob))
    .map((glob) => ({ glob, from: since(glob), until: null }));
  if (begun.length === 0 && ended.every((span, index) => span === before[index])) return;
  if (isCurrent()) writeJsonAtomic(paths.exclusions, [...ended, ...begun]);

  /** A change that is older than the exclusion did not end it: the environment did, at a time unknown. */
  function end({ from }: Exclusion): number {
    return changedAt > from ? changedAt : Date.now();
  }

  /** A version that kept no spans may have excluded it long ago. */
  function since(glob: string): number {
    const folder = literalFolder(glob);
    return folder !== null && isExcludedHere(paths.excluded, [folder]) ? 0 : changedAt;
  }
}
