// Lines that could be the title of a turn, from all its evidence.

import { FOLLOW_UP } from '../../../domain/memory.ts';
import { isCodeName } from '../../../text/code-name.ts';
import { readMessage, splitSentences } from '../../../text/message.ts';
import { lastPart } from '../../../text/path.ts';
import { clausesIn, type Speech, speechOf, speechOfPrompt } from '../speech/index.ts';
import { firstHeading, titleFromChanges, titleFromTests } from '../turn/phrases.ts';
import type { Turn } from '../turn/turn.ts';
import { typeOf } from '../turn/types.ts';
import { failedAndPassed } from '../turn/worth.ts';
import { baseOfIng, VERB } from '../verbs.ts';
import { hasAsciiLetters, namedKeys } from '../words.ts';
import {
  absencesIn,
  describedIn,
  isToldDeed,
  PROPOSES,
  proposed,
  proposedIn,
  underHeadings,
  withoutOffers,
} from './answers.ts';
import type { Candidate, Source } from './candidate.ts';
import { casingOf } from './casing.ts';
import { commentsIn } from './comments.ts';
import { isBranch, mainFiles, PASSING_FILE } from './compose.ts';
import { type Demand, isBalanced, NOT_DONE } from './demand.ts';
import { capital, headlines, LONGEST_TITLE } from './headline.ts';
import { withTheirLists } from './lists.ts';
import { implemented, planned, written } from './plans.ts';
import { announcedIn, askedIn, isTopic, questionsIn } from './questions.ts';
import { NARRATES, NOTHING_DONE, withoutRemarks } from './remarks.ts';
import { asksForDeed, isTelling } from './requests.ts';
import { deedOf, reviewAddressed, reviewTitle } from './reviews.ts';
import { looksOf, stepsOf } from './steps.ts';
import { tightened, withoutArticles } from './tighten.ts';
import { tellReplaced, tellValues, valuesChanged } from './values-changed.ts';

