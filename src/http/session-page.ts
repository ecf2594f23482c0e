// A session as a trace: its turns with their prompts, what the agent was told, what it called, and what was kept.
import { CMemError } from '../domain/errors.ts';
import { sessionState } from '../domain/session.ts';
import type { SessionOverview, Store } from '../store/index.ts';
import type { Evidence, Item, SessionItem, SessionReply } from './contract.ts';
import type { Deps } from './deps.ts';
import { evidenceOf } from './event-lines.ts';
import { itemsOf } from './filter.ts';
import { createMemoryPages } from './memory-detail.ts';

const MOST_MEMORIES = 2000;
const MOST_EVENTS = 400;

export function sessionItem(session: SessionOverview, names: Map<number, string>): SessionItem {
  const { promptCount, status, ...rest } = session;
  return {
    ...rest,
    project: names.get(session.projectId) ?? '',
    prompts: promptCount,
    status: sessionState({ status, promptCount }),
  };
}

export function sessionPage(deps: Deps, id: string): SessionReply {
  const { store } = deps;
  const overview = store.sessions.overview(id);
  const session = store.sessions.find(id);
  if (!overview || !session) throw new CMemError('SESSION_UNKNOWN', 'There is no such session');
  const pages = createMemoryPages(deps);
  const filter = { projectIds: null, sessionId: id, kinds: ['observation' as const, 'summary' as const] };
  const { items } = store.memories.list(filter, MOST_MEMORIES, null);
  const summaries = store.memories
    .summaries(items.filter(({ kind }) => kind === 'summary').map((item) => item.id))
    .sort((a, b) => a.at - b.at || a.id - b.id);
  const prompts = new Map(store.turns.prompts(id).map((prompt) => [prompt.number, prompt]));
  const told = toldByTurn(store, id, [...prompts.values()]);
  const spans = new Map(store.events.spansOfSession(id).map((span) => [span.promptNumber, span]));
  const calls = store.events.callsOfSession(id);
  const numbers = new Set([...prompts.keys(), ...items.map((item) => item.promptNumber), ...told.keys()]);
  const counts = store.sessions.counts(id);
  const toItem = itemsOf(store);
  return {
    ...sessionItem(overview, store.projects.names()),
    folder: session.folder,
    parentId: session.parentId,
    events: counts.events,
    waiting: counts.waiting + counts.running,
    turns: [...numbers]
      .sort((a, b) => (a ?? 0) - (b ?? 0))
      .map((number) => {
        const prompt = number === null ? undefined : prompts.get(number);
        const own = items.filter((item) => item.promptNumber === number);
        const earlier = summaries.filter((each) => each.promptNumber === number).map(pages.summaryOf);
        const summary = earlier.pop() ?? null;
        const span = spans.get(number);
        return {
          number,
          prompt: prompt?.text ?? null,
          at: prompt?.at ?? own.at(-1)?.at ?? session.startedAt,
          summary,
          earlier,
          observations: own
            .filter(({ kind }) => kind === 'observation')
            .reverse()
            .map(toItem),
          branch: own.find(({ branch }) => branch !== null)?.branch ?? null,
          seconds: span ? Math.round((span.until - span.from) / 1000) : 0,
          events: span?.events ?? 0,
          calls: calls
            .filter(({ promptNumber }) => promptNumber === number)
            .map(({ tool, calls: times, failed }) => ({ tool, calls: times, failed })),
          told: told.get(number) ?? [],
        };
      }),
  };
}

type Told = SessionReply['turns'][number]['told'];

/** What was shown when the session started or was resumed belongs to the turn that followed. */
function toldByTurn(store: Store, id: string, prompts: { number: number; at: number }[]): Map<number | null, Told> {
  const turns = new Map<number | null, Told>();
  const toItem = itemsOf(store);
  for (const { occasion, characters, terms, observations, summaries, at } of store.injections.ofSession(id)) {
    const next = prompts.find((prompt) => prompt.at >= at) ?? prompts.at(-1);
    const number = store.turns.at(id, occasion, at) ?? next?.number ?? null;
    const memories: Item[] = store.memories
      .listByIds([
        ...observations.map((each) => ({ kind: 'observation' as const, id: each })),
        ...summaries.map((each) => ({ kind: 'summary' as const, id: each })),
      ])
      .map(toItem);
    turns.set(number, [...(turns.get(number) ?? []), { occasion, characters, terms, memories, at }]);
  }
  return turns;
}

/** The events of one turn, as a person reads them. */
export function turnEvents({ store }: Deps, id: string, number: number | null): Evidence[] {
  const session = store.sessions.find(id);
  if (!session) throw new CMemError('SESSION_UNKNOWN', 'There is no such session');
  return store.events.evidenceOfTurn(id, number, MOST_EVENTS).map((event) => evidenceOf(event, session.host));
}
