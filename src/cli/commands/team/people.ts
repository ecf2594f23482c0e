// `c-mem team members|remove|leave`.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { ago } from '../../../recall/format.ts';
import { removeAccess } from '../../../team/team-file.ts';
import { count } from '../../args/numbers.ts';
import { withWritableStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import { json, remoteProject, requireAccess, requirePerson, withServer } from './shared.ts';

const yes = { type: 'boolean', description: 'Skip confirmation' } as const;

export const members = defineCommand({
  meta: {
    name: 'members',
    description: 'List the members of the team, their projects, and when they were last active',
    examples: ['c-mem team members'],
  },
  args: json,
  async run({ args }) {
    const { rows, projects } = await withServer(async (server, hello) => ({
      rows: await server.members(),
      projects: hello.projects,
    }));
    if (args.json) return printJson(rows);
    const now = Date.now();
    for (const name of new Set(rows.map((row) => row.name))) {
      const own = rows.filter((row) => row.name === name);
      const [first] = own;
      if (!first) continue;
      const nameOf = (id: number | null) =>
        id === null ? 'all projects' : (projects.find((each) => each.id === id)?.name ?? `project ${id}`);
      const roles = own.map(({ role, project }) => `${role} of ${nameOf(project)}`).join(', ');
      const seen = first.invited
        ? 'invited, has not joined yet'
        : `${count(first.machines, 'machine')}, ${first.seenAt === null ? 'never active' : `active ${ago(first.seenAt, now)}`}${first.pushedAt === null ? '' : `, last sent ${ago(first.pushedAt, now)}`}`;
      print(`${name}${first.me ? ' (you)' : ''}: ${roles}; ${seen}`);
    }
  },
});

export const remove = defineCommand({
  meta: {
    name: 'remove',
    description: 'Remove a member from the team or from a project; cuts their access immediately',
    examples: [
      'c-mem team remove bob',
      'c-mem team remove bob --project shop',
      'c-mem team remove bob --with-memories',
    ],
  },
  args: {
    name: { type: 'positional', required: true, description: 'Name of the member' },
    project: { type: 'string', description: 'Only from this shared project' },
    'with-memories': { type: 'boolean', description: 'Also delete everything they shared, for everybody' },
    yes,
    ...json,
  },
  async run({ args }) {
    requirePerson('remove a member');
    const { name, project, 'with-memories': withMemories = false } = args;
    if (project !== undefined && withMemories)
      throw new CMemError('USAGE', '--with-memories does not work with --project', {
        fix: 'Remove the member from the team, or delete single memories with `c-mem team forget`.',
      });
    const isSure = await confirm({
      shows: [
        project === undefined
          ? `${name} is cut off immediately, on all machines. What they shared ${withMemories ? 'is deleted for everybody' : 'stays'}.`
          : `${name} loses the project ${project} immediately.`,
        'What was pulled to their machines before stays there.',
      ],
      asks: 'Remove them?',
      yes: args.yes === true,
      hasDryRun: false,
    });
    if (!isSure) return print('Nothing was changed.');
    const deleted = await withServer(async (server, hello) => {
      if (project === undefined) return server.removeMember(name, withMemories);
      await server.removeAccess(name, remoteProject(hello, project).id);
      return 0;
    });
    if (args.json) return printJson({ name, project: project ?? null, deleted });
    print(
      `Removed ${name}${project === undefined ? '' : ` from ${project}`}.${withMemories ? ` ${count(deleted, 'row')} deleted.` : ''}`,
    );
  },
});

export const leave = defineCommand({
  meta: {
    name: 'leave',
    description: 'Leave the team with this machine; memories stay where they are',
    examples: ['c-mem team leave', 'c-mem team leave --offline   # if the server cannot be reached any more'],
  },
  args: {
    offline: { type: 'boolean', description: 'Do not contact the server' },
    'delete-pulled': { type: 'boolean', description: "Delete colleagues' memories from this machine" },
    yes,
    ...json,
  },
  async run({ args }) {
    requirePerson('leave a team');
    const paths = resolvePaths();
    const { source } = requireAccess();
    if (source !== 'file')
      throw new CMemError('USAGE', `The team comes from ${source}`, { fix: `Unset ${source} to leave it.` });
    const isSure = await confirm({
      shows: [
        'This machine exchanges nothing any more. What you shared stays on the server; `c-mem team unshare` withdraws it, if you run it before.',
        args['delete-pulled']
          ? "Colleagues' memories are deleted from this machine."
          : "Colleagues' memories stay here; --delete-pulled deletes them.",
      ],
      asks: 'Leave the team?',
      yes: args.yes === true,
      hasDryRun: false,
    });
    if (!isSure) return print('Nothing was changed.');
    if (!args.offline) await withServer((server) => server.leave());
    removeAccess(paths);
    await withWritableStore((store) => {
      const pulled = args['delete-pulled'] ? store.team.ofColleagues() : [];
      if (pulled.length > 0) store.forgetting.forgetEverywhere(paths, pulled, Date.now());
      store.team.leave();
      store.team.setState(null);
    });
    if (args.json) return printJson({ left: true });
    print('Left the team.');
  },
});
