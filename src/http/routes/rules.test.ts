// Rules over HTTP: what a person does with them.
import { expect, it } from 'vitest';
import { addShopMemories, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { ruleRoutes } from './rules.ts';

const bench = useHttpBench();

it('lists, adds, confirms, edits, switches off and on, and forgets with undo', async () => {
  const { first } = addShopMemories(bench.db);
  const { ask } = bench;
  const { projectId } = (await ask('GET', `/api/observations/${first}`)).body;
  const project = String(projectId);
  const added = await ask('POST', '/api/rules', { text: '  Use pnpm,\nnever npm ', project });
  expect(added.body).toMatchObject({ text: 'Use pnpm, never npm', state: 'confirmed', source: 'person', quote: null });
  const { id } = added.body;
  const proposed = bench.deps.store.rules.add(
    { text: 'Use vitest for tests', scope: 'project', projectId, branch: null, by: 'agent' },
    bench.clock.now,
  );
  const states = async () =>
    (await ask('GET', `/api/rules?project=${project}`)).body.rules.map((rule: { id: number; state: string }) => [
      rule.id,
      rule.state,
    ]);
  expect(await states()).toEqual([
    [proposed, 'said'],
    [id, 'confirmed'],
  ]);
  expect((await ask('PATCH', `/api/rules/${proposed}`, { state: 'off' })).body.state).toBe('off');
  expect((await ask('PATCH', `/api/rules/${proposed}`, { state: 'on' })).body.state).toBe('said');
  for (const state of ['confirmed', 'said'])
    expect((await ask('PATCH', `/api/rules/${proposed}`, { state })).body.state).toBe(state);
  expect((await ask('PATCH', `/api/rules/${proposed}`, { state: 'confirmed' })).body.state).toBe('confirmed');
  expect(
    (await ask('PATCH', `/api/rules/${proposed}`, { text: 'Use vitest', scope: 'everywhere' })).body,
  ).toMatchObject({
    ...{ text: 'Use vitest', scope: 'everywhere', edited: true },
  });
  // The editor of memories confirms, too.
  await ask('PATCH', `/api/observations/${id}`, { title: 'Use pnpm' });
  expect((await ask('GET', '/api/rules')).body.rules.find((rule: { id: number }) => rule.id === id).text).toBe(
    'Use pnpm',
  );
  await ask('DELETE', `/api/observations/${id}`);
  expect(await states()).toEqual([[proposed, 'confirmed']]);
  await ask('POST', `/api/observations/${id}/restore`, {});
  expect(await states()).toHaveLength(2);
});

it('refuses what is no rule, and to make one of something else', async () => {
  const { first } = addShopMemories(bench.db);
  const { ask } = bench;
  expect((await ask('PATCH', `/api/rules/${first}`, { state: 'confirmed' })).status).toBe(404);
  expect((await ask('PATCH', `/api/observations/${first}`, { type: 'rule' })).status).toBe(400);
  expect((await ask('POST', '/api/observations', { text: 'Use npm', type: 'rule', project: 'shop' })).status).toBe(400);
  expect((await ask('POST', '/api/rules', { text: 'x'.repeat(200), project: 'shop' })).status).toBe(400);
  expect((await ask('GET', '/api/memories?type=rule')).body.items).toEqual([]);
});

it('serves every route', () => {
  expect(unserved(bench, ruleRoutes(bench.deps))).toEqual([]);
});
