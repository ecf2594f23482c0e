// Puts a title together if no single line names its subject: a scope before it, or a name behind it.

import { isCodeName } from '../../../text/code-name.ts';
import { lastPart } from '../../../text/path.ts';
import type { Subject } from '../subject.ts';
import { isTest } from '../turn/phrases.ts';
import type { Turn } from '../turn/turn.ts';
import { ASK, FINITE, VERB } from '../verbs.ts';
import { hasAsciiLetters, isEmptyWord, namedKeys, wordsIn } from '../words.ts';
import type { Candidate, PhraseKind } from './candidate.ts';
import { isBalanced } from './demand.ts';
import { capital, LONGEST_TITLE, uncapital } from './headline.ts';

export interface Phrase {
  text: string;
  kind: PhraseKind;
  keys: Set<string>;
  weight: number;
  /** The words that stand near it: of the same passage, under its heading, of the same change. */
  near: Set<string>;
  /** Whether it was asked about. */
  isAsked: boolean;
}

const MOST_PHRASES = 5;
const LONGEST_PHRASE = 34;

/** The names of the subject, best first: identifiers, files, and words that stand together more than once. */
export function phrasesOf(turn: Turn, subject: Subject): Phrase[] {
  const found = new Map<string, Phrase>();
  const asked = turn.request.text.slice(0, MOST_ASKED).toLowerCase();
  const isOtherScript = !hasAsciiLetters(turn.request.text.slice(0, MOST_ASKED).replace(/[\u00c0-\u024f]/g, ''));
  const add = (text: string, kind: PhraseKind) => {
    const keys = namedKeys(text);
    if (text.length < 3 || text.length > LONGEST_PHRASE || keys.size === 0 || !isBalanced(text)) return;
    const weights = [...keys].map((key) => subject.words.get(key)).filter((word) => word && !word.isWhole);
    const weight = weights.reduce((sum, word) => sum + (word?.weight ?? 0), 0) / Math.sqrt(weights.length || 1);
    const key = text.toLowerCase();
    if (!found.has(key)) found.set(key, { text, kind, keys, weight, near: new Set(), isAsked: asked.includes(key) });
  };
  const { changes } = turn.evidence;
  if (turn.reviewed) add(`${turn.reviewed.what} #${turn.reviewed.number}`, 'reference');
  for (const path of mainFiles(turn)) add(lastPart(path), 'file');
  for (const { symbols, removedSymbols } of changes)
    for (const name of [...symbols, ...removedSymbols].slice(0, 8)) if (isTellingName(name)) add(name, 'symbol');
  const told = toldNames(turn);
  for (const { key, text, isCode } of subject.words.values())
    if (
      (isCode || (isOtherScript && LATIN_NAME.test(text))) &&
      (told.get(key) ?? 0) > (isTwoSentences(text) ? 2 : 1) &&
      isName(text) &&
      (isTellingName(shortName(text)) || (isOtherScript && LATIN_NAME.test(text)))
    )
      add(shortName(text), 'name');
  const { sessionTitle } = turn.material;
  if (sessionTitle && !isBranch(sessionTitle)) add(sessionTitle, 'words');
  for (const heading of turn.request.headings.slice(0, 1)) add(heading, 'words');
  for (const [run, sources] of runsIn(turn)) if (sources > 1) add(run, 'words');
  const phrases = [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, MOST_PHRASES);
  tellTogether(turn, phrases);
  return phrases;
}

const MOST_ASKED = 600;
/** Among letters of another script, a word in Latin ones names something, unless it is an everyday one. */
const LATIN_NAME = /^(?=.*[A-Z\d._-])[A-Za-z][\w.-]{2,24}$/;

/** Some hosts call a session by its branch: `feat/zsh transient`. */
export const isBranch = (title: string) => /^[a-z]+\/[\w-]+(?:\s|$)/i.test(title);

/** Fills in which words stand near each phrase. */
function tellTogether({ request, last, earlier, evidence, ownCommits }: Turn, phrases: Phrase[]): void {
  const told: Set<string>[] = [];
  const read = (text: string) => told.push(namedKeys(text));
  for (const sentence of request.sentences) read(sentence.slice(0, 600));
  for (const { text, under } of [last, ...earlier.slice(0, 2)].flatMap(({ passages }) => passages.slice(0, 60)))
    read(under ? `${under}\n${text}` : text);
  for (const { subject, body } of ownCommits) read(`${subject}\n${body.slice(0, 400)}`);
  const added = evidence.changes.length <= 2 ? evidence.added.join('\n').slice(0, 6000) : '';
  for (const { path, symbols } of evidence.changes) read([lastPart(path), ...symbols.slice(0, 20), added].join('\n'));
  for (const phrase of phrases)
    for (const keys of told)
      if ([...phrase.keys].every((key) => keys.has(key))) for (const key of keys) phrase.near.add(key);
}

