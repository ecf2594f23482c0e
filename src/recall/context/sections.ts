// The sections of the session-start context: where we left off, uncommitted files, recent sessions, observations.

import type { Context } from '../../domain/context.ts';
import type { FileTouch } from '../../domain/event.ts';
import { FOLLOW_UP } from '../../domain/memory.ts';
import type {
  ObservationBrief,
  ObservationRecord,
  OpenTurn,
  SessionRecord,
  SummaryRecord,
} from '../../domain/record.ts';
import { lastPart } from '../../text/path.ts';
import { ago, byAuthor, clock, cut, day, files, indexLine, markOf, STALE, shortPath, titleOf } from '../format.ts';
import type { Freshness, StalenessCheck } from '../staleness.ts';
import type { Page } from './budgeted-text.ts';
import { inFull, isOpening } from './in-full.ts';
import type { ContextRequest, OwnPast } from './start-request.ts';
import type { WorkingTree } from './working-tree.ts';

const LEFT_OFF_CHARACTERS = 2600;
const EARLIER_CHARACTERS = 3200;
const MATTERS_CHARACTERS = 1400;
const FULL_CHARACTERS = 2600;

/** The last summaries, newest first: on the current branch, and on any. */
export interface LastWork {
  onBranch: SummaryRecord[];
  anywhere: SummaryRecord[];
  /** What the host said about where a session stands. */
  recap: (sessionId: string) => { text: string; at: number } | null;
  /** Among which the findings of the last turn are. */
  findings: ObservationBrief[];
}

export interface LeftOff {
  summary: SummaryRecord | null;
  /** The titles that stand there, by `bareTitle`. */
  told: Set<string>;
}

/** For comparing titles: without what tells two of one name apart. */
export const bareTitle = (title: string | null): string => (title ?? '').replace(/\s\([^()]*\)$/, '').toLowerCase();

/**
 * The last turns of the session that last worked on this branch, as far as they were on this branch. If the branch is
 * unknown or new, those of the last session. And turns that are not yet summarized.
 */
export function leftOff(page: Page, work: LastWork, request: ContextRequest, shown: Context): LeftOff {
  const { tree, openTurns, now, root, beginning } = request;
  const elsewhere = openTurns.filter((turn) => turn.sessionId !== request.sessionId);
  const summaries = work.onBranch.length > 0 ? work.onBranch : work.anywhere;
  // "commit it" says nothing about the work: use the last turn that did something. A session that only asked or greeted
  // is not where we left off.
  const worked = summaries.find(didSomething) ?? summaries[0];
  const session = summaries.filter((summary) => summary.sessionId === worked?.sessionId);
  const last = session.find(didSomething) ?? session[0];
  const told = new Set<string>();
  const lines = elsewhere.slice(0, 3).flatMap((turn) => openLine(turn, now, tree.branch));
  if (last) {
    lines.push(...inDetail({ ...last, nextSteps: openSteps(session, last) }, root, idsOf(work.findings, last)));
    lines.push(...recapLine(work, session[0] ?? last, now));
    shown.summaries.push(last.id);
    const at = session.indexOf(last);
    told.add(bareTitle(last.title));
    const worth = (summary: SummaryRecord) => didSomething(summary) || isSameTurn(summary, last) || saysWhat(summary);
    const around = (summary: SummaryRecord, lead: string) => {
      told.add(bareTitle(summary.title));
      return inShort(summary, `${lead}${onBranch(summary, last.branch)}`, !isSameTurn(summary, last));
    };
    lines.push(
      ...session
        .slice(0, at)
        .filter(worth)
        .slice(-2)
        .reverse()
        .map((summary) => around(summary, 'After that')),
    );
    lines.push(
      ...withoutFollowUps(session.slice(at).filter(worth))
        .filter((summary) => summary !== last)
        .slice(0, 3)
        .map((summary) => around(summary, 'Before that')),
    );
    lines.push(...sinceThen(work.anywhere, session[0] ?? last, now));
  }
  const when = last
    ? `${day(last.at)} ${clock(last.at)}, ${ago(last.at, now)}${last.branch ? `, branch ${cut(last.branch, 100)}` : ''}`
    : '';
  const heading = beginning === 'again' ? '## New since then' : '## Where we left off';
  page.addBlock('left', `\n${heading}${when ? ` (${when})` : ''}`, lines, LEFT_OFF_CHARACTERS);
  return { summary: last ?? null, told };
}

