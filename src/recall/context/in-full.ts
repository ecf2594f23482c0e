// An observation in full, on one line: its title, and what the title does not say.
import type { ObservationRecord } from '../../domain/record.ts';
import { byAuthor, cut, files, markOf, STALE, titleOf } from '../format.ts';
import type { StalenessCheck } from '../staleness.ts';

const MOST_CHARACTERS = 320;

export function inFull(memory: ObservationRecord, field: string, root: string | null, stale: StalenessCheck): string {
  const body = substanceOf(memory, field, MOST_CHARACTERS);
  const touched = memory.filesModified.length > 0 ? memory.filesModified : memory.filesRead;
  const where = touched.length > 0 ? ` (${files(touched, root, 3)})` : '';
  const mark = STALE[stale.of(memory.touches, memory.at)];
  return `- #${memory.id} ${markOf(memory.type)} ${titleOf(memory)}${body ? ` — ${body}` : ''}${where}${byAuthor(memory.author)}${mark}`;
}

/** The sentences and facts that say more than the title, as many as fit. */
export function substanceOf(
  { title, narrative, facts }: Pick<ObservationRecord, 'title' | 'narrative' | 'facts'>,
  field: string,
  most: number,
): string {
  const sentences = sentencesOf(narrative ?? '');
  const told = new Set(keysOf(title ?? ''));
  const parts: string[] = [];
  let left = most;
  for (const text of field === 'facts' ? [...facts, ...sentences] : [...sentences, ...facts]) {
    if (left < 40 || (parts.length > 0 && text.length > left)) break;
    const keys = keysOf(text);
    const isNew = keys.filter((key) => !told.has(key)).length > keys.length * 0.4;
    if (!isNew || isOpening(text) || isRecord(text) || isThin(text)) continue;
    parts.push(cut(text, left));
    left -= text.length + 3;
    for (const key of keys) told.add(key);
  }
  return parts
    .map((part, index) =>
      index < parts.length - 1 && !ENDS.includes(part.charAt(part.length - 1)) ? `${part};` : part,
    )
    .join(' ');
}

// A hook runs this once and exits: to compile a pattern would take it longer than to look at the letters.

const ENDS = '.!?…。！？';
/** After these, a sentence ends without a space, too. */
const ENDS_ALONE = '。！？';
const SPACES = ' \t\n\r';

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (!ENDS.includes(mark)) continue;
    let next = at + 1;
    while (next < text.length && SPACES.includes(text.charAt(next))) next += 1;
    if (next === at + 1 && !ENDS_ALONE.includes(mark)) continue;
    sentences.push(text.slice(from, at + 1));
    from = next;
    at = next - 1;
  }
  sentences.push(text.slice(from));
  return sentences.filter((sentence) => sentence !== '');
}

/** Words of at least three letters, in small letters. */
function keysOf(text: string): string[] {
  const low = text.toLowerCase();
  const keys: string[] = [];
  let from = 0;
  for (let at = 0; at <= low.length; at += 1) {
    if (at < low.length && isWordCode(low.charCodeAt(at))) continue;
    if (at - from > 2) keys.push(low.slice(from, at));
    from = at + 1;
  }
  return keys;
}

/** Letters, digits, the underscore, and everything beyond ASCII. */
const isWordCode = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code === 95 || code >= 128;
const isDigit = (code: number) => code >= 48 && code <= 57;

/** What only introduces a list, how the checks went, what is said in passing. */
export function isOpening(text: string): boolean {
  const words = text.toLowerCase();
  return (
    words.endsWith(':') ||
    words.endsWith('：') ||
    (words.startsWith('all ') && isDigit(words.charCodeAt(4))) ||
    startsWith(words, OPENINGS) ||
    words.includes(' let me ') ||
    words.includes(" i'll ") ||
    (PASSED.some(isIn, words) && CHECKS.test(words))
  );
}

const OPENINGS = (
  "done|perfect|great|good|ok|okay|all test|all tests|all check|all checks|here's|here is|here are|now i|let me|i'll|i will|" +
  'the commit went|now update|now add|now fix|now run|now commit|now let|now check|now create|now remove'
).split('|');
const PASSED = ['clean', 'pass', 'green'];
const CHECKS = /\b(?:lint|tests?|checks?|build)\b[^.]{0,30}\b(?:clean|pass(?:es|ed|ing)?|green)\b/;

function isIn(this: string, part: string): boolean {
  return this.includes(part);
}

/** With one of these words, and not only with letters of it. */
const startsWith = (text: string, words: string[]) =>
  words.some((word) => text.startsWith(word) && !isAsciiWord(text.charCodeAt(word.length)));
const isAsciiWord = (code: number) => code < 128 && isWordCode(code);

/** Points at something unnamed in a few words, with no name, number or path among them. */
const isThin = (text: string) =>
  text.length < 70 &&
  startsWith(text.toLowerCase(), POINTERS) &&
  !/[\d_/`()]|\w\.\w/.test(text) &&
  (text.match(/[A-Za-z]{4,}/g) ?? []).length < 6;
const POINTERS = 'that|this|it|its|yes|no|i|you|we|there|these|those|so|and|but'.split('|');

/** What the ledger knows anyway: sizes of changes, commands, commits. */
function isRecord(text: string): boolean {
  const [, command] = text.startsWith('`') ? text.split('`') : [];
  return (
    text.includes('changed (+') ||
    endsWord(text, ' is new') ||
    (command !== undefined && text.length <= command.length + 3 && text.charAt(command.length + 1) === '`') ||
    (text.startsWith('Commit ') && /^Commit [0-9a-f]{6}/.test(text))
  );
}

/** Has these words, and no letter after them. */
function endsWord(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return at >= 0 && !isAsciiWord(text.charCodeAt(at + words.length));
}
