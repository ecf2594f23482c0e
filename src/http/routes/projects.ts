// Projects: list, rename, merge, exclude.

import * as z from 'zod';
import { createExcluder, excludeFolder, folderOf } from '../../capture/excluded.ts';
import { CMemError } from '../../domain/errors.ts';
import type { KnownProject } from '../../store/index.ts';
import { ProfileReply, ProjectItem } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { projectFolder, projectLabel } from '../project-label.ts';
import { idParam, type Route, route } from '../route.ts';

const List = z.object({ projects: z.array(ProjectItem) });
const Change = z
  .object({ name: z.string().trim().min(1).max(200).optional(), excluded: z.boolean().optional() })
  .strict();

export function projectRoutes(deps: Deps): Route[] {
  const { store } = deps;
  const list = () => {
    const isExcluded = createExcluder(deps.settings().excludeProjects);
    const gone = store.forgetting.delayed();
    const shown = store.projects
      .list()
      .filter(({ id }) => !gone.some((target) => target.kind === 'project' && target.id === id));
    return shown.map((project) => ({
      ...project,
      label: projectLabel(project, shown),
      folder: projectFolder(project.key),
      excluded: isExcluded(folderOf(project.key)),
    }));
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
        method: 'get',
        paths: ['/api/projects/:id/profile'],
        summary:
          "Get a project's commands and how often they passed, failures that came back, and files that change together.",
        tag: 'browse',
        params: idParam,
        reply: ProfileReply,
      },
      ({ params: { id } }) => {
        const { name, key } = one(id);
        return { project: { id, name, key }, ...store.profile.read(id) };
      },
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
        paths: ['/api/projects/:id/unmerge'],
        summary: 'Undo the merge of a project into another. What was captured since stays there.',
        tag: 'browse',
        params: idParam,
        reply: ProjectItem,
      },
      ({ params: { id } }) => {
        store.transact(() => store.projects.undoMerge(id));
        deps.changes.publish('reset', {});
        return one(id);
      },
    ),
  ];
}

function exclude(deps: Deps, project: KnownProject, excluded: boolean): void {
  excludeFolder(deps.paths.settings, folderOf(project.key), excluded);
  deps.settingsChanged();
}
