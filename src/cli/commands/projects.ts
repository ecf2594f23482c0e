// `c-mem projects`: what is known of which project; renaming and merging.
import { defineCommand } from 'citty';
import { identifyProject } from '../../capture/project.ts';
import { CMemError } from '../../domain/errors.ts';
import { day } from '../../recall/phrasing.ts';
import { transact } from '../../store/database.ts';
import {
  type KnownProject,
  listProjects,
  mergeProjects,
  type ProjectOverview,
  projectNamed,
  renameProject,
} from '../../store/projects.ts';
import { confirm } from '../confirm.ts';
import { count, counts } from '../numbers.ts';
import { print, printJson } from '../output.ts';
import { withExistingStore, withStore } from '../store.ts';

export default defineCommand({
  meta: { name: 'projects', description: 'Lists the projects; --rename and --merge change them.' },
  args: {
    rename: { type: 'string', description: 'A project to rename, with --to NAME' },
    merge: { type: 'string', description: 'A project to put into another for good, with --to PROJECT' },
    to: { type: 'string', description: 'The new name, or the project to merge into' },
    'dry-run': { type: 'boolean', description: 'Only show what would change' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    const { rename, merge, to, json = false, 'dry-run': dryRun = false, yes = false } = args;
    if (rename !== undefined && merge !== undefined)
      throw new CMemError('USAGE', '--rename and --merge cannot be given together', { fix: 'Run it once for each.' });
    if (rename === undefined && merge === undefined) {
      if (to !== undefined || dryRun || yes)
        throw new CMemError('USAGE', '--to, --dry-run and --yes are for --rename and --merge', {
          fix: 'Say which project: --rename PROJECT or --merge PROJECT.',
        });
      return list(json);
    }
    if (to === undefined) throw new CMemError('USAGE', '--to is missing', { fix: 'Say what it becomes: --to NAME.' });
    return rename === undefined
      ? mergeInto(merge as string, to, { dryRun, yes, json })
      : renameTo(rename, to, { dryRun, json });
  },
});

async function list(json: boolean): Promise<void> {
  const projects = await withStore(listProjects);
  if (json) return printJson(projects);
  if (projects.length === 0) return print('No projects yet.');
  for (const project of projects) {
    const last = project.lastEventAt === null ? '' : `, last ${day(project.lastEventAt)}`;
    print(`${String(project.id).padStart(4)}  ${project.name}  ${holdings(project)}${last}`, `      ${project.key}`);
  }
}

const holdings = ({ sessions, observations }: Pick<ProjectOverview, 'sessions' | 'observations'>) =>
  `${count(sessions, 'session')}, ${count(observations, 'observation')}`;

async function renameTo(
  named: string,
  to: string,
  { dryRun, json }: { dryRun: boolean; json: boolean },
): Promise<void> {
  await (dryRun ? withStore : withExistingStore)((db) => {
    const project = projectNamed(db, named, identifyProject);
    if (!dryRun) renameProject(db, project.id, to);
    if (json) return printJson({ done: !dryRun, project: project.id, from: project.name, to });
    print(
      dryRun ? `Would rename ${project.name} to ${to}. Nothing was changed.` : `${project.name} is now called ${to}.`,
    );
  });
}

async function mergeInto(
  named: string,
  to: string,
  { dryRun, yes, json }: { dryRun: boolean; yes: boolean; json: boolean },
): Promise<void> {
  await (dryRun ? withStore : withExistingStore)(async (db) => {
    const project = projectNamed(db, named, identifyProject);
    const into = projectNamed(db, to, identifyProject);
    if (project.id === into.id)
      throw new CMemError('USAGE', `${describe(project)} is the same project as ${describe(into)}`, {
        fix: 'Name two different ones; `c-mem projects` lists them.',
      });
    const moved = listProjects(db).find(({ id }) => id === project.id) ?? { sessions: 0, observations: 0 };
    const what = counts([moved.sessions, 'session'], [moved.observations, 'observation']);
    const moves = `${what} of ${describe(project)} to ${describe(into)}, which cannot be undone`;
    if (dryRun) {
      if (json) return printJson({ done: false, from: project, into, ...pick(moved) });
      return print(`Would move ${moves}.`, 'Nothing was changed.');
    }
    if (!(await confirm({ shows: [`This moves ${moves}.`], asks: 'Merge them?', yes, hasDryRun: true })))
      return print('Nothing was changed.');
    transact(db, () => mergeProjects(db, project.id, into.id));
    if (json) return printJson({ done: true, from: project, into, ...pick(moved) });
    print(`${project.name} (${project.key}) is now part of ${into.name}.`);
  });
}

const describe = ({ id, name, key }: KnownProject) => `${name} (project ${id}, ${key})`;
const pick = ({ sessions, observations }: Pick<ProjectOverview, 'sessions' | 'observations'>) => ({
  sessions,
  observations,
});
