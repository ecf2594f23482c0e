// Where a line begins and ends, looking no further than asked: a text may be one line of a megabyte.

/** The start of the line that this place is on, or the farthest place that was looked at. */
export function lineStart(text: string, place: number, most: number): number {
  const least = Math.max(0, place - most);
  let at = place;
  while (at > least && text.charCodeAt(at - 1) !== 10) at -= 1;
  return at;
}

/** The end of the line that this place is on, or the farthest place that was looked at. */
export function lineEnd(text: string, place: number, most: number): number {
  const last = Math.min(text.length, place + most);
  let at = place;
  while (at < last && text.charCodeAt(at) !== 10) at += 1;
  return at;
}
