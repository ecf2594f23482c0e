// What a credential can do with plain psql, beyond what C-Mem does with it: nothing.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scramVerifier } from '../../src/team/postgres/scram.ts';
import type { TeamAccess } from '../../src/team/team-file.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { createTeam, type TestTeam } from '../helpers/team.ts';

type Attacker = 'writer' | 'reader' | 'maintainer' | 'removed' | 'outsider' | 'invited';

/** Only in the project that no attacker may read: in its memory, its history, its name. */
const SECRET = 'capybara';
const OUTSIDER = 'outsider-password';

describe.skipIf(!hasPostgres)('plain psql', () => {
  let team: TestTeam;
  let admin: pg.Client;
  let shop: number;
  let wiki: number;
  let id: string;
  const people = {} as Record<Attacker | 'owner', TeamAccess>;
  /** Of the owner: in the shop, in the shop and forgotten, and in the project with the secret. */
  const uids = { shop: randomUUID(), forgotten: randomUUID(), wiki: randomUUID(), writers: randomUUID() };
  const clients: pg.Client[] = [];

  const item = (uid: string, project: number, more: object = {}) => ({
    ...{ uid, op: 'put', project, kind: 'observation', type: 'bugfix', rev: 1000, at: 1000, title: 'Totals are cents' },
    ...{ body: { title: 'Totals are cents' }, words: 'cart', supersededRev: 0, ...more },
  });

  async function session(access: TeamAccess): Promise<pg.Client> {
    const client = new pg.Client({ ...access });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  async function push(client: pg.Client, ...items: object[]): Promise<{ outcome: string; current: object | null }[]> {
    return (await client.query('select outcome, current from c_mem.push($1)', [JSON.stringify(items)])).rows;
  }

  /** All that psql says, also notices and warnings. */
  function psql(who: Attacker | 'owner', statement: string): string {
    const { user, password, host, port, database } = people[who];
    const address = ['-h', host, '-p', String(port), '-U', user, '-d', database];
    const { stdout, stderr } = spawnSync('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', ...address], {
      env: { PATH: process.env['PATH'] ?? '', PGPASSWORD: password },
      input: statement,
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`;
  }

  const invitationOf = async (by: pg.Client, name: string, project: number | null, role: string, password: string) => {
    const { rows } = await by.query('select c_mem.invite($1, $2, $3, $4) as login', [
      ...[name, scramVerifier(password), project, role],
    ]);
    return { ...team.owner, user: rows[0].login as string, password };
  };

  /** Everything that an attack might change, except when somebody was last seen. */
  async function state(): Promise<string> {
    const { rows } = await admin.query(`
      select md5(concat(
        (select string_agg(t::text, ',' order by t.id) from c_mem.team t),
        (select string_agg(m::text, ',' order by m.id) from c_mem.members m),
        (select string_agg(concat(role_name, member_id, joined_at), ',' order by role_name) from c_mem.logins),
        (select string_agg(p::text, ',' order by p.id) from c_mem.projects p),
        (select string_agg(a::text, ',' order by a::text) from c_mem.access a),
        (select string_agg(m::text, ',' order by m.uid) from c_mem.memories m),
        (select string_agg(h::text, ',' order by h::text) from c_mem.history h),
        (select string_agg(concat(oid, proname, proowner, proacl, prosrc, proconfig), ',' order by oid) from pg_proc
          where pronamespace = 'c_mem'::regnamespace),
        (select string_agg(concat(oid, relname, relowner, relacl, relrowsecurity), ',' order by oid) from pg_class
          where relnamespace = 'c_mem'::regnamespace),
        (select string_agg(concat(attrelid, attname, attacl), ',' order by attrelid, attnum) from pg_attribute
          where attacl is not null),
        (select string_agg(concat(oid, polname, polroles, polqual), ',' order by oid) from pg_policy),
        (select string_agg(n::text, ',' order by oid) from pg_namespace n where nspname !~ '^pg_'),
        (select string_agg(concat(oid, rolname, rolsuper, rolcreaterole, rolcanlogin, rolpassword, rolvaliduntil, rolbypassrls), ','
          order by oid) from pg_authid),
        (select string_agg(concat(roleid, member, grantor, admin_option), ',' order by roleid, member) from pg_auth_members),
        (select string_agg(loid::text, ',') from pg_largeobject)
      )) as state`);
    return rows[0].state as string;
  }

  beforeAll(async () => {
    team = await createTeam();
    admin = await team.cluster.admin();
    people.owner = team.owner;
    const owner = await session(team.owner);
    id = (await admin.query('select id from c_mem.team')).rows[0].id as string;
    shop = await team.as(team.owner, (server) => server.share('github.com/acme/shop', 'shop'));
    wiki = await team.as(team.owner, (server) => server.share(`github.com/acme/${SECRET}`, SECRET));
    people.writer = await team.invite('bob', shop, 'writer');
    people.reader = await team.invite('rob', shop, 'reader');
    await team.invite('zoe', wiki, 'reader');
    people.maintainer = await team.invite('pat', shop, 'owner');
    people.removed = await team.invite('eve', null, 'writer');
    people.invited = await invitationOf(owner, 'kim', shop, 'writer', 'link-of-kim');
    await team.as(people.removed, (server) => server.hello());
    await owner.query(`select c_mem.remove_member('eve', false)`);
    await admin.query(`create role outsider login password '${OUTSIDER}'`);
    people.outsider = { ...team.owner, user: 'outsider', password: OUTSIDER };
    const secret = { body: { title: `The ${SECRET} plan` }, title: `The ${SECRET} plan`, words: SECRET };
    await push(owner, item(uids.wiki, wiki, secret), item(uids.shop, shop), item(uids.forgotten, shop));
    await push(owner, item(uids.wiki, wiki, { ...secret, rev: 2000, body: { title: `The ${SECRET} plan again` } }));
    await push(owner, { ...item(uids.forgotten, shop), op: 'forget' });
    await push(await session(people.writer), item(uids.writers, shop));
    await admin.query('analyze');
  }, 120_000);

  afterAll(async () => {
    for (const client of clients) await client.end().catch(() => undefined);
    await admin?.end();
    await team?.dispose();
  });

  it('shows the owner the secret, and would show it to an attack (so the attacks below can fail)', async () => {
    expect(psql('owner', 'select body from c_mem.memories')).toContain(SECRET);
    const before = await state();
    const client = await session(people.writer);
    await push(client, item(randomUUID(), shop));
    expect(await state()).not.toBe(before);
  });

  const asItem = (uid: keyof typeof uids, project: () => number, more: object = {}) =>
    `'${JSON.stringify([item(uids[uid], project(), more)])}'`;
  const outcomes = (items: string) => `select outcome from c_mem.push(${items})`;
  const [inShop, inWiki] = [() => shop, () => wiki];

  /** Who tries what, and what must come of it: an error, or an answer that gives nothing away. */
  const attacks: [Attacker, string, () => string, RegExp][] = [
    // Other projects.
    ['writer', 'reads another project', () => `select body from c_mem.memories where project_id = ${wiki}`, /^$/],
    ['writer', 'lists other projects', () => `select count(*) from c_mem.projects where id <> ${shop}`, /^0$/],
    ['writer', 'reads the search words', () => 'select words from c_mem.memories', /permission denied/],
    ['writer', 'reads whole rows', () => 'select m from c_mem.memories m', /permission denied/],
    ['writer', 'reads hidden columns', () => 'select ctid, xmin from c_mem.memories', /permission denied/],
    ['writer', 'reads the history', () => 'select * from c_mem.history', /permission denied/],
    ['writer', 'asks for the history of a memory', () => `select * from c_mem.history_of('${uids.wiki}')`, /^$/],
    [
      'writer',
      'pulls another project',
      () =>
        `select project, body from c_mem.pull('[{"project": ${wiki}, "epoch": 0, "xid": "0", "seq": 0}]', 5000) where project <> ${shop}`,
      /^$/,
    ],
    [
      'writer',
      'searches another project',
      () => `select uid from c_mem.search('[{"forms": ["${SECRET}"]}]', '{"projects": [${wiki}]}', 200, 0)`,
      /^$/,
    ],
    [
      'writer',
      'searches for the mark of another project',
      () => `select uid from c_mem.search('[{"forms": ["cmem0p${wiki}"]}]', '{}', 200, 0)`,
      /^$/,
    ],
    ['writer', 'asks how much is in another project', () => `select c_mem.since_newest(${wiki}, 1)`, /^$/],
    ['writer', 'pushes into another project', () => outcomes(asItem('shop', inWiki, { rev: 1e13 })), /^refused$/],
    ['writer', 'overwrites a memory elsewhere', () => outcomes(asItem('wiki', inShop, { rev: 1e13 })), /^refused$/],
    [
      'writer',
      'learns nothing from what was refused',
      () => `select coalesce(current::text, rev::text, 'nothing') from c_mem.push(${asItem('wiki', inShop)})`,
      /^nothing$/,
    ],
    [
      'writer',
      'shares a project of others',
      () => `select c_mem.share('github.com/acme/${SECRET}', 'x')`,
      /cannot share/,
    ],
    ['writer', 'makes a project', () => `select c_mem.share('github.com/acme/new', 'x')`, /cannot share/],
    ['writer', 'takes others’ memories back', () => `select c_mem.withdraw(${wiki})`, /^0$/],
    // Other authors, and tombstones.
    ['writer', 'inserts', () => `insert into c_mem.memories (uid) values ('${randomUUID()}')`, /permission denied/],
    ['writer', 'updates', () => `update c_mem.memories set body = '{}'`, /permission denied/],
    ['writer', 'deletes tombstones', () => `delete from c_mem.memories where gone is not null`, /permission denied/],
    ['writer', 'truncates', () => 'truncate c_mem.memories cascade', /permission denied/],
    ['writer', 'locks rows', () => 'select uid from c_mem.memories for update', /permission denied/],
    ['writer', 'locks tables', () => 'begin; lock table c_mem.memories in exclusive mode', /permission denied/],
    ['writer', 'brings back what was forgotten', () => outcomes(asItem('forgotten', inShop, { rev: 1e13 })), /^gone$/],
    [
      'writer',
      'brings it back as another kind',
      () => outcomes(asItem('forgotten', inShop, { kind: 'session', rev: 1e13 })),
      /^gone$/,
    ],
    ['writer', 'forgets a colleague’s memory', () => outcomes(asItem('shop', inShop, { op: 'forget' })), /^refused$/],
    [
      'writer',
      'withdraws a colleague’s memory',
      () => outcomes(asItem('shop', inShop, { op: 'withdraw' })),
      /^refused$/,
    ],
    [
      'writer',
      'changes the kind of a memory',
      () => outcomes(asItem('shop', inShop, { kind: 'profile', rev: 1e13 })),
      /^refused$/,
    ],
    // A reader.
    ['reader', 'pushes something new', () => outcomes(`'${JSON.stringify([item(randomUUID(), shop)])}'`), /^refused$/],
    ['reader', 'edits', () => outcomes(asItem('shop', inShop, { rev: 1e13, body: { title: 'x' } })), /^refused$/],
    [
      'reader',
      'supersedes',
      () => outcomes(asItem('shop', inShop, { supersededRev: 99, supersededBy: uids.writers })),
      /^refused$/,
    ],
    ['reader', 'forgets', () => outcomes(asItem('writers', inShop, { op: 'forget' })), /^refused$/],
    [
      'reader',
      'leaves tombstones',
      () => outcomes(`'[{"uid": "${randomUUID()}", "op": "forget", "project": ${shop}}]'`),
      /^refused$/,
    ],
    ['reader', 'shares its project', () => `select c_mem.share('github.com/acme/shop', 'mine')`, /cannot share/],
    [
      'reader',
      'invites',
      () => `select c_mem.invite('mallory', '${scramVerifier('x')}', ${shop}, 'owner')`,
      /Only an owner/,
    ],
    [
      'reader',
      'makes itself an owner',
      () => `select c_mem.invite('rob', '${scramVerifier('x')}', ${shop}, 'owner')`,
      /Only an owner/,
    ],
    ['reader', 'removes a member', () => `select c_mem.remove_member('bob', true)`, /cannot remove/],
    ['reader', 'takes access away', () => `select c_mem.remove_access('bob', ${shop})`, /cannot remove/],
    ['reader', 'takes access away elsewhere', () => `select c_mem.remove_access('zoe', ${wiki})`, /cannot remove/],
    [
      'reader',
      'invites elsewhere',
      () => `select c_mem.invite('m', '${scramVerifier('x')}', ${wiki}, 'owner')`,
      /Only an owner/,
    ],
    [
      'writer',
      'invites elsewhere',
      () => `select c_mem.invite('m', '${scramVerifier('x')}', ${wiki}, 'reader')`,
      /Only an owner/,
    ],
    [
      'writer',
      'invites to a project that does not exist',
      () => `select c_mem.invite('m', '${scramVerifier('x')}', 999, 'reader')`,
      /Only an owner/,
    ],
    [
      'writer',
      'leaves the reach of whoever ends sessions',
      () => `revoke "${people.writer.user}" from c_mem_${id}_keys`,
      /must have admin option/,
    ],
    // An owner of one project.
    [
      'maintainer',
      'invites to all projects',
      () => `select c_mem.invite('m', '${scramVerifier('x')}', null, 'reader')`,
      /Only an owner/,
    ],
    [
      'maintainer',
      'invites elsewhere',
      () => `select c_mem.invite('m', '${scramVerifier('x')}', ${wiki}, 'reader')`,
      /Only an owner/,
    ],
    [
      'maintainer',
      'changes the role of the team’s owner',
      () => `select c_mem.invite('ann', '${scramVerifier('x')}', ${shop}, 'reader')`,
      /Only an owner/,
    ],
    [
      'maintainer',
      'brings a removed member back',
      () => `select c_mem.invite('eve', '${scramVerifier('x')}', ${shop}, 'reader')`,
      /Only an owner/,
    ],
    ['maintainer', 'removes a member of the team', () => `select c_mem.remove_member('bob', true)`, /cannot remove/],
    [
      'maintainer',
      'pretends to be ann',
      () => `select c_mem.invite('Ann', '${scramVerifier('x')}', ${shop}, 'writer')`,
      /duplicate key/,
    ],
    [
      'maintainer',
      'pretends to be “ann ”',
      () => `select c_mem.invite('ann ', '${scramVerifier('x')}', ${shop}, 'writer')`,
      /violates check/,
    ],
    // Functions that are not for members.
    ['writer', 'makes a login', () => `select c_mem.create_login(1, '${scramVerifier('x')}', 99)`, /permission denied/],
    ['writer', 'drops a login', () => `select c_mem.drop_login('${people.owner.user}')`, /permission denied/],
    ['writer', 'forgets an author', () => 'select c_mem.forget_author(1)', /permission denied/],
    [
      'writer',
      'calls a helper with a made-up row',
      () => 'select c_mem.as_json(null::c_mem.memories)',
      /permission denied/,
    ],
    ['writer', 'begins a new epoch', () => 'select c_mem.current_epoch()', /permission denied/],
    // Hostile arguments.
    ['writer', 'pushes nonsense', () => `select * from c_mem.push('{"uid": 1}')`, /at most 1000/],
    [
      'writer',
      'pushes too much',
      () => `select * from c_mem.push((select jsonb_agg('{}'::jsonb) from generate_series(1, 1001)))`,
      /at most 1000/,
    ],
    [
      'writer',
      'pushes a huge text',
      () =>
        outcomes(
          `jsonb_build_array('${JSON.stringify(item(randomUUID(), shop))}'::jsonb || jsonb_build_object('body', jsonb_build_object('t', repeat('x', 300000))))`,
        ),
      /violates check/,
    ],
    [
      'writer',
      'pushes an unknown kind',
      () => outcomes(`'${JSON.stringify([item(randomUUID(), shop, { kind: 'x' })])}'`),
      /violates check/,
    ],
    [
      'writer',
      'pulls from a cursor with a statement in it',
      () =>
        `select distinct project = ${shop} from c_mem.pull('[{"project": ${shop}, "epoch": 0, "xid": "0; drop table c_mem.team", "seq": 0}]', 5)`,
      /^t$/,
    ],
    [
      'writer',
      'searches with operators',
      () => `select uid from c_mem.search('[{"forms": ["a'') | !(x"], "prefix": true}]', '{}', 9, -5)`,
      /^$/,
    ],
    ['writer', 'searches with nothing', () => 'select uid from c_mem.search(null, null, null, null)', /^$/],
    [
      'writer',
      'gives a password that is a statement',
      () => `select c_mem.add_machine('x'' superuser password ''y', 1)`,
      /not a SCRAM/,
    ],
    ['writer', 'gives a plain password', () => `select c_mem.add_machine('password', 1)`, /not a SCRAM/],
    [
      'writer',
      'uses an invitation a second time',
      () => `select c_mem.join_team('${scramVerifier('x')}')`,
      /used already/,
    ],
    // Search paths, and objects with the same names.
    ['writer', 'makes a schema', () => 'create schema mine', /permission denied/],
    [
      'writer',
      'makes a table in public',
      () => 'create table public.logins (role_name name, member_id integer)',
      /permission denied/,
    ],
    [
      'writer',
      'makes a function in c_mem',
      () => `create function c_mem.me() returns integer language sql as 'select 1'`,
      /permission denied/,
    ],
    [
      'writer',
      'replaces a function',
      () =>
        `create or replace function c_mem.my_role(project integer) returns text language sql as $$ select 'owner' $$`,
      /permission denied/,
    ],
    [
      'writer',
      'makes temporary tables of the same names',
      () => 'create temp table memories (uid uuid); create temp table logins (role_name name)',
      /permission denied/,
    ],
    [
      'writer',
      'makes a temporary function that leaks',
      () =>
        `create function pg_temp.leak(jsonb) returns boolean cost 0.0001 language plpgsql as $$ begin raise notice '%', $1; return true; end $$`,
      /permission denied/,
    ],
    [
      'writer',
      'changes the search path of a function',
      () => `alter function c_mem.hello() set search_path = pg_temp`,
      /must be owner/,
    ],
    [
      'writer',
      'switches row security off',
      () => 'set row_security = off; select body from c_mem.memories',
      /row-level security/,
    ],
    [
      'writer',
      'reads strings in another way',
      () =>
        `set standard_conforming_strings = off; set search_path = pg_temp, public; select c_mem.add_machine('x', 1)`,
      /not a SCRAM/,
    ],
    // Other roles.
    ['writer', 'becomes the owner of the tables', () => `set role c_mem_${id}_owner`, /permission denied/],
    ['writer', 'becomes the creator of logins', () => `set role c_mem_${id}_keys`, /permission denied/],
    ['writer', 'becomes a colleague', () => `set role "${people.owner.user}"`, /permission denied/],
    ['writer', 'becomes the superuser', () => 'set session authorization postgres', /permission denied/],
    [
      'writer',
      'makes the members forge a name',
      () => `set role c_mem_${id}_members; select c_mem.hello() ->> 'member'`,
      /^bob$/,
    ],
    ['writer', 'grants itself a role', () => `grant c_mem_${id}_owner to current_user`, /must have admin option/],
    ['writer', 'admits an outsider', () => `grant c_mem_${id}_members to outsider`, /must have admin option/],
    ['writer', 'makes a role', () => 'create role mallory login', /permission denied/],
    [
      'writer',
      'changes the password of a colleague',
      () => `alter role "${people.owner.user}" password 'x'`,
      /permission denied/,
    ],
    ['writer', 'extends its own login', () => `alter role current_user valid until 'infinity'`, /permission denied/],
    ['writer', 'grants itself a table', () => 'grant all on c_mem.memories to current_user', /permission denied/],
    [
      'writer',
      'takes all rights away',
      () => `drop owned by c_mem_${id}_members`,
      /no privileges could be revoked for "c_mem"/,
    ],
    [
      'writer',
      'ends the session of a colleague',
      () => `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${people.owner.user}'`,
      /must be a member|^$/,
    ],
    // Definitions.
    [
      'writer',
      'switches row security off for good',
      () => 'alter table c_mem.memories disable row level security',
      /must be owner/,
    ],
    ['writer', 'drops a policy', () => 'drop policy own_projects on c_mem.memories', /must be owner/],
    ['writer', 'adds a policy', () => 'create policy mine on c_mem.memories using (true)', /must be owner/],
    [
      'writer',
      'adds a trigger',
      () => 'create trigger t before insert on c_mem.memories execute function suppress_redundant_updates_trigger()',
      /permission denied/,
    ],
    ['writer', 'drops the schema', () => 'drop schema c_mem cascade', /must be owner/],
    ['writer', 'adds an extension', () => 'create extension pg_trgm', /permission denied|not available/],
    ['writer', 'changes the server', () => `alter system set log_statement = 'all'`, /permission denied/],
    [
      'writer',
      'uses a block to do it all',
      () => `do $$ begin execute 'alter table c_mem.memories disable row level security'; end $$`,
      /must be owner/,
    ],
    // Files, programs and large objects.
    ['writer', 'copies a table out', () => 'copy c_mem.memories to stdout', /permission denied/],
    [
      'writer',
      'copies what it may read',
      () => `copy (select body from c_mem.memories where project_id <> ${shop}) to stdout`,
      /^$/,
    ],
    ['writer', 'writes a file', () => `copy (select 1) to '/tmp/c-mem-attack'`, /permission denied|must be/],
    ['writer', 'runs a program', () => `copy (select 1) to program 'id'`, /permission denied|must be/],
    ['writer', 'reads a file of the server', () => `select pg_read_file('postgresql.auto.conf')`, /permission denied/],
    ['writer', 'stores a large object', () => `select lo_from_bytea(0, 'hidden')`, /permission denied/],
    ['writer', 'makes a large object', () => 'select lo_creat(-1)', /permission denied/],
    ['writer', 'makes a large object with a number', () => 'select lo_create(4711)', /permission denied/],
    ['writer', 'loads a library', () => `load '/tmp/x.so'`, /permission denied|access to/],
    // Text through catalogs, statistics, plans and messages.
    [
      'writer',
      'reads statistics',
      () => `select most_common_vals, histogram_bounds from pg_stats where schemaname = 'c_mem'`,
      /^$/,
    ],
    ['writer', 'reads raw statistics', () => 'select stavalues1 from pg_statistic', /permission denied/],
    ['writer', 'reads extended statistics', () => 'select stxdmcv from pg_statistic_ext_data', /permission denied/],
    [
      'writer',
      'counts words',
      () => `select word from ts_stat('select words from c_mem.memories')`,
      /permission denied/,
    ],
    [
      'writer',
      'writes it all as XML',
      () => `select xpath('//identity/text()', schema_to_xml('c_mem', true, false, ''))`,
      /permission denied|^(?!.*capybara)/s,
    ],
    [
      'writer',
      'looks at what others run',
      () =>
        `select count(*) from pg_stat_activity where usename <> session_user and query !~ 'insufficient privilege' and query <> ''`,
      /^0$/,
    ],
    ['writer', 'reads verifiers of passwords', () => 'select rolpassword from pg_authid', /permission denied/],
    ['writer', 'reads passwords another way', () => 'select passwd from pg_shadow', /permission denied/],
    ['writer', 'reads logins and invitations', () => 'select * from c_mem.logins', /permission denied/],
    ['writer', 'reads members', () => 'select * from c_mem.members', /permission denied/],
    ['writer', 'reads rights', () => 'select * from c_mem.access', /permission denied/],
    [
      'writer',
      'lists people of other projects',
      () =>
        `select count(*) from c_mem.list_members() where name in ('kim', 'eve') and project is distinct from ${shop}`,
      /^0$/,
    ],
    [
      'writer',
      'makes an error say it',
      () => `select uid from c_mem.memories where (body ->> 'title')::integer > 0 and project_id = ${wiki}`,
      /^$/,
    ],
    [
      'writer',
      'makes a division say it',
      () =>
        `select 1 / (case when body ->> 'title' like '%${SECRET}%' then 0 else 1 end) from c_mem.memories where project_id = ${wiki}`,
      /^$/,
    ],
    [
      'writer',
      'makes a plan say it',
      () =>
        `explain (analyze, verbose, costs off, timing off, summary off) select body from c_mem.memories where body ->> 'title' like '%plan%'`,
      /Rows Removed by Filter|Filter/,
    ],
    [
      'writer',
      'estimates it',
      () => `explain select uid from c_mem.memories where body = '{"title": "The ${'x'} plan again"}'`,
      /Seq Scan|Scan/,
    ],
    // Somebody who was removed, who never joined, or who never was invited.
    ['removed', 'connects', () => 'select c_mem.hello()', /authentication failed|not permitted to log in/],
    ['outsider', 'greets', () => 'select c_mem.hello()', /permission denied for schema/],
    ['outsider', 'reads', () => 'select body from c_mem.memories', /permission denied for schema/],
    ['outsider', 'pulls', () => `select * from c_mem.pull('[]', 1)`, /permission denied for schema/],
    ['outsider', 'joins', () => `select c_mem.join_team('${scramVerifier('x')}')`, /permission denied for schema/],
    ['outsider', 'becomes a member', () => `set role c_mem_${id}_members`, /permission denied/],
    [
      'outsider',
      'looks at what others run',
      () =>
        `select count(*) from pg_stat_activity where usename <> session_user and query !~ 'insufficient privilege' and query <> ''`,
      /^0$/,
    ],
    ['outsider', 'stores a large object', () => `select lo_from_bytea(0, 'hidden')`, /permission denied/],
    ['invited', 'reads before joining', () => 'select body from c_mem.memories', /has not been used/],
    [
      'invited',
      'pulls before joining',
      () => `select * from c_mem.pull('[{"project": ${shop}, "epoch": 0, "xid": "0", "seq": 0}]', 9)`,
      /has not been used/,
    ],
    [
      'invited',
      'pushes before joining',
      () => outcomes(`'${JSON.stringify([item(randomUUID(), shop)])}'`),
      /has not been used/,
    ],
    [
      'invited',
      'makes logins before joining',
      () => `select c_mem.add_machine('${scramVerifier('x')}', 3650)`,
      /has not been used/,
    ],
    ['invited', 'extends its invitation', () => `alter role current_user valid until 'infinity'`, /permission denied/],
  ];

  it.each(attacks)('%s: %s', async (who, _what, statement, expected) => {
    const before = await state();
    const text = psql(who, statement());
    expect(text.trim()).toMatch(expected);
    expect(text).not.toContain(SECRET);
    // Of the statement itself, psql repeats the line with the error.
    expect(text.replaceAll(/^LINE .*/gm, '')).not.toContain('SCRAM-SHA-256$');
    expect(await state()).toBe(before);
  });

  it('does not let an owner of a project use the invitation of somebody with more rights', async () => {
    const owner = await session(people.owner);
    await invitationOf(owner, 'carl', null, 'owner', 'link-of-carl');
    const maintainer = await session(people.maintainer);
    await expect(invitationOf(maintainer, 'carl', shop, 'reader', 'mine')).rejects.toThrow('Only an owner of the team');
    // Their own invitations they may repeat.
    await invitationOf(maintainer, 'dora', shop, 'reader', 'first');
    expect(await invitationOf(maintainer, 'dora', shop, 'reader', 'second')).toMatchObject({ password: 'second' });
    await owner.query(`select c_mem.remove_member('carl', false), c_mem.remove_member('dora', false)`);
  });

  it('lets an invitation be used once, and ends whatever else was connected with it', async () => {
    const owner = await session(people.owner);
    const link = await invitationOf(owner, 'lea', shop, 'writer', 'link-of-lea');
    const thief = await session(link);
    const over = new Promise((done) => thief.once('end', done));
    const lea = await session(link);
    await lea.query('select c_mem.join_team($1)', [scramVerifier('of-lea')]);
    await over;
    await expect(session(link)).rejects.toThrow('password authentication failed');
    expect((await lea.query('select c_mem.hello() as hello')).rows[0].hello).toMatchObject({ member: 'lea' });
  });

  it('refuses an invitation that has expired, and guesses', async () => {
    const owner = await session(people.owner);
    const link = await invitationOf(owner, 'moe', shop, 'reader', 'link-of-moe');
    for (let n = 0; n < 50; n += 1)
      await expect(session({ ...link, password: `guess ${n}` })).rejects.toThrow('password authentication failed');
    await (await session(link)).end();
    await admin.query(`alter role ${link.user} valid until 'yesterday'`);
    await expect(session(link)).rejects.toThrow('password authentication failed');
  });

  it('removes a member who does everything against it', async () => {
    const access = await team.invite('mallory', shop, 'writer');
    const first = await session(access);
    const second = await session(access);
    const owner = await session(people.owner);
    await owner.query(`set lock_timeout = '20s'`);
    // Open transactions that hold the rows which a removal changes.
    await first.query('begin');
    await push(first, item(randomUUID(), shop), item(uids.writers, shop));
    await second.query('begin');
    await second.query(`alter role current_user password 'changed'`);
    const ended = Promise.all([first, second].map((client) => new Promise((done) => client.once('end', done))));
    await owner.query(`select c_mem.remove_member('mallory', true)`);
    await ended;
    for (const password of [access.password, 'changed'])
      await expect(session({ ...access, password })).rejects.toThrow(/authentication failed|not permitted/);
    const { rows } = await admin.query('select count(*)::int as n from pg_roles where rolname = $1', [access.user]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('does nothing for a session that outlives its login', async () => {
    const access = await team.invite('nell', shop, 'writer');
    const client = await session(access);
    // As if it had connected while the removal was on its way.
    await admin.query('delete from c_mem.logins where role_name = $1', [access.user]);
    for (const statement of [
      'select * from c_mem.memories',
      'select c_mem.hello()',
      `select * from c_mem.push('[]')`,
      `select * from c_mem.pull('[]', 1)`,
      `select * from c_mem.search('[]', '{}', 1, 0)`,
      'select * from c_mem.list_members()',
      'select c_mem.leave_team()',
      `select c_mem.join_team('${scramVerifier('x')}')`,
      `select c_mem.add_machine('${scramVerifier('x')}', 1)`,
    ])
      await expect(client.query(statement)).rejects.toThrow(/not a member|permission denied/);
  });

  it('tells listeners that something is new, and nothing else', async () => {
    const listener = await session(people.outsider);
    const heard: string[] = [];
    listener.on('notification', ({ payload = '' }) => heard.push(payload));
    await listener.query('listen c_mem');
    const owner = await session(people.owner);
    await push(owner, item(randomUUID(), wiki, { body: { title: SECRET }, title: SECRET }));
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(new Set(heard)).toEqual(new Set(['']));
  });

  it('waits for no lock that a stranger or a reader can take', async () => {
    const stranger = await session(people.outsider);
    await stranger.query('begin');
    await stranger.query('select pg_advisory_xact_lock(n) from generate_series(-500, 500) n');
    const reader = await session(people.reader);
    await reader.query('begin');
    await reader.query('select pg_advisory_xact_lock_shared(n) from generate_series(1000, 1500) n');
    expect(await push(reader, item(uids.shop, shop, { rev: 1e13 }), item(uids.wiki, wiki))).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'refused' },
    ]);
    const owner = await session(people.owner);
    await owner.query(`set lock_timeout = '2s'`);
    expect(await push(owner, item(uids.shop, shop, { rev: 3000, body: { title: 'Edited' } }))).toMatchObject([
      { outcome: 'stored' },
    ]);
    await reader.query('rollback');
    await stranger.query('rollback');
  });

  it('keeps times that a colleague’s machine can show', async () => {
    const writer = await session(people.writer);
    const uid = randomUUID();
    expect(await push(writer, item(uid, shop, { at: 9e15, rev: 9e15 }))).toMatchObject([{ outcome: 'stored' }]);
    const { rows } = await admin.query(
      "select happened_at < now() + interval '2 days' as sane from c_mem.memories where uid = $1",
      [uid],
    );
    expect(rows).toEqual([{ sane: true }]);
  });

  it('gives nothing away to functions, operators and tables of a member’s own, if the database allows them', async () => {
    await admin.query('grant temporary on database team to public');
    const before = await state();
    const text = psql(
      'writer',
      `create function pg_temp.leak(jsonb) returns boolean cost 0.0000001 language plpgsql as $$
         begin raise notice 'leaked %', $1; return true; end $$;
       create function pg_temp.same(name, name) returns boolean language sql as 'select true';
       create operator pg_temp.= (leftarg = name, rightarg = name, function = pg_temp.same);
       create function pg_temp.floor(double precision) returns double precision language plpgsql as $$
         begin raise exception 'ran as %', current_user; end $$;
       create temp table logins (role_name name, member_id integer);
       insert into logins values (session_user, 1);
       create temp table access (member_id integer, project_id integer, role text);
       insert into access select 2, null, 'owner';
       create temp view memories as select uid, body from c_mem.memories;
       set search_path = pg_temp, c_mem, pg_catalog;
       select body from c_mem.memories where pg_temp.leak(body) and project_id <> ${shop};
       select body from memories where pg_temp.leak(body) and body ->> 'title' not like 'Totals%';
       select c_mem.hello() -> 'member', c_mem.hello() -> 'isOwner';
       select count(*) from c_mem.search('[{"forms": ["${SECRET}"]}]', '{}', 10, 0);
       select c_mem.since_newest(${wiki}, 1);`,
    );
    await admin.query('revoke temporary on database team from public');
    expect(text).toContain('"bob"|false\n0\n');
    expect(text).toContain('leaked {"title": "Totals are cents"}');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('ran as');
    expect(await state()).toBe(before);
  });

  it('writes in nobody else’s name, whatever the item says', async () => {
    const writer = await session(people.writer);
    const uid = randomUUID();
    const forged = { author: 'ann', author_id: 1, editor: 'ann', editor_id: 1, own: true };
    await push(writer, { ...item(uid, shop, { body: { title: 'x', ...forged } }), ...forged });
    const { rows } = await admin.query(
      `select a.name as author, e.name as editor from c_mem.memories m join c_mem.members a on a.id = m.author_id
       join c_mem.members e on e.id = m.editor_id where uid = $1`,
      [uid],
    );
    expect(rows).toEqual([{ author: 'bob', editor: 'bob' }]);
  });
});
