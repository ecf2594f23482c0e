// What both answering hooks share: what is known about the session that asks, and handing a context to the host. Whatever
// is wrong with the store means no context; the event itself is captured all the same.
import { identifyProject } from '../capture/project.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import type { Context } from '../domain/context.ts';
import type { HostEvent } from '../domain/host-event.ts';
import { isObject } from '../domain/json.ts';
import type { Injection } from '../domain/record.ts';
import type { Project } from '../domain/session.ts';
import type { HookStore } from '../store/hook-store.ts';
import type { TakenEvent } from './take-event.ts';

export interface AskingSession {
  event: HostEvent;
  sessionId: string;
  project: Project;
  settings: Settings;
}

/** Null if the payload names no session. */
export function askingSession({ host, event: name, body, projectDir, paths }: TakenEvent): AskingSession | null {
  const payload: unknown = JSON.parse(body);
  if (!isObject(payload)) return null;
  const event = host.readPayload(name, payload);
  if (event.sessionId === '') return null;
  const project = identifyProject(projectDir ?? event.cwd ?? '/');
  return { event, sessionId: event.sessionId, project, settings: loadSettings(paths.settings).settings };
}

/** Runs `work` on the store. It is closed only if that fails: to close the last connection tidies the file up, which is
 * for the worker, and the process ends now. */
export function withHookStore<Store extends HookStore, T>(store: Store, work: (store: Store) => T): T {
  try {
    return work(store);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Writes down what is shown, and returns it as the host wants it; null if there is nothing to show. */
export function inject(
  store: HookStore,
  { host, event, now }: TakenEvent,
  sessionId: string,
  context: Context,
  pending: boolean,
  line?: string,
): string | null {
  if (context.text === '') return null;
  const occasion: Injection['occasion'] = event === 'SessionStart' ? 'session_start' : 'prompt';
  const { observations, summaries, terms = [] } = context;
  try {
    store.injections.record({
      ...{ sessionId, occasion, observations, summaries, terms, pending },
      characters: context.text.length,
      at: now,
    });
  } catch {
    // A locked or read-only store must not keep the agent from knowing.
  }
  return host.answer(event, context.text, line);
}
