// The team loop: exchanges memories with the team's server in the background, if a team is set up. Nothing waits for it.

import { setImmediate } from 'node:timers/promises';
import type { Paths } from '../../config/paths.ts';
import { isPaused } from '../../config/pause.ts';
import type { Settings } from '../../config/settings.ts';
import { CMemError, type ErrorCode, errorName } from '../../domain/errors.ts';
import type { Store } from '../../store/index.ts';
import { projectIdentity } from '../../team/identity.ts';
import { openServer, type TeamServer } from '../../team/server.ts';
import { exchange } from '../../team/sync.ts';
import { accessVersion, findAccess } from '../../team/team-file.ts';
import type { Log } from '../log.ts';
import { createSingleFlight } from '../single-flight.ts';

/** What other processes changed here is found by looking; it costs one query and one look at a file. */
const LOOK_MS = 2000;
/** The server notifies; this is the net below it. */
const POLL_MS = 15_000;
/** News often comes in bursts. */
const GATHER_MS = 100;
const NEWS_EVERY_MS = 500;
/** To log in takes several round trips, and a network may need seconds for each. */
const CONNECT_MS = 90_000;
const COOL_MS = 1000;
const LONGEST_COOL_MS = 5 * 60_000;
/** A wrong password does not become right by itself; it is tried again now and then, and when the file changes. */
const REFUSED_MS = 5 * 60_000;
const REFUSALS: readonly ErrorCode[] = ['TEAM_REFUSED', 'TEAM_FILE_UNREADABLE', 'TEAM_TLS', 'TEAM_NEWER', 'TEAM_OLDER'];
/** Of a server that cannot be reached: one failure is not worth mentioning. */
const NOTICED = 2;
const IDENTITY_MS = 10 * 60_000;

export interface TeamLoop {
  /** Something changed here that may have to be sent. */
  wake(): void;
  settled(): Promise<void>;
  stop(): void;
}

export interface TeamLoopParts {
  store: Store;
  paths: Pick<Paths, 'team' | 'paused'>;
  settings: () => Settings;
  log: Log;
  now: () => number;
  random: () => number;
  /** Memories came, changed or went. */
  onChange: () => void;
  /** How often to look for what other processes changed. */
  lookMs?: number;
}

export function createTeamLoop(parts: TeamLoopParts): TeamLoop {
  const { store, paths, settings, log, now, random, onChange, lookMs = LOOK_MS } = parts;
  let server: TeamServer | null = null;
  let version: string | null = null;
  let failures = 0;
  let closedUntil = 0;
  let exchangedAt = 0;
  let isStopped = false;
  let gathering: NodeJS.Timeout | undefined;
  const identify = rememberIdentities(now);
  const flight = createSingleFlight(drain);

  async function drain(): Promise<void> {
    if (isStopped) return;
    try {
      await follow();
      if (version === null || now() < closedUntil || isPaused(paths.paused)) return;
      const { access } = findAccess(paths) ?? {};
      if (!access) return;
      if (!server?.isOpen()) await connect(access);
      if (!server || isStopped) return;
      const done = await exchange(server, {
        ...{ store, settings: settings(), now, accept: access.accept, identify },
        isStopped: () => isStopped,
        // Hooks go first: their events are taken between two batches.
        pause: async () => void (await setImmediate()),
      });
      exchangedAt = now();
      failures = 0;
      if (done.sent + done.added + done.changed + done.forgotten > 0) log.info(done, 'exchanged with the team');
      if (done.added + done.changed + done.forgotten > 0) onChange();
    } catch (error) {
      if (!isStopped) await failed(error);
    }
  }

  /** After the file changed, whatever was wrong before no longer counts. */
  async function follow(): Promise<void> {
    const current = accessVersion(paths);
    if (current === version) return;
    version = current;
    failures = 0;
    closedUntil = 0;
    await close();
  }

  async function connect(access: Parameters<typeof openServer>[0]): Promise<void> {
    await close();
    const opened = await openServer(access, CONNECT_MS);
    server = opened;
    // A lost connection is noticed now, and not with the next poll.
    void opened.ended.then(() => {
      if (server === opened && !isStopped) soon(COOL_MS);
    });
    // Every member can notify all others: that must not keep them busy.
    await opened.listen(() => soon(Math.max(GATHER_MS, exchangedAt + NEWS_EVERY_MS - now())));
  }

  async function close(): Promise<void> {
    const open = server;
    server = null;
    await open?.end();
  }

  async function failed(error: unknown): Promise<void> {
    failures += 1;
    const known = error instanceof CMemError && error.code.startsWith('TEAM_') ? error : null;
    const isRefusal = known !== null && REFUSALS.includes(known.code);
    const wait = isRefusal ? REFUSED_MS : Math.min(LONGEST_COOL_MS, COOL_MS * 2 ** (failures - 1));
    closedUntil = now() + wait * (0.75 + random() / 2);
    log.warn({ error: errorName(error), failures, until: closedUntil }, 'no exchange with the team');
    await close();
    if (known?.code === 'TEAM_UNREACHABLE' && failures < NOTICED) return;
    try {
      const before = store.team.state().problem;
      const { code, message, fix } = known ?? {
        ...{
          code: errorName(error),
          message: 'Memories cannot be exchanged with the team',
          fix: 'Read `c-mem worker logs`.',
        },
      };
      const since = before?.code === code ? before.since : now();
      store.team.setState({ problem: { code, message, fix, since } });
    } catch (trouble) {
      log.error({ error: errorName(trouble) }, 'the failure cannot be shown in the status');
    }
  }

  function soon(afterMs: number): void {
    if (isStopped || gathering) return;
    gathering = setTimeout(() => {
      gathering = undefined;
      flight.wake();
    }, afterMs).unref();
  }

  function look(): void {
    if (isStopped) return;
    try {
      const current = accessVersion(paths);
      if (current !== version) return flight.wake();
      if (current === null || now() < closedUntil) return;
      if (now() - exchangedAt >= POLL_MS || store.team.outbox().waiting > 0) flight.wake();
    } catch (error) {
      log.error({ error: errorName(error) }, 'the outbox cannot be read');
    }
  }

  const timer = setInterval(look, lookMs).unref();
  look();
  return {
    wake: () => {
      if (version !== null) soon(GATHER_MS);
    },
    settled: flight.settled,
    stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(gathering);
      flight.stop();
      void close();
    },
  };
}

/** The remotes of projects seldom change, and to find a first commit runs git. */
function rememberIdentities(now: () => number): typeof projectIdentity {
  const known = new Map<string, { identity: Promise<string | null>; until: number }>();
  return (key) => {
    const hit = known.get(key);
    if (hit && hit.until > now()) return hit.identity;
    const identity = projectIdentity(key);
    known.set(key, { identity, until: now() + IDENTITY_MS });
    return identity;
  };
}
