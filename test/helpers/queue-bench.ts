// A bench for the queue: a store with two sessions, events that are queued as they are stored, and commits.
import { afterEach, beforeEach } from 'vitest';
import type { Compressed, MemoryContext, Observation } from '../../src/domain/memory.ts';
import { commitJob } from '../../src/store/memories/commit.ts';
import { claimJob, enqueue } from '../../src/store/queue/jobs.ts';
import { createStore, type TestStore } from './store.ts';

export let store: TestStore;
let nextId: number;

/** Makes a new store for each test of a file. */
export function useQueueBench(): void {
  beforeEach(() => {
    store = createStore();
    nextId = 1;
    store.db.exec(`
      insert into projects (id, key, name, created_at) values (1, '/p', 'p', 0);
      insert into sessions (id, host, project_id, started_at, last_event_at)
        values ('s', 'h', 1, 0, 0), ('t', 'h', 1, 0, 0);
    `);
  });
  afterEach(() => store.close());
}

export const rules = { now: 1000, quietMs: 500, batchEvents: 5 };

/** Stores and queues an event. */
export function event(kind: string, promptNumber: number | null, sessionId = 's', now = rules.now): number {
  const id = nextId++;
  store.db
    .prepare(
      `insert into events (id, session_id, project_id, key, kind, source, prompt_number, payload_bytes, created_at, stored_at)
       values (?, ?, 1, ?, ?, 'hook', ?, 0, ?, ?)`,
    )
    .run(id, sessionId, `k${id}`, kind, promptNumber, now, now);
  enqueue(store.db, { id, sessionId, promptNumber, kind }, { ...rules, now });
  return id;
}

export const jobs = () =>
  store.db
    .prepare(
      'select session_id as s, purpose, state, first_event as a, last_event as b, size, prompt_number as n, run_at as at from jobs order by id',
    )
    .all();

export const observation = (title: string, extra: Partial<Observation> = {}): Observation => ({
  type: 'bugfix',
  title,
  subtitle: null,
  narrative: 'n',
  facts: ['f'],
  concepts: [],
  filesRead: [],
  filesModified: ['/p/a.ts'],
  toolName: 'Edit',
  eventIds: [1],
  ...extra,
});

export const context = (extra: Partial<MemoryContext> = {}): MemoryContext => ({
  sessionId: 's',
  projectId: 1,
  promptNumber: 1,
  branch: 'main',
  at: 1000,
  provider: 'embedded',
  files: [{ path: '/p/a.ts', role: 'modified', digest: 'd1' }],
  ...extra,
});

export const made = (observations: Observation[], completed: string | null = 'done'): Compressed => ({
  observations,
  summary: completed
    ? {
        title: null,
        request: 'r',
        investigated: null,
        learned: null,
        completed,
        nextSteps: null,
        filesRead: [],
        filesEdited: [],
        notes: null,
      }
    : null,
  title: 'T',
  subtitle: null,
});

/** Queues a Stop and commits its job with this result. */
export async function run(sessionId: string, result: Compressed, where = context({ sessionId })) {
  event('stop', where.promptNumber, sessionId);
  const job = claimJob(store.db, 'me', 9000, 100);
  if (!job) throw new Error('no job');
  return commitJob(store.db, job, 'me', { ...result, context: where, wantsRecompress: false }, 9000);
}

/** These columns of every row. */
export const all = (columns: string, table = 'observations') =>
  store.db.prepare(`select ${columns} from ${table} order by id`).all();