/** The files that a statement about the turn is about: one or two, or the one with most of the changes. */
export function mainFiles({ evidence }: Turn): string[] {
  const size = ({ added, removed }: { added: number; removed: number }) => added + removed + 1;
  const changes = evidence.changes.filter(({ name }) => !PASSING_FILE.test(name));
  const all = changes.reduce((sum, change) => sum + size(change), 0);
  const code = changes.filter(({ name }) => !isTest(name) && !SIDE_FILE.test(name));
  const told = code.length > 0 ? code : changes;
  return told.filter((change) => told.length === 1 || size(change) >= all * 0.6).map(({ path }) => path);
}

/** By its name within the project: a project may itself be in a temporary folder. */
export const PASSING_FILE =
  /(?:^|[\\/])(?:te?mp|scratchpad|\.claude|plans?|session-state|var[\\/]folders)[\\/]|\.(?:patch|diff|log|lock)$/i;

/** Kept beside the work: lists of what is to be done, and of what was. */
const SIDE_FILE =
  /(?:^|[\\/])(?:todos?|state|memory|changelog|changes|history|notes?|chores?|plan|roadmap|progress|status|backlog)(?:-\w+)?\.(?:md|txt)$/i;

const FOLLOW_UP = 40;

/**
 * How much a name belongs to the subject: what was asked for or changed counts more than what was mentioned. A name that
 * only stands in a command is none.
 */
function toldNames({ request, last, evidence, ownCommits, material, before }: Turn): Map<string, number> {
  const names = new Map<string, number>();
  const read = (texts: string[], weight: number) => {
    for (const { key } of wordsIn(texts.join('\n'))) names.set(key, (names.get(key) ?? 0) + weight);
  };
  read([request.text.slice(0, 1200), ...request.headings, ...request.chosen], 2);
  read(
    evidence.changes.flatMap(({ path, symbols }) => [lastPart(path), ...symbols]),
    2,
  );
  read([...ownCommits.map(({ subject }) => subject), material.sessionTitle ?? ''], 2);
  // Only a request that names nothing itself is about what the turn before was about.
  if (request.text.length < FOLLOW_UP) read([before[0]?.title ?? ''], 2);
  read(
    last.passages.map(({ text }) => text),
    0.7,
  );
  return names;
}

/** Not an option, a hash, an address or a number. */
const isName = (text: string) =>
  !/^-|^[0-9a-f]{7,40}$|:|^[\d.]+$|^v\d|^\w\.\w+$|^\.?(?:tar\.)?(?:gz|zip|json|ya?ml|toml|md|js|ts)$/i.test(text) &&
  /[a-z]{3}/i.test(text);

/** Everybody's, and written like a name in code. */
const PRODUCT =
  /^(?:GitHub|GitLab|BitBucket|TypeScript|JavaScript|PostgreSQL|MySQL|SQLite|MongoDB|GraphQL|Node\.?js|Next\.?js|Vue\.?js|VS ?Code|OpenAI|ChatGPT|DeepSeek|YouTube|LinkedIn|WhatsApp|macOS|iOS|PowerShell|WebSockets?|OAuth2?|WordPress|CloudFlare)$/i;

/** `take.Do` was typed without a space, unless somebody else writes it so, too. */
const isTwoSentences = (text: string) => /^[a-z]+\.[A-Z][a-z]*$/.test(text);

/** A name that is not an everyday word: `open` says nothing. */
const isTellingName = (name: string) => isCodeName(name) || name.length > 9;

/** The last part of a path; without the arguments of a call. */
function shortName(text: string): string {
  const name = text.includes('/') ? (text.split('/').filter(Boolean).at(-1) ?? text) : text;
  return name.replace(/:\d+(?:-\d+)?$/, '');
}

