// The answer to a prompt, as a bundle of its own: it is compiled by itself.

import { type Context, NOTHING } from '../domain/context.ts';
import { text } from '../domain/json.ts';
import type { Injection } from '../domain/record.ts';
import { type News, promptContext } from '../recall/prompt-context.ts';
import { injectionsOf } from '../store/injections.ts';
import { createSearchStore } from '../store/search.ts';
import { type HookPlace, inject, type Occasion } from './inject.ts';

export const answer = (event: string, body: string, place: HookPlace) => inject(event, body, place, atPrompt);

async function atPrompt({
  db,
  reader,
  payload,
  sessionId,
  project,
  known,
  settings,
  place,
}: Occasion): Promise<Context> {
  const prompt = text(payload, 'prompt');
  if (!known || !prompt || settings.promptContext === 'off') return NOTHING;
  const before = injectionsOf(db, sessionId);
  return promptContext(reader, createSearchStore(db), {
    prompt,
    projectId: known.id,
    sessionId,
    root: project.worktree,
    shown: {
      observations: new Set(before.flatMap((injection) => injection.observations)),
      summaries: new Set(before.flatMap((injection) => injection.summaries)),
    },
    news: newsSince(before),
    now: place.now,
  });
}

/** Something was waiting when the session started: what has come of it since the last look is news. */
function newsSince(before: Injection[]): News | null {
  const start = before.findLast((injection) => injection.occasion === 'session_start');
  const last = before.at(-1);
  return start?.pending && last ? { lastSummary: last.lastSummary, startedAt: start.at } : null;
}
