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
  expect((await ask('POST', `/api/projects/${ids[1]}/unmerge`)).body.id).toBe(ids[1]);
  expect((await ask('POST', `/api/projects/${ids[1]}/unmerge`)).status).toBe(404);
  expect((await ask('POST', `/api/projects/${ids[1]}/merge`, { into: ids[0] })).status).toBe(200);
  expect((await ask('POST', `/api/projects/${ids[0]}/merge`, { into: ids[0] })).status).toBe(400);
});

it('returns the profile of a project', async () => {
  addShopMemories(bench.db);
  const { id } = bench.db.prepare('select id from projects').get() as { id: number };
  bench.db.exec(
    `insert into events (session_id, project_id, key, kind, source, payload_bytes, created_at, stored_at)
       values ('a', ${id}, 'k', 'tool', 'hook', 0, 1, 1);
     insert into runs (event_id, position, project_id, kind, command, partial, failed, created_at)
       select id, 0, ${id}, 'test', 'npm test', 0, 0, 1 from events where key = 'k'`,
  );
  const { body } = await bench.ask('GET', `/api/projects/${id}/profile`);
  expect(body).toEqual({
    project: { id, name: 'shop', key: '/home/dev/shop/.git' },
    commands: [{ kind: 'test', command: 'npm test', passed: 1, runs: 1, partial: false, lastFailed: false, lastAt: 1 }],
    failures: [],
    pairs: [],
  });
  expect((await bench.ask('GET', '/api/projects/99/profile')).body.error.code).toBe('PROJECT_UNKNOWN');
});

it('no route is left without a test', () => {
  expect(unserved(bench, projectRoutes(bench.deps))).toEqual([]);
});