/** What follows a turn and says nothing of its own, if that turn is among them. */
const withoutFollowUps = (summaries: SummaryRecord[]) =>
  summaries.filter(({ title }) => !summaries.some((other) => `${other.title}${FOLLOW_UP}` === title));

/** Not "commit it", whatever was said about it. */
const didSomething = ({ filesEdited, completed, request }: SummaryRecord) =>
  filesEdited.some((path) => !isScratch(path)) || ((completed?.length ?? 0) > 80 && (request?.length ?? 0) > FEW_WORDS);
const FEW_WORDS = 32;
/** Drafts and plans of the host are not the project's. */
const isScratch = (path: string) => {
  const slashed = path.replaceAll('\\', '/');
  return slashed.startsWith('/tmp/') || slashed.includes('/.claude/') || slashed.includes('/Temp/');
};

/** A title of some words, and not about how the checks went. Without one it was talk, unless the work was handed in. */
const saysWhat = ({ title, request }: SummaryRecord) =>
  title === null
    ? HANDED_IN.includes(firstWord(request))
    : title.split(' ').length > 4 && !isOpening(title) && !title.endsWith(FOLLOW_UP);
const HANDED_IN = ['commit', 'push', 'merge', 'release', 'deploy', 'ship', 'publish'];
const firstWord = (request: string | null) => (request ?? '').trim().split(' ', 1)[0]?.toLowerCase() ?? '';

/** The host's own recap, if it was made after the last turn was summarized. */
function recapLine(work: LastWork, newest: SummaryRecord, now: number): string[] {
  const recap = newest.sessionId === null ? null : work.recap(newest.sessionId);
  if (!recap || recap.at < newest.at) return [];
  return [`Recap of the host (${ago(recap.at, now)}): ${cut(recap.text, 500)}`];
}

const isSameTurn = (a: SummaryRecord, b: SummaryRecord) =>
  a.sessionId === b.sessionId && a.promptNumber === b.promptNumber;

const onBranch = ({ branch }: { branch: string | null }, but: string | null) =>
  branch !== null && branch !== but ? ` on branch ${cut(branch, 100)}` : '';

/** How the compressor reports tests that failed last. */
const STILL_FAILS = 'Tests still fail';

/**
 * The open steps of the newest turn that states any. Of a turn with several Stops only the newest counts: what an
 * earlier one left open may be done.
 */
function openSteps(session: SummaryRecord[], last: SummaryRecord): string | null {
  for (const [index, summary] of session.entries()) {
    const newer = session[index - 1];
    if (newer && isSameTurn(newer, summary)) continue;
    const steps = summary.nextSteps;
    // What still failed was taken up by the turns after it.
    if (steps?.startsWith(STILL_FAILS) && index > 0) return null;
    if (steps || isSameTurn(summary, last)) return steps;
  }
  return last.nextSteps;
}

const MOST_ELSEWHERE = 2;

/** Newer work on other branches and in other sessions: the newest of each branch. */
function sinceThen(anywhere: SummaryRecord[], last: SummaryRecord, now: number): string[] {
  const newest = new Map<string | null, SummaryRecord>();
  for (const summary of anywhere) {
    const isOther = summary.sessionId !== last.sessionId || summary.branch !== last.branch;
    if (isOther && summary.at > last.at && !newest.has(summary.branch)) newest.set(summary.branch, summary);
  }
  return [...newest.values()].slice(0, MOST_ELSEWHERE).map((summary) => {
    const who = summary.sessionId === last.sessionId ? 'Since then' : 'In another session since then';
    return inShort(summary, `${who}${onBranch(summary, null)} (${ago(summary.at, now)})`);
  });
}

