// A home with a real worker, and a server that fails in one way after another: sessions notice nothing, `c-mem team status`
// says what is wrong in one line, and everything is exchanged afterwards.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saveAccess, type TeamAccess } from '../../src/team/team-file.ts';
import { type Certificates, makeCertificates } from '../helpers/certificates.ts';
import { bash, fixtureSession, payload, prompt, stop } from '../helpers/payloads.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { createProxy } from '../helpers/proxy.ts';
import { createScratch, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { createTeam, type TestTeam } from '../helpers/team.ts';

const LONG = 300_000;
const DAY_MS = 24 * 3600_000;

describe.skipIf(!hasPostgres)('a server that fails', () => {
  let team: TestTeam;
  let admin: pg.Client;
  let access: TeamAccess;
  let home: Scratch;
  let folder: string;
  let clock: string;
  let certificates: Certificates;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    certificates = makeCertificates();
    team = await createTeam({ tls: certificates.good });
    admin = await team.cluster.admin();
    const project = await team.as(team.owner, (server) => server.share('github.com/acme/shop', 'shop'));
    access = { ...(await team.invite('bob', project, 'writer')), accept: ['*'] };
    home = createScratch();
    folder = join(home.home, 'shop');
    execFileSync('git', ['init', '-q', folder]);
    execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', 'https://github.com/acme/shop.git']);
    clock = join(home.home, 'clock');
    writeFileSync(clock, '0');
    Object.assign(home.env, {
      C_MEM_PORT: '0',
      CLOCK_OFFSET_FILE: clock,
      NODE_OPTIONS: `--require ${join(ROOT, 'test', 'helpers', 'jumping-clock.cjs')}`,
    });
    await cli('remember', 'Totals are counted in cents');
    use(access);
    await cli('worker', 'start');
    await isOnServer('Totals are counted in cents');
  }, LONG);
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  afterAll(async () => {
    await home?.dispose();
    await admin?.end().catch(() => undefined);
    await team?.dispose();
    rmSync(certificates.folder, { recursive: true, force: true });
  });

  async function cli(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(
      process.execPath,
      [join(ROOT, 'dist', 'c-mem.cjs'), ...args],
      home.env,
      '',
      folder,
    );
    expect(`${code} ${stderr}`).toBe('0 ');
    return stdout;
  }

  /** The worker also tries again at once if this file changes. */
  function use(changed: Partial<TeamAccess> = {}): void {
    mkdirSync(home.paths.home, { recursive: true, mode: 0o700 });
    saveAccess(home.paths.team, { ...access, ...changed });
  }

  /** A whole session: every hook ends well and silently, and the context has memories. */
  async function session(): Promise<void> {
    const made = fixtureSession(folder);
    const env = { CLAUDE_PROJECT_DIR: folder };
    const begun = await home.hook('SessionStart', payload(made, 'SessionStart', { source: 'startup' }), env);
    expect(begun).toMatchObject({ code: 0, stderr: '' });
    expect(begun.stdout).toMatch(/Totals are counted in cents|Made /);
    for (const [event, sent] of [
      ['UserPromptSubmit', prompt(made, 'how are totals counted')],
      ['PostToolUse', bash(made, 'ls', 'src')],
      ['Stop', stop(made, 'In cents.')],
    ] as const)
      expect(await home.hook(event, sent, env)).toMatchObject({ code: 0, stderr: '' });
  }

  const problems = async () => (await cli('team', 'status')).split('\n').filter((line) => line.startsWith('! '));

  /** A session and a new memory while it lasts; then the one line. */
  async function lasts(title: string, says: string): Promise<void> {
    await session();
    await cli('remember', title);
    let last: string[] = [];
    await waitFor(
      async () => {
        last = await problems();
        return last.some((line) => line.includes(says));
      },
      `"${says}" in the status`,
      LONG,
    ).catch((error) => {
      throw new Error(`the status said ${JSON.stringify(last)}`, { cause: error });
    });
    expect(last).toHaveLength(1);
    expect(await cli('team', 'status')).toMatch(/\d+ changes? to send/);
    await session();
  }

  async function isOnServer(title: string): Promise<void> {
    await waitFor(async () => (await stored(title)) > 0, `"${title}" on the server`, LONG);
  }

  async function stored(title: string): Promise<number> {
    const { rows } = await admin.query(`select count(*)::int as n from c_mem.memories where body ->> 'title' = $1`, [
      title,
    ]);
    return rows[0].n as number;
  }

  async function catchesUp(title: string): Promise<void> {
    await isOnServer(title);
    await waitFor(async () => (await problems()).length === 0, 'a status without problems', LONG);
    expect(await stored(title)).toBe(1);
    // And in the other direction.
    const answer = `An answer to: ${title}`;
    await team.as(team.owner, (server) => server.push([itemOf(answer, 1)]));
    await waitFor(
      () => home.rows(`select 1 from observations where title = '${answer}' and author = 'ann'`).length === 1,
      'the answer of a colleague',
      LONG,
    );
  }

  it(
    'a wrong password',
    async () => {
      use({ password: 'wrong' });
      await lasts('Made with a wrong password', "The team's server refuses the password of this machine");
      expect(await stored('Made with a wrong password')).toBe(0);
      use();
      await catchesUp('Made with a wrong password');
    },
    LONG,
  );

  it(
    'nobody listens, for days',
    async () => {
      await admin.end();
      await team.cluster.stop();
      cleanups.push(async () => {
        await team.cluster.start();
        admin = await team.cluster.admin();
      });
      await lasts('Made on the first day', 'cannot be reached');
      for (const days of [1, 2, 5]) {
        writeFileSync(clock, String(days * DAY_MS));
        await lasts(`Made after ${days} days`, 'cannot be reached');
      }
      for (const cleanup of cleanups.splice(0)) await cleanup();
      // The longest pause between two attempts is over.
      writeFileSync(clock, String(5 * DAY_MS + 600_000));
      await catchesUp('Made on the first day');
      await catchesUp('Made after 5 days');
      writeFileSync(clock, '0');
    },
    LONG,
  );

  it(
    'certificates: expired, of an unknown authority, self-signed; trusted ones work',
    async () => {
      const network = { host: 'localhost', port: team.cluster.port };
      use({ ...network, ca: certificates.authority });
      await cli('remember', 'Made over TLS');
      await catchesUp('Made over TLS');
      const { rows } = await admin.query(
        'select ssl from pg_stat_ssl s join pg_stat_activity a using (pid) where a.usename = $1',
        [access.user],
      );
      expect(rows).toContainEqual({ ssl: true });

      await present(certificates.expired);
      use({ ...network, ca: certificates.authority });
      await lasts('Made with an expired certificate', 'The certificate of localhost has expired');
      await present(certificates.selfSigned);
      use({ ...network, ca: certificates.authority });
      await lasts('Made with a self-signed certificate', 'The certificate of localhost cannot be trusted');
      // Whoever names it as the authority trusts it.
      use({ ...network, ca: certificates.selfSigned.cert });
      await catchesUp('Made with a self-signed certificate');
      await present(certificates.good);
      use();
    },
    LONG,
  );

  it(
    'a certificate that nobody vouches for, on an address that does not count as loopback',
    async () => {
      // Not a name of loopback, though the system connects it to this machine and no other.
      const address = '0.0.0.0';
      await present(certificates.selfSigned);
      cleanups.push(
        () => present(certificates.good),
        () => use(),
      );
      const proxy = await createProxy(team.cluster.port);
      cleanups.push(proxy.close);
      use({ host: address, port: proxy.port, ca: null });
      await lasts('Made without a certificate to trust', `The certificate of ${address} cannot be trusted`);
      // Not even the name of the user was sent before the certificate was checked.
      expect(proxy.sent()).not.toContain(access.user);
      expect(proxy.sent().length).toBeGreaterThan(0);
    },
    LONG,
  );

  it(
    'a schema that is older, and one that needs a newer client',
    async () => {
      await admin.query('update c_mem.team set schema = 0');
      use();
      await lasts('Made for an older schema', "The team's server has schema 0");
      await admin.query('update c_mem.team set schema = 1, min_client = 99');
      use();
      await lasts('Made for a newer schema', 'needs a newer c-mem than this one');
      // Newer, and still able to serve this client.
      await admin.query('update c_mem.team set schema = 7, min_client = 1');
      use();
      await catchesUp('Made for an older schema');
      await catchesUp('Made for a newer schema');
      await admin.query('update c_mem.team set schema = 1');
    },
    LONG,
  );

  it(
    'a full disk of the server',
    async ({ skip }) => {
      const small = mkdtempSync(join(tmpdir(), 'c-mem-small-'));
      cleanups.push(() => rmSync(small, { recursive: true, force: true }));
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0777', 'tmpfs', small], { stdio: 'pipe' });
      } catch {
        return skip('this user may not mount a small file system');
      }
      cleanups.push(() => execFileSync('umount', ['-l', small]));
      const space = join(small, 'space');
      mkdirSync(space);
      execFileSync('chown', ['--reference', join(team.cluster.folder, 'data'), space]);
      await admin.query(`create tablespace small location '${space}'`);
      await admin.query('alter table c_mem.memories set tablespace small');
      cleanups.push(async () => {
        rmSync(join(small, 'ballast'), { force: true });
        await admin.query('alter table c_mem.memories set tablespace pg_default');
        await admin.query('drop tablespace small');
      });
      fillUp(join(small, 'ballast'));
      // There may be room in the last page: what waits must be more than that.
      for (let n = 0; n < 3; n += 1) await cli('remember', `${n} ${'long and full of words '.repeat(200)}`);
      use();
      await lasts('Made on a full disk', "The team's server cannot take anything now");
      rmSync(join(small, 'ballast'));
      use();
      await catchesUp('Made on a full disk');
    },
    LONG,
  );

  it(
    'answers that take ten seconds',
    async () => {
      const proxy = await createProxy(team.cluster.port, { delayMs: 5000 });
      cleanups.push(proxy.close, () => use());
      use({ host: '127.0.0.1', port: proxy.port });
      await session();
      await cli('remember', 'Made on a slow network');
      await isOnServer('Made on a slow network');
      expect(await problems()).toEqual([]);
      await session();
      proxy.setDelay(0);
      use({ host: '127.0.0.1', port: proxy.port });
      await catchesUp('Made on a slow network');
    },
    LONG,
  );

  /** For new connections. The worker's is ended, so that it makes one. */
  async function present({ cert, key }: { cert: string; key: string }): Promise<void> {
    writeFileSync(join(team.cluster.folder, 'server.crt'), cert);
    writeFileSync(join(team.cluster.folder, 'server.key'), key);
    await admin.query('select pg_reload_conf()');
    await waitFor(
      async () => (await admin.query("select pg_conf_load_time() > now() - interval '1 minute' as done")).rows[0].done,
      'the new certificate',
    );
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [access.user]);
  }
});

const itemOf = (title: string, project: number) => ({
  ...{ uid: crypto.randomUUID(), op: 'put' as const, project, kind: 'observation' as const, type: 'discovery', rev: 1 },
  ...{
    at: Date.now(),
    body: { title, facts: [] },
    title,
    words: title,
    supersededBy: null,
    supersededRev: 0,
    scrub: false,
  },
});

/** Takes every free block; smaller and smaller, until nothing fits any more. */
function fillUp(file: string): void {
  for (let size = 4_000_000; size >= 512; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // full at this size
    }
  }
}
