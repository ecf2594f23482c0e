// A team on a throw-away cluster, and members with stores of their own that exchange with it in process.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../src/config/settings.ts';
import type { TeamRole } from '../../src/domain/team.ts';
import { type Database, openDatabase } from '../../src/store/sqlite/open.ts';
import { type Store, storeOn } from '../../src/store/store.ts';
import { connect } from '../../src/team/postgres/connection.ts';
import { createTeam as createSchema } from '../../src/team/postgres/migrate.ts';
import { scramVerifier } from '../../src/team/postgres/scram.ts';
import { openServer, type TeamServer } from '../../src/team/server.ts';
import { type Exchanged, exchange } from '../../src/team/sync.ts';
import type { TeamAccess } from '../../src/team/team-file.ts';
import { type Cluster, type ClusterOptions, createCluster } from './postgres.ts';

export interface TestTeam {
  cluster: Cluster;
  /** The owner's access. */
  owner: TeamAccess;
  /** A new member with a password; the same name again is another machine of theirs if they invite themselves. */
  invite(name: string, project: number | null, role: TeamRole): Promise<TeamAccess>;
  /** Another machine of a member. */
  addMachine(of: TeamAccess): Promise<TeamAccess>;
  /** Runs something as a member. */
  as<T>(access: TeamAccess, work: (server: TeamServer) => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

export async function createTeam(options: ClusterOptions = {}): Promise<TestTeam> {
  const cluster = await createCluster(options);
  const place = { host: cluster.socket, port: cluster.port, database: 'team' };
  const admin = await connect({
    ...{ ...place, user: 'postgres', password: cluster.adminPassword },
    ...{ tls: null, connectMs: 5000, queryMs: 20_000 },
  });
  const user = await createSchema(admin, { name: 'Shop', owner: 'ann', verifier: scramVerifier('of-ann') });
  await admin.end();
  const access = (name: string, password: string): TeamAccess => ({
    ...place,
    user: name,
    password,
    ca: null,
    accept: [],
  });
  const owner = access(user, 'of-ann');
  const as: TestTeam['as'] = async (who, work) => {
    const server = await openServer(who);
    try {
      return await work(server);
    } finally {
      await server.end();
    }
  };
  const join = async (login: string, password: string) => {
    const joined = access(login, `joined-${password}`);
    await as(access(login, password), (server) => server.join(scramVerifier(joined.password)));
    return joined;
  };
  return {
    cluster,
    owner,
    as,
    invite: async (name, project, role) =>
      join((await as(owner, (server) => server.invite(name, scramVerifier(name), project, role))) as string, name),
    addMachine: async (of) => join(await as(of, (server) => server.addMachine(scramVerifier('second'), 7)), 'second'),
    dispose: () => cluster.dispose(),
  };
}

export interface TestHome {
  folder: string;
  db: Database;
  store: Store;
  access: TeamAccess;
  now: number;
  /** The folder of a repository with this remote. */
  repository(remote: string): string;
  /** Sends and pulls everything. */
  sync(): Promise<Exchanged>;
  rows<T>(query: string): T[];
  close(): void;
}

/** A machine: a store, and repositories with remotes. All matches are accepted. */
export function createHome(access: TeamAccess): TestHome {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-home-'));
  const file = join(folder, 'c-mem.db');
  const db = openDatabase(file);
  const store = storeOn(db);
  const home: TestHome = {
    ...{ folder, db, store, access, now: Date.UTC(2026, 2, 1) },
    repository(remote) {
      const path = join(folder, remote.split('/').at(-1) as string);
      mkdirSync(path, { recursive: true });
      execFileSync('git', ['init', '-q', path]);
      execFileSync('git', ['-C', path, 'remote', 'add', 'origin', `git@${remote.replace('/', ':')}.git`]);
      return join(path, '.git');
    },
    async sync() {
      const server = await openServer(home.access);
      try {
        const { settings } = loadSettings(join(folder, 'settings.json'), {});
        return await exchange(server, { store, settings, now: () => home.now, accept: ['*'] });
      } finally {
        await server.end();
      }
    },
    rows: <T>(query: string) => db.prepare<[], T>(query).all(),
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return home;
}
