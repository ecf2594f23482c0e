// Whether a turn is worth an observation: something was changed, found out or decided. Routine leaves only its summary.
import { isFiller, isQuestion } from '../../../text/sentences.ts';
import { isPlain } from '../../../text/words.ts';
import type { Turn } from './turn.ts';

/** How likely a reader must accept the title of a short talk, and of a touch of a document. */
const LISTABLE_TALK = 0.78;
const LISTABLE_TOUCH = 0.45;
const LISTABLE_ROUTINE = 0.6;
/** Below it, nobody would understand the title: of a short answer it is worth nothing. */
const UNLISTABLE = 0.12;
const SHORT_ANSWER = 600;
const MANY_LOOKS = 3;
const LISTABLE_LOOK = 0.65;

const ROUTINE_OF_GIT = /^\s*(?:comm?it|push|rebase|merge)\b/i;

/** A touch changes so few lines of documents, with so little to say about it. */
const TOUCHED_LINES = 12;
const TOUCHED_TOLD = 300;

/** An answer of this length explains something. */
const TOLD_IN_TALK = 280;

/** A request of this length says what somebody wants, whatever came of it. */
const LONG_REQUEST = 240;

/** `reads`: how likely a reader accepts the best title that was found. */
export function isWorthRemembering(turn: Turn, reads: number): boolean {
  const { evidence, material, prompt, request, tools } = turn;
  if (evidence.changes.length > 0) return reads >= LISTABLE_TOUCH || !isTouch(turn);
  if (material.notes.some(({ kind }) => kind === 'plan' || kind === 'choice')) return true;
  const told = toldLength(turn);
  if (isMenu(turn)) return false;
  // A greeting, or a line for the shell: what is said of it is about something else.
  if (tools.length === 0 && ((request.isBare && turn.before.length === 0) || isCommand(request.text))) return false;
  // Small talk is found by its words, in its summary.
  if (tools.length === 0 && told < TOLD_IN_TALK && reads < LISTABLE_TALK) return false;
  if (failedAndPassed(turn)) return true;
  if (reads < UNLISTABLE && tools.length < 2 && told < SHORT_ANSWER) return false;
  if (isGitAlone(turn)) return told >= 400;
  if (ROUTINE_OF_GIT.test(request.text) && (told < 400 || (request.isBare && reads < LISTABLE_ROUTINE))) return false;
  if (told >= (tools.length > 0 ? 160 : 240)) return true;
  // Of a turn that was cut off, what was found stands in the messages before.
  if (tools.length >= MANY_LOOKS && reads >= LISTABLE_LOOK) return true;
  return tools.length > 0 && request.text.length >= LONG_REQUEST && prompt !== null;
}

/** Typed for a shell, and nothing beside it. */
const isCommand = (text: string) =>
  text.length < LONGEST_COMMAND && !/[?？]/.test(text) && COMMAND.test(text) && !SENTENCE_WORD.test(text);

const LONGEST_COMMAND = 160;
const COMMAND =
  /^(?:source|cd|export|ls|cat|mkdir|rm|cp|mv|chmod|sudo|npm|npx|pnpm|yarn|node|python3?|pip3?|uv|git|docker|kubectl|curl|ssh|brew|make|cargo|go) [\w~./$"'-]\S*(?: [\w~./$"'=:@*|&>-]+)*$/;
const SENTENCE_WORD = /\s(?:the|an?|and|is|are|please|this|that|it|so|we|you|to)\s/i;

/** With the files that hold a version. */
const DOCUMENT = /\.(?:mdx?|txt|rst|adoc)$|(?:^|[\\/])(?:Cargo\.toml|package\.json|pyproject\.toml|VERSION)$/i;

/** A few words in a README or a list of things to do, or a new version. How a line of another language reads is not known well enough. */
function isTouch(turn: Turn): boolean {
  const { evidence, commits, request } = turn;
  const lines = evidence.changes.reduce((sum, { added, removed }) => sum + added + removed, 0);
  return (
    lines > 0 &&
    lines <= TOUCHED_LINES &&
    commits.length === 0 &&
    isPlain(request.text) &&
    evidence.changes.every(({ name }) => DOCUMENT.test(name)) &&
    toldLength(turn) < TOUCHED_TOLD
  );
}

/** Git alone is routine, unless there was something to say about it. */
function isGitAlone({ evidence, tools, commits, reviewed }: Turn): boolean {
  if (reviewed !== null && commits.length === 0) return false;
  return (
    tools.length > 0 &&
    evidence.runs.length === tools.length &&
    evidence.runs.every(({ kind }) => kind === 'git' || kind === 'look')
  );
}

/** A commit that was refused at first: what its checks found is worth knowing. */
export function failedAndPassed({ evidence, commits }: Turn): boolean {
  return (
    commits.length > 0 &&
    evidence.runs.some(({ failed, kind, trouble }) => failed && kind === 'git' && trouble !== null)
  );
}

/** A command of the host, and nothing beside it, that lists what there is to choose from. */
function isMenu({ prompt, last, commits }: Turn): boolean {
  if (!/^\s*\/\S+(?:\s+\S+){0,4}\s*$/.test(prompt ?? '') || commits.length > 0) return false;
  const lists = last.passages.filter(({ kind }) => kind === 'point' || kind === 'row').length;
  return (
    lists >= 3 &&
    last.passages.slice(-3).some(({ text }) => /[?？]|\b(?:reply|choose|select|pick|enter|type)\b/i.test(text))
  );
}

/** How much was said that is neither question nor filler; a character of Chinese says as much as two letters. */
function toldLength({ last }: Turn): number {
  return last.passages
    .filter(({ kind, text }) => kind !== 'heading' && !isFiller(text) && !isQuestion(text))
    .reduce((sum, { text }) => sum + text.length * lettersFor(text), 0);
}

/** So many letters say as much as one sign of this script. */
function lettersFor(text: string): number {
  if (isPlain(text)) return 1;
  if (/\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(text)) return 2.5;
  return /\p{sc=Hangul}/u.test(text) ? 1.8 : 1;
}
