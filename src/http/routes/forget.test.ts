// Forgetting permanently.

import { expect, it } from 'vitest';
import { addShopMemories, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { forgetRoutes } from './forget.ts';

const bench = useHttpBench();

it('forgets permanently on request, and first shows what would be deleted', async () => {
  const { second } = addShopMemories(bench.db);
  const { ask, db } = bench;
  const would = await ask('POST', '/api/forget', { targets: [{ observation: second }], dryRun: true });
  expect(would.body).toMatchObject({ done: false, forgotten: { observations: 1 } });
  expect((await ask('GET', `/api/observations/${second}`)).status).toBe(200);
  expect((await ask('POST', '/api/forget', { targets: [{ session: 'a' }] })).body).toMatchObject({
    done: true,
    forgotten: { sessions: 1, observations: 2 },
  });
  expect(db.prepare('select count(*) as n from observations').get()).toEqual({ n: 0 });
});

it('no route is left without a test', () => {
  expect(unserved(bench, forgetRoutes(bench.deps))).toEqual([]);
});
