// What a hook hands to the agent, from the payload to the answer; what the answer says, the two answering parts know.
// Reads the store directly, so it works with the worker down; whatever is wrong with the store means no context.
import { identifyProject } from '../capture/project.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import type { Context } from '../domain/context.ts';
import { isObject, type JsonObject, text } from '../domain/json.ts';
import type { Injection } from '../domain/record.ts';
import type { Project } from '../domain/session.ts';
import { recordInjection } from '../store/ledger/injections.ts';
import { findProject } from '../store/ledger/projects.ts';
import { createMemoryReader, type MemoryReader } from '../store/memories/read.ts';
import { type Database, openForHook, writeLightly } from '../store/sqlite/connect.ts';
import type { HookPlace } from './run.ts';

export interface Occasion {
  db: Database;
  reader: MemoryReader;
  payload: JsonObject;
  sessionId: string;
  project: Project;
  known: { id: number; name: string } | null;
  settings: Settings;
  place: HookPlace;
}

export interface Answer {
  context: Context;
  /** Whether something of the past may still become a memory. */
  pending: boolean;
}

/** What to print; null for nothing. */
export async function inject(
  event: string,
  body: string,
  place: HookPlace,
  answer: (occasion: Occasion) => Promise<Answer>,
): Promise<string | null> {
  const payload: unknown = JSON.parse(body);
  const sessionId = isObject(payload) ? text(payload, 'session_id') : null;
  if (!isObject(payload) || !sessionId) return null;
  const project = identifyProject(place.projectDir ?? text(payload, 'cwd') ?? '/');
  const db = openForHook(place.paths.database);
  try {
    const reader = createMemoryReader(db);
    const { settings } = loadSettings(place.paths.settings);
    const known = findProject(db, project.key);
    const occasion = { db, reader, payload, sessionId, project, known, settings, place };
    const { context, pending } = await answer(occasion);
    if (context.text === '') return null;
    note(occasion, event === 'SessionStart' ? 'session_start' : 'prompt', context, pending);
    return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context.text } });
  } catch (error) {
    db.close();
    throw error;
  }
  // The process ends now. To close the last connection would mean to tidy the file up, which is for the worker.
}

/** Best effort: that it could not be written down must not keep the agent from knowing. */
function note(
  { db, sessionId, place }: Occasion,
  occasion: Injection['occasion'],
  context: Context,
  pending: boolean,
): void {
  try {
    writeLightly(db);
    recordInjection(db, {
      sessionId,
      occasion,
      characters: context.text.length,
      observations: context.observations,
      summaries: context.summaries,
      pending,
      at: place.now,
    });
  } catch {
    // a locked or read-only store
  }
}
