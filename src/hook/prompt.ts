// The part of the hook that answers a prompt; a bundle of its own.
import type { Injection } from '../domain/record.ts';
import { type LastSeen, promptContext } from '../recall/context/prompt.ts';
import { openForPrompt } from '../store/hook-store.ts';
import { askingSession, inject, withHookStore } from './answer.ts';
import type { Call } from './call.ts';
import { print, takeEvent } from './take-event.ts';

export function run(event: string, raw: string, call: Call, bundleFolder: string): void {
  const taken = takeEvent(event, raw, call, bundleFolder);
  const session = taken && askingSession(taken);
  if (!taken || !session) return;
  const { event: asked, sessionId, project, settings } = session;
  const prompt = asked.prompt?.text;
  if (!prompt || settings.context.atPrompt === 'off') return;
  withHookStore(openForPrompt(taken.paths.database), (store) => {
    const known = store.projects.find(project.key);
    if (!known) return;
    const before = store.injections.ofSession(sessionId);
    const context = promptContext(store.memories, store.search, {
      prompt,
      projectId: known.id,
      sessionId,
      root: project.worktree,
      shown: {
        observations: new Set(before.flatMap((injection) => injection.observations)),
        summaries: new Set(before.flatMap((injection) => injection.summaries)),
      },
      lastSeen: lastSeenBy(before),
      isFirstLook: before.every(({ lastObservation, lastSummary }) => lastObservation + lastSummary === 0),
      now: taken.now,
    });
    print(inject(store, taken, sessionId, context, false));
  });
}

/** Something was waiting when the session started: what has come of it since the last look is new to it. */
function lastSeenBy(before: Injection[]): LastSeen | null {
  const start = before.findLast((injection) => injection.occasion === 'session_start');
  const last = before.at(-1);
  return start?.pending && last ? { lastSummary: last.lastSummary, startedAt: start.at } : null;
}
