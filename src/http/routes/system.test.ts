// Health and settings.

import { expect, it } from 'vitest';
import { addShopMemories, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { systemRoutes } from './system.ts';

const bench = useHttpBench();

it('tells its health: little to strangers, all with the token', async () => {
  const stranger = await bench.ask('GET', '/health', undefined, { Authorization: '' });
  expect(Object.keys(stranger.body).sort()).toEqual(['status', 'version']);
  expect((await bench.ask('GET', '/health')).body).toMatchObject({
    ...{
      status: 'troubled',
      capturing: false,
      pid: process.pid,
      port: 37777,
      uptime: 0,
      activeSessions: 0,
      queueDepth: 0,
    },
    ...{ oldestWaiting: null, spoolBacklog: 0, failures: 0, lastModelError: null },
  });
  addShopMemories(bench.db);
  expect((await bench.ask('GET', '/api/stats')).body).toMatchObject({
    observations: 2,
    types: { bugfix: 1, decision: 1 },
  });
  expect((await bench.ask('GET', '/api/usage')).body).toMatchObject({ provider: 'embedded', today: { calls: 0 } });
});

it('changes settings, tells no secret, and leaves programs to the command line', async () => {
  const { ask } = bench;
  const changed = await ask('PATCH', '/api/settings', {
    'context.full': 3,
    apiKey: 'sk-very-secret',
    idleMinutes: null,
  });
  expect(JSON.stringify(changed.body)).not.toContain('sk-very-secret');
  const by = (key: string) => changed.body.settings.find((each: { key: string }) => each.key === key);
  expect(by('context.full')).toMatchObject({ value: 3, source: 'file', default: 3 });
  expect(by('apiKey')).toMatchObject({ value: null, isSet: true, secret: true });
  expect((await ask('PATCH', '/api/settings', { 'context.full': 99 })).body.error.code).toBe('SETTING_INVALID');
  expect((await ask('PATCH', '/api/settings', { claudePath: '/tmp/evil' })).status).toBe(400);
  expect((await ask('PATCH', '/api/settings', { nonsense: 1 })).status).toBe(400);
  expect((await ask('GET', '/api/settings')).status).toBe(200);
});

it('no route is left without a test', () => {
  expect(unserved(bench, systemRoutes(bench.deps))).toEqual([]);
});
