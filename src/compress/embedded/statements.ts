// The statements of a turn, each with its value: how likely somebody asks for it later. The weights were fitted on
// questions that colleagues asked about turns; see scripts/fit.

import { isCodeName } from '../../text/code-name.ts';
import { type CodeBlock, type Message, readMessage, splitSentences } from '../../text/message.ts';
import { isFiller, isReason } from '../../text/sentences.ts';
import { isPlain } from '../../text/words.ts';
import type { Subject } from './subject.ts';
import { changeFact } from './turn/phrases.ts';
import type { Turn } from './turn/turn.ts';
import { STATEMENT_WEIGHTS } from './weights.ts';
import { wordsIn } from './words.ts';

export const STATEMENT_KINDS = [
  'sentence',
  'point',
  'row',
  'code',
  'commit',
  'earlier',
  'choice',
  'run',
  'edit',
  'plan',
  'request',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export const STATEMENT_FEATURES = [
  'bias',
  'place',
  'among the first three',
  'names of the subject',
  'names of code',
  'a number',
  'gives a reason',
  'a path, flag or command',
  'length',
  'short',
  'names things that are new',
  'says how the work stands',
  'bold words',
  ...STATEMENT_KINDS.map((kind) => `is: ${kind}`),
] as const;

export interface Statement {
  text: string;
  kind: StatementKind;
  /** Its place in the turn. */
  order: number;
  features: number[];
  value: number;
}

const LONGEST = 320;

export function statementsOf(turn: Turn, subject: Subject): Statement[] {
  const found: Statement[] = [];
  const seen = new Set<string>();
  const known = new Set<string>();
  const add = (kind: StatementKind, text: string, order: number, bold: boolean) => {
    const key = text.toLowerCase();
    const least = isPlain(text) ? 12 : 5;
    if (text.length < least || seen.has(key) || isNothing(text, kind)) return;
    seen.add(key);
    const words = wordsIn(text);
    const codes = words.filter(({ isCode }) => isCode);
    const fresh = codes.filter(({ key }) => !known.has(key)).length;
    for (const { key } of codes) known.add(key);
    const mass = [...new Set(words.map(({ key }) => key))].reduce(
      (sum, key) => sum + (subject.words.get(key)?.weight ?? 0),
      0,
    );
    const flag = (is: boolean) => (is ? 1 : 0);
    const features = [
      1,
      Math.min(order, 20) / 20,
      flag(order < 3),
      Math.min(mass, 3) / 3,
      Math.min(codes.length, 4) / 4,
      flag(/\d/.test(text)),
      flag(isReason(text)),
      flag(/(?:^|\s)--?[a-z]|[/\\]\w|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b|\$ ?\w/.test(text)),
      Math.min(text.length, LONGEST) / LONGEST,
      flag(text.length < 40),
      Math.min(fresh, 3) / 3,
      flag(/\b(?:all (?:\d+ )?tests?|tests? pass|lint|clean|green|pushed|committed)\b/i.test(text)),
      flag(bold),
      ...STATEMENT_KINDS.map((one) => flag(one === kind)),
    ];
    const value = features.reduce((sum, one, index) => sum + one * (STATEMENT_WEIGHTS[index] ?? 0), 0);
    found.push({ text, kind, order, features, value: 1 / (1 + Math.exp(-value)) });
  };
  for (const [order, { kind, text, lead }] of turn.last.passages.entries())
    if (kind !== 'heading') add(kind, text, order, lead !== null);
  for (const [order, line] of codeLines(turn.last).entries()) add('code', line, order, false);
  for (const commit of turn.commits)
    for (const [order, line] of unwrapped(commit.body).entries()) add('commit', line, order, false);
  for (const note of turn.material.notes)
    if (note.kind === 'choice')
      for (const [order, line] of note.text.split('\n').entries()) add('choice', line, order, false);
  for (const message of [...turn.earlier, ...turn.opening])
    for (const [order, { kind, text, lead }] of message.passages.entries())
      if (kind !== 'heading') add('earlier', text, order, lead !== null);
  for (const [order, text] of runLines(turn).entries()) add('run', text, order, false);
  for (const [order, text] of editLines(turn).entries()) add('edit', text, order, false);
  for (const note of turn.material.notes)
    if (note.kind === 'plan')
      for (const [order, { kind, text, lead }] of readMessage(note.text).passages.slice(0, 20).entries())
        if (kind !== 'heading') add('plan', text, order, lead !== null);
  // A plan that was handed over, or a long report: its beginning stands in the summary.
  for (const [order, text] of longRequest(turn).entries()) add('request', text, order, false);
  return found;
}

/** The sentences of a message whose lines were broken at a width. */
function unwrapped(body: string): string[] {
  return body
    .replace(/(?<=[^\n]{50})\n(?=[^\s\-*•#>\d])/g, ' ')
    .split('\n')
    .flatMap((line) => splitSentences(line.replace(/^\s*[-*]\s+/, '').trim()));
}

function longRequest({ prompt }: Turn): string[] {
  if (!prompt || prompt.length < 300) return [];
  return readMessage(prompt)
    .passages.filter(({ kind }) => kind !== 'heading')
    .map(({ text }) => text)
    .slice(1, 60);
}

function isNothing(text: string, kind: StatementKind): boolean {
  if (kind !== 'sentence' && kind !== 'point' && kind !== 'earlier') return false;
  const words = wordsIn(text);
  // What the agent was about to do stands in what it did.
  if (INTENTION.test(text)) return true;
  if (/[?？]$/.test(text) || (isFiller(text) && !words.some(({ isCode }) => isCode))) return true;
  const telling = new Set(words.filter(({ isEmpty, isPart }) => !isEmpty && !isPart).map(({ key }) => key)).size;
  // "Makes sense.", "Now I have a clear picture.": in any language, too few words to name something.
  return telling < FEWEST_WORDS && !words.some(({ isCode }) => isCode) && !/\d/.test(text);
}

const FEWEST_WORDS = 3;

const INTENTION =
  /^(?:(?:now|next|first|ok|okay|good|great|so|then|perfect|right)[,.!:]?\s+)*(?:let me|let's|i'?ll|i will|i'?m going to)\b/i;

/** The commands that did something, each with how it went. */
function runLines({ evidence }: Turn): string[] {
  const lines = new Map<string, string>();
  for (const { command, kind, failed, trouble } of evidence.runs) {
    if (kind === 'look' || command.length > 200) continue;
    lines.set(command, failed ? `\`${command}\` failed${trouble ? `: ${trouble}` : ''}` : `\`${command}\``);
  }
  return [...lines.values()].slice(-24);
}

/** What was written: names that are new or gone, by file, and lines that say something. */
function editLines({ evidence }: Turn): string[] {
  const lines = evidence.changes.slice(0, 8).map((change) => changeFact(change));
  const told = evidence.added.filter((line) => line.length >= 24 && /[\w"'`]/.test(line) && /\s/.test(line));
  return [...lines, ...told.slice(0, 60)];
}

/** Commands, settings and short snippets of the final message: what one copies. Not a listing. */
function codeLines({ blocks }: Message): string[] {
  return blocks
    .slice(0, 6)
    .flatMap((block) => linesOf(block))
    .slice(0, 16);
}

/** What a snippet says of itself loses the mark of a comment. */
const COMMENT = /^(?:\/\/+|#(?!!)|--(?=\s)|\/?\*+)\s*/;

function linesOf({ text }: CodeBlock): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(COMMENT, ''))
    .filter((line) => line !== '' && !/^[\W_]+$/.test(line));
  if (lines.length > 14) return [];
  return lines.filter(
    (line) => line.length <= 160 && line.split(/\s+/).some((word) => isCodeName(word) || /^[a-z]+$/.test(word)),
  );
}
