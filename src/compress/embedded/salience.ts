// How likely each word of a turn belongs into its title: a logistic function of where the word stands. The weights were
// fitted on gold titles; see scripts/fit.
import { lastPart } from '../../text/path.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { isEmptyIn, speechOf } from './speech/index.ts';
import type { Turn } from './turn/turn.ts';
import { WORD_WEIGHTS } from './weights.ts';
import { hasAsciiLetters, isEmptyWord, type Word, wordsIn } from './words.ts';

/** The features of a word, in the order of the table of weights. */
export const WORD_FEATURES = [
  'bias',
  'in the request',
  'in its first sentence',
  'opens the request',
  'in a heading of the request',
  'in the item that was chosen',
  'in the first sentences said',
  'in a heading or bold words',
  'times said, log',
  'share of the passages',
  'times said before, log',
  'in a commit',
  'opens a commit',
  'in the name of a changed file',
  'in a changed symbol',
  'in the diff, log',
  'in a command, log',
  'in the session title',
  'in the title before',
  'said at the end of the turn before',
  'in a plan or task',
  'in the reviewed title',
  'is code',
  'is part of code',
  'is a code span',
  'short',
  'a number',
  'asked and said',
  'asked and changed',
  'said and changed',
  'asked for in a short request',
  'says little anywhere',
  'sources, share',
  'early in the request',
  'early in what was said',
  'in the name of a file that was read',
  'searched for',
  'times asked, log',
  'in the body of a commit',
  'code that was asked for',
  'code that was said first',
  'generic and asked for',
  'share of the turns before that say it',
  'in Latin letters among others',
  'long',
  'has a capital within a sentence',
  'said, if nothing is asked',
  'a pair of signs with a Chinese one',
] as const;

export interface SubjectWord {
  key: string;
  text: string;
  isCode: boolean;
  isWhole: boolean;
  features: number[];
  /** From 0 to 1. */
  weight: number;
}

/** What a table of features is filled from: the words of one source. */
type Source = Map<string, number>;

/** Words that stand in every report of every project. */
export const GENERIC = new Set(
  `change changes changed use used uses using pass passes passing code new need needs run running exist exists want already
  instead create created work works working include including since full clean specific two show shows following case via
  first mode behavior exact exactly return returns real still actually look looks complete details content correct correctly
  see without matching per times note good value main start starts single every directly never right pattern back example
  output require requires confirm confirmed keep next make makes contain contains structure option options always even
  something nothing different expected entry entries cover covers listed approach way etc point true know step steps result
  resulting mean means three everything top applied side end say says either cause text else appear appears original modified
  stay stays status logic wrong against take provides got remain remains please made recommended current currently summary
  update updated file files line lines issue issues function functions method methods sure thing things part parts implemented
  implementation added ensure ensures properly successfully done fully based existing related relevant needed available`.split(
    /\s+/,
  ),
);

/** Words with a capital that no sentence begins with: names, and nouns in German. */
function capitalsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}[\p{L}\p{N}]{2,}/gu)].map(([word]) => word));
}

/** What was asked and said first in a turn; in passages so short that their words are known from the turn before. */
function keysOf({ prompt, said }: Turn['before'][number]): Set<string> {
  const passages = [prompt?.slice(0, 600), said?.slice(0, 600), said?.slice(600, 1200)];
  return new Set(passages.flatMap((passage) => (passage ? wordsIn(passage).map(({ key }) => key) : [])));
}

const EARLY = 20;

/** How early each of the first words stands in its source, from 1 to 0: a map keeps the order of first mention. */
function placesIn(source: Source): Map<string, number> {
  const places = new Map<string, number>();
  for (const key of source.keys()) {
    if (places.size >= EARLY) break;
    places.set(key, 1 - places.size / EARLY);
  }
  return places;
}

