// `c-mem projects`: lists projects; excludes, includes, renames and merges them.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineCommand } from 'citty';
import { createExcluder, excludeFolder, folderOf } from '../../../capture/excluded.ts';
import { identifyProject } from '../../../capture/project.ts';
import { expandHome } from '../../../config/excluded.ts';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { day } from '../../../recall/format.ts';
import type { KnownProject, ProjectOverview } from '../../../store/index.ts';
import { count, counts } from '../../args/numbers.ts';
import { withExistingStore, withStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'projects',
    description: 'List projects; exclude, include, rename, or merge one',
    examples: [
      'c-mem projects',
      'c-mem projects --exclude .',
      'c-mem projects --rename 3 --to shop',
      'c-mem projects --merge old-shop --to shop --dry-run',
      'c-mem projects --unmerge 3',
    ],
  },
  args: {
    rename: { type: 'string', description: 'Project to rename (with --to NAME)' },
    merge: { type: 'string', description: 'Project to merge into another (with --to PROJECT)' },
    unmerge: { type: 'string', description: 'ID or name of a merged project: undo its merge' },
    to: { type: 'string', description: 'New name, or project to merge into' },
    exclude: { type: 'string', description: 'Stop capturing in a project or folder (`.` for the current one)' },
    include: { type: 'string', description: 'Resume capturing in an excluded project or folder' },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const { rename, merge, unmerge, to, exclude, include, json = false, 'dry-run': dryRun = false, yes = false } = args;
    const chosen = Object.entries({ rename, merge, unmerge, exclude, include }).filter(
      ([, value]) => value !== undefined,
    );
    if (chosen.length > 1)
      throw new CMemError('USAGE', `${chosen.map(([name]) => `--${name}`).join(' and ')} cannot be used together`, {
        fix: 'Run `c-mem projects` once for each.',
      });
    if (exclude !== undefined || include !== undefined) {
      if (to !== undefined || yes)
        throw new CMemError('USAGE', '--to and --yes only work with --rename and --merge', {
          fix: 'Omit them.',
        });
      return setExcluded((exclude ?? include) as string, exclude !== undefined, { dryRun, json });
    }
    if (unmerge !== undefined) {
      if (to !== undefined || dryRun || yes)
        throw new CMemError('USAGE', '--unmerge stands alone', { fix: 'Omit the other options.' });
      return undoMerge(unmerge, json);
    }
    if (rename === undefined && merge === undefined) {
      if (to !== undefined || dryRun || yes)
        throw new CMemError('USAGE', '--to, --dry-run and --yes only work with --rename and --merge', {
          fix: 'Add --rename PROJECT or --merge PROJECT.',
        });
      return list(json);
    }
    if (to === undefined) throw new CMemError('USAGE', '--to is missing', { fix: 'Add --to NAME.' });
    return rename === undefined
      ? mergeInto(merge as string, to, { dryRun, yes, json })
      : renameTo(rename, to, { dryRun, json });
  },
});

async function list(json: boolean): Promise<void> {
  const isExcluded = createExcluder(loadSettings(resolvePaths().settings).settings.excludeProjects);
  const projects = (await withStore((store) => store.projects.list())).map((project) => ({
    ...project,
    excluded: isExcluded(folderOf(project.key)),
  }));
  if (json) return printJson(projects);
  if (projects.length === 0) return print('No projects yet.');
  for (const project of projects) {
    const last = project.lastEventAt === null ? '' : `, last ${day(project.lastEventAt)}`;
    print(
      `${String(project.id).padStart(4)}  ${project.name}  ${holdings(project)}${last}${project.excluded ? ', excluded' : ''}`,
      `      ${project.key}`,
    );
  }
}

const holdings = ({ sessions, observations }: Pick<ProjectOverview, 'sessions' | 'observations'>) =>
  `${count(sessions, 'session')}, ${count(observations, 'observation')}`;

async function renameTo(
  named: string,
  to: string,
  { dryRun, json }: { dryRun: boolean; json: boolean },
): Promise<void> {
  await (dryRun ? withStore : withExistingStore)((store) => {
    const project = store.projects.named(named, identifyProject);
    if (!dryRun) store.projects.rename(project.id, to);
    if (json) return printJson({ done: !dryRun, project: project.id, from: project.name, to });
    print(dryRun ? `Would rename ${project.name} to ${to}. Nothing was changed.` : `Renamed ${project.name} to ${to}.`);
  });
}

