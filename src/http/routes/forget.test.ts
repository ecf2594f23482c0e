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

it('hides a session or a project at once, deletes it when the time to undo is over, and brings it back until then', async () => {
  const { first } = addShopMemories(bench.db);
  const { ask, clock, deps } = bench;
  const targets = [{ session: 'a' }];
  const { body } = await ask('POST', '/api/forget', { targets, undo: true });
  expect(body).toMatchObject({ done: false, undoUntil: clock.now + 10_000, forgotten: { sessions: 1 } });
  expect((await ask('GET', '/api/memories')).body.items).toEqual([]);
  expect((await ask('GET', '/api/sessions')).body.sessions).toEqual([]);
  expect((await ask('POST', '/api/forget/undo', { targets })).body).toEqual({ restored: 1 });
  expect((await ask('GET', '/api/memories')).body.items).toHaveLength(2);
  expect((await ask('GET', '/api/sessions')).body.sessions).toHaveLength(1);
  expect((await ask('POST', '/api/forget/undo', { targets })).body).toEqual({ restored: 0 });

  await ask('POST', '/api/forget', { targets: [{ project: 'shop' }], undo: true });
  expect((await ask('GET', '/api/projects')).body.projects).toEqual([]);
  expect((await ask('GET', '/api/sessions')).body.sessions).toEqual([]);
  expect(deps.store.forgetting.due(clock.now + 9999)).toEqual([]);
  const due = deps.store.forgetting.due(clock.now + 10_000);
  expect(due).toContainEqual({ kind: 'project', id: 1 });
  deps.store.forgetting.forget(due, clock.now);
  expect(deps.store.projects.list()).toEqual([]);
  expect(deps.store.forgetting.delayed()).toEqual([]);
  expect((await ask('GET', `/api/observations/${first}`)).status).toBe(404);
});

it('offers undo for sessions and projects only', async () => {
  const { second } = addShopMemories(bench.db);
  const { status, body } = await bench.ask('POST', '/api/forget', { targets: [{ observation: second }], undo: true });
  expect([status, body.error.code]).toEqual([400, 'REQUEST_INVALID']);
});

it('no route is left without a test', () => {
  expect(unserved(bench, forgetRoutes(bench.deps))).toEqual([]);
});