export function candidatesOf(turn: Turn): Candidate[] {
  const { request, earlier, commits, ownCommits, evidence, material } = turn;
  const found = new Map<string, Candidate>();
  const gathered: [Source, string[]][] = [];
  const changes = evidence.changes.filter(({ name }) => !PASSING_FILE.test(name));
  const isDone = changes.length > 0;
  const last = withoutOffers(turn.last, isDone);
  const isFix = evidence.fixed.length > 0 || typeOf(turn, '') === 'bugfix';
  const isPartial = isDone && (changes.length > FEW_FILES || isFix);
  const cased = casingOf(turn);
  const heard = speechOf(turn.messages.slice(-MOST_HEARD).join('\n'));
  const asking = speechOfPrompt(turn.prompt ?? '', heard);
  const saying = heard ?? asking;
  const add = (source: Source, sentences: string[], demand: Demand = 'title') => {
    if (demand === 'title') gathered.push([source, sentences]);
    for (const [order, whole] of sentences.entries()) {
      const sentence = isDone && demand === 'title' && SAID.has(source) ? withoutRemarks(whole) : whole;
      if (sentence === '' || (demand === 'title' && isPassing(source, sentence))) continue;
      const reading = {
        demand,
        isRequest: ASKED.has(source),
        isDone: isDone && SAID.has(source),
        isLook: !isDone && source === 'step',
        speech: ASKED.has(source) ? asking : SPOKEN.has(source) ? saying : null,
      };
      const clauses = reading.speech ? clausesIn(reading.speech, sentence) : [];
      const lines = [sentence, ...clauses].flatMap((one) => headlines(one, reading));
      const put = (line: string, index: number, isTight: boolean) => {
        const text = HEADED.has(source) ? cased(line) : line;
        if (demand === 'title' && source === 'earlier message' && NARRATES.test(text)) return;
        const key = text.toLowerCase();
        if (!found.has(key))
          found.set(key, {
            ...{ text, source, order, isAnswer: !isDone, isPartial, isTight },
            isShortened: index > 0,
            isCut: index > 0 && (lines[0] as string).startsWith(line),
            composed: 'none',
            of: sentence,
            speech: reading.speech,
            isLast: demand !== 'title',
            isMade: source === 'diff' && saying !== null,
          });
      };
      for (const [index, text] of lines.entries()) put(text, index, false);
      if (SAID.has(source) && demand === 'title')
        for (const text of tightened(sentence, reading))
          if (!lines.some((line) => withoutArticles(line) === withoutArticles(text))) put(text, 0, true);
    }
  };
  // A commit that was refused at first is titled by what refused it; its subject belongs to the work before.
  const isOwn = evidence.changes.length > 0 || !failedAndPassed(turn);
  add(
    'commit',
    ownCommits.filter(({ what }) => what === 'commit' && isOwn).map(({ subject }) => subject),
  );
  add(
    'pull request',
    ownCommits.filter(({ what }) => what === 'pull-request').map(({ subject }) => subject),
  );
  add(
    'request heading',
    request.headings.slice(0, 2).map((heading) => (isDone ? implemented(heading, request.text) : heading)),
  );
  const said = turn.messages.join('\n').toLowerCase();
  const tells = (sentence: string) => isTelling(sentence, said, asking);
  // What is followed by "however" is conceded, not asked.
  const asked = request.sentences.filter((_, index) => !CONTRAST.test(request.sentences[index + 1] ?? ''));
  add('request', ofDeeds(asked.slice(0, 2).filter(tells), asking, isDone));
  add('chosen', request.chosen);
  if (isDone) add('offered', request.sentences.flatMap(suggestedIn));
  // A line that only introduces what follows says nothing alone, and one that nothing follows was about to.
  const introduces = (text: string, index: number) =>
    /[:：]$/.test(text) && (namedKeys(text).size < 3 || (!isDone && index === last.passages.length - 1));
  const sentences = last.passages
    .filter(({ kind, text }, index) => kind === 'sentence' && !introduces(text, index))
    .map(({ text, under }) => (under && CONCLUDING.test(under) ? `${under}: ` : '') + withItsFile(text, turn));
  if (isDone) add('lead', withTheirLists(last));
  else add('lead', absencesIn(last));
  if (last.passages.length < 2)
    add(
      'lead',
      last.blocks.flatMap(({ text }) => text.split('\n').slice(0, 2)),
    );
  if (saying)
    add(
      'lead',
      sentences.slice(2).filter((sentence) => CONCLUDES.test(sentence)),
    );
  add('lead', sentences.slice(0, 2));
  add('sentence', sentences.slice(2, 10));
  add(
    'heading',
    last.passages
      .filter(({ kind }) => kind === 'heading')
      .map(({ text }) => (isDone ? text : explained(placed(text))))
      .slice(0, 5),
  );
  add(
    'point',
    last.passages
      // A cell of a table stands for itself only if it says what was done.
      .filter(({ kind, text }) => kind === 'point' || (kind === 'row' && VERB.test(headlines(text)[0] ?? '')))
      .flatMap(({ text }) => splitSentences(text).slice(0, 1))
      .slice(0, 8),
  );
  add('bold', last.passages.flatMap(({ lead, text }) => (NOT_DONE.test(text) ? [] : (lead ?? []))).slice(0, 6));
  add(
    'later request',
    asked.slice(2, 6).filter((sentence) => tells(sentence) && asksForDeed(sentence, asking)),
  );
  add(
    'earlier message',
    earlier.slice(0, 3).flatMap(({ passages }) =>
      passages
        .filter(({ kind }) => kind === 'sentence')
        .slice(-2)
        .map(({ text }) => text),
    ),
  );
  if (!isOwn)
    add(
      'earlier message',
      turn.messages.slice(0, 6).flatMap((message) =>
        readMessage(message.slice(0, 600))
          .passages.slice(0, 1)
          .map(({ text }) => text),
      ),
    );
  for (const { kind, text } of material.notes) {
    if (kind === 'plan')
      add(
        'plan',
        firstHeading(text).map((heading) => (isDone ? heading : planned(heading))),
      );
    if (kind === 'tasks') add('task', text.split('\n').slice(0, 4));
  }
  add('step', isDone ? stepsOf(turn) : looksOf(turn));
  if (isDone) add('diff', [titleFromTests(changes) ?? titleFromChanges(changes), ...changedNames(turn)]);
  add(
    'diff',
    evidence.sections
      .filter(({ heading }) => !ANY_HEADING.test(heading))
      .map(({ heading, file, isNew }) =>
        isNew ? documented(heading, file) : `Update section "${heading}" of ${file}`,
      ),
  );
  add('diff', tellValues(valuesChanged(turn.tools)));
  add('diff', tellReplaced(turn.tools));
  const isDocument = changes.every(({ name }) => /\.(?:mdx?|txt|rst|adoc)$/i.test(name));
  add(
    'plan',
    evidence.documents
      .slice(0, 2)
      .map((heading) => (isDone ? (isDocument ? written(heading) : heading) : planned(heading))),
  );
  add('offered', request.offered);
  // A later question is about something of its own.
  const isOfSession = isDone || turn.before.length === 0 || commits.length > 0;
  if (material.sessionTitle && isOfSession && !isBranch(material.sessionTitle))
    add('session title', [material.sessionTitle]);
  if (turn.reviewed?.title) add('reviewed', [reviewTitle(turn.reviewed, deedOf(turn, turn.reviewed))]);
  add('reviewed', reviewAddressed(turn));
  const addWhole = (source: Source, text: string, order: number, more: Partial<Candidate> = {}) => {
    if (found.has(text.toLowerCase())) return;
    const whole = { order, isAnswer: !isDone, isPartial, isShortened: false, composed: 'none' as const, of: text };
    found.set(text.toLowerCase(), { text, source, ...whole, ...more });
  };
  const followed = followUp(turn);
  if (followed && found.size === 0) addWhole('before', followed, 0);
  if (!isDone) {
    const clauses = asked.slice(0, 6).map(questionsIn);
    const told = [...clauses.flat(), ...last.passages.slice(0, 3).flatMap(announced)];
    for (const [order, text] of told.entries()) addWhole('question', text, order);
    const posed = asked
      .slice(0, 4)
      .flatMap((sentence, index) => (clauses[index]?.length ? [] : askedIn(sentence, asking)));
    for (const [order, text] of posed.entries())
      addWhole('question', text, told.length + order, { isPosed: !isTopic(text) });
  }
  if (!isDone)
    for (const one of underHeadings(last, isPartial))
      if (!found.has(one.text.toLowerCase())) found.set(one.text.toLowerCase(), one);
  if (!isDone && PROPOSES.test(turn.messages.at(-1) ?? '')) {
    const described = describedIn(last);
    for (const [key, one] of [...found]) {
      // A step of what is there already was neither done nor proposed.
      if (described.has(one.of) && isToldDeed(one) && found.size > 1) found.delete(key);
      const text = described.has(one.of) ? null : proposed(one);
      if (!text) continue;
      const isRoomy = text.length <= LONGEST_TITLE;
      // Without room for the word that tells so, a shorter line of the same sentence has to do.
      if (isRoomy || [...found.values()].some((other) => other !== one && other.of === one.of)) found.delete(key);
      if (isRoomy) found.set(text.toLowerCase(), { ...one, text });
    }
  }
  if (!isDone && saying?.proposes.test(turn.messages.at(-1) ?? ''))
    for (const [key, one] of [...found]) {
      const text = proposedIn(one);
      if (!text || text.length > LONGEST_TITLE) continue;
      found.delete(key);
      found.set(text.toLowerCase(), { ...one, text });
    }
  // An answer in code says what it found beside it.
  if (!isDone && found.size < FEW_LINES)
    add('sentence', last.blocks.flatMap(({ text }) => commentsIn(text)).slice(0, MOST_COMMENTS));
  // Better a line that reads badly than none.
  if (found.size < FEWEST) for (const [source, sentences] of gathered) add(source, sentences, 'alone');
  if (found.size === 0) for (const [source, sentences] of gathered) add(source, sentences, 'any');
  return [...found.values()];
}

