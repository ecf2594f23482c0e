// The team's server as the rest of the program sees it: its functions, and what goes wrong in plain words.
import { setTimeout as sleep } from 'node:timers/promises';
import { CMemError } from '../domain/errors.ts';
import type { PullCursor, TeamRole } from '../domain/team.ts';
import type { RemoteProject } from '../store/index.ts';
import { isLocal, showAddress } from './address.ts';
import { plainUid, type ServerRow } from './incoming.ts';
import type { PushItem } from './outgoing.ts';
import type { Connection } from './postgres/connection.ts';
import type { TeamAccess } from './team-file.ts';

export interface Hello {
  team: string;
  schema: number;
  minClient: number;
  epoch: number;
  now: number;
  member: string;
  isOwner: boolean;
  projects: RemoteProject[];
}

export interface PushAnswer {
  uid: string;
  outcome: 'stored' | 'same' | 'stale' | 'gone' | 'refused';
  rev: number;
  current: ServerRow | null;
}

export interface PulledProject {
  project: number;
  rows: ServerRow[];
  cursor: PullCursor;
  more: boolean;
}

export interface MemberRow {
  name: string;
  role: TeamRole;
  /** Null: all projects. */
  project: number | null;
  machines: number;
  seenAt: number | null;
  pushedAt: number | null;
  invited: boolean;
  me: boolean;
}

export interface Version {
  rev: number;
  editor: string;
  at: number;
  body: Record<string, unknown>;
  isCurrent: boolean;
}

export interface FoundRow {
  project: number;
  uid: string;
  kind: string;
  type: string | null;
  author: string;
  own: boolean;
  at: number;
  body: Record<string, unknown>;
  superseded: boolean;
  hasAll: boolean;
  score: number;
}

export interface TeamServer {
  hello(): Promise<Hello>;
  push(items: PushItem[]): Promise<PushAnswer[]>;
  pull(cursors: (PullCursor & { project: number; since: number | null })[], most: number): Promise<PulledProject[]>;
  sinceNewest(project: number, most: number): Promise<number | null>;
  search(terms: object[], filter: object, most: number, skip: number): Promise<FoundRow[]>;
  history(uid: string): Promise<Version[]>;
  share(identity: string, name: string): Promise<number>;
  withdraw(project: number): Promise<number>;
  members(): Promise<MemberRow[]>;
  /** Null if they are a member already: then only their role was set. */
  invite(name: string, verifier: string, project: number | null, role: TeamRole): Promise<string | null>;
  addMachine(verifier: string, days: number): Promise<string>;
  join(verifier: string): Promise<void>;
  removeMember(name: string, withMemories: boolean): Promise<number>;
  removeAccess(name: string, project: number): Promise<void>;
  leave(): Promise<void>;
  listen(onNews: () => void): Promise<void>;
  readonly ended: Promise<void>;
  isOpen(): boolean;
  end(): Promise<void>;
}

/** A person waits this long; the worker has more patience. */
const CONNECT_MS = 15_000;
const QUERY_MS = 60_000;

/** Of the server, or of this login: others end soon. */
const NO_CONNECTION_LEFT = '53300';
const BUSY_MS = 15_000;
const BUSY_FIRST_MS = 50;
const BUSY_LONGEST_MS = 2000;

/** Loads the client library, which nothing else does. */
export async function connectTo(access: Omit<TeamAccess, 'accept'>, connectMs = CONNECT_MS): Promise<Connection> {
  const { connect } = await import('./postgres/connection.ts');
  const { host, port, database, user, password, ca } = access;
  const tls = isLocal(host) && ca === null ? null : { servername: host, ca };
  const until = Date.now() + BUSY_MS;
  for (let wait = BUSY_FIRST_MS; ; wait = Math.min(wait * 2, BUSY_LONGEST_MS)) {
    try {
      return await connect({ host, port, database, user, password, tls, connectMs, queryMs: QUERY_MS });
    } catch (error) {
      if ((error as { code?: string }).code !== NO_CONNECTION_LEFT || Date.now() + wait > until)
        throw inWords(error, access);
      await sleep(wait * (0.5 + Math.random()));
    }
  }
}

