// Tells listeners what is new in the store. It is asked to look by those who write, and watches for other processes'
// writes; what it finds it publishes. Without listeners it does nothing but remember where it was.

import { errorName } from '../domain/errors.ts';
import { sessionState } from '../domain/session.ts';
import type { News } from '../http/change-bus.ts';
import { formatId } from '../recall/ids.ts';
import type { Listed, SessionOverview, Store } from '../store/index.ts';
import type { Log } from './log.ts';

/** Several changes within this time are told together; in a flood, those of a longer time. */
const GATHER_MS = 60;
const FLOOD_MS = 300;
/** Other processes' writes are seen after this time at the latest. */
const WATCH_MS = 1000;
const MOST_AT_ONCE = 200;

export interface Reporter {
  /** Something was written; cheap, returns at once. */
  look(): void;
  /** These memories were there before, and are different now. */
  changed(observations: number[]): void;
  stop(): void;
}

export function createReporter(parts: { store: Store; news: News; log: Log; now: () => number }): Reporter {
  const { store, news, log, now } = parts;
  let seen = store.changes.lastIds();
  let version = 0;
  let queue = '';
  let lookedAt = now();
  const sessions = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let watch: NodeJS.Timeout | null = null;

  news.onAudience((present) => {
    if (!present) {
      if (watch) clearInterval(watch);
      watch = null;
      return;
    }
    begin();
    watch = setInterval(() => {
      if (guarded(() => store.changes.version()) !== version) look();
    }, WATCH_MS).unref();
  });

  /** From now on: what was before, the listener asks for itself. */
  function begin(): void {
    guarded(() => {
      seen = store.changes.lastIds();
      version = store.changes.version();
      queue = JSON.stringify(store.jobs.state());
      lookedAt = now();
      sessions.clear();
      for (const session of store.sessions.since(now() - 24 * 3600_000)) sessions.set(session.id, stateOf(session));
    });
  }

  function look(): void {
    if (news.listeners() === 0 || timer) return;
    const wait = now() - lookedAt < FLOOD_MS ? FLOOD_MS : GATHER_MS;
    timer = setTimeout(() => {
      timer = null;
      guarded(report);
    }, wait).unref();
  }

  function report(): void {
    const before = seen;
    const last = store.changes.lastIds();
    const foreign = store.changes.version() !== version;
    version = store.changes.version();
    seen = last;
    const since = lookedAt - 1000;
    lookedAt = now();
    if (last.event > before.event) news.publish('events.captured', { sessions: store.changes.events(before.event) });
    tellSessions(since);
    const names = store.projects.names();
    for (const kind of ['observation', 'summary'] as const) {
      const added = last[kind] > before[kind] ? store.memories.listSince(kind, before[kind], MOST_AT_ONCE) : [];
      for (const listed of added) news.publish(`${kind}.added`, { item: toItem(listed, names) });
      if (added.length === MOST_AT_ONCE) news.publish('reset', {});
    }
    // Another process forgot or changed something: nobody tells us what.
    if (
      last.tombstones !== before.tombstones ||
      (foreign && last.event === before.event && last.observation === before.observation)
    )
      news.publish('reset', {});
    const state = JSON.stringify(store.jobs.state());
    if (state !== queue) news.publish('queue', JSON.parse(state));
    queue = state;
  }

  function tellSessions(since: number): void {
    const names = store.projects.names();
    for (const session of store.sessions.since(since)) {
      const known = sessions.get(session.id);
      const state = stateOf(session);
      if (known === state) continue;
      sessions.set(session.id, state);
      const was = known?.split(' ')[0];
      const { promptCount, status, ...rest } = session;
      const told = {
        ...rest,
        prompts: promptCount,
        status: sessionState(session),
        project: names.get(session.projectId) ?? '',
      };
      const ended = status !== 'active' && (was === undefined || was === 'active');
      // A short one may be over before anybody looked: then both are told.
      if (known === undefined) news.publish('session.started', told);
      if (ended) news.publish('session.ended', told);
      else if (known !== undefined) news.publish('session.changed', told);
    }
  }

  function guarded<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      log.warn({ error: errorName(error) }, 'listeners could not be told what is new');
      return null;
    }
  }

  return {
    look,
    changed(observations) {
      if (news.listeners() === 0 || observations.length === 0) return;
      const names = store.projects.names();
      for (const listed of store.memories.listByIds(observations.map((id) => ({ kind: 'observation' as const, id }))))
        news.publish('observation.changed', { kind: 'observation', id: listed.id, item: toItem(listed, names) });
    },
    stop() {
      if (timer) clearTimeout(timer);
      if (watch) clearInterval(watch);
    },
  };
}

const stateOf = ({ status, promptCount, title }: SessionOverview) => `${status} ${promptCount} ${title ?? ''}`;

function toItem(listed: Listed, names: Map<number, string>) {
  return { ...listed, ref: formatId(listed.kind, listed.id), project: names.get(listed.projectId) ?? '' };
}
