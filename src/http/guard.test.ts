// The guard: which requests are refused, and with which code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpBench, type HttpBench, TOKEN } from '../../test/helpers/http.ts';
import { createApp } from './app.ts';
import { createCredentials } from './auth.ts';

let bench: HttpBench;
beforeEach(() => {
  bench = createHttpBench();
});
afterEach(() => bench.close());

const HERE = 'http://127.0.0.1:37777';
async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; code: string; headers: Headers }> {
  const reply = await bench.app.hono.request(path.startsWith('http') ? path : HERE + path, init);
  const text = await reply.text();
  let code = '';
  try {
    code = JSON.parse(text).error?.code ?? '';
  } catch {
    // a page
  }
  return { status: reply.status, code, headers: reply.headers };
}
const known = { Authorization: `Bearer ${TOKEN}` };

describe('the token', () => {
  it('is needed by every route that reads or writes memory', async () => {
    const open = ['/', '/icon.svg', '/assets/:name', '/open', '/health', '/api/health', '/openapi.json'];
    for (const { spec } of bench.app.routes) {
      for (const path of spec.paths) {
        // A fresh app, so that the rate limit for requests without the token does not apply.
        bench.app = createApp(bench.deps, TOKEN);
        const { status } = await ask(path.replace(/:\w+/, '1'), { method: spec.method.toUpperCase() });
        if (open.includes(path)) expect([path, status]).not.toEqual([path, 401]);
        else expect([path, status]).toEqual([path, 401]);
      }
    }
  });

  it('is wrong unless it is the very one', async () => {
    for (const wrong of [
      'Bearer ',
      'Bearer x',
      `Bearer ${TOKEN}x`,
      `Basic ${TOKEN}`,
      TOKEN,
      `Bearer ${TOKEN.slice(1)}`,
      `Bearer ${TOKEN.slice(0, -1)}`,
    ])
      expect(await ask('/api/stats', { headers: { Authorization: wrong } })).toMatchObject({
        status: 401,
        code: 'NOT_ALLOWED',
      });
    expect((await ask('/api/stats', { headers: known })).status).toBe(200);
    // Not in the address, where it would be kept by browsers and logs.
    expect((await ask(`/api/stats?token=${TOKEN}`)).status).toBe(401);
  });
});

describe('the place', () => {
  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:37777',
    'notlocalhost:37777',
    'evil.127.0.0.1',
    '0.0.0.0',
    '192.168.1.4:37777',
    '[::]',
    '',
  ])('a request for the host "%s" is refused, token or not (DNS rebinding)', async (host) => {
    expect(await ask('/api/stats', { headers: { ...known, Host: host } })).toMatchObject({
      status: 403,
      code: 'HOST_REFUSED',
    });
    expect(await ask('/health', { headers: { Host: host } })).toMatchObject({ status: 403 });
  });

  it.each(['127.0.0.1:37777', 'localhost:1', 'LOCALHOST', '[::1]:37777'])('"%s" is served', async (host) => {
    expect((await ask('/api/stats', { headers: { ...known, Host: host } })).status).toBe(200);
  });

  it('an address with a foreign name is refused though the header is right', async () => {
    expect(
      (await ask('http://evil.example/api/stats', { headers: { ...known, Host: '127.0.0.1:37777' } })).status,
    ).toBe(403);
  });

  it.each([
    'http://evil.example',
    'https://127.0.0.1:37777',
    'http://127.0.0.1:3000',
    'http://127.0.0.1:377770',
    'http://127.0.0.1:37777.evil.example',
    'http://localhost:37777',
    'null',
    'file://',
  ])('a page of %s is refused', async (origin) => {
    const headers = { ...known, Host: '127.0.0.1:37777', Origin: origin, 'Content-Type': 'application/json' };
    expect(await ask('/api/forget', { method: 'POST', headers, body: '{}' })).toMatchObject({
      status: 403,
      code: 'ORIGIN_REFUSED',
    });
    expect((await ask('/api/stats', { headers })).status).toBe(403);
  });

  it('a request of a page that hides its origin is recognized by what the browser adds', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect((await ask('/api/stats', { headers: { ...known, 'Sec-Fetch-Site': site } })).status).toBe(403);
    for (const site of ['same-origin', 'none'])
      expect((await ask('/api/stats', { headers: { ...known, 'Sec-Fetch-Site': site } })).status).toBe(200);
  });

  it('no page is allowed to ask first, either', async () => {
    const headers = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
    const { status, headers: said } = await ask('/api/forget', { method: 'OPTIONS', headers });
    expect(status).toBe(403);
    expect(said.get('access-control-allow-origin')).toBeNull();
  });
});

describe('bodies', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('of type "%s" are refused: a form cannot write', async (type) => {
    const headers = { ...known, 'Content-Type': type };
    expect(await ask('/sessions/s/init', { method: 'POST', headers, body: '{"prompt":"x"}' })).toMatchObject({
      status: 415,
      code: 'CONTENT_TYPE_REFUSED',
    });
  });

  it('that are too large are refused, told or untold', async () => {
    const headers = { ...known, 'Content-Type': 'application/json' };
    const said = await ask('/sessions/s/init', {
      method: 'POST',
      headers: { ...headers, 'Content-Length': '104857600' },
      body: '{}',
    });
    expect(said).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1 << 20;
        controller.enqueue(new Uint8Array(1 << 20).fill(32));
      },
    });
    const unsaid = await ask('/sessions/s/init', {
      method: 'POST',
      headers,
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(unsaid).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    expect(sent).toBeLessThan(12 << 20);
  });
});

