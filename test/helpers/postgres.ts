// A throw-away PostgreSQL cluster of a test's own, in a temporary folder, run by an unprivileged user.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The folder of its programs; null if PostgreSQL is not installed. */
export function postgresPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
  if (!found && process.env['C_MEM_REQUIRE_POSTGRES'])
    throw new Error('PostgreSQL is required here, and not installed');
  return found ?? null;
}

export const hasPostgres = postgresPrograms() !== null;

export interface Cluster {
  folder: string;
  /** Where the Unix socket is. */
  socket: string;
  port: number;
  adminPassword: string;
  /** The address of the database of a team, for `c-mem team create`. */
  address: string;
  start(): Promise<void>;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** A connection as the superuser. */
  admin(): Promise<pg.Client>;
  /** Runs psql as somebody, with a password. */
  psql(user: string, password: string, statement: string): { ok: boolean; text: string };
  dump(): string;
  /** A dump of another cluster; the team's database is replaced. */
  restore(dump: string): Promise<void>;
  /** For new connections. */
  replaceCertificate(tls: { cert: string; key: string }): Promise<void>;
  dispose(): Promise<void>;
}

const DATABASE = 'team';

export interface ClusterOptions {
  /** Lines of postgresql.conf. */
  settings?: string[];
  /** Certificate and key, as PEM: TLS is on, and connections over TCP must use it. */
  tls?: { cert: string; key: string };
}

export async function createCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-pg-'));
  const owner = unprivileged();
  chmodSync(folder, 0o755);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const password = 'admin-of-the-test-cluster';
  const passwordFile = join(folder, 'password');
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (owner) chownSync(file, owner.uid, owner.gid);
    return file;
  };
  write('password', password);
  const as = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  execFileSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale',
      'C.UTF-8',
      '--no-sync',
    ],
    { ...as, env, cwd: folder, stdio: 'pipe' },
  );
  const port = await freePort();
  const tls = options.tls
    ? [
        'ssl = on',
        `ssl_cert_file = '${write('server.crt', options.tls.cert)}'`,
        `ssl_key_file = '${write('server.key', options.tls.key)}'`,
      ]
    : [];
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    [
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${folder}'`,
      'fsync = off',
      'max_connections = 120',
      'shared_buffers = 64MB',
      'log_statement = ddl',
      ...tls,
      ...(options.settings ?? []),
      '',
    ].join('\n'),
  );
  if (owner) chownSync(join(data, 'postgresql.auto.conf'), owner.uid, owner.gid);
  let server: ReturnType<typeof spawn> | null = null;
  const connect = async (database: string) => {
    const client = new pg.Client({ host: folder, port, user: 'postgres', password, database });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const cluster: Cluster = {
    folder,
    socket: folder,
    port,
    adminPassword: password,
    address: `postgres://postgres@127.0.0.1:${port}/${DATABASE}`,
    async start() {
      const log = join(folder, 'log');
      server = spawn('/bin/sh', ['-c', `exec ${join(programs, 'postgres')} -D ${data} >>${log} 2>&1`], {
        ...as,
        env,
        cwd: folder,
      });
      for (const end = Date.now() + 30_000; ; await sleep(50)) {
        try {
          const client = await connect('postgres');
          await client.end();
          return;
        } catch (error) {
          if (Date.now() > end) throw error;
        }
      }
    },
    async stop(mode = 'fast') {
      const running = server;
      if (!running || running.exitCode !== null) return;
      const over = new Promise((done) => running.once('exit', done));
      running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await over;
      server = null;
    },
    admin: () => connect(DATABASE),
    psql(user, given, statement) {
      try {
        const text = execFileSync(
          'psql',
          [
            '-X',
            '-q',
            '-A',
            '-t',
            '-v',
            'ON_ERROR_STOP=1',
            '-h',
            '127.0.0.1',
            '-p',
            String(port),
            '-U',
            user,
            '-d',
            DATABASE,
          ],
          { env: { ...env, PGPASSWORD: given }, input: statement, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] },
        );
        return { ok: true, text };
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        return { ok: false, text: `${stdout}${stderr}` };
      }
    },
    dump: () =>
      execFileSync(join(programs, 'pg_dumpall'), ['-h', folder, '-p', String(port), '-U', 'postgres'], {
        env: { ...env, PGPASSWORD: password },
        encoding: 'utf8',
        maxBuffer: 1 << 30,
      }),
    async restore(dump) {
      execFileSync('psql', ['-X', '-q', '-h', folder, '-p', String(port), '-U', 'postgres', '-d', 'postgres'], {
        ...{ env: { ...env, PGPASSWORD: password }, input: dump, stdio: ['pipe', 'ignore', 'ignore'] },
      });
    },
    async replaceCertificate({ cert, key }) {
      write('server.crt', cert);
      write('server.key', key);
      const client = await connect('postgres');
      await client.query('select pg_reload_conf()');
      await client.end();
      await sleep(300);
    },
    async dispose() {
      await cluster.stop('immediate');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await cluster.start();
  const client = await connect('postgres');
  await client.query(`create database ${DATABASE}`);
  await client.end();
  return cluster;
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // the next one
    }
  }
  throw new Error('there is no unprivileged user to run PostgreSQL');
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
