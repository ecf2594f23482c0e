// The API on a real store, without a port: the app as the worker builds it, called through app.request().

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createPipeline } from '../../src/capture/pipeline.ts';
import { identifyProject } from '../../src/capture/project.ts';
import { type Paths, resolvePaths } from '../../src/config/paths.ts';
import { loadSettings } from '../../src/config/settings.ts';
import { type App, createApp } from '../../src/http/app.ts';
import { createChangeBus } from '../../src/http/change-bus.ts';
import type { Deps } from '../../src/http/deps.ts';
import type { Route } from '../../src/http/route.ts';
import { type Database, openDatabase, transact } from '../../src/store/sqlite/open.ts';
import { storeOn } from '../../src/store/store.ts';
import { addObservation, addSummary } from './records.ts';

export const TOKEN = 'a-token-of-the-tests-that-is-long-enough';

export interface HttpBench {
  app: App;
  deps: Deps;
  db: Database;
  paths: Paths;
  clock: { now: number };
  log: object[];
  /** The routes that have succeeded, such as `get /health`. */
  served: Set<string>;
  /** With the token; returns the status and the parsed body. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Asked>;
  close(): void;
}

export interface Asked {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any;
  headers: Headers;
}

export function createHttpBench(served = new Set<string>()): HttpBench {
  const home = mkdtempSync(join(tmpdir(), 'c-mem-http-'));
  // Its health is judged by a host's folder, too: not by that of whoever runs the tests.
  process.env['CLAUDE_CONFIG_DIR'] = join(home, 'claude');
  const paths = resolvePaths({ C_MEM_HOME: home });
  for (const folder of [paths.spool, paths.quarantine]) mkdirSync(folder, { recursive: true });
  const db = openDatabase(paths.database);
  const clock = { now: Date.parse('2026-03-02T10:00:00Z') };
  const log: object[] = [];
  const settings = () => loadSettings(paths.settings, {}).settings;
  const store = storeOn(db);
  const ingest = () =>
    createPipeline(store, {
      now: () => clock.now,
      settings: { ...settings(), batchEvents: 1000 },
      quietMs: 60_000,
      identify: identifyProject,
      isOff: () => false,
    }).ingest;
  const deps: Deps = {
    store,
    paths,
    now: () => clock.now,
    startedAt: clock.now,
    settings,
    submit: async (deliveries) => transact(db, () => deliveries.map((delivery) => ingest().take(delivery))),
    queue: { wake: () => undefined, letGo: async () => undefined },
    forgetAt: () => undefined,
    settingsChanged: () => undefined,
    changed: () => undefined,
    changes: createChangeBus('test'),
    port: () => 37777,
    viewerFolder: join(home, 'viewer'),
    log: { warn: (fields) => void log.push(fields), error: (fields) => void log.push(fields) },
  };
  const app = createApp(deps, TOKEN);
  return {
    served,
    app,
    deps,
    db,
    paths,
    clock,
    log,
    async ask(method, path, body, headers = {}) {
      const reply = await app.hono.request(`http://127.0.0.1:37777${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${TOKEN}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await reply.text();
      const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
      if (reply.status === 200) checkReply(app, method, path, isJson ? JSON.parse(text) : null, served);
      return { status: reply.status, body: isJson ? JSON.parse(text) : text, headers: reply.headers };
    },
    close() {
      db.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Call it once in a test file: each test gets a fresh bench; `served` is that of the whole file. */
export function useHttpBench(): HttpBench {
  const served = new Set<string>();
  const bench = {} as HttpBench;
  beforeEach(() => {
    Object.assign(bench, createHttpBench(served));
  });
  afterEach(() => bench.close());
  return bench;
}

/** Those of the routes that no test of the file has called with success, under any of their paths. */
export function unserved({ served }: HttpBench, routes: Route[]): string[] {
  return routes
    .filter(({ spec }) => !spec.paths.some((path) => served.has(`${spec.method} ${path}`)))
    .map(({ spec }) => `${spec.method} ${spec.paths[0]}`);
}

export const SHOP_AT = Date.parse('2026-03-01T09:00:00Z');
export const SHOP_FILE = { path: '/home/dev/shop/src/cart.ts', role: 'modified' as const, digest: 'abc' };

/** A session with two observations and a summary. */
export function addShopMemories(db: Database): { first: number; second: number; summary: number } {
  const place = (seconds: number) => ({ session: 'a', at: SHOP_AT + seconds * 1000 });
  const first = addObservation(db, place(0), {
    type: 'bugfix',
    title: 'Count totals in cents',
    narrative: 'Floats lost a cent.',
    touches: [SHOP_FILE],
  });
  const second = addObservation(db, place(1), { type: 'decision', title: 'Prices are integers' });
  const summary = addSummary(db, place(2), { request: 'Fix the totals', completed: 'They add up' });
  return { first, second, summary };
}

/** A route must return exactly what its description says. */
function checkReply(app: App, method: string, path: string, body: unknown, served: Set<string>): void {
  const [name = ''] = path.split('?');
  for (const { spec } of app.routes) {
    if (spec.method !== method.toLowerCase()) continue;
    const known = spec.paths.find((each) => new RegExp(`^${each.replace(/:\w+/g, '[^/]+')}$`).test(name));
    if (!known) continue;
    served.add(`${spec.method} ${known}`);
    if (spec.reply && body !== null) expect(spec.reply.parse(body)).toEqual(body);
    return;
  }
  throw new Error(`no route describes ${method} ${path}`);
}
