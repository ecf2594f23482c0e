// The exchange with a team at full size: 32 writers with transactions held open, 100 kills of workers, 10 restarts of the
// server, many weeks offline.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, createCluster, hasPostgres } from '../helpers/postgres.ts';
import { createTeamHome, createTeamWith, joinTeam, runKills, type TeamHome } from '../helpers/team-homes.ts';
import { runLateCommits, runWeekOffline } from '../helpers/team-torture.ts';

const seed = Number(process.env['C_MEM_SEED'] ?? Date.now() % 100_000);

describe.skipIf(!hasPostgres)(`team, seed ${seed}`, () => {
  it('32 writers, 8 who pull: everything arrives exactly once', async () => {
    const { expected, seen } = await runLateCommits({ writers: 32, pullers: 8, batches: 40 });
    for (const titles of seen) expect(titles).toEqual(seen[0]);
    expect(seen[0]).toHaveLength(expected);
    expect(new Set(seen[0]).size).toBe(expected);
  });

  it('weeks offline: the same rows everywhere', async () => {
    for (let n = 0; n < 20; n += 1) await runWeekOffline({ seed: seed + n, memories: 60, changes: 200 });
  });

  describe('kills', () => {
    let cluster: Cluster;
    const homes: TeamHome[] = [];
    beforeAll(async () => {
      cluster = await createCluster();
      const ann = createTeamHome();
      homes.push(ann);
      await createTeamWith(cluster, ann, 'ann');
      await ann.cli(['team', 'share', '--yes']);
      for (const name of ['bob', 'kim']) {
        const home = createTeamHome();
        homes.push(home);
        await joinTeam(ann, home, name);
        await home.cli(['team', 'accept', '--yes']);
      }
    });
    afterAll(async () => {
      for (const home of homes) await home.scratch.dispose();
      await cluster?.dispose();
    });

    it('100 kills of workers and 10 restarts of the server: nothing lost, nothing twice', async () => {
      const { made, seen } = await runKills(cluster, homes, { memories: 100, kills: 100, restarts: 10, seed });
      for (const titles of seen) expect(titles).toEqual(made);
    });
  });
});
