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
    .map((part, index) => (index < parts.length - 1 && !/[.!?…。！？]$/.test(part) ? `${part};` : part))
    .join(' ');
}

/** Without classes of letters, which take a hook milliseconds to set up. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?…])\s+|(?<=[。！？])/).filter((sentence) => sentence !== '');

const keysOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9_\u0080-\uffff]+/)
    .filter((word) => word.length > 2);

/** What only introduces a list, how the checks went, what is said in passing. A hook has no time for more patterns. */
export function isOpening(text: string): boolean {
  const words = text.toLowerCase();
  return (
    /[:：]$|^all \d/.test(words) || startsWith(words, OPENINGS) || (PASSED.some(isIn, words) && CHECKS.test(words))
  );
}

const OPENINGS = (
  "done|perfect|great|good|ok|okay|all test|all tests|all check|all checks|here's|here is|here are|now i|let me|i'll|i will|" +
  'the commit went'
).split('|');
const PASSED = ['clean', 'pass', 'green'];
const CHECKS = /\b(?:lint|tests?|checks?|build)\b[^.]{0,30}\b(?:clean|pass(?:es|ed|ing)?|green)\b/;

function isIn(this: string, part: string): boolean {
  return this.includes(part);
}

/** With one of these words, and not only with letters of it. To compile a pattern of so many takes a hook half a millisecond. */
const startsWith = (text: string, words: string[]) =>
  words.some((word) => text.startsWith(word) && !/\w/.test(text.charAt(word.length)));

/** Points at something unnamed in a few words, with no name, number or path among them. */
const isThin = (text: string) =>
  text.length < 70 &&
  startsWith(text.toLowerCase(), POINTERS) &&
  !/[\d_/`()]|\w\.\w/.test(text) &&
  (text.match(/[A-Za-z]{4,}/g) ?? []).length < 6;
const POINTERS = 'that|this|it|its|yes|no|i|you|we|there|these|those|so|and|but'.split('|');

/** What the ledger knows anyway: sizes of changes, commands, commits. */
const isRecord = (text: string) => /\bchanged \(\+\d|\bis new\b|^`[^`]*`[.;]?$|^Commit [0-9a-f]{6,}/.test(text);
