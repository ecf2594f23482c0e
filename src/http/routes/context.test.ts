// The context, for hosts that ask for it.

import { expect, it } from 'vitest';
import { addShopMemories, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { contextRoutes } from './context.ts';

const bench = useHttpBench();

it('hands over the context for a host that asks', async () => {
  addShopMemories(bench.db);
  const text = await bench.ask('GET', '/api/context/inject?project=shop');
  expect(text.headers.get('content-type')).toContain('text/plain');
  expect(text.body).toContain('<c-mem-context>');
  expect(text.body).toContain('Count totals in cents');
  await bench.ask('GET', '/api/context/inject?project=shop&session=a&format=json');
  expect((await bench.ask('GET', '/api/sessions/a')).body.turns[0].told).toMatchObject([{ occasion: 'session_start' }]);
  expect((await bench.ask('GET', '/context/inject?project=elsewhere')).body).toContain('No memories for elsewhere yet');
  const preview = await bench.ask('POST', '/api/context/preview', {
    project: 'shop',
    settings: { 'context.types': ['decision'] },
  });
  expect(preview.body.text).not.toContain('#1 ');
  expect((await bench.ask('POST', '/api/context/preview', { project: 'shop', settings: { apiKey: 'x' } })).status).toBe(
    400,
  );
});

it('no route is left without a test', () => {
  expect(unserved(bench, contextRoutes(bench.deps))).toEqual([]);
});
