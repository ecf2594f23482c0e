// What a sentence in another language than English says, and whether it can stand alone.
import { isPlain } from '../../../text/words.ts';
import { chinese } from './chinese.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import type { Speech } from './speech.ts';

export type { Speech } from './speech.ts';

/** The language of a text, if it is one of these: by its script, or by its frequent words. */
export function speechOf(text: string): Speech | null {
  const head = text.slice(0, MOST_READ);
  return byScript(head) ?? inLatin(head);
}

/** A short prompt may not tell its language: then it is that of the answer. */
export function speechOfPrompt(prompt: string, heard: Speech | null): Speech | null {
  const isLike = (one: Speech) => one.script.test(prompt) && isUndecided(prompt.slice(0, MOST_READ));
  return speechOf(prompt) ?? (heard && isLike(heard) ? heard : null);
}

/** Has no word that tells its language. */
function isUndecided(text: string): boolean {
  const spoken = text.toLowerCase().match(WORD) ?? [];
  return !spoken.some((word) => FREQUENT.get(word)?.includes(ENGLISH));
}

const MOST_READ = 1600;

const emptyWords = new Map<Speech, Set<string>>();

/** Whether a word names nothing in this language; it may be a word of English, or a name. */
export function isEmptyIn(speech: Speech, word: string): boolean {
  let words = emptyWords.get(speech);
  if (!words) {
    words = new Set(speech.empty.trim().split(/\s+/));
    emptyWords.set(speech, words);
  }
  return words.has(word.toLowerCase()) || (speech.acrossWords?.test(word) ?? false);
}

/** Names in English stand in any text: a few letters of a script tell more than many of the Latin one. */
function byScript(text: string): Speech | null {
  if (isPlain(text)) return null;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const least = Math.max(2, text.length / 20);
  if (count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) >= least) return japanese();
  if (count(/\p{sc=Han}/gu) >= least) return chinese();
  if (count(/\p{sc=Hangul}/gu) >= least) return korean();
  return count(/\p{sc=Cyrillic}/gu) >= least ? russian() : null;
}

/** Frequent words, and letters that few others have. */
interface Latin {
  speech: (() => Speech) | null;
  common: string;
  letters: RegExp;
}

const LATIN: Latin[] = [
  {
    speech: null,
    common: 'the a of and to is in for it that this with on are be as not or from was now if then will you',
    letters: /[^\s\S]/,
  },
  {
    speech: german,
    common:
      'der die das und nicht ein eine mit für auf wir ich ist sind im zu von den dem wird wurde auch noch nach bei aus',
    letters: /[äöüß]/i,
  },
  {
    speech: spanish,
    common: 'el la los las que de en y un una por con para del se es no lo más está son como su al ahora',
    letters: /[ñ¿¡]/i,
  },
  {
    speech: portuguese,
    common: 'o a os as que de em e um uma por com para do da no na não se é mais está são como ao agora',
    letters: /[ãõ]/i,
  },
  {
    speech: french,
    common: 'le la les des et un une du que est pas pour dans avec sur ce cette sont il je vous plus au aux',
    letters: /[êœùâî]/i,
  },
  {
    speech: italian,
    common: 'il lo la gli le che di e un una per non con del della sono è anche più questo nel ho se hai',
    letters: /[ìò]/i,
  },
  {
    speech: polish,
    common: 'i w z na do się jest nie że dla jak oraz przez są już czy po od bez to',
    letters: /[ąęłńśźż]/i,
  },
];
/** Which languages each frequent word belongs to. */
const FREQUENT = new Map<string, number[]>();
for (const [index, { common }] of LATIN.entries())
  for (const word of common.split(' ')) FREQUENT.set(word, [...(FREQUENT.get(word) ?? []), index]);
/** Its place among them. */
const ENGLISH = 0;
/** So many of them tell a language. */
const LEAST_FREQUENT = 2;

function inLatin(text: string): Speech | null {
  const spoken = text.toLowerCase().match(isPlain(text) ? PLAIN_WORD : WORD) ?? [];
  const counts: number[] = LATIN.map(({ letters }) => (letters.test(text) ? 2 : 0));
  for (const word of spoken)
    for (const index of FREQUENT.get(word) ?? []) counts[index] = (counts[index] as number) + 1;
  const most = Math.max(...counts);
  return most >= LEAST_FREQUENT ? (LATIN[counts.indexOf(most)]?.speech?.() ?? null) : null;
}

