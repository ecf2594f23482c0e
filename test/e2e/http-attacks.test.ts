// The API of a running worker, asked over real sockets by those who should not.
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { filesContaining } from '../helpers/scratch.ts';
import { ask, port, raw, scratch, start, token, useWorkerApi } from '../helpers/worker-api.ts';

useWorkerApi();

describe('attacks', () => {
  it('a foreign Host is refused on the wire, in every shape', async () => {
    await start();
    const auth = `Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    for (const head of [
      'GET /api/stats HTTP/1.1\r\nHost: evil.example\r\n',
      `GET /api/stats HTTP/1.1\r\nHost: rebind.example:${port}\r\n`,
      `GET http://evil.example/api/stats HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`,
      'GET /api/stats HTTP/1.0\r\n',
      'GET /api/stats HTTP/1.1\r\nHost: 127.0.0.1@evil.example\r\n',
    ]) {
      const { text } = await raw(head + auth);
      expect([head, /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]]).toEqual([head, expect.stringMatching(/^40[03]$/)]);
      expect(text).not.toContain('"observations"');
    }
    expect((await raw(`GET /api/stats HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${auth}`)).text).toContain(
      '"observations"',
    );
  });

  it('a form of a foreign page cannot write', async () => {
    await start();
    const body = '{"prompt":"planted","x":"="}';
    const { text } = await raw(
      `POST /sessions/evil/init HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://evil.example\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(text).toContain('ORIGIN_REFUSED');
    expect((await ask('GET', '/api/sessions')).body.sessions).toEqual([]);
  });

  it('a body of 100 MB is refused at once, and costs no memory', async () => {
    await start();
    await ask('GET', '/health');
    const before = (await ask('GET', '/health')).body.memoryMb;
    const head = `POST /sessions/s/init HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const piece = Buffer.alloc(1 << 20, 32);
    const told = await raw([
      Buffer.from(`${head}Content-Length: ${100 << 20}\r\n\r\n`),
      ...Array.from({ length: 100 }, () => piece),
    ]);
    expect(told.text === '' || told.text.includes('413')).toBe(true);
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]);
    await raw([
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`),
      ...Array.from({ length: 100 }, () => chunk),
      Buffer.from('0\r\n\r\n'),
    ]);
    expect((await ask('GET', '/health')).body.memoryMb - before).toBeLessThan(60);
    expect((await ask('GET', '/api/sessions')).body.sessions).toEqual([]);
  });

  it('those who send slowly are cut off', { timeout: 60_000 }, async () => {
    await start();
    // Each resolves only when the worker closes the connection.
    await Promise.all([
      raw('GET /api/stats HTTP/1.1\r\nHost: loc'),
      raw(
        `POST /sessions/s/init HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"pro`,
      ),
    ]);
    expect((await ask('GET', '/api/stats')).status).toBe(200);
  });

  it('a path leads nowhere but to routes', async () => {
    await start();
    for (const path of [
      '/../../etc/passwd',
      '/assets/../../../c-mem.db',
      '/assets/..%2f..%2ftoken',
      '//etc/passwd',
      '/token',
      '/c-mem.db',
      '/api/../token',
    ])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
  });

  it('neither token nor cookie nor link is in any log or in the store', async () => {
    await start();
    const link = JSON.parse((await scratch.cli(['viewer', '--json'])).stdout).url as string;
    const cookie = await new Promise<string>((done) => {
      request(link, (reply) => done(String(reply.headers['set-cookie']).split(';')[0] as string)).end();
    });
    await ask('GET', '/api/stats', undefined, { headers: { Authorization: '', Cookie: cookie } });
    await ask('GET', '/api/stats', undefined, { headers: { Authorization: 'Bearer wrong-token-wrong-token' } });
    await ask('POST', '/sessions/s/init', 'not an object');
    await ask('POST', '/sessions/s/init', { prompt: 'x' });
    await scratch.cli(['worker', 'stop']);
    const code = new URL(link).searchParams.get('code') as string;
    const signature = cookie.split('.')[1] as string;
    for (const secret of [code, signature, 'wrong-token-wrong-token'])
      expect(filesContaining(scratch.paths.home, secret)).toEqual([]);
    expect(filesContaining(scratch.paths.home, token)).toEqual([scratch.paths.token]);
  });
});
