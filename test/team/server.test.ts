// The server alone: what its functions do, on a real PostgreSQL.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/team/postgres/connection.ts';
import { createTeam } from '../../src/team/postgres/migrate.ts';
import { scramVerifier } from '../../src/team/postgres/scram.ts';
import { type Cluster, createCluster, hasPostgres } from '../helpers/postgres.ts';

describe.skipIf(!hasPostgres)('the server of a team', () => {
  let cluster: Cluster;
  const clients: pg.Client[] = [];
  let ann: pg.Client;
  let bob: pg.Client;
  let rob: pg.Client;
  let shop: number;
  let wiki: number;

  async function login(user: string, password: string): Promise<pg.Client> {
    const client = new pg.Client({ host: cluster.socket, port: cluster.port, database: 'team', user, password });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  async function one<T>(client: pg.Client, text: string, values: unknown[] = []): Promise<T> {
    return (await client.query(text, values)).rows[0] as T;
  }

  async function invite(by: pg.Client, name: string, project: number | null, role: string): Promise<pg.Client> {
    const { invite: user } = await one<{ invite: string }>(by, 'select c_mem.invite($1, $2, $3, $4)', [
      name,
      scramVerifier('by-link'),
      project,
      role,
    ]);
    const first = await login(user, 'by-link');
    await first.query('select c_mem.join_team($1)', [scramVerifier(`of-${name}`)]);
    await first.end();
    return login(user, `of-${name}`);
  }

  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => 'not refused',
      (error: Error) => error.message,
    );

  const memory = (project: number, more: object = {}) => ({
    ...{ uid: randomUUID(), op: 'put', project, kind: 'observation', type: 'bugfix', rev: 1000, at: 1000 },
    ...{ body: { title: 'Round totals in cents' }, title: 'Round totals in cents', words: 'cart', supersededRev: 0 },
    ...more,
  });

  async function push(client: pg.Client, ...items: object[]) {
    const { rows } = await client.query('select * from c_mem.push($1)', [JSON.stringify(items)]);
    return rows as { uid: string; outcome: string; rev: string; current: { body: object } | null }[];
  }

  const START = { epoch: 0, xid: '0', seq: 0 };
  async function pull(client: pg.Client, project: number, from: object = START, most = 100) {
    const { rows } = await client.query('select * from c_mem.pull($1, $2)', [
      JSON.stringify([{ project, ...from }]),
      most,
    ]);
    return {
      rows: rows.filter(({ kind }) => kind !== 'cursor'),
      next: rows.find(({ kind }) => kind === 'cursor') as { epoch: number; xid: string; seq: number; rev: string },
    };
  }

  beforeAll(async () => {
    cluster = await createCluster();
    const admin = await connect({
      ...{ host: cluster.socket, port: cluster.port, database: 'team', user: 'postgres' },
      ...{ password: cluster.adminPassword, tls: null, connectMs: 5000, queryMs: 20_000 },
    });
    const user = await createTeam(admin, { name: 'Shop', owner: 'ann', verifier: scramVerifier('of-ann') });
    await admin.end();
    ann = await login(user, 'of-ann');
    ({ share: shop } = await one<{ share: number }>(ann, `select c_mem.share('github.com/acme/shop', 'shop')`));
    ({ share: wiki } = await one<{ share: number }>(ann, `select c_mem.share('github.com/acme/wiki', 'wiki')`));
    bob = await invite(ann, 'bob', shop, 'writer');
    rob = await invite(ann, 'rob', shop, 'reader');
  }, 120_000);

  afterAll(async () => {
    for (const client of clients) await client.end().catch(() => undefined);
    await cluster?.dispose();
  });

  it('greets a member with what they may use', async () => {
    const { hello } = await one<{ hello: Record<string, unknown> }>(bob, 'select c_mem.hello()');
    expect(hello).toMatchObject({ team: 'Shop', member: 'bob', isOwner: false, schema: 1, epoch: 1 });
    expect(hello['projects']).toEqual([{ id: shop, identity: 'github.com/acme/shop', name: 'shop', role: 'writer' }]);
  });

  it('stores what a writer sends, once, and shows it to the project only', async () => {
    const sent = memory(shop);
    expect(await push(bob, sent)).toMatchObject([{ outcome: 'stored' }]);
    expect(await push(bob, sent)).toMatchObject([{ outcome: 'same' }]);
    expect(await push(rob, memory(shop))).toMatchObject([{ outcome: 'refused', current: null }]);
    const { rows } = await pull(rob, shop);
    expect(rows.filter(({ uid }) => uid === sent.uid)).toMatchObject([{ author: 'bob', own: false, body: sent.body }]);
    expect((await pull(bob, wiki)).rows).toEqual([]);
    const secret = memory(wiki);
    await push(ann, secret);
    expect(await push(bob, { ...secret, project: shop, rev: 9000 })).toMatchObject([
      { outcome: 'refused', current: null },
    ]);
    expect((await bob.query('select uid from c_mem.memories where project_id = $1', [wiki])).rows).toEqual([]);
    expect((await bob.query('select uid from c_mem.memories where project_id = $1', [shop])).rows).not.toEqual([]);
  });

  it('keeps both of two edits, and shows the later', async () => {
    const sent = memory(shop);
    await push(bob, sent);
    await push(ann, { ...sent, rev: 3000, body: { title: 'by ann' } });
    const [late] = await push(bob, { ...sent, rev: 2000, body: { title: 'by bob' } });
    expect(late).toMatchObject({
      outcome: 'stale',
      current: { body: { title: 'by ann' }, author: 'bob', editor: 'ann' },
    });
    const { rows } = await ann.query('select editor, body, is_current from c_mem.history_of($1)', [sent.uid]);
    expect(rows).toEqual([
      { editor: 'ann', body: { title: 'by ann' }, is_current: true },
      { editor: 'bob', body: { title: 'by bob' }, is_current: false },
      { editor: 'bob', body: { title: 'Round totals in cents' }, is_current: false },
    ]);
  });

  it('removes the text of what was forgotten, also from the history, and does not take it back', async () => {
    const sent = memory(shop, { body: { title: 'zebra one' }, title: 'zebra one' });
    await push(bob, sent, { ...memory(shop), uid: randomUUID() });
    await push(ann, { ...sent, rev: 2000, body: { title: 'zebra two' } });
    expect(await push(rob, { ...sent, op: 'forget' })).toMatchObject([{ outcome: 'refused' }]);
    expect(await push(bob, { ...sent, op: 'forget' })).toMatchObject([{ outcome: 'gone' }]);
    expect(await push(ann, { ...sent, rev: 9_000_000 })).toMatchObject([{ outcome: 'gone' }]);
    expect(cluster.dump()).not.toContain('zebra');
    const { rows } = await pull(rob, shop);
    expect(rows.find(({ uid }) => uid === sent.uid)).toMatchObject({ gone: 'forgotten', body: null });
  });

  it('never skips what is committed late', async () => {
    const { next } = await pull(ann, shop);
    await bob.query('begin');
    const late = memory(shop);
    await push(bob, late);
    const early = memory(shop);
    await push(ann, early);
    const during = await pull(ann, shop, next);
    expect(during.rows.map(({ uid }) => uid)).not.toContain(late.uid);
    await bob.query('commit');
    const after = await pull(ann, shop, during.next);
    expect([...during.rows, ...after.rows].map(({ uid }) => uid).sort()).toEqual([late.uid, early.uid].sort());
    expect((await pull(ann, shop, after.next)).rows).toEqual([]);
  });

  it('pages through what is new', async () => {
    const { next } = await pull(ann, shop);
    const sent = Array.from({ length: 25 }, () => memory(shop));
    await push(bob, ...sent);
    const seen: string[] = [];
    let at = next;
    do {
      const page = await pull(ann, shop, at, 10);
      seen.push(...page.rows.map(({ uid }) => uid));
      at = page.next;
    } while (at.rev === '1');
    expect(seen.sort()).toEqual(sent.map(({ uid }) => uid).sort());
  });

  it('searches by stems, phrases and prefixes, in own projects only', async () => {
    await push(ann, memory(wiki, { title: 'quokka migration', words: 'quokka' }));
    const mine = memory(shop, { title: 'quokkas were migrated', words: 'the quokkas' });
    await push(bob, mine);
    const search = async (client: pg.Client, forms: string[], prefix = false) =>
      (
        await client.query('select uid, author from c_mem.search($1, $2, 20, 0)', [
          JSON.stringify([{ forms, prefix }]),
          '{}',
        ])
      ).rows;
    expect(await search(bob, ['quokka'])).toEqual([{ uid: mine.uid, author: 'bob' }]);
    expect(await search(bob, ['quok'], true)).toHaveLength(1);
    expect(await search(ann, ['quokka'])).toHaveLength(2);
    expect(await search(rob, ["' | !x:*"])).toEqual([]);
  });

  it('cuts a removed member off immediately', async () => {
    const eve = await invite(ann, 'eve', null, 'writer');
    const ended = new Promise((done) => eve.once('end', done));
    await push(eve, memory(shop));
    await ann.query(`select c_mem.remove_member('eve', true)`);
    await ended;
    const { rows } = await ann.query(`select * from c_mem.list_members()`);
    expect(rows.map(({ name }) => name)).toEqual(['ann', 'bob', 'rob']);
  });

  it('lets an invitation work once', async () => {
    const { invite: user } = await one<{ invite: string }>(ann, 'select c_mem.invite($1, $2, $3, $4)', [
      ...['kim', scramVerifier('link'), shop, 'reader'],
    ]);
    const kim = await login(user, 'link');
    await kim.query('select c_mem.join_team($1)', [scramVerifier('new')]);
    expect(await refusal(kim.query('select c_mem.join_team($1)', [scramVerifier('other')]))).toContain('used already');
    expect(await refusal(login(user, 'link'))).toContain('password authentication failed');
    expect(
      await refusal(bob.query('select c_mem.invite($1, $2, $3, $4)', ['x', scramVerifier('l'), shop, 'owner'])),
    ).toContain('Only an owner');
  });

  it('gives nobody a login for a name that others invited', async () => {
    await ann.query('select c_mem.invite($1, $2, $3, $4)', ['carol', scramVerifier('x'), wiki, 'writer']);
    const lee = await invite(ann, 'lee', shop, 'owner');
    const { invite: login } = await one<{ invite: string | null }>(lee, 'select c_mem.invite($1, $2, $3, $4)', [
      ...['carol', scramVerifier('of-lee'), shop, 'reader'],
    ]);
    expect(login).toBeNull();
    expect(
      await refusal(lee.query('select c_mem.invite($1, $2, $3, $4)', ['x', scramVerifier('l'), wiki, 'reader'])),
    ).toContain('Only an owner');
    expect(
      await refusal(lee.query('select c_mem.invite($1, $2, null, $3)', ['x', scramVerifier('l'), 'owner'])),
    ).toContain('Only an owner');
    expect(await refusal(lee.query(`select c_mem.remove_member('bob', true)`))).toContain('You cannot remove');
    expect(await refusal(lee.query('select c_mem.create_login(1, $1, 7)', [scramVerifier('l')]))).toContain(
      'permission denied',
    );
    expect(
      await refusal(lee.query('select c_mem.invite($1, $2, $3, $4)', ['me', scramVerifier('l'), shop, 'reader'])),
    ).toContain('check constraint');
  });

  it('lets nobody but members execute anything', async () => {
    const admin = await cluster.admin();
    const { rows } = await admin.query(
      `select proname from pg_proc where pronamespace = 'c_mem'::regnamespace and (proacl is null or proacl::text ~ '[{,]=X')`,
    );
    const { rows: loose } = await admin.query(
      `select proname from pg_proc where pronamespace = 'c_mem'::regnamespace and prosecdef and not coalesce(proconfig::text ~ 'search_path=pg_catalog, pg_temp', false)`,
    );
    await admin.end();
    expect([rows, loose]).toEqual([[], []]);
  });
});
