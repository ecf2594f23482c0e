// Addresses as people write them, and links that carry them.
import { expect, it } from 'vitest';
import { isLocal, parseAddress, showAddress } from './address.ts';
import { fromLink, toLink } from './team-file.ts';

it('reads an address', () => {
  expect(parseAddress('postgres://admin@db.example.com/memories')).toEqual({
    ...{ host: 'db.example.com', port: 5432, database: 'memories', user: 'admin', password: null },
  });
  expect(parseAddress('db.example.com:6000/memories')).toMatchObject({
    host: 'db.example.com',
    port: 6000,
    user: null,
  });
  expect(parseAddress('postgresql://a:p%40ss@[::1]:5433/m')).toMatchObject({
    host: '::1',
    port: 5433,
    password: 'p@ss',
  });
  const socket = parseAddress('postgres://admin@/memories?host=/run/postgresql');
  expect([socket.host, showAddress(socket)]).toEqual([
    '/run/postgresql',
    '/run/postgresql (Unix socket), database memories',
  ]);
});

it.each([
  ['mysql://x/y', 'must begin with postgres://'],
  ['postgres://host', 'no database'],
  ['postgres:///db', 'no host'],
  ['postgres://h/db?sslmode=disable', 'certificates are always checked'],
])('%s is refused', (text, message) => expect(() => parseAddress(text)).toThrow(message));

it('knows what never leaves the machine', () => {
  expect(['/run/postgresql', 'localhost', '127.0.0.1', '127.1.2.3', '::1'].every(isLocal)).toBe(true);
  expect(['10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com', 'db'].some(isLocal)).toBe(false);
});

it('carries an invitation in a link', () => {
  const access = { host: 'db', port: 5432, database: 'm', user: 'u', password: 'p', ca: null, accept: ['x/y'] };
  expect(fromLink(` ${toLink(access)}\n`)).toEqual(access);
  expect(fromLink(JSON.stringify(access))).toEqual(access);
  for (const bad of ['hello', 'c-mem-join:bm9wZQ', '{"host": 1}']) expect(() => fromLink(bad)).toThrow();
});
