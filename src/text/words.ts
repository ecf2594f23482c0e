// The extra words by which a memory can be found: parts of identifiers, character pairs of scripts without spaces, and
// the words of its date. The index handles case, accents and stems.

/** More would bloat the index with text that nobody searches by its parts. */
const MOST_CHARACTERS = 8000;
const MOST_READ = 40_000;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The value of `search_extra`; null if there is nothing to add. */
export function searchExtra(texts: (string | null | undefined)[], at: number | null): string | null {
  const extra = new Set<string>();
  if (at !== null) extra.add(dateWords(at));
  for (const text of texts) {
    if (!text) continue;
    const read = text.slice(0, MOST_READ);
    for (const word of compoundsIn(read)) {
      const parts = codeParts(word);
      if (parts.length > 1) extra.add(parts.join(' '));
    }
    for (const pair of characterPairs(read)) extra.add(pair);
  }
  let text = '';
  for (const words of extra) {
    if (text.length + words.length > MOST_CHARACTERS) break;
    text += text ? ` ${words}` : words;
  }
  return text || null;
}

/**
 * Unicode letter classes cost a hook milliseconds to set up, and ASCII text does not need them. For the same reason
 * these expressions are local to where they are used: they are not set up until reached.
 */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

const PLAIN = /^[\x00-\x7f]*$/;

/** Words as the index splits them: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return text.match(isPlain(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** The words that may have parts: one in ten. */
function compoundsIn(text: string): string[] {
  if (!isPlain(text)) return wordsOf(text);
  return (
    text.match(/(?<![A-Za-z0-9])[A-Za-z0-9]*?(?:[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z])[A-Za-z0-9]*/g) ??
    []
  );
}

/** `parseHTTPRequest2` -> parse http request 2; a plain word has one part. */
export function codeParts(word: string): string[] {
  if (isPlain(word)) {
    if (!/[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]/.test(word)) return [word.toLowerCase()];
    return (word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[A-Z]/g) ?? [word]).map((part) => part.toLowerCase());
  }
  if (!/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u.test(word)) return [word.toLowerCase()];
  return (word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}]+|\p{N}+|\p{Lu}/gu) ?? [word]).map((part) =>
    part.toLowerCase(),
  );
}

/**
 * Every two adjacent characters of unspaced writing, encoded as a word that the index keeps intact: otherwise vowel
 * signs would split it, and the stemmer might find an ending in it.
 */
export function characterPairs(text: string): string[] {
  const pairs: string[] = [];
  if (isPlain(text)) return pairs;
  for (const run of text.normalize('NFKC').match(unspaced()) ?? []) {
    const codes = [...run].map(codeOf);
    for (let i = 1; i < codes.length; i += 1) pairs.push(`z${codes[i - 1]}${codes[i]}z`);
  }
  return pairs;
}

const codeOf = (character: string) => (character.codePointAt(0) as number).toString(36).padStart(4, '0');

/**
 * How the pairs begin whose first character it is. Nearly every code begins with 0, and without it the stemmer might find
 * an ending.
 */
export const pairsBeginning = (character: string): string => `z${codeOf(character.normalize('NFKC'))}0`;

/** The two characters of such a pair; null if it is none. */
export function charactersOf(pair: string): string | null {
  const codes = /^z([0-9a-z]{4})([0-9a-z]{4})z$/.exec(pair);
  return codes
    ? String.fromCodePoint(Number.parseInt(codes[1] as string, 36), Number.parseInt(codes[2] as string, 36))
    : null;
}

export function isUnspaced(word: string): boolean {
  return !isPlain(word) && word.search(unspaced()) >= 0;
}

/** Scripts written without spaces, and Hangul, whose words include their grammar. */
function unspaced(): RegExp {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\u30fc]+/gu;
}

function dateWords(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