/** What is asked for tells what was done; where deeds are known by their verbs, what is said around them is left out. */
function ofDeeds(sentences: string[], speech: Speech | null, isDone: boolean): string[] {
  const deeds = speech && isDone ? sentences.filter((sentence) => asksForDeed(sentence, speech)) : [];
  return deeds.length > 0 ? deeds : sentences;
}

const announced = ({ text }: { text: string }) => announcedIn(text);

/** Says what all of it comes to, in other languages: English has a feature for it. */
const CONCLUDES =
  /^(?:结论|总结|综上(?:所述)?|結論|まとめ|결론|요약하면|fazit|conclusión|en conclusión|conclusão|conclusion|conclusione|вывод|итого?|podsumowanie|wniosek)\s?[:：，,]/iu;

/** A heading under which stands what all of it comes to. */
const CONCLUDING = /^(?:root cause|cause|summary|conclusion|verdict|answer|result|problem|fix)$/i;

const CONTRAST = /^(?:however|but|yet|nevertheless)\b/i;

/** Where "X should do Y" asks for it. */
const ASKED = new Set<Source>(['request heading', 'request', 'later request', 'chosen', 'offered']);

/** Where lines have the capitals of headings. */
const HEADED = new Set<Source>(['request heading', 'heading', 'bold', 'plan', 'task', 'session title', 'chosen']);

/** Where "I'll do X" and "now does X" tell what was done, if files changed. */
const SAID = new Set<Source>(['lead', 'sentence', 'heading', 'point', 'bold', 'earlier message', 'step']);

