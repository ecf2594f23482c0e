// The API as a whole: how it refuses, how it describes itself, and that each of its routes is tested.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useHttpBench } from '../../test/helpers/http.ts';
import { describeApi } from './openapi.ts';

const bench = useHttpBench();

it('refuses what is wrong with a code, and quotes nothing of it', async () => {
  const { ask } = bench;
  expect(await ask('POST', '/api/sessions/init', {})).toMatchObject({
    status: 400,
    body: { error: { code: 'REQUEST_INVALID' } },
  });
  const wrong = await ask('POST', '/sessions/s/init', { prompt: { secret: 'sesame' } });
  expect(wrong.status).toBe(400);
  expect(JSON.stringify(wrong.body)).not.toContain('sesame');
  expect(await ask('POST', '/sessions/s/init', '{"prompt":')).toMatchObject({
    status: 400,
    body: { error: { code: 'BODY_UNREADABLE' } },
  });
  expect(await ask('GET', '/sessions/none/status')).toMatchObject({
    status: 404,
    body: { error: { code: 'SESSION_UNKNOWN' } },
  });
  expect(await ask('GET', '/api/none')).toMatchObject({ status: 404, body: { error: { code: 'ROUTE_UNKNOWN' } } });
});

describe('the description', () => {
  it('names every route with what it takes and returns', async () => {
    const { body } = await bench.ask('GET', '/openapi.json');
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const mounted = bench.app.routes.flatMap(({ spec }) =>
      spec.paths.map((path) => `${spec.method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    );
    expect(described.sort()).toEqual([...new Set(mounted)].sort());
    expect(body).toEqual(JSON.parse(JSON.stringify(describeApi(bench.app.routes))));
    expect(
      body.paths['/api/sessions/init'].post.requestBody.content['application/json'].schema.properties,
    ).toHaveProperty('claudeSessionId');
    // What clients rely on is there.
    for (const path of [
      '/health',
      '/api/context/inject',
      '/sessions/{id}/init',
      '/sessions/{id}/observations',
      '/sessions/{id}/summarize',
      '/sessions/{id}/status',
      '/sessions/{id}',
      '/api/sessions/init',
      '/api/sessions/observations',
      '/api/sessions/summarize',
      '/api/sessions/complete',
      '/sessions/init',
      '/sessions/observations',
      '/sessions/summarize',
      '/sessions/complete',
      '/api/processing',
      '/api/pending-queue/process',
      '/api/search',
      '/api/timeline',
      '/api/observations',
      '/api/sessions',
      '/api/prompts',
      '/api/projects',
      '/api/stats',
      '/api/usage',
      '/api/settings',
      '/stream',
    ])
      expect(body.paths).toHaveProperty([path]);
  });

  it('no route is left without a test', () => {
    // A test file checks that all routes of its subject were called; here, that no such check is missing.
    const folder = join(import.meta.dirname, 'routes');
    const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
    const tests = files.filter(({ name }) => name.endsWith('.test.ts'));
    const makers = files.flatMap(({ text }) =>
      [...text.matchAll(/^export function (\w+Routes)\(/gm)].map(([, name]) => name),
    );
    const unchecked = makers.filter((name) => !tests.some(({ text }) => text.includes(`${name}(bench.deps)`)));
    expect(makers.length).toBeGreaterThan(5);
    // The viewer's are tested with the guard, and in a browser.
    expect(unchecked).toEqual(['viewerRoutes']);
  });
});
