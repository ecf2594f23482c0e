// Memories put together by turn: one entry for each, its best finding first.
import type { ObservationType } from '../domain/memory-types.ts';
import type { SessionOverview, Store } from '../store/index.ts';
import { oneLine } from '../text/truncate.ts';
import type { Item } from './contract.ts';
import type { Turn } from './contract-feed.ts';

const MOST_PROMPT = 400;

/** Which type says most about a turn, best first. */
const ORDER: ObservationType[] = ['rule', 'decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'];
/** Titles that tell what the agent was doing rather than what came of it. */
const PROGRESS = /^(?:running|updating|now|let me|let's|i'll|i'm|checking|looking|reading)\b/i;

export type FeedItem = Turn['items'][number];

/** In the order of their first memory. What a search found stays apart: each is an answer of its own. */
export function groupTurns(store: Store, items: FeedItem[], isSearch: boolean): Turn[] {
  const groups = new Map<string, FeedItem[]>();
  for (const item of items) {
    const key = isSearch ? item.ref : turnKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  const turns = [...groups].map(([key, group]) => toTurn(store, key, best(group)));
  const files = store.memories.mainFiles(
    turns.flatMap(({ items: [first] }) => (first?.kind === 'observation' ? [first.id] : [])),
  );
  const sessions = new Map<string, SessionOverview | null>();
  for (const turn of turns) {
    turn.file = files.get(turn.items[0]?.id ?? 0) ?? null;
    if (turn.sessionId === null) continue;
    if (!sessions.has(turn.sessionId)) sessions.set(turn.sessionId, store.sessions.overview(turn.sessionId));
    const session = sessions.get(turn.sessionId);
    if (!session) continue;
    turn.sessionTitle = session.title;
    turn.sessionTurns = session.promptCount;
    turn.sessionObservations = session.observations;
  }
  return turns;
}

/** A rule is said in a turn, but does not tell what the turn was about. */
function turnKey({ sessionId, promptNumber, ref, type }: Item): string {
  return sessionId === null || promptNumber === null || type === 'rule' ? ref : `${sessionId} ${promptNumber}`;
}

function toTurn(store: Store, key: string, items: FeedItem[]): Turn {
  const first = items[0] as FeedItem;
  const prompt = store.turns.prompt(first.sessionId, first.promptNumber)?.text ?? '';
  return {
    key,
    sessionId: first.sessionId,
    sessionTitle: null,
    sessionTurns: 0,
    sessionObservations: 0,
    number: first.promptNumber,
    prompt: oneLine(prompt, MOST_PROMPT),
    branch: items.find(({ branch }) => branch !== null)?.branch ?? null,
    projectId: first.projectId,
    project: first.project,
    file: null,
    at: Math.max(...items.map(({ at }) => at)),
    items,
  };
}

/** A summary or a prompt only stands in for a turn without findings, unless a person cares for it. */
function withoutRepeats(items: FeedItem[]): FeedItem[] {
  const hasFinding = items.some(({ kind }) => kind === 'observation');
  return items.filter(({ kind, pinned, edited }) => kind === 'observation' || !hasFinding || pinned || edited);
}

function best(items: FeedItem[]): FeedItem[] {
  return withoutRepeats(items).sort((a, b) => rank(a) - rank(b) || a.at - b.at || a.id - b.id);
}

/** Lower is better. */
function rank({ pinned, edited, superseded, title, type, kind }: FeedItem): number {
  if (superseded) return 100;
  const care = pinned ? 0 : edited ? 10 : 20;
  const place = type === null ? ORDER.length : ORDER.indexOf(type);
  return care + place + (PROGRESS.test(title) ? 10 : 0) + (kind === 'prompt' ? 5 : 0);
}
