// The lines of the feed: headers of groups, turns, and short turns folded into one line. Appending a page only adds lines,
// so a feed of any length grows at the same speed.
import type { Turn } from '../../api.ts';
import { dayLabel, dayName, dayOf, isoDay, many, memories, sessionName, tail } from '../../format.ts';
import { plain } from '../../inline.tsx';
import { projectLabel } from '../../projects.ts';
import { HEAD, type Placed } from '../../virtual-list.tsx';

/** The last two keep the order of time: their headers come again at every change. */
export const GROUPS = ['session', 'day', 'branch', 'file'] as const;
export type Group = (typeof GROUPS)[number];

export interface HeadLine {
  is: 'head';
  key: string;
  height: number;
  title: string;
  /** The session that the header stands for. */
  sessionId: string | null;
  branch: string | null;
  about: string;
  day: string;
}
export interface TurnLine {
  is: 'turn';
  key: string;
  height: number;
  turn: Turn;
  /** If it differs from that of the line above. */
  day: string;
  /** The quiet line below the headline. */
  second: string;
  /** The session and project of a search result, which has no header. */
  where: string;
  more: number;
}
export interface FoldLine {
  is: 'fold';
  key: string;
  height: number;
  turns: Turn[];
}
export type FeedLine = HeadLine | TurnLine | FoldLine;

export interface LineOptions {
  group: Group;
  isSearch: boolean;
  /** Turns that were unfolded. */
  unfolded: Set<string>;
}

export interface FeedLines extends Placed<FeedLine> {
  turns: Turn[];
  options: LineOptions;
  /** Where the last group begins, in turns and in lines: it may still grow. */
  lastTurn: number;
  lastLine: number;
}

const HEADLINE = 26;
const SECOND = 20;
const FINDING = 22;
const PAD = 13;
const FOLD = 30;
export const MOST_FINDINGS = 3;
/** A shorter prompt says nothing: "yes", "commit this". */
const SHORT = 24;

export function feedLines(turns: Turn[], options: LineOptions, before: FeedLines | null): FeedLines {
  const goesOn =
    before !== null &&
    before.options === options &&
    before.lastTurn < turns.length &&
    before.turns.every((turn, index) => index >= before.lastTurn || turn === turns[index]);
  const built: FeedLines = goesOn
    ? {
        ...before,
        turns,
        lines: before.lines.slice(0, before.lastLine),
        tops: before.tops.slice(0, before.lastLine + 1),
      }
    : { turns, options, lines: [], tops: [0], lastTurn: 0, lastLine: 0 };
  for (let from = built.lastTurn; from < turns.length; ) {
    const until = endOfGroup(turns, from, options);
    built.lastTurn = from;
    built.lastLine = built.lines.length;
    addGroup(built, turns.slice(from, until));
    from = until;
  }
  return built;
}

function endOfGroup(turns: Turn[], from: number, options: LineOptions): number {
  const key = groupKey(turns[from] as Turn, options);
  let until = from + 1;
  while (until < turns.length && groupKey(turns[until] as Turn, options) === key) until += 1;
  return until;
}

function groupKey(turn: Turn, { group, isSearch }: LineOptions): string {
  if (isSearch) return '';
  if (group === 'branch' || group === 'file') return `${turn.projectId} ${turn[group]}`;
  return (group === 'session' && turn.sessionId) || dayOf(turn.at);
}

function addGroup(built: FeedLines, turns: Turn[]): void {
  const { options } = built;
  const add = (line: FeedLine) => {
    built.lines.push(line);
    built.tops.push((built.tops.at(-1) as number) + line.height);
  };
  // The results of a search are in the order of relevance, so sessions would come again and again.
  if (!options.isSearch) add(headOf(turns, options));
  let day = options.isSearch ? '' : options.group === 'day' ? null : dayOf((turns[0] as Turn).at);
  let folded: Turn[] = [];
  const fold = () => {
    if (folded.length > 0) add({ is: 'fold', key: `fold ${folded[0]?.key}`, height: FOLD, turns: folded });
    folded = [];
  };
  for (const turn of turns) {
    if (isShort(turn, options)) folded.push(turn);
    else {
      fold();
      const isNewDay = day !== null && dayOf(turn.at) !== day;
      if (isNewDay && !options.isSearch) day = dayOf(turn.at);
      add(turnLine(turn, isNewDay ? dayLabel(isoDay(turn.at)) : '', options));
    }
  }
  fold();
}

function headOf(turns: Turn[], { group }: LineOptions): HeadLine {
  const [first] = turns as [Turn];
  // Of the whole session, not of what is loaded so far.
  const counts = `${many(first.sessionTurns, 'turn')} · ${memories(first.sessionObservations)}`;
  const project = projectLabel(first.projectId, first.project);
  const bySession = group === 'session';
  const byDay = group === 'day';
  const title = bySession
    ? sessionOf(first)
    : byDay
      ? dayName(first.at)
      : tail((group === 'branch' ? first.branch : first.file) ?? `No ${group}`);
  return {
    is: 'head',
    key: `head ${first.key}`,
    height: HEAD,
    title: plain(title),
    sessionId: bySession ? first.sessionId : null,
    branch: bySession ? first.branch : null,
    about: byDay ? '' : bySession && first.sessionId !== null ? `${project} · ${counts}` : project,
    day: byDay ? '' : dayName(first.at),
  };
}

const sessionOf = ({ sessionId, sessionTitle, at }: Turn) =>
  sessionId === null ? 'Outside of a session' : sessionName(sessionTitle, at);

function turnLine(turn: Turn, day: string, { isSearch }: LineOptions): TurnLine {
  const [first] = turn.items;
  const findings = Math.min(MOST_FINDINGS, turn.items.length) - 1;
  const second = secondLine(turn, isSearch);
  const where = isSearch ? `${sessionOf(turn)} · ${projectLabel(turn.projectId, turn.project)}` : '';
  const height = PAD + HEADLINE + (second === '' ? 0 : SECOND) + (where === '' ? 0 : SECOND) + findings * FINDING;
  return {
    is: 'turn',
    key: turn.key,
    height,
    turn,
    day,
    second,
    where,
    more: first ? Math.max(0, turn.items.length - MOST_FINDINGS) : 0,
  };
}

/** In a search the sentence that matched; otherwise the prompt, unless it says nothing or the headline repeats it. */
function secondLine({ items, prompt }: Turn, isSearch: boolean): string {
  const [first] = items;
  if (!first) return '';
  if (isSearch && first.passage) return plain(first.passage);
  const asked = plain(prompt);
  if (asked.length >= SHORT && !plain(first.title).startsWith(asked.slice(0, 60))) return `“${asked}”`;
  const preview = plain(first.preview).replace(/^Asked: .*/, '');
  return preview;
}

/** Nothing was found in it, and what was asked says nothing, either. */
function isShort({ items, prompt, key }: Turn, { isSearch, unfolded }: LineOptions): boolean {
  if (isSearch || unfolded.has(key) || prompt === '') return false;
  return plain(prompt).length < SHORT && items.every((item) => item.kind === 'summary' && !item.pinned && !item.edited);
}
