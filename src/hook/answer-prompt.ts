// The part of the hook that answers a prompt; a bundle of its own.
import { NOTHING } from '../domain/context.ts';
import { text } from '../domain/json.ts';
import type { Injection } from '../domain/record.ts';
import { type News, promptContext } from '../recall/context/prompt.ts';
import { injectionsOf } from '../store/ledger/injections.ts';
import { createSearchStore } from '../store/search/index.ts';
import type { Call } from './call.ts';
import { type Answer, inject, type Occasion } from './inject.ts';
import { type AnswerHook, runHook } from './run.ts';

export const run = (event: string, raw: string, call: Call, bundleFolder: string) =>
  runHook(event, raw, call, bundleFolder, answer);

const answer: AnswerHook = (named, body, place) => inject(named, body, place, atPrompt);

async function atPrompt({
  db,
  reader,
  payload,
  sessionId,
  project,
  known,
  settings,
  place,
}: Occasion): Promise<Answer> {
  const prompt = text(payload, 'prompt');
  if (!known || !prompt || settings.promptContext === 'off') return { context: NOTHING, pending: false };
  const before = injectionsOf(db, sessionId);
  const context = await promptContext(reader, createSearchStore(db), {
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
  return { context, pending: false };
}

/** Something was waiting when the session started: what has come of it since the last look is news. */
function newsSince(before: Injection[]): News | null {
  const start = before.findLast((injection) => injection.occasion === 'session_start');
  const last = before.at(-1);
  return start?.pending && last ? { lastSummary: last.lastSummary, startedAt: start.at } : null;
}
