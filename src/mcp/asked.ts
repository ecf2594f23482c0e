// Writes down what the agent asked for and was shown, so that a person can see it in the viewer.
import { createCleaner } from '../capture/clean/index.ts';
import { isPaused } from '../config/pause.ts';
import type { MemoryKind } from '../domain/filter.ts';
import type { Store } from '../store/index.ts';
import type { Deps } from './deps.ts';

const MOST_CHARACTERS = 200;

/**
 * The server does not know the session it serves: it is taken to be the active one of the project that was last heard of.
 * Best effort: the agent gets its answer whatever happens here.
 */
export function noteAsked(
  store: Store,
  deps: Deps,
  query: string | null,
  shown: { kind: MemoryKind; id: number }[],
  characters: number,
): void {
  try {
    const here = store.projects.find(deps.project.key);
    if (!here || isPaused(deps.paths.paused)) return;
    const [session] = store.sessions.list({ projectId: here.id, status: 'active' }, 1, null).sessions;
    if (!session) return;
    const idsOf = (wanted: MemoryKind) => shown.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const text = query === null ? '' : createCleaner(deps.settings()).text(query).trim().slice(0, MOST_CHARACTERS);
    store.injections.record({
      sessionId: session.id,
      occasion: 'tool',
      characters,
      observations: idsOf('observation'),
      summaries: idsOf('summary'),
      terms: text === '' ? [] : [text],
      pending: false,
      at: deps.now(),
    });
  } catch {
    // Not known to the viewer, then.
  }
}
