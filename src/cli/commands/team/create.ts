// `c-mem team create` and `c-mem team upgrade`: the team's schema in PostgreSQL.
import { readFileSync } from 'node:fs';
import { defineCommand } from 'citty';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { parseAddress, showAddress } from '../../../team/address.ts';
import type { Connection } from '../../../team/postgres/connection.ts';
import { createTeam, upgradeTeam } from '../../../team/postgres/migrate.ts';
import { SERVER_SCHEMA } from '../../../team/postgres/schema-version.ts';
import { newPassword, scramVerifier } from '../../../team/postgres/scram.ts';
import { connectTo, inWords } from '../../../team/server.ts';
import { findAccess, saveAccess } from '../../../team/team-file.ts';
import { print, printJson } from '../../terminal/output.ts';
import { readHidden } from '../../terminal/secret-input.ts';
import { json, requirePerson, wakeWorker } from './shared.ts';

const common = {
  address: {
    type: 'positional',
    required: true,
    description: 'postgres://ADMIN@HOST:5432/DATABASE, without the password (a Unix socket: ?host=/run/postgresql)',
  },
  'password-file': { type: 'string', description: 'File with the password (mode 0600; default: ask, or read stdin)' },
  ca: { type: 'string', description: 'File with the certificate authority of the server, as PEM' },
} as const;

export const create = defineCommand({
  meta: {
    name: 'create',
    description: 'Create a team in a PostgreSQL database',
    examples: [
      'c-mem team create postgres://admin@db.example.com/memories --as ann',
      'c-mem team create postgres://admin@db.example.com/memories --as ann --password-file ~/admin.txt',
    ],
  },
  args: {
    ...common,
    as: { type: 'string', required: true, description: 'Your name, as colleagues see it' },
    name: { type: 'string', description: "Name of the team (default: the database's)" },
    ...json,
  },
  async run({ args }) {
    requirePerson('create a team');
    const paths = resolvePaths();
    const found = findAccess(paths);
    if (found)
      throw new CMemError('USAGE', `This machine is in a team already (${showAddress(found.access)})`, {
        fix: 'Leave it first: `c-mem team leave`.',
      });
    const ca = args.ca === undefined ? null : readFileSync(args.ca, 'utf8');
    const address = parseAddress(args.address);
    const team = args.name ?? address.database;
    const password = newPassword();
    const user = await asAdmin(args.address, args['password-file'], ca, (admin) =>
      createTeam(admin, { name: team, owner: args.as, verifier: scramVerifier(password) }),
    );
    makePrivateFolder(paths.home);
    const { host, port, database } = address;
    saveAccess(paths.team, { host, port, database, user, password, ca, accept: [] });
    await wakeWorker();
    if (args.json) return printJson({ team, member: args.as, address: showAddress(address) });
    print(
      `Created the team ${team} at ${showAddress(address)}; you are ${args.as}, its owner.`,
      'Nothing is shared yet. Next: `c-mem team preview` and `c-mem team share` in the folder of a project.',
    );
  },
});

export const upgrade = defineCommand({
  meta: {
    name: 'upgrade',
    description: "Upgrade the team's schema in PostgreSQL to this version",
    examples: ['c-mem team upgrade postgres://admin@db.example.com/memories'],
  },
  args: { ...common, ...json },
  async run({ args }) {
    requirePerson('upgrade a team');
    const ca = args.ca === undefined ? null : readFileSync(args.ca, 'utf8');
    const before = await asAdmin(args.address, args['password-file'], ca, upgradeTeam);
    if (args.json) return printJson({ before, schema: SERVER_SCHEMA });
    print(
      before === SERVER_SCHEMA ? `Schema ${before} is current.` : `Upgraded from schema ${before} to ${SERVER_SCHEMA}.`,
    );
  },
});

/** With the administrator's password, which is not kept. */
async function asAdmin<T>(
  given: string,
  file: string | undefined,
  ca: string | null,
  work: (admin: Connection) => Promise<T>,
): Promise<T> {
  const address = parseAddress(given);
  if (address.password !== null)
    throw new CMemError('USAGE', 'The address contains a password, which others can see in the list of processes', {
      fix: 'Omit it, and change it if others use this machine: the command asks for the password, or reads it from stdin or --password-file.',
    });
  const user = address.user ?? 'postgres';
  const password = await readHidden({
    what: `Password of ${user}`,
    file,
    fix: 'Pipe it in as one line, name a file with --password-file, or run the command on a terminal to be asked.',
  });
  if (password === null) throw new CMemError('USAGE', 'Canceled', { fix: 'Nothing was changed.' });
  const admin = await connectTo({ ...address, user, password, ca });
  try {
    return await work(admin);
  } catch (error) {
    throw inWords(error, address);
  } finally {
    await admin.end();
  }
}
