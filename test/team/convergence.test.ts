// Machines that were offline, writers that commit late: everything arrives everywhere, once, and all end with the same rows.
import { describe, expect, it } from 'vitest';
import { hasPostgres } from '../helpers/postgres.ts';
import { runLateCommits, runWeekOffline } from '../helpers/team-torture.ts';

describe.skipIf(!hasPostgres)('convergence', () => {
  it('two machines that were offline for a week, with edits and forgets on both, end with the same rows', async () => {
    for (const seed of [1, 2]) await runWeekOffline({ seed, memories: 30, changes: 60 });
  }, 180_000);

  it('every memory of many writers arrives exactly once, whatever is committed when', async () => {
    const { expected, seen } = await runLateCommits({ writers: 8, pullers: 4, batches: 12 });
    expect(expected).toBeGreaterThan(200);
    for (const uids of seen) expect(uids).toEqual(seen[0]);
    expect(seen[0]).toHaveLength(expected);
  }, 180_000);
});
