// The second half of migration 2: fills `search_extra` for memories that were written before that column existed. Frozen,
// like the SQL beside it: it is a copy of how words were cut when schema 2 was new, and never follows today's code.
import type { Database } from '../engine.ts';

const COLUMNS = {
  observations: ['title', 'subtitle', 'narrative', 'facts', 'concepts', 'files_modified', 'files_read'],
  summaries: ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes', 'files_edited', 'files_read'],
  prompts: ['text'],
};

export function fillSearchExtra(db: Database): void {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const write = db.prepare(`update ${table} set search_extra = ? where id = ?`);
    const page = db.prepare<[number], Record<string, unknown>>(
      `select id, created_at, ${columns.join(', ')} from ${table} where id > ? and search_extra is null order by id limit 500`,
    );
    for (let last = 0, rows = page.all(last); rows.length > 0; rows = page.all(last)) {
      for (const row of rows) {
        last = row['id'] as number;
        const texts = columns.map((column) => row[column] as string | null);
        write.run(searchExtra(texts, row['created_at'] as number), last);
      }
    }
  }
}

/** More than this would bloat the index for text that nobody looks for by its parts. */
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

/** What goes into `search_extra`: null where there is nothing to add. */
function searchExtra(texts: (string | null | undefined)[], at: number | null): string | null {
  const extra = new Set<string>();
  if (at !== null) extra.add(dateWords(at));
  for (const text of texts) {
    if (!text) continue;
    const read = text.slice(0, MOST_READ);
    for (const word of wordsOf(read)) {
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
 * Classes of all the world's letters cost a hook milliseconds to set up; plain text needs none of them. For the same
 * reason these expressions stand where they are used: what is never reached is never set up.
 */
function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

const PLAIN = /^[\x00-\x7f]*$/;

/** Words as the index cuts them: letters and digits in a row. */
function wordsOf(text: string): string[] {
  return text.match(isPlain(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** `parseHTTPRequest2` -> parse http request 2; a plain word has one part. */
function codeParts(word: string): string[] {
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
 * Every two neighbouring characters of unspaced writing, as a word that the index leaves whole: vowel signs would
 * otherwise cut it, and a stemmer must not find an ending in it.
 */
function characterPairs(text: string): string[] {
  const pairs: string[] = [];
  if (isPlain(text)) return pairs;
  for (const run of text.normalize('NFKC').match(unspaced()) ?? []) {
    const codes = [...run].map((character) => (character.codePointAt(0) as number).toString(36).padStart(4, '0'));
    for (let i = 1; i < codes.length; i += 1) pairs.push(`z${codes[i - 1]}${codes[i]}z`);
  }
  return pairs;
}

/** Scripts written without spaces; Hangul, too, as its words carry their grammar with them. */
function unspaced(): RegExp {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\u30fc]+/gu;
}

function dateWords(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
