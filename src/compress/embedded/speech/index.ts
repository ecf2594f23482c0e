// What a sentence in another language than English says, and whether it can stand alone.
import { signsFor } from '../../../text/rule-signs/index.ts';
import { isPlain } from '../../../text/words.ts';
import { chinese } from './chinese.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import type { Speech } from './speech.ts';

export type { Speech } from './speech.ts';

const LATIN: Record<string, () => Speech> = { de: german, es: spanish, fr: french, pt: portuguese };

/** The language of a text, if it is one of these: by its script, or by its frequent words. */
export function speechOf(text: string): Speech | null {
  const written = byScript(text);
  if (written) return written;
  const language = signsFor(text.slice(0, MOST_READ))?.language;
  return language ? (LATIN[language]?.() ?? null) : null;
}

const MOST_READ = 3000;

/** Names in English stand in any text: a few letters of a script tell more than many of the Latin one. */
function byScript(text: string): Speech | null {
  if (isPlain(text)) return null;
  const head = text.slice(0, MOST_READ);
  const count = (pattern: RegExp) => head.match(pattern)?.length ?? 0;
  const least = Math.max(2, head.length / 20);
  if (count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) >= least) return japanese();
  if (count(/\p{sc=Han}/gu) >= least) return chinese();
  if (count(/\p{sc=Hangul}/gu) >= least) return korean();
  return count(/\p{sc=Cyrillic}/gu) >= least ? russian() : null;
}

export interface Told {
  isRequest?: boolean;
  isDone?: boolean;
  isLook?: boolean;
}

/** What is said, without what stands around it; nothing if somebody asks, or says what he will do. */
export function statementIn(speech: Speech, sentence: string, { isRequest, isDone, isLook }: Told): string {
  if (!speech.script.test(sentence)) return sentence;
  let text = sentence.replace(EDGES, '');
  for (let times = 0; times < 2; times += 1) text = without(text, speech.opener);
  if (isRequest)
    text = text
      .replace(new RegExp(speech.courtesy.source, `${speech.courtesy.flags}g`), ' ')
      .replace(/\s*,\s*,\s*|\s{2,}/g, ' ')
      .trim();
  if (speech.asks.test(text)) return '';
  const rest = without(text, speech.intends);
  if (rest !== text) {
    const isOfLook = speech.looks.test(rest);
    // What was intended was done, if something changed; what was to be looked at was the subject.
    if (!isRequest && !(isOfLook ? isLook : isDone)) return '';
    text = rest;
  }
  for (const [pattern, left] of speech.did) text = text.replace(pattern, left);
  const main = speech.depends.test(text) ? /^[^,，、]{4,}[,，、]\s*(.{6,})$/su.exec(text)?.[1] : undefined;
  return main ? without(main, speech.joint) : text;
}

/** Marks and images in front, and what ends a sentence. */
const EDGES = /^(?:[\s✓√✗:：]|\p{Extended_Pictographic}\uFE0F?)+|[\s。．.!！…]+$/gu;

const without = (text: string, pattern: RegExp) => text.replace(pattern, '').replace(/^[\s，,。：:、!！—–-]+/u, '');

/** Whether a line says something by itself. */
export function standsIn(speech: Speech, line: string, isRequest = false): boolean {
  // Names from code belong to no language.
  const said = line.replace(/^[\w./-]+: /, '').replace(/\s\([\w./-]+\)$/, '');
  if (!speech.script.test(said)) return true;
  const { addressed, points, depends, open, state, asks, orders } = speech;
  if (!isRequest && orders.test(said)) return false;
  return ![addressed, points, depends, open, state, asks].some((pattern) => pattern.test(said));
}

/** What a sentence can be shortened to, longest first. */
export function shortenedIn({ ends }: Speech, sentence: string): string[] {
  const bare = sentence.replace(/\s?[（(][^()（）]*[)）]/gu, '');
  return [...new Set([sentence, bare])].flatMap((one) => [
    one,
    ...[...one.matchAll(ends)].reverse().map(({ index }) => one.slice(0, index)),
  ]);
}

/** The clauses of a sentence without spaces, of which each may stand alone. */
export function clausesIn(speech: Speech, sentence: string): string[] {
  if (!speech.hasOwnCommas) return [];
  const clauses = sentence.split(/[，、；;]/u).map((clause) => clause.trim());
  return clauses.length > 1 ? clauses.slice(1).filter((clause) => clause.length >= SHORTEST) : [];
}

const SHORTEST = 8;