/** Two to three words in a row that name something, and how many sources name it so: the request, titles, commits. */
function runsIn(turn: Turn): Map<string, number> {
  const runs = new Map<string, { text: string; sources: Set<number> }>();
  const read = (text: string, source: number) => {
    for (const part of text.split(/[.,;:!?()[\]{}"“”`'—–|/\n。，；：！？（）「」]+/u)) {
      const words = part.trim().split(/\s+/).filter(Boolean);
      for (const size of [2, 3])
        for (let at = 0; at + size <= words.length; at += 1) {
          const run = words.slice(at, at + size);
          if (run.some(isEdge) || run.some(isVerb)) continue;
          const joined = run.join(' ');
          const known = runs.get(joined.toLowerCase()) ?? { text: joined, sources: new Set<number>() };
          known.sources.add(source);
          runs.set(joined.toLowerCase(), known);
        }
    }
  };
  const { request, last, ownCommits, material, before } = turn;
  read(request.text.slice(0, 1200), 1);
  read(request.headings.join('\n'), 2);
  read(
    last.passages
      .filter(({ kind }) => kind === 'heading')
      .map(({ text }) => text)
      .join('\n'),
    3,
  );
  read(ownCommits.map(({ subject }) => subject).join('\n'), 4);
  read(material.sessionTitle ?? '', 5);
  read(before[0]?.title ?? '', 6);
  return new Map([...runs.values()].map(({ text, sources }) => [text, sources.size]));
}

/** A name of something has no verb in it. */
const isVerb = (word: string) => VERB.test(`${word} `) || FINITE.test(word) || /(?:ing|ed|ly)$/.test(word);

function isEdge(word: string): boolean {
  const [only] = wordsIn(word);
  return only === undefined || isEmptyWord(only) || /^[\d\W]+$/.test(word);
}

/** Candidates with more of the subject, for those that lack some of it. */
export function compose(bases: Candidate[], phrases: Phrase[]): Candidate[] {
  const made: Candidate[] = [];
  for (const base of bases) {
    const keys = namedKeys(base.text);
    const fresh = phrases.filter((phrase) =>
      phrase.kind === 'file' && isTest(phrase.text)
        ? !base.text.includes(phrase.text) && [...phrase.keys].some((key) => !keys.has(key))
        : [...keysOf(phrase)].every((key) => !keys.has(key)),
    );
    for (const phrase of fresh) {
      const related = keys.size === 0 ? 0 : [...keys].filter((key) => phrase.near.has(key)).length / keys.size;
      if (!isFitting(phrase, base)) continue;
      if (base.source === 'reviewed') continue;
      if (base.source === 'diff' && (!base.text.startsWith('Add') || phrase.kind === 'name')) continue;
      if (base.source === 'before') continue;
      if (base.speech && base.text.startsWith(base.speech.proposal)) continue;
      const before = `${phrase.kind === 'words' ? capital(phrase.text) : phrase.text}: `;
      const said = uncapital(base.text);
      const scoped =
        before + (!base.isAnswer && before.length + said.length > LONGEST_TITLE ? said.replace(FILLING, '') : said);
      // A name at the head of a line that nobody tells together with it is misleading.
      const isAskedOf =
        base.isAnswer &&
        phrase.isAsked &&
        phrase.kind === 'name' &&
        SPOKEN.has(base.source) &&
        !PRODUCT.test(phrase.text);
      const isApart =
        ((phrase.kind === 'name' || phrase.kind === 'symbol') && related < 0.5 && !isAskedOf) ||
        (phrase.kind === 'file' && WIDE.has(base.source)) ||
        // What somebody complained of need not be about the file that changed.
        (phrase.kind === 'file' && TYPED.has(base.source) && !VERB.test(base.text)) ||
        CALL.test(phrase.text) ||
        // What an answer mentions is often one of several things that it compares.
        (base.isAnswer && phrase.kind !== 'reference' && phrase.kind !== 'file' && !isAskedOf) ||
        // A task does not name anything, and words that stand elsewhere mislead as well.
        (phrase.kind === 'words' &&
          (VERB.test(phrase.text) || related < 0.5 || (base.isAnswer && VERB.test(base.text)))) ||
        (phrase.kind === 'file' && related < 0.3 && !VERB.test(base.text)) ||
        (phrase.kind !== 'reference' && hasAsciiLetters(base.text) && !isVerbal(base.text));
      if (!isApart && !base.text.includes(': ') && scoped.length <= LONGEST_TITLE)
        made.push({ ...base, text: scoped, composed: 'scope', added: phrase.kind, related });
      const aside = `${base.text} (${phrase.text})`;
      // Nor is the name behind an answer, or behind what it is not told with.
      const isBeside =
        (phrase.kind === 'name' || phrase.kind === 'symbol') && (base.isAnswer ? !phrase.isAsked : related < 0.5);
      if (!isBeside && !base.text.endsWith(')') && phrase.kind !== 'words' && aside.length <= LONGEST_TITLE)
        made.push({ ...base, text: aside, composed: 'aside', added: phrase.kind, related });
      const placed = `${base.text} in ${phrase.text}`;
      if (phrase.kind === 'file' && isDeed(base.text) && !base.text.includes('/') && placed.length <= LONGEST_TITLE)
        made.push({ ...base, text: placed, composed: 'place', added: phrase.kind, related });
    }
  }
  return made;
}

/** What gives way if the room is short. */
const FILLING =
  / (?:the|an?|reasonable|proper|appropriate|simple|comprehensive|robust|necessary|explicit|dedicated|corresponding)(?= [\w"])(?<!\b(?:more|less|as|too) \w+)/g;

/** Two files of one kind share its ending. */
const keysOf = ({ kind, text, keys }: Phrase) => (kind === 'file' ? namedKeys(text.replace(/\.\w+$/, '')) : keys);

/** Whether a line may be about what is added to it. */
function isFitting({ text, kind, isAsked }: Phrase, base: Candidate): boolean {
  if (kind === 'reference') return !/#\d/.test(base.text);
  // The subject of a commit is complete.
  if (base.source === 'commit' || base.source === 'pull request') return false;
  // A line about one file is not about another, also if its name was left out: "notes.md — added a row to X".
  const labeled = kind === 'file' ? LABELED.exec(base.of)?.[1] : undefined;
  if (labeled && lastPart(labeled) !== text) return false;
  if (kind === 'file' && (FILE_NAME.test(base.text) || isPathIn(base.text)) && !isPlaceless(base)) return false;
  if (kind === 'file' && MANIFEST.test(text) && !PACKAGING.test(base.text)) return false;
  if (kind === 'file' && (ROUTINE.test(base.text) || (IN_TEST.test(base.text) && !isTest(text)))) return false;
  const isBeside = isTest(text) || SIDE_FILE.test(text) || /^Test[A-Z_]/.test(text);
  if (isBeside) return kind === 'file' ? !WIDE.has(base.source) || TESTING.test(base.text) : TESTING.test(base.text);
  if (kind !== 'name' && kind !== 'symbol') return true;
  if (base.of.includes(text)) return true;
  if (WIDE.has(base.source) && !(base.isAnswer && isAsked)) return false;
  // A file that was only mentioned, or a second name beside one that the line has.
  return !FILE_NAME.test(text) && !hasName(base.text);
}

/** What an answer says. */
const SPOKEN = new Set<Candidate['source']>(['lead', 'sentence', 'point', 'heading', 'bold']);

/** Covers more than the change at hand. */
const WIDE = new Set<Candidate['source']>(['session title', 'task', 'plan', 'chosen', 'request heading', 'heading']);

/** Changed along with nearly everything. */
const MANIFEST =
  /^(?:Cargo\.(?:toml|lock)|package(?:-lock)?\.json|go\.(?:mod|sum)|pyproject\.toml|pom\.xml|.*\.csproj)$/;
const PACKAGING = /\b(?:versions?|bump\w*|depend\w*|scripts?|features?|packages?|releases?|licen[cs]e|workspace)\b/i;

/** Is done to the whole product, whatever file changed. */
const ROUTINE =
  /^(?:deploy|rerun|start|restart|launch|capture|take|commit|push|pull|rebase|publish|upload|download)\b/i;

/** Names its place: the tests. */
const IN_TEST = /\bin (?:\w*[a-z](?:Tests?|Spec)|[Tt]est_\w+|Test[A-Z]\w+)\b/;

/** As the user typed it. */
const TYPED = new Set<Candidate['source']>(['request', 'later request']);

/** `fetchCmd.CombinedOutput`: a call of something that has a name only there. */
const CALL = /^[a-z]+[A-Z]\w*\.\w/;

const TESTING =
  /\b(?:tests?|tested|testing|test case|cases|assert\w*|cover\w*|specs?|fixtures?|mocks?|e2e)\b|Test[A-Z_]/;

const hasName = (text: string) => text.split(/[\s()[\],]+/).some((token) => isCodeName(token.replace(/[:,.]$/, '')));

/** Something that is done to what it names, and that may be followed by where. */
const isDeed = (text: string) =>
  hasAsciiLetters(text) &&
  VERB.test(text) &&
  !/[:()?]|\s[—–-]\s|\b(?:in|to|from|into|for|with|of|when|that|which|is|are)\b/i.test(text);

/** Without a verb, a line with something in front is two labels. */
const isVerbal = (text: string) => VERB.test(text) || ASK.test(text) || FINITE.test(text.replace(/"[^"]*"/g, ''));

/** "Add a line that points to CLAUDE.md", "Update the logic to read settings.json": where? */
const PLACELESS =
  /^(?:add (?:an? |the |another )?(?:\w+ )?(?:line|section|note|link|paragraph|sentence|comment|entry|row|table|reference)\b|(?:update|change|improve|simplify|adjust|fix|extend) the (?:\w+ )?(?:logic|code|check|handling|flow|behavior)\b)/i;

const isPlaceless = ({ text, source }: Candidate) => source !== 'diff' && PLACELESS.test(text);

/** "linker/runner" of a deed is none. */
const isPathIn = (text: string) => (VERB.test(text) ? /\w\/\w[\w-]*[./]/ : /\w\/\w/).test(text);

const LABELED = /^[\s`*]*([\w./\\-]+\.[a-z]{1,5})(?::[\d-]+)?[`*]*(?: \([^()]*\))?[`*]*\s*[—–:-]\s/i;
const FILE_NAME = /\b[\w-]+\.[a-z]{1,5}\b(?!\()/;
