// Projects: renaming, merging, excluding.

import { expect, it } from 'vitest';
import { addShopMemories, SHOP_AT, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { addObservation } from '../../../test/helpers/records.ts';
import { projectRoutes } from './projects.ts';

const bench = useHttpBench();

it('renames, merges and excludes projects', async () => {
  addShopMemories(bench.db);
  const { ask } = bench;
  addObservation(bench.db, { session: 'b', project: '/home/dev/store/.git', at: SHOP_AT }, {});
  const ids = (await ask('GET', '/api/projects')).body.projects.map((project: { id: number }) => project.id);
  expect(ids).toHaveLength(2);
  expect((await ask('PATCH', `/api/projects/${ids[0]}`, { name: 'The shop' })).body.name).toBe('The shop');
  expect((await ask('PATCH', `/api/projects/${ids[0]}`, { excluded: true })).body.excluded).toBe(true);
  expect(
    (await ask('GET', '/api/settings')).body.settings.find((each: { key: string }) => each.key === 'excludeProjects')
      .value,
  ).toHaveLength(2);
  expect((await ask('PATCH', `/api/projects/${ids[0]}`, { excluded: false })).body.excluded).toBe(false);
  expect((await ask('POST', `/api/projects/${ids[1]}/merge`, { into: ids[0] })).status).toBe(200);
  expect((await ask('GET', '/api/projects')).body.projects).toHaveLength(1);
  expect((await ask('POST', `/api/projects/${ids[0]}/merge`, { into: ids[0] })).status).toBe(400);
});

it('no route is left without a test', () => {
  expect(unserved(bench, projectRoutes(bench.deps))).toEqual([]);
});
