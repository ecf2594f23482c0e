// Projects: list, rename, merge, exclude; and forgetting more than one memory at a time.

import * as z from 'zod';
import { createExcluder, excludeFolder, folderOf } from '../../capture/excluded.ts';
import { CMemError } from '../../domain/errors.ts';
import { dropQuarantined } from '../../spool/quarantine.ts';
import type { ForgetTarget, KnownProject } from '../../store/index.ts';
import { ProjectItem } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { projectId } from '../filter.ts';
import { idParam, type Route, route } from '../route.ts';

const List = z.object({ projects: z.array(ProjectItem) });
const Change = z
  .object({ name: z.string().trim().min(1).max(200).optional(), excluded: z.boolean().optional() })
  .strict();
const Target = z.union([
  z.object({ session: z.string().min(1).max(256) }).strict(),
  z.object({ project: z.string().min(1).max(4096) }).strict(),
  z.object({ observation: z.number().int().min(1) }).strict(),
  z.object({ summary: z.number().int().min(1) }).strict(),
  z.object({ prompt: z.number().int().min(1) }).strict(),
  z.object({ from: z.number(), until: z.number(), project: z.string().max(4096).optional() }).strict(),
]);
const Gone = z.object({
  done: z.boolean(),
  forgotten: z.object({
    sessions: z.number(),
    prompts: z.number(),
    events: z.number(),
    observations: z.number(),
    summaries: z.number(),
  }),
});

export function projectRoutes(deps: Deps): Route[] {
  const { store } = deps;
  const list = () => {
    const isExcluded = createExcluder(deps.settings().excludeProjects);
    return store.projects.list().map((project) => ({ ...project, excluded: isExcluded(folderOf(project.key)) }));
  };
  const one = (id: number) => {
    const found = list().find((project) => project.id === id);
    if (!found) throw new CMemError('PROJECT_UNKNOWN', `There is no project ${id}`);
    return found;
  };

  return [
    route(
      { method: 'get', paths: ['/api/projects'], summary: 'List all projects.', tag: 'browse', reply: List },
      () => ({
        projects: list(),
      }),
    ),
    route(
      {
        method: 'patch',
        paths: ['/api/projects/:id'],
        summary: 'Rename a project, or exclude it from capture or include it again.',
        tag: 'browse',
        params: idParam,
        body: Change,
        reply: ProjectItem,
      },
      ({ params: { id }, body }) => {
        const project = one(id);
        if (body.name !== undefined) store.projects.rename(id, body.name);
        if (body.excluded !== undefined && body.excluded !== project.excluded) exclude(deps, project, body.excluded);
        deps.changes.publish('reset', {});
        return one(id);
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/projects/:id/merge'],
        summary: 'Merge a project into another, with all its current and future data.',
        tag: 'browse',
        params: idParam,
        body: z.object({ into: z.number().int().min(1) }).strict(),
        reply: ProjectItem,
      },
      ({ params: { id }, body }) => {
        one(id);
        one(body.into);
        if (id === body.into) throw new CMemError('REQUEST_INVALID', 'A project cannot be merged into itself');
        store.transact(() => store.projects.merge(id, body.into));
        deps.changes.publish('reset', {});
        return one(body.into);
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/forget'],
        summary:
          'Forget a session, project, turn, memory or time range permanently and immediately. `dryRun` shows what would be deleted.',
        tag: 'memories',
        body: z.object({ targets: z.array(Target).min(1).max(100), dryRun: z.boolean().default(false) }).strict(),
        reply: Gone,
      },
      async ({ body }) => {
        const targets = body.targets.map((target) => targetOf(deps, target));
        const sessions = targets.flatMap((target) =>
          target.kind === 'session'
            ? [target.id]
            : target.kind === 'project'
              ? store.sessions.ofProject(target.id)
              : [],
        );
        const forgotten = store.forgetting.forget(targets, deps.now(), body.dryRun);
        if (!body.dryRun) {
          await dropQuarantined(deps.paths.quarantine, (text) => sessions.some((id) => text.includes(id)));
          store.forgetting.wipeFreed();
          deps.changes.publish('reset', {});
        }
        return { done: !body.dryRun, forgotten };
      },
    ),
  ];
}

function exclude(deps: Deps, project: KnownProject, excluded: boolean): void {
  excludeFolder(deps.paths.settings, folderOf(project.key), excluded);
  deps.settingsChanged();
}

function targetOf(deps: Deps, target: z.infer<typeof Target>): ForgetTarget {
  if ('from' in target) {
    const only = target.project === undefined ? null : projectId(deps.store, target.project);
    return { kind: 'range', from: target.from, until: target.until, projectId: only };
  }
  if ('session' in target) return { kind: 'session', id: target.session };
  if ('project' in target) return { kind: 'project', id: projectId(deps.store, target.project) };
  if ('observation' in target) return { kind: 'observation', id: target.observation };
  return 'summary' in target ? { kind: 'summary', id: target.summary } : { kind: 'prompt', id: target.prompt };
}
