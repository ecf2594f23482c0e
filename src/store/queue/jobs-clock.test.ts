// A clock that was ahead must not delay a job for days.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../test/helpers/store.ts';
import { ensureProject } from '../ledger/projects.ts';
import { ensureSession } from '../ledger/sessions.ts';
import { claimJob, enqueue, makeReadyIfOver } from './jobs.ts';

const DAY = 24 * 3600_000;
let store: TestStore;
beforeEach(() => {
  store = createStore();
  const projectId = ensureProject(store.db, { key: '/p', name: 'p' }, 0);
  ensureSession(store.db, { id: 's', host: 'test', projectId, folder: null, transcriptPath: null, at: 0 });
});
afterEach(() => store.close());

it.each([
  ['five days ahead: it is due immediately', 5 * DAY, true],
  ['correct: it waits for its time', 0, false],
])('a job added by a clock that was %s', (_name, ahead, due) => {
  const now = 100 * DAY;
  enqueue(
    store.db,
    { id: 1, sessionId: 's', promptNumber: 1, kind: 'prompt' },
    { now: now + ahead, quietMs: 600_000, batchEvents: 60 },
  );
  expect(claimJob(store.db, 'x', now, 1000)).toBeNull();
  makeReadyIfOver(store.db, now);
  expect(claimJob(store.db, 'x', now, 1000) !== null).toBe(due);
});
