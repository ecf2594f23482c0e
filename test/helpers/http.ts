// The API on a real store, without a port: the app as the worker builds it, asked through app.request().

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createPipeline } from '../../src/capture/pipeline.ts';
import { identifyProject } from '../../src/capture/project.ts';
import { type Paths, resolvePaths } from '../../src/config/paths.ts';
import { loadSettings } from '../../src/config/settings.ts';
import { type App, createApp } from '../../src/http/app.ts';
import { createChangeBus } from '../../src/http/change-bus.ts';
import type { Deps } from '../../src/http/deps.ts';
import { type Database, openDatabase, transact } from '../../src/store/sqlite/open.ts';
import { storeOn } from '../../src/store/store.ts';

export const TOKEN = 'a-token-of-the-tests-that-is-long-enough';

export interface HttpBench {
  app: App;
  deps: Deps;
  db: Database;
  paths: Paths;
  clock: { now: number };
  log: object[];
  /** The routes that have answered well, such as `get /health`. */
  served: Set<string>;
  /** With the token; answers the status and the parsed body. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Asked>;
  close(): void;
}

export interface Asked {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any;
  headers: Headers;
}

export function createHttpBench(): HttpBench {
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
      settings: { ...settings(), quietMinutes: 1, batchEvents: 1000 },
      identify: identifyProject,
      isPaused: () => false,
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
  const served = new Set<string>();
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

/** Whatever a route answers is what its description says, no more and no less. */
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
