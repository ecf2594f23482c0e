// Finds passwords that look like nothing else (upper and lower case letters, a digit and a symbol in one word) on a
// line that mentions passwords, or on the next one, whatever the notation.

import { isPlaceholder } from '../judge/value-shape.ts';
import { lineEnd, lineStart } from '../lines.ts';
import type { Rule } from '../rule.ts';

const MENTIONS = /passw|passphrase|\bpass\b|\bpwd?\b|-p\b|\bcred|log ?in|sign in|sudo|ssh|auth|secret/i;
/** Most lines have none. */
const SYMBOL = /[!#$%^&*@?~]/;
const NEAR = 160;
const WORD = /[^\s"'`<>()[\]{}=,;|:/\\]{8,40}/g;

export const findStrongPasswords: Rule = (text, hits, found) => {
  let done = 0;
  for (const place of hits.places) {
    if (place < done) continue;
    const start = Math.max(done, lineStart(text, place, NEAR));
    const below = Math.min(text.length, lineEnd(text, place, NEAR) + 1);
    const end = lineEnd(text, below, 80);
    const stretch = text.slice(start, end);
    done = below;
    if (!SYMBOL.test(stretch) || !MENTIONS.test(stretch)) continue;
    for (const match of stretch.matchAll(WORD)) {
      const value = match[0].replace(/[.?]$/, '');
      if (isStrongPassword(value))
        found.push({ start: start + match.index, end: start + match.index + value.length, kind: 'password' });
    }
  }
};

function isStrongPassword(value: string): boolean {
  return (
    SYMBOL.test(value) &&
    /\d/.test(value) &&
    /[a-z]{2}/.test(value) &&
    /[A-Z]/.test(value) &&
    // Variables, escapes, addresses, package versions, code symbols.
    !/^[$@#&*+-]|[→+]|^\d+\*|\*[a-z]\w*\.|^\d+@|\$[A-Z_]+$|%[0-9A-F]{2}|&\w{2,6}$|\w@[\w-]+\.|@\^?v?\d|[*+?]$|\+\d|\.\*|\.\w{2,5}[?#]|#L\d|\?\.|!\.|&&|\*\*/.test(
      value,
    ) &&
    !isPlaceholder(value)
  );
}
