// Shortening a text to a limit: between words if one is near, never in the middle of a character, marked with an ellipsis.

export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const short = text.slice(0, limit - 1);
  const space = short.lastIndexOf(' ');
  const kept = space > limit * 0.6 ? short.slice(0, space) : withoutHalf(short);
  return `${kept.replace(/[\s,;:([{—–-]+$/, '')}…`;
}

/** All white space as single spaces, and no more than `most` characters, without a mark. */
export function oneLine(text: string, most: number): string {
  // What will be cut off need not be looked at.
  return withoutHalf(
    text
      .slice(0, most * 2 + 200)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, most),
  );
}

/** Never half of a character that takes two. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