export async function openServer(access: TeamAccess, connectMs = CONNECT_MS): Promise<TeamServer> {
  return serverOn(await connectTo(access, connectMs), access);
}

function serverOn(connection: Connection, access: TeamAccess): TeamServer {
  const ask = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    try {
      return await connection.query<Row>(text, values);
    } catch (error) {
      // A connection that did not answer in time is of no use any more.
      if ((error as { code?: string }).code === undefined) await connection.end();
      throw inWords(error, access);
    }
  };
  const one = async <Value>(text: string, values: unknown[] = []): Promise<Value> => {
    const [row] = await ask<{ value: Value }>(text, values);
    return row?.value as Value;
  };
  return {
    hello: () => one<Hello>('select c_mem.hello() as value'),
    async push(items) {
      const rows = await ask<{ uid: string; outcome: PushAnswer['outcome']; rev: string; current: ServerRow | null }>(
        'select * from c_mem.push($1)',
        [JSON.stringify(items)],
      );
      return rows.map((row) => ({ ...row, uid: plainUid(row.uid), rev: Number(row.rev) }));
    },
    async pull(cursors, most) {
      const rows = await ask<PulledRow>('select * from c_mem.pull($1, $2)', [JSON.stringify(cursors), most]);
      return rows
        .filter(({ kind }) => kind === 'cursor')
        .map(({ project, epoch, xid, seq, rev }) => ({
          project,
          rows: rows
            .filter((row) => row.project === project && row.kind !== 'cursor')
            .map((row) => ({ ...row, supersededBy: row.superseded_by, supersededRev: row.superseded_rev })),
          cursor: { epoch, xid, seq: Number(seq) },
          more: Number(rev) === 1,
        }));
    },
    async sinceNewest(project, most) {
      const since = await one<string | null>('select c_mem.since_newest($1, $2) as value', [project, most]);
      return since === null || since === undefined ? null : Number(since);
    },
    async search(terms, filter, most, skip) {
      const rows = await ask<Omit<FoundRow, 'at' | 'hasAll'> & { at: string; all_terms: boolean }>(
        'select * from c_mem.search($1, $2, $3, $4)',
        [JSON.stringify(terms), JSON.stringify(filter), most, skip],
      );
      return rows.map(({ all_terms, ...row }) => ({
        ...row,
        uid: plainUid(row.uid),
        at: Number(row.at),
        hasAll: all_terms,
      }));
    },
    async history(uid) {
      const rows = await ask<{
        rev: string;
        editor: string;
        at: string;
        body: Record<string, unknown>;
        is_current: boolean;
      }>('select * from c_mem.history_of($1)', [uid]);
      return rows.map(({ is_current, ...row }) => ({
        ...row,
        rev: Number(row.rev),
        at: Number(row.at),
        isCurrent: is_current,
      }));
    },
    share: (identity, name) => one('select c_mem.share($1, $2) as value', [identity, name]),
    withdraw: (project) => one('select c_mem.withdraw($1) as value', [project]),
    async members() {
      const rows = await ask<MemberRow & { seen_at: string | null; pushed_at: string | null }>(
        'select * from c_mem.list_members()',
      );
      const time = (at: string | null) => (at === null ? null : Number(at));
      return rows.map(({ seen_at, pushed_at, ...row }) => ({
        ...row,
        seenAt: time(seen_at),
        pushedAt: time(pushed_at),
      }));
    },
    invite: (name, verifier, project, role) =>
      one('select c_mem.invite($1, $2, $3, $4) as value', [name, verifier, project, role]),
    addMachine: (verifier, days) => one('select c_mem.add_machine($1, $2) as value', [verifier, days]),
    join: (verifier) => one('select c_mem.join_team($1) as value', [verifier]),
    removeMember: (name, withMemories) => one('select c_mem.remove_member($1, $2) as value', [name, withMemories]),
    removeAccess: (name, project) => one('select c_mem.remove_access($1, $2) as value', [name, project]),
    leave: () => one('select c_mem.leave_team() as value'),
    listen: (onNews) => connection.listen('c_mem', onNews),
    ended: connection.ended,
    isOpen: connection.isOpen,
    end: connection.end,
  };
}

