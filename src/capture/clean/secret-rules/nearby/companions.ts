// Finds random text next to a known secret: keys come in pairs, and terminals wrap long ones.

import { entropy, isRandom } from '../judge/value-shape.ts';
import { lineEnd, lineStart } from '../lines.ts';
import type { SecretRange } from '../rule.ts';

/** ValueForm much of a line is checked on either side of a secret. */
const NEAR = 160;
const RUN = /(?<![A-Za-z0-9+/_.%:-])[A-Za-z0-9+/_-]{20,200}={0,2}(?![A-Za-z0-9+/_.%-])/g;
/** Other meanings of such text: a digest, an ID, a public key. */
const HARMLESS =
  /commit|\bsha|hash|digest|integrity|checksum|etag|revision|uuid|guid|\bid\b|_id\b|Id\b|public|\bref\b|image|fingerprint|version|nonce|\biv\b|encrypted|\bENC\b|https?:\/\/\S{0,80}$/i;
/** What may precede the value on the line below: a property's name, or nothing. */
const BELOW = /^[ \t]*(?:["']?[\w-]{1,40}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)?$/;

export function findCompanions(text: string, found: SecretRange[]): void {
  // Only next to what the other rules found, and each range only once: if secrets are close, their lines overlap.
  let done = 0;
  for (const { start, end, kind } of [...found].sort((a, b) => a.start - b.start)) {
    if (kind === 'private-key' || kind === 'cookie') continue;
    const newline = lineEnd(text, end, NEAR);
    look(text, Math.max(done, lineStart(text, start, NEAR)), start, found);
    look(text, Math.max(done, end), newline, found);
    done = Math.max(done, newline);
    joined(text, end, kind, found);
    if (text[newline] === '\n' && newline - end <= 3)
      look(text, newline + 1, lineEnd(text, newline + 1, NEAR), found, BELOW);
  }
}

/** `"the first half" + "the second"`: strings that a program concatenates are one secret. */
const JOINED = /["'](?:[ \t]*\+)?\s{0,60}["'](?<rest>[A-Za-z0-9+/_=-]{8,200})["']/y;

function joined(text: string, end: number, kind: string, found: SecretRange[]): void {
  JOINED.lastIndex = end;
  const rest = JOINED.exec(text)?.groups?.['rest'];
  if (rest !== undefined && isRandom(rest, 8))
    found.push({ start: JOINED.lastIndex - 1 - rest.length, end: JOINED.lastIndex - 1, kind });
}

/** Finds other occurrences of the same secret without context: a command shows it, then a log does. */
export function findRepeats(text: string, found: SecretRange[]): void {
  const seen = new Set<string>();
  for (const { start, end, kind } of [...found]) {
    const value = text.slice(start, end);
    if (seen.has(value) || !isDistinct(value)) continue;
    seen.add(value);
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      if (at !== start) found.push({ start: at, end: at + value.length, kind });
    if (seen.size >= MOST_REPEATED) return;
  }
}

/** ValueForm many secrets are searched for again: each costs a pass over the text. */
const MOST_REPEATED = 40;

/** Unlikely to occur in a text by chance. */
const isDistinct = (value: string) =>
  value.length >= 8 &&
  value.length <= 500 &&
  /[A-Za-z]/.test(value) &&
  /\d|[!@#$%^&*?+]/.test(value) &&
  !/\s/.test(value);

function look(text: string, from: number, to: number, found: SecretRange[], lead?: RegExp): void {
  if (to - from < 20) return;
  const stretch = text.slice(from, to);
  for (const match of stretch.matchAll(RUN)) {
    const before = stretch.slice(0, match.index);
    const value = match[0];
    if (lead ? !lead.test(before) || HARMLESS.test(before) : HARMLESS.test(before.slice(-40))) continue;
    if (
      !isRandom(value, 20) ||
      entropy(value) < 3.6 ||
      /^0x[0-9a-f]{40}$|^[0-9a-f-]{36}$|^[a-z]+(?:[-_/][a-z0-9]+)+$/.test(value)
    )
      continue;
    found.push({ start: from + match.index, end: from + match.index + value.length, kind: 'secret' });
  }
}
