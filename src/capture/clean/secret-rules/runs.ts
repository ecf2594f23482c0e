// Finds long runs of characters of one class without looking at every character: of a run of 24, one of every 24
// positions must be part.

/** A class of ASCII characters. */
export type CharacterClass = Uint8Array;

export function characterClass(pattern: RegExp): CharacterClass {
  return Uint8Array.from({ length: 128 }, (_, unit) => Number(pattern.test(String.fromCharCode(unit))));
}

/** Where the next run of at least `least` characters begins and ends; null if there is none. */
export function nextRun(
  text: string,
  of: CharacterClass,
  least: number,
  from: number,
): { start: number; end: number } | null {
  const isPart = (at: number) => of[text.charCodeAt(at)] === 1;
  for (let at = from + least - 1; at < text.length; ) {
    if (!isPart(at)) {
      at += least;
      continue;
    }
    let start = at;
    while (start > from && isPart(start - 1)) start -= 1;
    let end = at + 1;
    while (end < text.length && isPart(end)) end += 1;
    if (end - start >= least) return { start, end };
    at = end + least;
  }
  return null;
}
