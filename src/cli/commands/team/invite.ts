// `c-mem team invite` and `c-mem team join`: links that work once.
import { closeSync, openSync, writeSync } from 'node:fs';
import { defineCommand } from 'citty';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { TEAM_ROLES, type TeamRole } from '../../../domain/team.ts';
import { showAddress } from '../../../team/address.ts';
import { newPassword, scramVerifier } from '../../../team/postgres/scram.ts';
import { openServer } from '../../../team/server.ts';
import { findAccess, fromLink, removeAccess, saveAccess, type TeamAccess, toLink } from '../../../team/team-file.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { wholeNumber } from '../../args/numbers.ts';
import { print, printJson } from '../../terminal/output.ts';
import { readHidden } from '../../terminal/secret-input.ts';
import { json, remoteProject, requireAccess, requirePerson, wakeWorker, withServer } from './shared.ts';

export const invite = defineCommand({
  meta: {
    name: 'invite',
    description: 'Invite a person, or another machine of your own; prints a join link once',
    examples: [
      'c-mem team invite bob --project shop --role writer',
      'c-mem team invite --machine                             # another machine of yours',
      'c-mem team invite --machine --file team.json --days 30  # for C_MEM_TEAM_FILE',
    ],
  },
  args: {
    name: { type: 'positional', required: false, description: 'Name of the person, as colleagues will see it' },
    machine: { type: 'boolean', description: 'For another machine of your own' },
    project: { type: 'string', description: 'Only this shared project (default: all, now and later)' },
    role: { type: 'string', description: `One of: ${TEAM_ROLES.join(', ')} (default: writer)` },
    file: { type: 'string', description: 'Write the invitation to a new file (mode 0600) instead of printing a link' },
    days: { type: 'string', description: 'With --machine and --file: how long the file works (default: 7)' },
    ...json,
  },
  async run({ args }) {
    requirePerson('invite somebody');
    const { machine = false, name } = args;
    if (machine === (name !== undefined))
      throw new CMemError('USAGE', machine ? '--machine takes no name' : 'The name of the person is missing', {
        fix: 'Use `c-mem team invite NAME`, or `c-mem team invite --machine` for a machine of your own.',
      });
    if (args.days !== undefined && !(machine && args.file !== undefined))
      throw new CMemError('USAGE', '--days only works with --machine and --file', {
        fix: 'Omit it: a link works for 7 days.',
      });
    if (machine && args.role !== undefined)
      throw new CMemError('USAGE', '--role does not work with --machine', { fix: 'Your machines have your rights.' });
    const days = args.days === undefined ? 7 : wholeNumber('days', args.days, 1, 3650);
    const role = readRole(args.role);
    const password = newPassword();
    const verifier = scramVerifier(password);
    const { access } = requireAccess();
    // Before anybody is invited: a file that cannot be written would lose the invitation.
    const file = args.file === undefined ? null : openSync(args.file, 'wx', 0o600);
    const made = await withServer(async (server, hello) => {
      const remote = args.project === undefined ? null : remoteProject(hello, args.project);
      const user = machine
        ? await server.addMachine(verifier, days)
        : await server.invite(name as string, verifier, remote?.id ?? null, role);
      const accept = machine ? (remote ? [remote] : hello.projects).map(({ identity }) => identity) : [];
      return { user, remote, accept };
    });
    const what = made.remote ? `the project ${made.remote.name}` : 'all projects';
    if (made.user === null) {
      if (args.json) return printJson({ name, role, project: made.remote?.name ?? null, invited: false });
      return print(`${name} is a member already, and is now ${role} of ${what}.`);
    }
    const invitation: TeamAccess = { ...access, user: made.user, password, accept: made.accept };
    if (file !== null) {
      writeSync(file, `${JSON.stringify({ version: 1, ...invitation }, null, 2)}\n`);
      closeSync(file);
    }
    const link = file === null ? toLink(invitation) : null;
    if (args.json)
      return printJson({
        name: name ?? null,
        role,
        project: made.remote?.name ?? null,
        invited: true,
        link,
        file: args.file ?? null,
      });
    if (machine) print(`For another machine of yours, with ${what}:`);
    else print(`${name} will be ${role} of ${what}. Send this over a secure channel; it is not shown again:`);
    print('', link ?? `  ${args.file}`, '');
    print(
      file === null
        ? 'It works once, within 7 days: `c-mem team join` asks for it.'
        : `It works for ${days} days: name it in C_MEM_TEAM_FILE, or use it once with \`c-mem team join --file\`.`,
    );
  },
});

function readRole(given: string | undefined): TeamRole {
  if (given === undefined) return 'writer';
  const role = TEAM_ROLES.find((each) => each === given);
  if (role) return role;
  throw new CMemError('USAGE', `Invalid --role value "${given}"`, {
    fix: `${didYouMean(given, TEAM_ROLES)}Use one of: ${TEAM_ROLES.join(', ')}.`,
  });
}

export const join = defineCommand({
  meta: {
    name: 'join',
    description: 'Join a team with an invitation',
    examples: ['c-mem team join                       # asks for the link', 'c-mem team join --file invitation.json'],
  },
  args: {
    file: {
      type: 'string',
      description: 'File with the invitation (mode 0600; default: ask for the link, or read stdin)',
    },
    ...json,
  },
  async run({ args }) {
    requirePerson('join a team');
    const paths = resolvePaths();
    const found = findAccess(paths);
    if (found)
      throw new CMemError('USAGE', `This machine is in a team already (${showAddress(found.access)})`, {
        fix: 'Leave it first: `c-mem team leave`.',
      });
    const given = await readHidden({
      what: 'Join link',
      file: args.file,
      fix: 'Pipe it in as one line, name a file with --file, or run the command on a terminal to be asked.',
    });
    if (given === null) return print('Nothing was changed.');
    const invitation = fromLink(given);
    const password = newPassword();
    const server = await openServer(invitation);
    let hello: Awaited<ReturnType<typeof server.hello>>;
    try {
      hello = await server.hello();
      makePrivateFolder(paths.home);
      // First the file, then the server: a password that only the server knows would be lost.
      saveAccess(paths.team, { ...invitation, password });
      await server.join(scramVerifier(password));
    } catch (error) {
      removeAccess(paths);
      throw error;
    } finally {
      await server.end();
    }
    await wakeWorker();
    if (args.json) return printJson({ team: hello.team, member: hello.member, projects: hello.projects });
    print(`Joined the team ${hello.team} as ${hello.member}.`);
    if (hello.projects.length === 0) return print('No projects are shared with you yet.');
    print('Shared with you:', ...hello.projects.map(({ name, identity, role }) => `  ${name} (${identity}), ${role}`));
    print('Nothing is exchanged until you confirm a project: run `c-mem team accept` in its folder.');
  },
});
