// What a new session in a project would see, for callers outside a session.
import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../domain/context.ts';
import type { Project } from '../../domain/session.ts';
import type { KnownProject, Store } from '../../store/index.ts';
import { sessionContext } from './session-start.ts';
import { readWorkingTree } from './working-tree.ts';

export function projectContext(
  store: Store,
  asked: { project: Project; known: Pick<KnownProject, 'id' | 'name'> | null; now: number; settings: Settings },
): Context {
  const { project, known, now, settings } = asked;
  return sessionContext(store.memories, {
    projectId: known?.id ?? null,
    projectName: known?.name ?? project.name,
    root: project.worktree,
    sessionId: null,
    beginning: 'new',
    tree: readWorkingTree(project.worktree),
    openTurns: known ? store.turns.open(known.id, null, 6) : [],
    seen: null,
    now,
    settings,
  });
}