/** A folder in which nothing was captured yet can be excluded too. */
async function setExcluded(
  named: string,
  excluded: boolean,
  { dryRun, json }: { dryRun: boolean; json: boolean },
): Promise<void> {
  const paths = resolvePaths();
  const isPath = named === '.' || named === '~' || /^(?:[./~\\]|[A-Za-z]:)/.test(named);
  const known = await knownProject(isPath ? resolve(expandHome(named)) : named, isPath);
  if (!known && !isPath)
    throw new CMemError('PROJECT_UNKNOWN', `There is no project "${named}"`, {
      fix: 'Use a folder such as `.` or /home/me/secret, or a project listed by `c-mem projects`.',
    });
  const folder = known ? folderOf(known.key) : identifyProject(resolve(expandHome(named))).worktree;
  const isKnown = createExcluder(loadSettings(paths.settings).settings.excludeProjects)(folder) === excluded;
  if (!dryRun) excludeFolder(paths.settings, folder, excluded);
  const memories = known?.observations ?? 0;
  if (json) return printJson({ done: !dryRun, folder, excluded, observations: memories });
  const verb = excluded ? 'exclude' : 'include';
  if (dryRun) return print(`Would ${verb} ${folder}. Nothing was changed.`);
  if (isKnown) return print(excluded ? `${folder} is already excluded.` : `${folder} was not excluded.`);
  print(`${excluded ? 'Excluded' : 'Included'} ${folder}. This takes effect with the next hook.`);
  if (excluded && memories > 0)
    print(
      `Its ${count(memories, 'observation')} ${memories === 1 ? 'is' : 'are'} kept; \`c-mem forget --project ${known?.id}\` deletes ${memories === 1 ? 'it' : 'them'}.`,
    );
}

async function knownProject(named: string, isPath: boolean): Promise<ProjectOverview | null> {
  if (!existsSync(resolvePaths().database)) return null;
  return withStore((store) => {
    const key = isPath ? identifyProject(named).key : null;
    if (key !== null) return store.projects.list().find((project) => project.key === key) ?? null;
    const { id } = store.projects.named(named, identifyProject);
    return store.projects.list().find((project) => project.id === id) ?? null;
  });
}

async function mergeInto(
  named: string,
  to: string,
  { dryRun, yes, json }: { dryRun: boolean; yes: boolean; json: boolean },
): Promise<void> {
  await (dryRun ? withStore : withExistingStore)(async (store) => {
    const project = store.projects.named(named, identifyProject);
    const into = store.projects.named(to, identifyProject);
    if (project.id === into.id)
      throw new CMemError('USAGE', `${describe(project)} is the same project as ${describe(into)}`, {
        fix: 'Choose two different projects from `c-mem projects`.',
      });
    const moved = store.projects.list().find(({ id }) => id === project.id) ?? { sessions: 0, observations: 0 };
    const what = counts([moved.sessions, 'session'], [moved.observations, 'observation']);
    const moves = `${what} from ${describe(project)} to ${describe(into)}`;
    if (dryRun) {
      if (json) return printJson({ done: false, from: project, into, ...pick(moved) });
      return print(`Would move ${moves}. Nothing was changed.`);
    }
    if (
      !(await confirm({
        shows: [`This moves ${moves}.`],
        asks: 'Merge them?',
        yes,
        hasDryRun: true,
      }))
    )
      return print('Nothing was changed.');
    store.transact(() => store.projects.merge(project.id, into.id));
    if (json) return printJson({ done: true, from: project, into, ...pick(moved) });
    print(
      `Merged ${project.name} (${project.key}) into ${into.name}.`,
      `\`c-mem projects --unmerge ${project.id}\` undoes it.`,
    );
  });
}

/** A merged project is no longer listed: its ID and its name are known from the merge. */
async function undoMerge(named: string, json: boolean): Promise<void> {
  await withExistingStore((store) => {
    const id = /^\d+$/.test(named) ? Number(named) : named;
    const { from, sessions } = store.transact(() => store.projects.undoMerge(id));
    const project = store.projects.list().find((each) => each.id === from);
    if (json) return printJson({ done: true, project: from, sessions: sessions.length });
    print(`${project?.name ?? from} is a project of its own again, with ${count(sessions.length, 'session')}.`);
  });
}

const describe = ({ id, name, key }: KnownProject) => `${name} (project ${id}, ${key})`;
const pick = ({ sessions, observations }: Pick<ProjectOverview, 'sessions' | 'observations'>) => ({
  sessions,
  observations,
});
