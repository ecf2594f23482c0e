// The status of a session, stopping it, and the queue.

import { expect, it } from 'vitest';
import { unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { sessionRoutes } from './sessions.ts';

const bench = useHttpBench();

it('stopping keeps waiting events, and nobody takes them until the session continues', async () => {
  const { ask, clock } = bench;
  const { claimJob, nextDue } = await import('../../store/queue/jobs.ts');
  await ask('POST', '/sessions/s/init', { prompt: 'x' });
  await ask('POST', '/sessions/s/summarize', { last_assistant_message: 'y' });
  expect((await ask('DELETE', '/sessions/s')).body).toEqual({ sessionId: 's', status: 'failed', queueLength: 1 });
  expect((await ask('GET', '/sessions/s/status')).body).toMatchObject({ status: 'failed', isProcessing: false });
  expect(claimJob(bench.db, 'me', clock.now + 3600_000, 1000)).toBeNull();
  expect(nextDue(bench.db)).toBeNull();
  expect((await ask('POST', '/api/pending-queue/process', {})).body).toEqual({ started: 1, queueLength: 1 });
  expect(claimJob(bench.db, 'me', clock.now, 1000)).toMatchObject({ sessionId: 's' });
});

it('says whether it works', async () => {
  expect((await bench.ask('POST', '/api/processing', { isProcessing: true })).body).toEqual({
    isProcessing: true,
    queueLength: 0,
  });
  expect((await bench.ask('POST', '/api/processing', {})).body.isProcessing).toBe(false);
});

it('no route is left without a test', () => {
  expect(unserved(bench, sessionRoutes(bench.deps))).toEqual([]);
});
