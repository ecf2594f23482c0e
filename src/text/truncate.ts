// Shortens a text to a limit: between words if possible, never within a character, and marked with an ellipsis.

export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const short = text.slice(0, limit - 1);
  const space = short.lastIndexOf(' ');
  const kept = space > limit * 0.6 ? short.slice(0, space) : withoutHalf(short);
  return `${kept.replace(/[\s,;:([{—–-]+$/, '')}…`;
}

/** Collapses whitespace and cuts to `most` characters, without an ellipsis. */
export function oneLine(text: string, most: number): string {
  // Text that will be cut off need not be processed.
  return withoutHalf(
    text
      .slice(0, most * 2 + 200)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, most),
  );
}

/** Drops half of a surrogate pair at the end. */
function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
