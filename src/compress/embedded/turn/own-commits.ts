// Which commits of a turn are of its own work: others are of the turns before it.

import { lastPart } from '../../../text/path.ts';
import type { Commit } from '../../commits.ts';
import type { EarlierTurn } from '../../material.ts';
import { namedKeys } from '../words.ts';
import type { Evidence } from './evidence.ts';

/** Best first, the last one before an equal one. Without a change, all of them are what the turn was about. */
export function ownCommits(commits: Commit[], { changes, added }: Evidence, before: EarlierTurn[]): Commit[] {
  const latest = [...commits].reverse();
  if (changes.length === 0) return latest;
  const began = Math.min(...changes.flatMap(({ eventIds }) => eventIds));
  const own = latest.filter(({ eventId }) => eventId > began);
  const [only, other] = own;
  if (!only || !other) return own;
  const changed = namedKeys(
    [
      ...changes.flatMap(({ path, symbols, removedSymbols }) => [lastPart(path), ...symbols, ...removedSymbols]),
      ...added,
    ]
      .join('\n')
      .slice(0, MOST_READ),
  );
  const earlier = namedKeys(before.map(({ title }) => title ?? '').join('\n'));
  const share = (keys: string[], known: Set<string>) =>
    keys.length === 0 ? 0 : keys.filter((key) => known.has(key)).length / keys.length;
  const rated = own.map((commit) => {
    const keys = [...namedKeys(commit.subject)];
    return { commit, value: share(keys, changed) - share(keys, earlier) };
  });
  rated.sort((a, b) => b.value - a.value);
  const best = rated[0]?.value ?? 0;
  // What shares so much less with the change is of another one.
  return rated.filter(({ value }) => value >= best - FAR_LESS).map(({ commit }) => commit);
}

const MOST_READ = 20_000;
const FAR_LESS = 0.5;
