// What is wrong with the server is said in one line, disturbs nothing, and everything catches up afterwards.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/settings.ts';
import { connect } from '../../src/team/postgres/connection.ts';
import { scramVerifier } from '../../src/team/postgres/scram.ts';
import type { TeamAccess } from '../../src/team/team-file.ts';
import { saveAccess } from '../../src/team/team-file.ts';
import { createTeamLoop } from '../../src/worker/team/team-loop.ts';
import { type Certificates, makeCertificates } from '../helpers/certificates.ts';
import { writeTurn } from '../helpers/memories.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { createProxy } from '../helpers/proxy.ts';
import { waitFor } from '../helpers/scratch.ts';
import { createHome, createTeam, type TestHome, type TestTeam } from '../helpers/team.ts';

const REMOTE = 'github.com/acme/shop';

describe.skipIf(!hasPostgres)('faults of the server', { timeout: 180_000 }, () => {
  let team: TestTeam;
  let certificates: Certificates;
  const homes: TestHome[] = [];
  const stops: (() => void)[] = [];

  beforeAll(async () => {
    certificates = makeCertificates();
    team = await createTeam({ tls: certificates.good });
    await team.as(team.owner, (server) => server.share(REMOTE, 'shop'));
  }, 120_000);
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    for (const home of homes.splice(0)) home.close();
  });
  afterAll(async () => {
    await team?.dispose();
    rmSync(certificates.folder, { recursive: true, force: true });
  });

  /** A machine with the worker's own loop, and a memory that waits. */
  async function machine(): Promise<
    TestHome & { use(access: TeamAccess): void; problem(): string | null; forward(ms: number): void }
  > {
    const home = createHome(await team.addMachine(team.owner));
    homes.push(home);
    const key = home.repository(REMOTE);
    home.store.projects.ensure({ key, name: 'shop' }, 1);
    await home.sync();
    await writeTurn(home.db, {
      session: 's',
      project: key,
      at: home.now,
      observations: [{ title: 'Waits for the server' }],
    });
    const file = join(home.folder, 'team.json');
    let skipped = 0;
    const loop = createTeamLoop({
      ...{ store: home.store, paths: { team: file, paused: join(home.folder, 'paused') }, random: () => 0 },
      settings: () => loadSettings(join(home.folder, 'settings.json'), {}).settings,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
      now: () => Date.now() + skipped,
      onChange: () => undefined,
      lookMs: 50,
    });
    stops.push(loop.stop);
    return Object.assign(home, {
      use: (access: TeamAccess) => saveAccess(file, { ...access, accept: ['*'] }),
      problem: () => home.store.team.state().problem?.message ?? null,
      forward: (ms: number) => void (skipped += ms),
    });
  }

  const says = (home: { problem(): string | null }, words: string) =>
    waitFor(() => home.problem()?.includes(words), `the status to say "${words}", not "${home.problem()}"`, 60_000);
  const catchesUp = (home: TestHome & { problem(): string | null }) =>
    waitFor(() => home.problem() === null && home.store.team.outbox().waiting === 0, 'everything to be sent', 60_000);

  it('a wrong password, until there is a right one', async () => {
    const home = await machine();
    home.use({ ...home.access, password: 'wrong' });
    await says(home, "The team's server refuses the password of this machine");
    expect(home.store.team.outbox().waiting).toBeGreaterThan(0);
    home.use(home.access);
    await catchesUp(home);
  });

  it('a server that is not there, for days', async () => {
    const home = await machine();
    home.use({ ...home.access, host: '127.0.0.1', port: 1 });
    await says(home, 'cannot be reached (ECONNREFUSED)');
    home.forward(3 * 24 * 3600_000);
    await says(home, 'cannot be reached (ECONNREFUSED)');
    home.use(home.access);
    await catchesUp(home);
  });

  it('a login that has no connection left: a command waits for one, and the worker says so', async () => {
    const home = await machine();
    const { host, port, database, user, password } = home.access;
    const clients: pg.Client[] = [];
    const useUp = async () => {
      for (;;) {
        const client = new pg.Client({ host, port, database, user, password });
        client.on('error', () => undefined);
        try {
          await client.connect();
        } catch (error) {
          expect((error as Error).message).toContain('too many connections for role');
          return;
        }
        clients.push(client);
      }
    };
    const admin = await team.cluster.admin();
    const connected = async () =>
      (await admin.query('select count(*)::integer as n from pg_stat_activity where usename = $1', [user])).rows[0].n;
    await useUp();
    const refusals = () => readFileSync(join(team.cluster.folder, 'log'), 'utf8').split('too many connections').length;
    const before = refusals();
    const invited = team
      .as(home.access, (server) => server.invite('dan', scramVerifier('dan'), null, 'reader'))
      .catch((error: Error) => error.message);
    await waitFor(() => refusals() > before, 'the command to be refused');
    await clients.pop()?.end();
    expect(await invited).toMatch(/^c_mem_/);
    await waitFor(async () => (await connected()) === clients.length, 'the connection of the command to end');
    await useUp();
    home.use(home.access);
    await says(home, "The team's server has no connection left: too many connections for role");
    for (const client of clients) await client.end();
    await admin.end();
    home.forward(3600_000);
    await catchesUp(home);
  });

  it('has the server notice if a machine that listens vanished', async () => {
    const { port, database, user, password } = team.owner;
    const tls = { servername: 'localhost', ca: certificates.authority };
    const connection = await connect({
      ...{ host: '127.0.0.1', port, database, user, password, tls },
      ...{ connectMs: 5000, queryMs: 5000 },
    });
    await connection.listen('c_mem', () => undefined);
    expect(await connection.query('show tcp_keepalives_idle')).toEqual([{ tcp_keepalives_idle: '60' }]);
    await connection.end();
  });

  it('a schema that is older or newer than this version', async () => {
    const home = await machine();
    const admin = await team.cluster.admin();
    await admin.query('update c_mem.team set schema = 0');
    home.use(home.access);
    await says(home, "The team's server has schema 0");
    await admin.query('update c_mem.team set schema = 1, min_client = 99');
    home.forward(3600_000);
    await says(home, "The team's server needs a newer c-mem");
    await admin.query('update c_mem.team set min_client = 1');
    await admin.end();
    home.forward(3600_000);
    await catchesUp(home);
  });

  it('certificates: trusted if the authority is, refused if expired, unknown, or of another name', async () => {
    const home = await machine();
    const network = { ...home.access, host: 'localhost', port: team.cluster.port };
    home.use({ ...network, ca: certificates.authority });
    await catchesUp(home);
    await writeTurn(home.db, {
      session: 's2',
      project: join(home.folder, 'shop', '.git'),
      observations: [{ title: 'Next' }],
    });
    home.use({ ...network, ca: certificates.other });
    await says(home, 'The certificate of localhost cannot be trusted');
    home.use({ ...network, host: '127.0.0.1', ca: certificates.authority });
    await says(home, 'The certificate of 127.0.0.1 cannot be trusted');
    await team.cluster.replaceCertificate(certificates.expired);
    home.use({ ...network, ca: certificates.authority });
    await says(home, 'The certificate of localhost has expired');
    await team.cluster.replaceCertificate(certificates.good);
    home.forward(3600_000);
    await catchesUp(home);
  });

  it('a connection that is cut in the middle, again and again', async () => {
    const home = await machine();
    const proxy = await createProxy(team.cluster.port);
    stops.push(proxy.close);
    for (let n = 0; n < 60; n += 1)
      await writeTurn(home.db, {
        session: `c${n}`,
        project: join(home.folder, 'shop', '.git'),
        observations: [{ title: `Cut ${n}` }],
      });
    home.use({ ...home.access, host: '127.0.0.1', port: proxy.port });
    for (let cut = 0; cut < 6; cut += 1) {
      await waitFor(() => proxy.sent().length > 3000 * (cut + 1), 'some traffic', 3000).catch(() => undefined);
      proxy.cut();
      home.forward(60_000);
    }
    await catchesUp(home);
    const admin = await team.cluster.admin();
    const { rows } = await admin.query(
      `select count(*)::int as n, count(distinct body ->> 'title')::int as titles from c_mem.memories where body ->> 'title' like 'Cut %'`,
    );
    await admin.end();
    expect(rows).toEqual([{ n: 60, titles: 60 }]);
  });

  it('a network that needs a second for each step', async () => {
    const home = await machine();
    const proxy = await createProxy(team.cluster.port, { delayMs: 500 });
    stops.push(proxy.close);
    home.use({ ...home.access, host: '127.0.0.1', port: proxy.port });
    await catchesUp(home);
  });

  it('one that the server cannot store does not hold up the others', async () => {
    const home = await machine();
    await writeTurn(home.db, {
      ...{ session: 'big', project: join(home.folder, 'shop', '.git') },
      observations: [{ title: 'Too big', facts: Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(5000)}`) }],
    });
    await writeTurn(home.db, {
      session: 'odd',
      project: join(home.folder, 'shop', '.git'),
      observations: [{ title: 'Odd \u0000 and \ud800' }],
    });
    home.use(home.access);
    await catchesUp(home);
    const admin = await team.cluster.admin();
    const { rows } = await admin.query(
      `select body ->> 'title' as title from c_mem.memories where body ->> 'title' ~ '^(Too big|Odd)'`,
    );
    await admin.end();
    expect(rows.map(({ title }) => title)).toEqual([expect.stringMatching(/^Odd {2}and/)]);
  });
});
