// What a hook hands to the agent: the context at a session's start, and what clearly matches a prompt.
// Reads the store directly, so it works with the worker down; whatever is wrong with the store means no context.
import { readdirSync } from 'node:fs';
import { identifyProject } from '../capture/project.ts';
import type { Paths } from '../config/paths.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import { isObject, type JsonObject, text } from '../domain/json.ts';
import type { Injection } from '../domain/record.ts';
import type { Project } from '../domain/session.ts';
import { type Beginning, type Context, NOTHING, sessionContext } from '../recall/context.ts';
import { type News, promptContext } from '../recall/prompt-context.ts';
import { readWorkingTree } from '../recall/working-tree.ts';
import { type Database, openForHook } from '../store/connect.ts';
import { injectionsOf, lastInjectionOfProject, openTurns, recordInjection } from '../store/injections.ts';
import { findProject } from '../store/projects.ts';
import { createMemoryReader, type MemoryReader } from '../store/recall.ts';
import { createSearchStore } from '../store/search.ts';

export interface HookPlace {
  paths: Paths;
  projectDir: string | null;
  now: number;
}

interface Occasion {
  db: Database;
  reader: MemoryReader;
  payload: JsonObject;
  sessionId: string;
  project: Project;
  known: { id: number; name: string } | null;
  settings: Settings;
  place: HookPlace;
}

/** What to print; null for nothing. */
export async function inject(event: string, body: string, place: HookPlace): Promise<string | null> {
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
    const context = event === 'SessionStart' ? await atStart(occasion) : await atPrompt(occasion);
    if (context.text === '') return null;
    await note(occasion, event === 'SessionStart' ? 'session_start' : 'prompt', context);
    return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context.text } });
  } catch (error) {
    db.close();
    throw error;
  }
  // The process ends now. To close the last connection would mean to tidy the file up, which is for the worker.
}

const BEGINNINGS: Record<string, Beginning> = { resume: 'again', fork: 'again', compact: 'compacted' };

function atStart({ db, reader, payload, sessionId, project, known, settings, place }: Occasion): Promise<Context> {
  const source = text(payload, 'source') ?? 'startup';
  const seen = lastSeen(db, source, sessionId, known);
  // One that goes on and was never shown anything starts like any other.
  const beginning = BEGINNINGS[source] === 'again' && !seen ? 'new' : (BEGINNINGS[source] ?? 'new');
  return sessionContext(reader, {
    projectId: known?.id ?? null,
    projectName: known?.name ?? project.name,
    root: project.worktree,
    sessionId,
    beginning,
    tree: readWorkingTree(project.worktree),
    openTurns: known ? openTurns(db, known.id, beginning === 'compacted' ? null : sessionId, 6) : [],
    seen,
    now: place.now,
    settings,
  });
}

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

/** A fork has a new id, and has seen what its parent saw: the session that was here last. */
function lastSeen(db: Database, source: string, sessionId: string, known: { id: number } | null): Injection | null {
  const own = injectionsOf(db, sessionId).at(-1);
  if (own) return own;
  return source === 'fork' && known ? lastInjectionOfProject(db, known.id) : null;
}

/** Best effort: that it could not be written down must not keep the agent from knowing. */
async function note(
  { db, reader, sessionId, known, place }: Occasion,
  occasion: Injection['occasion'],
  context: Context,
): Promise<void> {
  try {
    const last = await reader.last();
    recordInjection(db, {
      sessionId,
      occasion,
      characters: context.text.length,
      observations: context.observations,
      summaries: context.summaries,
      pending: isPending(db, known, sessionId, place.paths.spool),
      lastObservation: last.observation,
      lastSummary: last.summary,
      at: place.now,
    });
  } catch {
    // a locked or read-only store
  }
}

/** Whether something of the past may still become a memory: open turns, or files in the spool beside our own. */
function isPending(db: Database, known: { id: number } | null, sessionId: string, spool: string): boolean {
  if (known && openTurns(db, known.id, sessionId, 1).length > 0) return true;
  return readdirSync(spool).length > 1;
}