/** Neither part of a path nor the name of a call. */
const WORD = /(?<![\p{L}\p{N}_./-])\p{L}+(?![\p{L}\p{N}_/(-])/gu;
const PLAIN_WORD = /(?<![\w./-])[a-z]+(?![\w/(-])/g;

export interface Told {
  isRequest?: boolean;
  isDone?: boolean;
  isLook?: boolean;
}

/** What is said, without what stands around it; nothing if somebody asks, or says what he will do. */
export function statementIn(speech: Speech, sentence: string, { isRequest, isDone, isLook }: Told): string {
  if (!speech.script.test(sentence)) return sentence;
  let text = sentence.replace(/`/g, '').replace(EDGES, '');
  for (let times = 0; times < 2; times += 1) text = without(text, speech.opener);
  text = text.replace(CAUSE, '');
  if (isRequest) text = asHeadline(speech, without(text, CHAT));
  if (speech.asks.test(text)) return '';
  for (const [pattern, left] of speech.will) if (isDone && !isRequest) text = text.replace(pattern, left);
  const rest = without(text, speech.intends);
  if (rest !== text) {
    const isOfLook = speech.looks.test(rest);
    // What was intended was done, if something changed; what was to be looked at was the subject.
    if (!isRequest && !(isOfLook ? isLook : isDone)) return '';
    text = rest;
  }
  for (const [pattern, left] of speech.did) text = text.replace(pattern, left);
  const main = speech.depends.test(text) ? /^[^,，、]{4,}[,，、]\s*(.{6,})$/su.exec(text)?.[1] : undefined;
  if (!main) return text;
  // "Before that, I want to show you X" is about what somebody intends as well.
  return !isRequest && !isDone && speech.intends.test(main) ? '' : without(main, speech.joint);
}

/** "The cause is that X", "the solution is to X": X is what was found. */
const CAUSE =
  /^(?:la soluci[oó]n (?:es|era|fue|sería) (?=\p{L}+r )|a solução (?:é|era|foi|seria) (?=\p{L}+r )|la solution (?:est|était|serait) d(?:e |')|la soluzione (?:è|era|sarebbe) (?:di |quella di )?(?=\p{L}+re )|решение\s?[—–-]\s|解决(?:办法|方案)(?:是|就是)[：:]?|解決(?:策|方法)は、?|해결(?:책|방법)은 |原因は、?|原因是[：:]?|原因在于|원인은 |причина\s?[—–-]\s|(?:die )?ursache (?:ist|war),? (?:dass )?|la causa (?:es|era|fue) que |a causa (?:é|era) que |la cause (?:est|était) qu(?:e |')|la causa (?:è|era) che |przyczyną jest (?:to, że )?)/iu;

/** What somebody asks for, without what makes it polite, in the form of a headline. */
function asHeadline({ courtesy, asked, ours = [] }: Speech, sentence: string): string {
  let text = sentence
    .replace(new RegExp(courtesy.source, `${courtesy.flags}g`), ' ')
    .replace(/\s*,\s*,\s*|\s{2,}/g, ' ')
    .trim();
  for (const [pattern, left] of [...asked, ...ours]) text = text.replace(pattern, left);
  return text;
}

/** A question or request, without what makes it polite. */
export function questionIn(speech: Speech, sentence: string): string {
  let text = sentence.replace(/`/g, '').replace(EDGES, '');
  for (let times = 0; times < 2; times += 1) text = without(without(text, speech.opener), CHAT);
  return asHeadline(speech, text.replace(/[?？]+$/, ''));
}

/** Typed before what is meant, in any language, often without a comma. */
const CHAT =
  /^(?:(?:hola|hi|hey|hello|hallo|moin|servus|salut|ciao|cześć|hej|oi|olá|bonjour|привет|слушай|слушайте|смотри|안녕하세요|你好|您好|こんにちは|ok(?:ay|é|e)?|nope|nein|sim|sì|sí|oui|bah|ben|dale|hmm+|eh|да|ну|ладно|ок|아니|네|응|일단|嗯|哦)(?:[,.!，。、:：]+\s*|\s+(?=\p{L}))|(?:no|non|não|нет|nie|ja|bon|так|tak|vale|那)[,.!，。、:：]+\s*)/iu;

/** Whether a question can be understood alone. */
export function standsAsked({ addressed, points, depends, open, script }: Speech, line: string): boolean {
  return !script.test(line) || ![addressed, points, depends, open].some((pattern) => pattern.test(line));
}

/** Marks and images in front, and what ends a sentence. */
const EDGES = /^(?:[\s✓√✗:：]|\p{Extended_Pictographic}\uFE0F?)+|[\s。．.!！…:：]+$/gu;

const without = (text: string, pattern: RegExp) =>
  text.replace(pattern, '').replace(/^(?:[\s，,。：:、!！]|[—–-]+(?=\s))+/u, '');

/** Whether a line says something by itself. `isComplete`: it ends as it was said, so its last word leaves nothing open. */
export function standsIn(speech: Speech, line: string, isRequest = false, isComplete = false): boolean {
  // Names from code belong to no language.
  const said = line.replace(/^[\w./-]+: /, '').replace(/\s\([^()]*\)$/, '');
  if (!speech.script.test(said)) return true;
  const { addressed, points, depends, open, state, asks, orders } = speech;
  if (!isRequest && orders.test(said)) return false;
  // "It may be X — if it returns Y": what then?
  const after = /\s[—–-]\s([^—–]+)$/u.exec(said)?.[1] ?? '';
  if (after !== '' && !/[,，、]/.test(after) && depends.test(after)) return false;
  if (!isComplete && (open.test(said) || BROKEN_OFF.test(said))) return false;
  return ![addressed, points, depends, state, asks].some((pattern) => pattern.test(said));
}

/** "It applies to all of them — also": what follows was cut. */
const BROKEN_OFF =
  /\s[—–]\s(?:auch|also|aber|denn|doch|daher|und|oder|weil|además|también|pero|así|porque|y|também|mas|então|e|aussi|mais|donc|car|et|anche|ma|quindi|perché|więc|ale|też|bo|и|но|а|то|так|что|поэтому|значит)$/u;

/** "It uses X: when it is pressed[, Y]": what follows a colon or a dash depends on what was cut. */
export function isWithinClause({ depends }: Speech, line: string, whole: string): boolean {
  if (line === whole || !whole.startsWith(line) || !/^[,，、]/.test(whole.slice(line.length))) return false;
  const clause = /(?:[:：]\s?|\s[—–-]\s)([^:：]+)$/u.exec(line)?.[1] ?? '';
  return depends.test(clause) || INFINITIVE.test(clause);
}

/** "Al pulsar", "ao clicar", "en cliquant". */
const INFINITIVE = /^(?:(?:al|ao) \p{L}+r|en \p{L}+ant|beim \p{Lu}\p{L}+n)(?!\p{L})/u;

/** What a sentence can be shortened to, longest first. */
export function shortenedIn({ ends }: Speech, sentence: string): string[] {
  const bare = sentence.replace(/\s?[（(][^()（）]*[)）]/gu, '');
  return [...new Set([sentence, bare])].flatMap((one) => [
    one,
    ...[...one.matchAll(ends)].reverse().map(({ index }) => one.slice(0, index)),
  ]);
}

/** What is left of a sentence that is too long, longest first. */
export function tightenedIn({ tails, fills, verbLast, open }: Speech, sentence: string, room: number): string[] {
  const bare = sentence
    .replace(/\s?[（(][^()（）]*[)）]/gu, '')
    .replace(new RegExp(fills.source, 'giu'), ' ')
    .replace(/\s{2,}/g, ' ')
    .replace(/\s+(?=[,.;])/g, '')
    .trim();
  if (bare.length <= room) return [bare];
  const isVerbLast = verbLast.test(bare);
  return [...bare.matchAll(tails)]
    .map(({ index }) => bare.slice(0, index).replace(/[\s,;:]+$/, ''))
    .filter((one) => one.length <= room && one.length >= SHORTEST_CUT)
    .filter((one) => (verbLast.test(one) || (!isVerbLast && !open.test(one))) && !PAIRED.test(one) && !HALF.test(one))
    .reverse();
}

const SHORTEST_CUT = 36;
/** "…, because characters the": a clause that depends is whole, or left out. */
const HALF =
  /,\s(?:weil|dass|ob|wenn|damit|sodass|obwohl|deren|dessen|что|чтобы|котор\p{L}+|потому|так как|porque|aunque|para que|pois|porém|parce|puisque|afin|perché|affinché|że|żeby|ponieważ|któr\p{L}+)(?!\p{L})[^,]*$/iu;
/** "between A [and B]": both are named. */
const PAIRED =
  /(?<!\p{L})(?:el únic[oa]|la única|l['’]unic[oa]|o único|a única|le seul|la seule|единственн\p{L}+|jedyn\p{L}+|einzige\p{L}*|entre|tanto|tant|zwischen|sowohl|weder|tra|fra|sia|между|как|między|zarówno|both|between)(?:\s[^,]{1,40})?$/iu;

/** The clauses of a sentence without spaces, of which each may stand alone. */
export function clausesIn(speech: Speech, sentence: string): string[] {
  if (!speech.hasOwnCommas) return [];
  const clauses = sentence.split(/[，、；;]/u).map((clause) => clause.trim());
  return clauses.length > 1 ? clauses.slice(1).filter((clause) => clause.length >= SHORTEST) : [];
}

const SHORTEST = 8;
