// Suggests a known word for a mistyped one.

/** `Did you mean X? ` as a prefix for more text; empty if no known word is close. */
export function didYouMean(word: string, known: readonly string[], show = (match: string) => match): string {
  const match = closest(word, known);
  return match === null ? '' : `Did you mean ${show(match)}? `;
}

/** The known word within a few typos, otherwise the only one that starts with the input; null if none. */
export function closest(word: string, known: readonly string[]): string | null {
  const wanted = plain(word);
  if (wanted === '') return null;
  const most = wanted.length <= 2 ? 0 : wanted.length <= 4 ? 1 : wanted.length <= 8 ? 2 : 3;
  const ranked = known
    .map((name) => ({ name, errors: editDistance(wanted, plain(name)) }))
    .filter(({ errors }) => errors <= most)
    .sort((a, b) => a.errors - b.errors);
  if (ranked[0]) return ranked[0].name;
  const starting = known.filter((name) => plain(name).startsWith(wanted));
  return starting.length === 1 ? (starting[0] as string) : null;
}

/** Treats `dryRun`, `dry_run` and `dry-run` as the same word. */
const plain = (word: string) => word.toLowerCase().replace(/[-_\s]/g, '');

/** Counts insertions, deletions, substitutions, and swaps of adjacent letters. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
