// Finds the start and end of a line within a limit: a text may be a single line of a megabyte.

/** The start of the line at this position, or the limit. */
export function lineStart(text: string, place: number, most: number): number {
  const least = Math.max(0, place - most);
  let at = place;
  while (at > least && text.charCodeAt(at - 1) !== 10) at -= 1;
  return at;
}

/** The end of the line at this position, or the limit. */
export function lineEnd(text: string, place: number, most: number): number {
  const last = Math.min(text.length, place + most);
  let at = place;
  while (at < last && text.charCodeAt(at) !== 10) at += 1;
  return at;
}
