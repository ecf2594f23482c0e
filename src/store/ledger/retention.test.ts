// Retention: payloads expire some time after they became memories.
import { describe, expect, it } from 'vitest';
import {
  bench,
  count,
  readAgain,
  record,
  remember,
  session,
  useForgetBench,
} from '../../../test/helpers/forget-bench.ts';
import { payload } from '../../../test/helpers/payloads.ts';
import { dropOldPayloads } from './retention.ts';

useForgetBench();

describe('retention', () => {
  it('drops payloads some time after they became memories, and keeps what happened', async () => {
    record(session);
    await remember(session);
    const payloads = () =>
      bench.store.db.prepare('select count(*) as n, count(payload) as full from events').get() as {
        n: number;
        full: number;
      };
    const before = payloads();
    expect(before.full).toBe(before.n);
    const made = bench.clock.now + 3600_000;
    expect(dropOldPayloads(bench.store.db, { before: made, keepWanted: false })).toBe(1); // the session's start: no job
    bench.store.db.exec('update jobs set wants_recompress = 1 where prompt_number = 2');
    expect(dropOldPayloads(bench.store.db, { before: made + 1, keepWanted: true })).toBeGreaterThan(0);
    expect(payloads().full).toBe(bench.events(session.sessionId).filter((event) => event.promptNumber === 2).length);
    dropOldPayloads(bench.store.db, { before: made + 1, keepWanted: false });
    expect(payloads()).toEqual({ n: before.n, full: 0 });
    expect(count('observations')).toBe(2);
    // Reading the transcript again brings no payload back.
    await readAgain();
    expect(payloads().n).toBe(before.n + 1);
    expect(payloads().full).toBe(1);
  });

  it('keeps the payloads of an unfinished job', async () => {
    record(session);
    bench.take(payload(session, 'SessionStart', { source: 'startup' }), { at: 1000 });
    await bench.read(session.sessionId);
    dropOldPayloads(bench.store.db, { before: bench.clock.now + 9e9, keepWanted: false });
    expect(
      bench
        .events(session.sessionId)
        .filter((event) => event.body === null)
        .map((event) => event.kind),
    ).toEqual(['session_start']);
  });
});
