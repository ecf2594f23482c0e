// Detects whether two texts say the same, sentence by sentence: what is forgotten in one place must not remain in
// another.

/** The share of the shorter sentence's words that must be shared. */
const SAME = 0.6;

/** The text without the sentences that repeat one of `others`; null if nothing is left. */
export function withoutSame(text: string | null, others: string[]): string | null {
  if (text === null) return null;
  const known = others.flatMap(sentences);
  const kept = sentences(text).filter((sentence) => !known.some((other) => isSame(sentence, other)));
  if (kept.length === sentences(text).length) return text;
  return kept.length > 0 ? kept.join(' ') : null;
}

export function saysSame(text: string, others: string[]): boolean {
  return withoutSame(text, others) !== text;
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x.includes(y) || y.includes(x)) return true;
  const [p, q] = [words(x), words(y)];
  const common = [...p].filter((word) => q.has(word)).length;
  return common >= 2 && common / Math.min(p.size, q.size) >= SAME;
}

export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?;。！？])\s*(?=\s|[^\x00-\x7f])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function words(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}_]{3,}/gu) ?? []);
}