interface PulledRow extends Omit<ServerRow, 'supersededBy' | 'supersededRev'> {
  project: number;
  superseded_by: string | null;
  superseded_rev: string;
  epoch: number;
  xid: string;
  seq: string;
}

/** What a failure means. The message never contains a password. */
export function inWords(error: unknown, access: Pick<TeamAccess, 'host' | 'port' | 'database'>): CMemError {
  if (error instanceof CMemError) return error;
  const code = (error as { code?: string }).code ?? '';
  const said = error instanceof Error ? error.message : String(error);
  const where = showAddress(access);
  const say = (kind: ConstructorParameters<typeof CMemError>[0], message: string, fix?: string) =>
    new CMemError(kind, message, { cause: error, ...(fix === undefined ? {} : { fix }) });
  switch (true) {
    case code === '28P01':
      return say('TEAM_REFUSED', `The team's server refuses the password of this machine`);
    case code === '28000':
      return say('TEAM_REFUSED', `The team's server refuses this machine`);
    case /client password must be/.test(said):
      return say('TEAM_REFUSED', `The server at ${where} asks for a password`, 'Enter the password.');
    case code === 'CM001':
      return say('TEAM_REFUSED', 'This machine is no longer a member of the team');
    case code === 'CM002':
      return say('TEAM_FORBIDDEN', said);
    case code === '42501':
      return say('TEAM_FORBIDDEN', `The team's server does not allow this`);
    case code === '3F000' || code === '42883' || code === '42P01':
      return say('TEAM_OLDER', `The server at ${where} lacks parts that this version of c-mem needs`);
    case code === '3D000':
      return say('TEAM_UNREACHABLE', `There is no database ${access.database} at ${where}`, 'Check the address.');
    case code === NO_CONNECTION_LEFT:
      return say(
        'TEAM_SERVER_ERROR',
        `The team's server has no connection left: ${oneLine(said)}`,
        'Try again in a minute; if it stays like this, ask the operator to raise `max_connections`. Everything waits here.',
      );
    case code === '53100' || code === '53200' || code === '57P03':
      return say('TEAM_SERVER_ERROR', `The team's server cannot take anything now: ${oneLine(said)}`);
    case code === 'CERT_HAS_EXPIRED':
      return say('TEAM_TLS', `The certificate of ${access.host} has expired`);
    case /^(?:ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_)/.test(code):
      return say('TEAM_TLS', `The certificate of ${access.host} cannot be trusted (${code})`);
    case /does not support SSL/.test(said):
      return say('TEAM_TLS', `The server at ${where} offers no TLS`, 'Switch TLS on in PostgreSQL (`ssl = on`).');
    case [
      'ECONNREFUSED',
      'ENOTFOUND',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ETIMEDOUT',
      'ECONNRESET',
      'ENOENT',
      'EAI_AGAIN',
      'EPIPE',
    ].includes(code):
      return say('TEAM_UNREACHABLE', `The team's server at ${where} cannot be reached (${code})`);
    case /timeout|Connection terminated|not queryable|Client was closed/i.test(said):
      return say('TEAM_UNREACHABLE', `The team's server at ${where} did not answer in time`);
    case /^[0-9A-Z]{5}$/.test(code):
      return say('TEAM_SERVER_ERROR', `The team's server reports an error (${code}): ${oneLine(said)}`);
    default:
      return say('TEAM_UNREACHABLE', `The team's server at ${where} cannot be used: ${oneLine(said)}`);
  }
}

const oneLine = (text: string) => text.split('\n', 1)[0]?.slice(0, 160) ?? '';
