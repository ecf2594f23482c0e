// `c-mem projects`: what is known of which project; renaming and merging.
import { defineCommand } from 'citty';
import { identifyProject } from '../../capture/project.ts';
import { CMemError } from '../../domain/errors.ts';
import { day } from '../../recall/phrasing.ts';
import { transact } from '../../store/database.ts';
import { listProjects, mergeProjects, projectNamed, renameProject } from '../../store/projects.ts';
import { print, printJson } from '../output.ts';
import { withStore, withWritableStore } from '../store.ts';

export default defineCommand({
  meta: { name: 'projects', description: 'Lists the projects; --rename and --merge change them.' },
  args: {
    rename: { type: 'string', description: 'A project to rename, with --to NAME' },
    merge: { type: 'string', description: 'A project to put into another, with --to PROJECT' },
    to: { type: 'string', description: 'The new name, or the project to merge into' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    if (args.rename !== undefined || args.merge !== undefined) {
      const to = args.to;
      if (!to) throw new CMemError('USAGE', '--to is missing');
      return withWritableStore((db) => {
        const project = projectNamed(db, (args.rename ?? args.merge) as string, identifyProject);
        if (args.rename !== undefined) {
          renameProject(db, project.id, to);
          return print(`${project.name} is now called ${to}.`);
        }
        const into = projectNamed(db, to, identifyProject);
        transact(db, () => mergeProjects(db, project.id, into.id));
        print(`${project.name} (${project.key}) is now part of ${into.name}.`);
      });
    }
    const projects = await withStore(listProjects);
    if (args.json) return printJson(projects);
    if (projects.length === 0) return print('No projects yet.');
    for (const { id, name, key, sessions, observations, lastEventAt } of projects) {
      const last = lastEventAt === null ? '' : `, last ${day(lastEventAt)}`;
      print(
        `${String(id).padStart(4)}  ${name}  ${sessions} sessions, ${observations} observations${last}`,
        `      ${key}`,
      );
    }
  },
});
