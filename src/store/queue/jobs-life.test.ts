// The life of a job under any order of steps, with kills between any two of them. Every step is one statement or one
// transaction, so a kill only means that the next worker's recovery comes before whatever would have come next.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStore } from '../../../test/helpers/store.ts';
import type { Job } from '../../domain/job.ts';
import { commitJob } from '../memories/commit.ts';
import { claimJob, enqueue, failJob, recoverJobs, releaseJob, retryFailed } from './jobs.ts';
import { keepAsIs, nextToRecompress, requestRecompress } from './recompress.ts';

const STEPS = [
  'claim',
  'commit',
  'release',
  'hand back',
  'fail',
  'keep',
  'kill',
  'expire',
  'retry',
  'again',
  'better',
] as const;
const TURNS = 3;
const LEASE = 100;

it('every turn ends in its memories, once, whatever happened on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 40 }), async (steps) => {
      const store = createStore();
      const { db } = store;
      try {
        db.exec(`insert into projects (id, key, name, created_at) values (1, '/p', 'p', 0);
          insert into sessions (id, host, project_id, started_at, last_event_at) values ('s', 'h', 1, 0, 0)`);
        for (let n = 1; n <= TURNS; n += 1) {
          db.prepare(
            `insert into events (id, session_id, project_id, key, kind, source, prompt_number, payload, payload_bytes, created_at, stored_at)
             values (?, 's', 1, ?, 'stop', 'hook', ?, x'00', 0, 0, 0)`,
          ).run(n, `k${n}`, n);
          enqueue(db, { id: n, sessionId: 's', promptNumber: n, kind: 'stop' }, { now: 0, quietMs: 1, batchEvents: 9 });
        }
        let now = 1;
        let worker = 1;
        let held: Job | null = null;
        const owner = () => `worker ${worker}`;
        const commit = (job: Job) => commitJob(db, job, owner(), memories(job), now);
        const step = async (name: (typeof STEPS)[number]) => {
          now += 1;
          if (name === 'kill') {
            worker += 1;
            held = null;
            recoverJobs(db, now);
          } else if (name === 'expire') now += 2 * LEASE;
          else if (name === 'retry') retryFailed(db, null, now);
          else if (name === 'again') requestRecompress(db, null, now);
          else if (name === 'better') nextToRecompress(db, now);
          else if (name === 'claim') held = claimJob(db, owner(), now, LEASE) ?? held;
          else if (held) {
            const job: Job = held;
            held = null;
            if (name === 'commit') await commit(job);
            else if (name === 'release') releaseJob(db, job, owner(), now + 5, 'X');
            else if (name === 'hand back') releaseJob(db, job, owner(), now, 'X', false);
            else if (name === 'fail') failJob(db, job, owner(), now, 'X');
            else if (job.purpose === 'recompress') keepAsIs(db, job, owner(), now, true);
            else releaseJob(db, job, owner(), now, 'X');
          }
        };
        for (const name of steps) await step(name);

        // In the end, a worker processes everything.
        await step('kill');
        retryFailed(db, null, now);
        now += 1000;
        for (let job = claimJob(db, owner(), now, LEASE); job; job = claimJob(db, owner(), now, LEASE))
          await commit(job);
        expect(db.prepare('select state, outcome, lease_owner as owner from jobs').all()).toEqual(
          Array.from({ length: TURNS }, () => ({ state: 'done', outcome: 'memories', owner: null })),
        );
        for (const table of ['observations', 'summaries'])
          expect(db.prepare(`select prompt_number as n from ${table} order by 1`).all()).toEqual([
            { n: 1 },
            { n: 2 },
            { n: 3 },
          ]);
      } finally {
        store.close();
      }
    }),
    { numRuns: 60 },
  );
});

function memories(job: Job) {
  const n = job.promptNumber;
  return {
    observations: [
      {
        type: 'change' as const,
        title: `Turn ${n}`,
        ...{ subtitle: null, narrative: null, facts: [], concepts: [], filesRead: [], filesModified: [] },
        ...{ toolName: null, eventIds: [job.firstEvent] },
      },
    ],
    summary: {
      ...{ title: null, request: `Turn ${n}`, investigated: null, learned: null, completed: 'done', nextSteps: null },
      ...{ filesRead: [], filesEdited: [], notes: null },
    },
    title: null,
    subtitle: null,
    context: { sessionId: 's', projectId: 1, promptNumber: n, branch: null, at: 0, provider: 'embedded', files: [] },
    wantsRecompress: true,
  };
}
