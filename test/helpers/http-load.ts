// Many hosts at once over HTTP: some write, some read, some listen, and the worker may be killed meanwhile.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveWorker } from '../../src/process/worker-file.ts';
import { killAndWait, type Scratch, waitFor } from './scratch.ts';
import { Sqlite } from './sqlite.ts';

export interface LoadOptions {
  writers: number;
  readers: number;
  listeners: number;
  /** How many acknowledged writes in all. */
  writes: number;
  kills: number;
}

export interface LoadResult {
  acknowledged: number;
  perSecond: number;
  p50: number;
  p99: number;
  reads: number;
  readP99: number;
  changes: number;
  kills: number;
  missing: number;
  doubled: number;
}

/** The scratch must name its port, so that whoever lost the worker finds the next one. */
export async function load(scratch: Scratch, port: number, options: LoadOptions): Promise<LoadResult> {
  await scratch.cli(['worker', 'start']);
  const token = await waitFor(() => readOr(scratch.paths.token), 'the token');
  const agent = new Agent({ keepAlive: true, maxSockets: options.writers + options.readers });
  const call = (method: string, path: string, body?: object) => ask(agent, port, token, method, path, body);
  await waitFor(
    () =>
      call('GET', '/health').then(
        (reply) => reply === 200,
        () => false,
      ),
    'the API',
  );

  const acknowledged = new Set<string>();
  const times: number[] = [];
  const readTimes: number[] = [];
  let sent = 0;
  let changes = 0;
  let isOver = false;

  async function writer(index: number): Promise<void> {
    const session = `load-${index}`;
    while (sent < options.writes) {
      sent += 1;
      const id = `toolu_${index}_${randomUUID()}`;
      const body = observation(session, id);
      // Not acknowledged is sent again, as any careful host would; the id makes that harmless.
      for (;;) {
        const start = performance.now();
        const status = await call('POST', '/api/sessions/observations', body).catch(() => 0);
        if (status === 200) {
          times.push(performance.now() - start);
          acknowledged.add(id);
          break;
        }
        await sleep(20);
      }
    }
  }

  async function reader(index: number): Promise<void> {
    const paths = ['/api/memories?limit=30', '/api/search?q=fixture words', '/health', '/api/sessions'];
    for (let round = index; !isOver; round += 1) {
      const start = performance.now();
      const status = await call('GET', encodeURI(paths[round % paths.length] as string)).catch(() => 0);
      if (status === 200) readTimes.push(performance.now() - start);
      await sleep(50);
    }
  }

  async function listener(): Promise<void> {
    while (!isOver) {
      await listen(port, token, () => {
        changes += 1;
        return isOver;
      });
      if (!isOver) await sleep(50);
    }
  }

  async function killer(): Promise<number> {
    let kills = 0;
    while (kills < options.kills && acknowledged.size < options.writes) {
      await sleep(200 + Math.random() * 300);
      const worker = liveWorker(scratch.paths.workerInfo);
      if (worker) {
        await killAndWait(worker.pid, 'SIGKILL');
        kills += 1;
      }
      await scratch.cli(['worker', 'start']);
    }
    return kills;
  }

  const others = [
    ...Array.from({ length: options.readers }, (_, index) => reader(index)),
    ...Array.from({ length: options.listeners }, listener),
  ];
  const begun = performance.now();
  const [kills] = await Promise.all([
    killer(),
    ...Array.from({ length: options.writers }, (_, index) => writer(index)),
  ]);
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  agent.destroy();
  await Promise.race([Promise.all(others), sleep(2000)]);
  return {
    acknowledged: acknowledged.size,
    perSecond: acknowledged.size / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    reads: readTimes.length,
    readP99: percentile(readTimes, 0.99),
    changes,
    kills: kills as number,
    ...compare(scratch, acknowledged),
  };
}

function observation(session: string, id: string): object {
  return {
    sessionId: session,
    project: '/w/load',
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command: `npm test -- ${id}` },
    tool_response: { stdout: 'fixture words '.repeat(40), stderr: '' },
  };
}

/** What the ledger has of what was acknowledged. */
function compare(scratch: Scratch, acknowledged: Set<string>): { missing: number; doubled: number } {
  const db = new Sqlite(scratch.paths.database, { readonly: true });
  const rows = db
    .prepare('select tool_use_id as id, count(*) as n from events where tool_use_id is not null group by 1')
    .all() as { id: string; n: number }[];
  db.close();
  const stored = new Map(rows.map(({ id, n }) => [id, n]));
  return {
    missing: [...acknowledged].filter((id) => !stored.has(id)).length,
    doubled: rows.filter(({ n }) => n > 1).length,
  };
}

function ask(agent: Agent, port: number, token: string, method: string, path: string, body?: object): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((done, fail) => {
    const asked: ClientRequest = request(
      {
        ...{ host: '127.0.0.1', port, agent, method, path },
        headers: {
          Authorization: `Bearer ${token}`,
          ...(text === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
        },
      },
      (reply: IncomingMessage) => {
        reply.resume();
        reply.on('end', () => done(reply.statusCode ?? 0));
        reply.on('error', fail);
      },
    );
    asked.on('error', fail);
    asked.end(text);
  });
}

/** Ends when the worker does, or when `onChange` says so. */
function listen(port: number, token: string, onChange: () => boolean): Promise<void> {
  return new Promise((done) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/stream', headers: { Authorization: `Bearer ${token}` } },
      (reply) => {
        reply.on('data', (chunk: Buffer) => {
          if (chunk.includes('event: ') && onChange()) asked.destroy();
        });
        reply.on('close', done);
      },
    );
    asked.on('error', () => done());
    asked.end();
  });
}

function percentile(numbers: number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function readOr(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
