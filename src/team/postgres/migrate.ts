// Creates the team's schema and roles in PostgreSQL, and upgrades it: numbered migrations, never edited, each in one
// transaction.
import { randomBytes } from 'node:crypto';
import { CMemError } from '../../domain/errors.ts';
import type { Connection } from './connection.ts';
import first from './migrations/0001_team.sql';
import { SERVER_SCHEMA } from './schema-version.ts';

const MIGRATIONS = [first];
const OLDEST_POSTGRES = 150_000;

export interface NewTeam {
  name: string;
  /** The first member, who owns the team. */
  owner: string;
  /** Of the first login's password. */
  verifier: string;
}

/** Returns the login of the owner. */
export async function createTeam(admin: Connection, team: NewTeam): Promise<string> {
  await requireVersion(admin);
  if (await installedSchema(admin))
    throw new CMemError('TEAM_EXISTS', 'This database already has a team', {
      fix: 'Use another database, or ask the owner of this team for an invitation.',
    });
  const id = randomBytes(4).toString('hex');
  const roles = rolesOf(id);
  return inTransaction(admin, async () => {
    const [{ here = '' } = {}] = await admin.query<{ here: string }>('select current_database() as here');
    await admin.query(`create role ${roles.owner} nologin`);
    await admin.query(`create role ${roles.keys} nologin createrole`);
    await admin.query(`create role ${roles.members} nologin`);
    // An administrator who is not a superuser acts for these roles during the setup, and for upgrades.
    await admin.query(`grant ${roles.owner}, ${roles.keys} to current_user`);
    await admin.query(`grant ${roles.members} to ${roles.keys} with admin option`);
    await admin.query(`grant create on database ${quoted(here)} to ${roles.owner}`);
    await admin.query(`grant connect on database ${quoted(here)} to ${roles.members}`);
    await admin.query(withRoles(first, id));
    await admin.query(`revoke create on database ${quoted(here)} from ${roles.owner}`);
    await admin.query(`set local role ${roles.owner}`);
    await admin.query(
      `insert into c_mem.team (id, name, schema, cluster) select $1, $2, 1, (select system_identifier::text
         from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`,
      [id, team.name],
    );
    const [member] = await admin.query<{ id: number }>(
      'insert into c_mem.members (name, joined_at) values ($1, now()) returning id',
      [team.owner],
    );
    await admin.query(`insert into c_mem.access (member_id, project_id, role) values ($1, null, 'owner')`, [
      member?.id,
    ]);
    await admin.query(`reset role`);
    await admin.query(`set local role ${roles.keys}`);
    const [login] = await admin.query<{ name: string }>('select c_mem.create_login($1, $2, 36500) as name', [
      member?.id,
      team.verifier,
    ]);
    await admin.query('update c_mem.logins set joined_at = now()');
    await upgradeFrom(admin, id, 1);
    await admin.query('reset role');
    await admin.query(closeSideDoors(here));
    return (login as { name: string }).name;
  });
}

/** Brings the schema to ours; returns the version before. */
export async function upgradeTeam(admin: Connection): Promise<number> {
  await requireVersion(admin);
  const schema = await installedSchema(admin);
  if (!schema)
    throw new CMemError('TEAM_UNKNOWN', 'This database has no team yet', { fix: 'Run `c-mem team create`.' });
  if (schema.schema > SERVER_SCHEMA)
    throw new CMemError('TEAM_NEWER', `The server has schema ${schema.schema}; this c-mem knows ${SERVER_SCHEMA}`);
  await inTransaction(admin, () => upgradeFrom(admin, schema.id, schema.schema));
  return schema.schema;
}

async function upgradeFrom(admin: Connection, id: string, schema: number): Promise<void> {
  for (const [index, text] of MIGRATIONS.entries()) {
    if (index < schema) continue;
    await admin.query('reset role');
    await admin.query(withRoles(text, id));
    await admin.query(`set local role ${rolesOf(id).owner}`);
    await admin.query('update c_mem.team set schema = $1', [index + 1]);
  }
}

async function installedSchema(admin: Connection): Promise<{ id: string; schema: number } | null> {
  const [{ found } = { found: false }] = await admin.query<{ found: boolean }>(
    `select to_regclass('c_mem.team') is not null as found`,
  );
  if (!found) return null;
  const [team] = await admin.query<{ id: string; schema: number }>('select id, schema from c_mem.team');
  return team ?? null;
}

async function requireVersion(admin: Connection): Promise<void> {
  const [{ version } = { version: 0 }] = await admin.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  if (version < OLDEST_POSTGRES)
    throw new CMemError('TEAM_SERVER_OLD', `This server is PostgreSQL ${Math.floor(version / 10_000)}`);
}

async function inTransaction<T>(admin: Connection, work: () => Promise<T>): Promise<T> {
  await admin.query('begin');
  try {
    const result = await work();
    await admin.query('commit');
    return result;
  } catch (error) {
    if (admin.isOpen()) await admin.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Roles belong to the whole server, so their names contain the team's ID; they say nothing about people. */
const rolesOf = (id: string) => ({
  owner: `c_mem_${id}_owner`,
  keys: `c_mem_${id}_keys`,
  members: `c_mem_${id}_members`,
});

function withRoles(text: string, id: string): string {
  const roles = rolesOf(id);
  return text.replace(/\{(owner|keys|members)\}/g, (_match, name: keyof typeof roles) => roles[name]);
}

/**
 * What PostgreSQL allows every role of a database, and nobody here needs: functions, tables and large objects of one's own.
 * Not every administrator may take it away; nothing depends on it.
 */
const closeSideDoors = (database: string) => `do $doors$ begin
  revoke temporary on database ${quoted(database)} from public;
  revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;
exception when insufficient_privilege then null;
end $doors$`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