/** After the conversation was compacted: what this session did. */
export function earlierHere(page: Page, own: OwnPast, request: ContextRequest, shown: Context): void {
  const [last, ...before] = own.summaries;
  const lines = request.openTurns
    .filter((turn) => turn.sessionId === request.sessionId)
    .slice(0, 2)
    .flatMap((turn) => openLine(turn, request.now, request.tree.branch));
  if (last) {
    lines.push(...inDetail(last, request.root));
    shown.summaries.push(last.id);
  }
  for (const [index, summary] of before.entries()) {
    const newer = own.summaries[index] as SummaryRecord;
    lines.push(inShort(summary, `Turn ${summary.promptNumber ?? '?'}`, !isSameTurn(summary, newer)));
  }
  lines.push(...own.observations.map((memory) => `- ${indexLine(memory)}`));
  page.addBlock('here', '\n## Earlier in this session (before it was compacted)', lines, EARLIER_CHARACTERS);
}

/** ` (#12)`, to ask for the rest. */
function idsOf(findings: ObservationBrief[], { sessionId, promptNumber }: SummaryRecord): string {
  const ids = findings
    .filter((finding) => finding.sessionId === sessionId && finding.promptNumber === promptNumber)
    .map(({ id }) => `#${id}`);
  return ids.length > 0 ? ` (${ids.join(', ')})` : '';
}

/** What was done, without a first sentence that is the title: the same is not said twice. */
function withoutTitle({ title, completed }: SummaryRecord): string | null {
  const name = bareTitle(title);
  if (!completed || !name || !completed.toLowerCase().startsWith(name)) return completed;
  const rest = /^[.。!！]\s*(.*)$/s.exec(completed.slice(name.length))?.[1];
  return rest === undefined ? completed : rest || null;
}

/** Whether a request is its own title, but for its capitals and what was added before or behind it. */
function isOwnTitle({ title, request }: SummaryRecord): boolean {
  const asked = (request ?? '').trim().toLowerCase();
  const bare = asked.endsWith('.') ? asked.slice(0, -1) : asked;
  const name = bareTitle(title);
  return asked !== '' && (name === bare || name.endsWith(`: ${bare}`));
}

function inDetail(summary: SummaryRecord, root: string | null, ids = ''): string[] {
  return [
    summary.title ? `Title: ${cut(summary.title, 100)}${ids}` : null,
    isOwnTitle(summary) ? null : line('Asked', summary.request, 320),
    line('Done', withoutTitle(summary), 700),
    line('Learned', summary.learned, 400),
    line('Next', summary.nextSteps, 400),
    summary.filesEdited.length > 0 ? `Files: ${files(summary.filesEdited, root, 8)}` : null,
    line('Notes', summary.notes, 200),
  ].filter((text) => text !== null);
}

/** Of several Stops in one turn, the request is shown with one of them. */
function inShort(summary: SummaryRecord, lead: string, isNewTurn = true): string {
  // A title says both.
  if (isNewTurn && summary.title) return `- ${lead}: ${cut(summary.title, 110)}`;
  const asked = isNewTurn ? cut(summary.request, 110) : '';
  const done = cut(summary.completed, 170);
  return `- ${lead}: ${[asked && `asked “${asked}”`, done && `done: ${done}`].filter(Boolean).join('; ')}`;
}

function openLine(turn: OpenTurn, now: number, branch: string | null): string[] {
  const asked = cut(turn.prompt, 260);
  const said = cut(turn.lastMessage, 420);
  if (!asked && !said) return [];
  const words = [asked && `asked “${asked}”`, said && `last message: ${said}`].filter(Boolean).join('; ');
  return [`- Not yet summarized${onBranch(turn, branch)} (${ago(turn.at, now)}): ${words}`];
}

function line(name: string, text: string | null, limit: number): string | null {
  const words = cut(text, limit);
  return words === '' ? null : `${name}: ${words}`;
}