/** Said on the way, or around an answer. */
const isPassing = (source: Source, sentence: string) =>
  (SAID.has(source) && NOTHING_DONE.test(sentence)) || (source === 'earlier message' && NARRATES.test(sentence));

/** Said by the agent. */
const SPOKEN = new Set<Source>([...SAID, 'task', 'plan']);

/** "…; consider adding X" -> "Add X": what reviews propose, and what was done if files changed. */
function suggestedIn(sentence: string): string[] {
  const [, doing = '', what = ''] =
    /\b(?:consider|recommend|suggest|propose)\s+(?:also |either |instead )?([a-z]+ing)\s(.{8,})$/is.exec(sentence) ??
    [];
  const base = baseOfIng(doing);
  return base ? [`${base} ${what}`] : [];
}

/** "The workflow now uses X" -> "release.yml now uses X", if that is what changed. */
function withItsFile(sentence: string, turn: Turn): string {
  const [path, other] = mainFiles(turn);
  return path && !other ? sentence.replace(ITS_FILE, lastPart(path)) : sentence;
}

const ITS_FILE =
  /^(?:the|this) (?:workflow|file|script|config(?:uration)?(?: file)?|doc(?:ument)?|readme|page|component|template|schema|migration|stylesheet|manifest)\b(?= (?:now|no longer|uses?|has|have|is|was|does|will|only|also|already)\b)/i;

/** Stands in every document. */
const ANY_HEADING =
  /^(?:results?|context|summary|notes?|changes?|overview|usage|done|to-?dos?|conclusions?|status|references?|background|introduction|problem|solution|goals?|examples?|details|misc|other)$/i;

/** An answer in code says few lines. */
const MOST_COMMENTS = 8;
const FEW_LINES = 4;
const FEWEST = 2;
/** So many messages tell the language. */
const MOST_HEARD = 3;
const FEW_FILES = 3;

/** "Go on" and "now test it" are about what the turn before was about. */
export function followUp({ request, before }: Turn): string | null {
  const title = before[0]?.title;
  if (!title || !hasAsciiLetters(request.text)) return null;
  // One that follows a follow-up is about the same.
  const followed = title.endsWith(FOLLOW_UP) ? title.slice(0, -FOLLOW_UP.length) : title;
  if (!isBalanced(followed)) return null;
  // Without its place or its end, if there is no room for them.
  const forms = [followed, followed.replace(/^\S+: /, ''), ...headlines(followed)];
  const fitting = forms.find((form) => form.length + FOLLOW_UP.length <= LONGEST_TITLE);
  return fitting ? fitting + FOLLOW_UP : null;
}

/** What was asked for by its name, in the file that changed. */
function changedNames({ request, evidence }: Turn): string[] {
  const files = evidence.changes.map(({ name }) => lastPart(name));
  const [file] = files;
  if (!file || files.length > 2) return [];
  const names = request.text
    .slice(0, 400)
    .split(/[\s,;"'`]+/)
    .map((word) => word.replace(/[.:?!)]+$/, ''))
    .filter((word) => isCodeName(word) && /^[A-Za-z_]\w{5,}(?:\(\))?$/.test(word) && !files.includes(word));
  return [...new Set(names)].slice(0, 2).map((name) => `Change ${name} in ${file}`);
}

/** A new section. Its heading stays quoted, because anybody may have written it; its number or date is for its document. */
function documented(heading: string, file: string): string {
  const bare = heading.replace(/^(?:\d[\d.\-/]*[.:)]?|\d{4}-?\d\d-?\d\d)\s*(?:[—–:-]\s*)?(?=\p{L})/u, '');
  return `Document "${bare}" in ${file}`;
}

/** "Major Duplication: TestA and TestB" -> "Major duplication in TestA and TestB". */
function placed(heading: string): string {
  const [, what = '', where = ''] =
    /^(?:\d+[.)]\s+)?([A-Z][a-z]+(?: [A-Za-z][a-z]+){0,2}): (\S+(?:(?:, | and |, and )\S+){0,2})$/.exec(heading) ?? [];
  return where.split(/, | and /).every(isCodeName) && where !== ''
    ? `${capital(what.toLowerCase())} in ${where}`
    : heading;
}

/** "The Session Flow" of an answer -> "How the session flow works". */
function explained(heading: string): string {
  const [, what] =
    /^(?:the )?((?:[\w-]+ ){1,5}(?:flow|process|lifecycle|mechanism|pipeline|algorithm))$/i.exec(heading) ?? [];
  return what ? `How the ${what.toLowerCase()} works` : heading;
}
