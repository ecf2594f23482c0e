// The part of the hook that answers a session's start; a bundle of its own.
import { readdirSync } from 'node:fs';
import { text } from '../domain/json.ts';
import type { Injection } from '../domain/record.ts';
import type { Beginning } from '../recall/context/request.ts';
import { sessionContext } from '../recall/context/session-start.ts';
import { readWorkingTree } from '../recall/context/working-tree.ts';
import { injectionsOf, lastInjectionOfProject, openTurns } from '../store/ledger/injections.ts';
import type { Database } from '../store/sqlite/connect.ts';
import type { Call } from './call.ts';
import { type Answer, inject, type Occasion } from './inject.ts';
import { type AnswerHook, runHook } from './run.ts';

export const run = (event: string, raw: string, call: Call, bundleFolder: string) =>
  runHook(event, raw, call, bundleFolder, answer);

const answer: AnswerHook = (named, body, place) => inject(named, body, place, atStart);

const BEGINNINGS: Record<string, Beginning> = { resume: 'again', fork: 'again', compact: 'compacted' };

async function atStart({ db, reader, payload, sessionId, project, known, settings, place }: Occasion): Promise<Answer> {
  const source = text(payload, 'source') ?? 'startup';
  const seen = source === 'startup' ? null : lastSeen(db, source, sessionId, known);
  // One that goes on and was never shown anything starts like any other.
  const beginning = BEGINNINGS[source] === 'again' && !seen ? 'new' : (BEGINNINGS[source] ?? 'new');
  const compacted = beginning === 'compacted';
  const open = known ? openTurns(db, known.id, compacted ? null : sessionId, compacted ? 12 : 3) : [];
  const context = await sessionContext(reader, {
    projectId: known?.id ?? null,
    projectName: known?.name ?? project.name,
    root: project.worktree,
    sessionId,
    beginning,
    tree: readWorkingTree(project.worktree),
    openTurns: open,
    seen,
    now: place.now,
    settings,
  });
  const pending = open.some((turn) => turn.sessionId !== sessionId) || othersWait(place.paths.spool);
  return { context, pending };
}

/** Files in the spool beside our own. */
function othersWait(spool: string): boolean {
  try {
    return readdirSync(spool).length > 1;
  } catch {
    return false;
  }
}

/** A fork has a new id, and has seen what its parent saw: the session that was here last. */
function lastSeen(db: Database, source: string, sessionId: string, known: { id: number } | null): Injection | null {
  const own = injectionsOf(db, sessionId).at(-1);
  if (own) return own;
  return source === 'fork' && known ? lastInjectionOfProject(db, known.id) : null;
}