export function weighWords(turn: Turn): Map<string, SubjectWord> {
  const { request, last, earlier, evidence, ownCommits, material } = turn;
  const speech = speechOf(turn.prompt ?? '') ?? speechOf(turn.messages.at(-1) ?? '');
  const isEmptyHere = ({ text, isCode }: Word) => speech !== null && !isCode && isEmptyIn(speech, text);
  const texts = new Map<string, Word>();
  const read = (parts: (string | null | undefined)[], most = 4000): Source => {
    const counts: Source = new Map();
    let left = most;
    for (const part of parts) {
      if (!part) continue;
      if (left <= 0) break;
      for (const word of wordsIn(part.length > left ? part.slice(0, left) : part)) {
        if (isEmptyWord(word) || isEmptyHere(word)) continue;
        counts.set(word.key, (counts.get(word.key) ?? 0) + 1);
        const known = texts.get(word.key);
        if (!known || (known.isPart && !word.isPart)) texts.set(word.key, word);
      }
      left -= part.length + 1;
    }
    return counts;
  };
  const first = (part: string | null | undefined): Source => {
    const [word] = wordsIn(part ?? '').filter((one) => !isStopWord(one.text));
    return new Map(word ? [[word.key, 1]] : []);
  };
  const telling = last.passages.filter(({ kind }) => kind !== 'heading');
  const changed = evidence.changes;
  const asked = read([request.text], 1200);
  const said = read(last.passages.map(({ text }) => text));
  const names = read(changed.map(({ path }) => lastPart(path)));
  const symbols = read(changed.flatMap((change) => change.symbols.slice(0, 12)));
  const [previous] = turn.before;
  const opening = read(request.sentences.slice(0, 1), 400);
  const opens = first(request.sentences[0]);
  const headings = read(request.headings.slice(0, 2));
  const chosen = read(request.chosen);
  const lead = read(
    telling.slice(0, 2).map(({ text }) => text),
    600,
  );
  const bold = read(last.passages.flatMap(({ kind, text, lead }) => (kind === 'heading' ? text : (lead ?? []))));
  const saidBefore = read(earlier.slice(0, 3).flatMap((message) => message.passages.map(({ text }) => text)));
  const commit = read(ownCommits.map(({ subject }) => subject));
  const commitOpens = first(ownCommits[0]?.subject);
  const diff = read(evidence.added, 3000);
  const commands = read(
    evidence.runs.map(({ command }) => command),
    1500,
  );
  const sessionTitle = read([material.sessionTitle]);
  const titleBefore = read([previous?.title]);
  const endBefore = read([previous?.said?.slice(-1200)]);
  const notes = read(material.notes.map(({ text }) => text.slice(0, 300)));
  const reviewed = read([turn.reviewed?.title]);
  const readNames = read(evidence.read.slice(0, 20).map((name) => lastPart(name)));
  const searched = read(evidence.searched.slice(0, 10));
  const commitBody = read(ownCommits.map(({ body }) => body));
  const spans = read(last.passages.flatMap(({ spans }) => spans));
  // The sources that name a subject, as opposed to those that mention it.
  const naming = [
    opening,
    headings,
    chosen,
    lead,
    bold,
    commit,
    names,
    symbols,
    sessionTitle,
    titleBefore,
    reviewed,
    notes,
  ];
  const given = naming.filter((source) => source.size > 0);
  const passages = new Map<string, number>();
  for (const { text } of telling)
    for (const key of new Set(wordsIn(text).map((word) => word.key))) passages.set(key, (passages.get(key) ?? 0) + 1);
  const others = turn.before.map(keysOf);
  const isUnlatin = !hasAsciiLetters(
    (turn.messages.at(-1) ?? request.text).slice(0, 400).replace(/[\u00c0-\u024f]/g, ''),
  );
  const capitals = capitalsIn(`${turn.messages.at(-1) ?? ''}\n${request.text}`.slice(0, 3000));
  const placeAsked = placesIn(asked);
  const placeSaid = placesIn(said);
  const isShort = request.text.length < 120 ? 1 : 0;
  const words = new Map<string, SubjectWord>();
  for (const [key, word] of texts) {
    const has = (source: Source) => (source.size > 0 && source.has(key) ? 1 : 0);
    const log = (source: Source) => {
      const times = source.size > 0 ? source.get(key) : undefined;
      return times === undefined ? 0 : Math.log1p(times);
    };
    const isGeneric = GENERIC.has(word.text.toLowerCase()) ? 1 : 0;
    const inChange = names.has(key) || symbols.has(key) ? 1 : 0;
    const share = (passages.get(key) ?? 0) / (telling.length || 1);
    const features = [
      1,
      has(asked),
      has(opening),
      has(opens),
      has(headings),
      has(chosen),
      has(lead),
      has(bold),
      log(said),
      share,
      log(saidBefore),
      has(commit),
      has(commitOpens),
      has(names),
      has(symbols),
      log(diff),
      log(commands),
      has(sessionTitle),
      has(titleBefore),
      has(endBefore),
      has(notes),
      has(reviewed),
      word.isCode ? 1 : 0,
      word.isPart ? 1 : 0,
      has(spans),
      word.text.length < 4 ? 1 : 0,
      /^\d+$/.test(word.text) ? 1 : 0,
      has(asked) * has(said),
      has(asked) * inChange,
      has(said) * inChange,
      has(asked) * isShort,
      isGeneric,
      given.reduce((sum, source) => sum + has(source), 0) / naming.length,
      placeAsked.get(key) ?? 0,
      placeSaid.get(key) ?? 0,
      has(readNames),
      has(searched),
      log(asked),
      has(commitBody),
      word.isCode ? has(asked) : 0,
      word.isCode ? has(lead) : 0,
      isGeneric * has(asked),
      others.length === 0 ? 0 : others.filter((one) => one.has(key)).length / others.length,
      isUnlatin && /^[A-Za-z]/.test(word.text) ? 1 : 0,
      word.text.length >= 8 ? 1 : 0,
      capitals.has(word.text) ? 1 : 0,
      asked.size < 4 ? has(lead) : 0,
      /^\p{sc=Han}\p{sc=Han}$|^[\p{sc=Katakana}ー]{2}$/u.test(word.text) ? 1 : 0,
    ];
    let sum = 0;
    for (let index = 0; index < features.length; index += 1)
      if (features[index] !== 0) sum += (features[index] as number) * (WORD_WEIGHTS[index] ?? 0);
    words.set(key, {
      key,
      text: word.text,
      isCode: word.isCode,
      isWhole: word.isWhole,
      features,
      weight: 1 / (1 + Math.exp(-sum)),
    });
  }
  return words;
}
