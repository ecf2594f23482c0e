// The part of the hook that answers a session's start; a bundle of its own.
import { readdirSync } from 'node:fs';
import type { Context } from '../domain/context.ts';
import type { Injection } from '../domain/record.ts';
import { sessionContext } from '../recall/context/session-start.ts';
import type { Beginning } from '../recall/context/start-request.ts';
import { readWorkingTree } from '../recall/context/working-tree.ts';
import { type HookStore, openForStart } from '../store/hook-store.ts';
import { oneLine } from '../text/truncate.ts';
import { type AskingSession, askingSession, inject, withHookStore } from './answer.ts';
import type { Call } from './call.ts';
import { print, type TakenEvent, takeEvent } from './take-event.ts';

export function run(event: string, raw: string, call: Call, bundleFolder: string): void {
  const taken = takeEvent(event, raw, call, bundleFolder);
  const session = taken && askingSession(taken);
  if (!taken || !session) return;
  withHookStore(openForStart(taken.paths.database), (store) => {
    const { context, pending } = startContext(store, taken, session);
    print(inject(store, taken, session.sessionId, context, pending, visibleLine(store, session)));
  });
}

/** For the user's eyes, if they want one. */
function visibleLine(store: HookStore, { project, settings }: AskingSession): string | undefined {
  if (settings.context.visibleLine === 'off') return undefined;
  const known = store.projects.find(project.key);
  const { memories, last } = known ? store.projects.known(known.id) : { memories: 0, last: null };
  const name = known?.name ?? project.name;
  if (memories === 0) return `C-Mem: no memories of ${name} yet`;
  return `C-Mem: ${memories} ${memories === 1 ? 'memory' : 'memories'} of ${name}${last ? `; last: ${oneLine(last, 80)}` : ''}`;
}

const BEGINNINGS: Record<string, Beginning> = {
  resume: 'again',
  fork: 'again',
  compact: 'compacted',
  clear: 'cleared',
};

/** `pending`: something of an earlier session was still waiting to be compressed. */
function startContext(
  store: HookStore,
  { paths, now }: TakenEvent,
  { event, sessionId, project, settings }: AskingSession,
): { context: Context; pending: boolean } {
  const known = store.projects.find(project.key);
  const source = event.source ?? 'startup';
  const seen = source === 'startup' ? null : lastSeen(store, source, sessionId, known);
  // A session that resumes and was never shown anything starts like any other.
  const beginning = BEGINNINGS[source] === 'again' && !seen ? 'new' : (BEGINNINGS[source] ?? 'new');
  const compacted = beginning === 'compacted';
  const openTurns = known ? store.turns.open(known.id, compacted ? null : sessionId, compacted ? 12 : 3) : [];
  const context = sessionContext(store.memories, {
    projectId: known?.id ?? null,
    projectName: known?.name ?? project.name,
    root: project.worktree,
    sessionId,
    beginning,
    tree: readWorkingTree(project.worktree),
    openTurns,
    seen,
    now,
    settings,
  });
  const pending = openTurns.some((turn) => turn.sessionId !== sessionId) || othersWait(paths.spool);
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

/** A fork has a new ID, and has seen what its parent saw: the session that was here last. */
function lastSeen(store: HookStore, source: string, sessionId: string, known: { id: number } | null): Injection | null {
  const own = store.injections.ofSession(sessionId).at(-1);
  if (own) return own;
  return source === 'fork' && known ? store.injections.lastOfProject(known.id) : null;
}