/** Memories about uncommitted files. */
export function matters(
  page: Page,
  about: ObservationRecord[],
  tree: WorkingTree,
  root: string | null,
  stale: StalenessCheck,
): void {
  const lines: string[] = [];
  for (const path of tree.changed.slice(0, 40)) {
    const relative = `/${shortPath(path, root)}`;
    const isIt = (touch: { path: string }) => touch.path === path || touch.path.endsWith(relative);
    const [first, second] = about.filter((memory) => memory.supersededBy === null && memory.touches.some(isIt));
    if (!first) continue;
    const mark = STALE[stale.of(first.touches.filter(isIt), first.at)];
    const more = second
      ? `; #${second.id} ${markOf(second.type)} ${titleOf(second, 80)}${byAuthor(second.author)}`
      : '';
    lines.push(
      `- ${cut(shortPath(path, root), 100)}: #${first.id} ${markOf(first.type)} ${titleOf(first, 100)}${byAuthor(first.author)}${mark}${more}`,
    );
  }
  page.addBlock('matters', '\n## Uncommitted files with known history', lines, MATTERS_CHARACTERS);
}

/** Returns the titles that were listed. */
export function sessionList(sessions: SessionRecord[], page: Page, now: number, most: number): string[] {
  // One that was continued in another session is listed once, as it was last.
  const titled = sessions.filter(
    ({ title }, index) => title !== null && sessions.findIndex((other) => other.title === title) === index,
  );
  const lines = titled.map((session) => {
    const more = session.subtitle && session.subtitle !== session.title ? `: ${cut(session.subtitle, 80)}` : '';
    return `- ${day(session.lastEventAt)} (${ago(session.lastEventAt, now)}) ${cut(session.title, 90)}${more}${byAuthor(session.author)}`;
  });
  const added = page.addBlock('sessions', '\n## Recent sessions', lines, most);
  return titled.slice(0, added).map(({ title }) => title as string);
}

export function findingsInFull(
  page: Page,
  newest: ObservationRecord[],
  options: { field: string; root: string | null; stale: StalenessCheck; shown: Context },
): void {
  const { field, root, stale, shown } = options;
  const lines = newest.map((memory) => inFull(memory, field, root, stale));
  const added = page.addBlock('full', '\n## Latest observations', lines, FULL_CHARACTERS);
  shown.observations.push(...newest.slice(0, added).map((memory) => memory.id));
}

const MOST_FILES = 8;
/** Fewer are soon found without a hint. */
const MANY = 4;
/** Files of every project: that they were changed says nothing. */
const COMMON = ['readme.md', 'claude.md', 'agents.md', 'changelog.md'];
/** What lies there belongs to no project. */
const ELSEWHERE = ['/.claude/', '/tmp/', '/temp/'];

/** One line about what may not be on the page, so that the agent knows what it can ask for. */
export function knownFiles(page: Page, touches: Iterable<FileTouch[]>): void {
  const paths = new Map<string, number>();
  for (const memory of touches)
    for (const { path, role } of memory) if (role === 'modified') paths.set(path, (paths.get(path) ?? 0) + 1);
  const names = new Map<string, number>();
  for (const [path, memories] of paths) {
    const name = lastPart(path);
    const low = path.replaceAll('\\', '/').toLowerCase();
    if (COMMON.includes(name.toLowerCase()) || ELSEWHERE.some((part) => low.includes(part))) continue;
    names.set(name, (names.get(name) ?? 0) + memories);
  }
  if (names.size < MANY) return;
  const most = [...names].sort(([, a], [, b]) => b - a).slice(0, MOST_FILES);
  const list = most.map(([name]) => cut(name, 60)).join(', ');
  page.addBlock('files', '\n## Files with the most memories (search by name)', [`- ${list}`]);
}

/** By day, newest first. */
export function findingsIndex(
  page: Page,
  chosen: ObservationBrief[],
  freshness: (memory: ObservationBrief) => Freshness,
): void {
  let current = '';
  const lines: string[] = [];
  const told = new Set<string>();
  for (const memory of chosen) {
    // What was remembered three times is one memory: the newest.
    const title = memory.title.toLowerCase();
    if (told.has(title) && !memory.pinned) continue;
    told.add(title);
    const date = day(memory.at);
    const text = indexLine(memory, freshness(memory));
    // One line with its first observation, so that a day never stands alone.
    lines.push(date === current ? text : `${date}\n${text}`);
    current = date;
  }
  page.addBlock('index', '\n## Earlier observations (ID, time, type, title, ~tokens)', lines);
}