describe('files', () => {
  it('only the viewer’s own are served, however the path is written', async () => {
    mkdirSync(join(bench.deps.viewerFolder, 'assets'), { recursive: true });
    writeFileSync(join(bench.deps.viewerFolder, 'index.html'), '<!doctype html>');
    writeFileSync(join(bench.deps.viewerFolder, 'assets', 'app-1.js'), 'let a;');
    bench.app = createApp(bench.deps, TOKEN);
    expect((await ask('/')).headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await ask('/assets/app-1.js')).status).toBe(200);
    for (const path of [
      '/assets/../index.html',
      '/assets/%2e%2e/index.html',
      '/assets/..%2findex.html',
      '/assets/%2e%2e%2f%2e%2e%2fc-mem.db',
      '/../token',
      '/assets/%00',
      '/assets//etc/passwd',
      '/token',
      '/c-mem.db',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});

describe('the viewer’s way in', () => {
  it('is a link that works once and leaves a cookie no script can read', async () => {
    const made = await bench.ask('POST', '/api/viewer-link', {});
    const opened = await bench.app.hono.request(HERE + made.body.path);
    expect(opened.status).toBe(303);
    const cookie = opened.headers.get('set-cookie') as string;
    expect(cookie).toMatch(/^c-mem-viewer=\d+\.[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(TOKEN);
    const [pair = ''] = cookie.split(';');
    expect((await ask('/api/stats', { headers: { Cookie: pair } })).status).toBe(200);
    expect((await ask(made.body.path)).code).toBe('LINK_EXPIRED');
    expect((await ask('/api/stats', { headers: { Cookie: `${pair}x` } })).status).toBe(401);
    expect((await ask('/api/stats', { headers: { Cookie: pair.replace('=1', '=9') } })).status).toBe(401);
    // It outlives the worker, and not its month.
    bench.app = createApp(bench.deps, TOKEN);
    expect((await ask('/api/stats', { headers: { Cookie: pair } })).status).toBe(200);
    bench.clock.now += 31 * 24 * 3600_000;
    expect((await ask('/api/stats', { headers: { Cookie: pair } })).status).toBe(401);
  });

  it('is not opened by a cookie of another install', async () => {
    const { value } = createCredentials('another-token-that-is-long-enough-too', () => bench.clock.now).cookie();
    expect((await ask('/api/stats', { headers: { Cookie: `c-mem-viewer=${value}` } })).status).toBe(401);
  });

  it('is closed after a minute', async () => {
    const made = await bench.ask('POST', '/api/viewer-link', {});
    bench.clock.now += 61_000;
    expect((await ask(made.body.path)).code).toBe('LINK_EXPIRED');
  });
});

it('every answer forbids what it can, refusals included', async () => {
  const bodies = { post: '{}', patch: '{}', get: undefined, delete: undefined };
  for (const { spec } of bench.app.routes) {
    for (const headers of [{}, known]) {
      bench.app = createApp(bench.deps, TOKEN);
      const body = bodies[spec.method];
      const path = (spec.paths[0] as string).replace(/:\w+/, '1');
      const sent = { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) };
      const reply = await bench.app.hono.request(HERE + path, {
        method: spec.method.toUpperCase(),
        headers: sent,
        ...(body ? { body } : {}),
      });
      await reply.body?.cancel();
      expectHeaders(path, reply);
    }
  }
  for (const path of ['/unknown', '/api/unknown']) expectHeaders(path, await bench.app.hono.request(HERE + path));
  const refused = await bench.app.hono.request(`${HERE}/sessions/s/init`, {
    method: 'POST',
    headers: { ...known, 'Content-Type': 'application/json', 'Content-Length': `${9 << 20}` },
    body: '{}',
  });
  expectHeaders('too large', refused);
  expect(refused.headers.get('connection')).toBe('close');
});

function expectHeaders(path: string, { headers }: Response): void {
  const expected = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': expect.stringMatching(/^(no-store|no-cache|public, .*immutable)$/),
  };
  const given = Object.keys(expected).map((name) => [name, headers.get(name)]);
  expect([path, Object.fromEntries(given)]).toEqual([path, expected]);
}

describe('limits', () => {
  it('guessing is slow, and does not keep those out who know', async () => {
    const tries = [];
    for (let i = 0; i < 100; i += 1)
      tries.push((await ask('/api/stats', { headers: { Authorization: `Bearer ${i}` } })).status);
    expect(tries.filter((status) => status === 401)).toHaveLength(60);
    expect(tries.at(-1)).toBe(429);
    expect((await ask('/api/stats', { headers: known })).status).toBe(200);
    bench.clock.now += 1000;
    expect((await ask('/health')).status).toBe(200);
  });

  it('an internal error is reported without its message, and logged by name only', async () => {
    bench.db.close();
    expect(await ask('/api/stats', { headers: known })).toMatchObject({ status: 500, code: 'INTERNAL' });
    expect(bench.log).toEqual([{ error: expect.stringMatching(/^(?:TypeError|ERR_INVALID_STATE)$/) }]);
    bench = createHttpBench();
  });
});
