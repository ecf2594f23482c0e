// The change feed: publishes what is new in the store to whoever listens. Writers ask it to check, and it watches for
// writes of other processes. Without listeners it does nothing.

import { errorName } from '../domain/errors.ts';
import { sessionState } from '../domain/session.ts';
import type { ChangeBus } from '../http/change-bus.ts';
import { formatId } from '../recall/ids.ts';
import type { ListedMemory, SessionOverview, Store } from '../store/index.ts';
import type { Log } from './log.ts';

/** Changes within this time are published together; in a flood, those of a longer time. */
const GATHER_MS = 60;
const FLOOD_MS = 300;
/** Writes of other processes are seen after this time at the latest. */
const WATCH_MS = 1000;
const MOST_AT_ONCE = 200;
/** A listener knows the sessions of this time; others are new to it. */
const KNOWN_MS = 24 * 3600_000;

export interface ChangeFeed {
  /** Something was written; cheap, and returns immediately. */
  check(): void;
  /** These memories existed before, and are different now. */
  changed(observations: number[]): void;
  stop(): void;
}

export interface FeedParts {
  store: Store;
  changes: ChangeBus;
  log: Log;
  now: () => number;
}

export function createChangeFeed({ store, changes, log, now }: FeedParts): ChangeFeed {
  const sessions = createSessionFeed(store, changes);
  let seen = store.changes.lastIds();
  let version = 0;
  let queue = '';
  let checkedAt = now();
  let timer: NodeJS.Timeout | null = null;
  let watch: NodeJS.Timeout | undefined;

  changes.onAudience((present) => {
    clearInterval(watch);
    if (!present) return;
    guarded(begin);
    watch = setInterval(() => {
      if (guarded(() => store.changes.version()) !== version) check();
    }, WATCH_MS).unref();
  });

  /** From now on: what was before, the listener asks for itself. */
  function begin(): void {
    seen = store.changes.lastIds();
    version = store.changes.version();
    queue = JSON.stringify(store.jobs.state());
    checkedAt = now();
    sessions.reset(now() - KNOWN_MS);
  }

  function check(): void {
    if (changes.listeners() === 0 || timer) return;
    const wait = now() - checkedAt < FLOOD_MS ? FLOOD_MS : GATHER_MS;
    timer = setTimeout(() => {
      timer = null;
      guarded(publish);
    }, wait).unref();
  }

  function publish(): void {
    const before = seen;
    const last = store.changes.lastIds();
    const isForeign = store.changes.version() !== version;
    version = store.changes.version();
    seen = last;
    const since = checkedAt - 1000;
    checkedAt = now();
    if (last.event > before.event) changes.publish('events.captured', { sessions: store.changes.events(before.event) });
    sessions.publish(since);
    for (const kind of ['observation', 'summary'] as const)
      if (last[kind] > before[kind]) publishAdded(kind, before[kind]);
    // Another process forgot or changed something, and nothing says what.
    const isSilent = isForeign && last.event === before.event && last.observation === before.observation;
    if (last.tombstones !== before.tombstones || isSilent) changes.publish('reset', {});
    const state = JSON.stringify(store.jobs.state());
    if (state !== queue) changes.publish('queue', JSON.parse(state));
    queue = state;
  }

  function publishAdded(kind: 'observation' | 'summary', after: number): void {
    const names = store.projects.names();
    const added = store.memories.listSince(kind, after, MOST_AT_ONCE);
    for (const listed of added) changes.publish(`${kind}.added`, { item: toItem(listed, names) });
    if (added.length === MOST_AT_ONCE) changes.publish('reset', {});
  }

  function guarded<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      log.warn({ error: errorName(error) }, 'changes could not be published');
      return null;
    }
  }

  return {
    check,
    changed(observations) {
      if (changes.listeners() === 0 || observations.length === 0) return;
      const names = store.projects.names();
      for (const listed of store.memories.listByIds(observations.map((id) => ({ kind: 'observation' as const, id }))))
        changes.publish('observation.changed', { kind: 'observation', id: listed.id, item: toItem(listed, names) });
    },
    stop() {
      if (timer) clearTimeout(timer);
      clearInterval(watch);
    },
  };
}

/** Publishes sessions that started, changed or ended since a time; remembers what was published of each. */
function createSessionFeed(store: Store, changes: ChangeBus) {
  const known = new Map<string, string>();

  function publish(since: number): void {
    const names = store.projects.names();
    for (const session of store.sessions.since(since)) {
      const before = known.get(session.id);
      const state = stateOf(session);
      if (before === state) continue;
      known.set(session.id, state);
      const { promptCount: prompts, ...rest } = session;
      const project = names.get(session.projectId) ?? '';
      const data = { ...rest, prompts, status: sessionState(session), project };
      const wasActive = before === undefined || before.split(' ')[0] === 'active';
      // A short one may be over before anybody looked: then both are published.
      if (before === undefined) changes.publish('session.started', data);
      if (session.status !== 'active' && wasActive) changes.publish('session.ended', data);
      else if (before !== undefined) changes.publish('session.changed', data);
    }
  }

  return {
    publish,
    reset(since: number): void {
      known.clear();
      for (const session of store.sessions.since(since)) known.set(session.id, stateOf(session));
    },
  };
}

const stateOf = ({ status, promptCount, title }: SessionOverview) => `${status} ${promptCount} ${title ?? ''}`;

function toItem(listed: ListedMemory, names: Map<number, string>) {
  return { ...listed, ref: formatId(listed.kind, listed.id), project: names.get(listed.projectId) ?? '' };
}
