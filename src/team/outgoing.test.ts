// What leaves a machine says nothing about the machine.
import { expect, it } from 'vitest';
import type { SharedObservation } from '../domain/team.ts';
import { bodyDigest, createPacker, type Machine } from './outgoing.ts';

const MACHINE: Machine = {
  ...{ home: '/home/annette', user: 'annette', host: 'thinkpad-7.lan' },
  projects: [
    { root: '/home/annette/code/shop', name: 'shop' },
    { root: '/srv/bank', name: 'bank' },
  ],
};
const BODY: SharedObservation = {
  ...{ title: null, subtitle: null, narrative: null, facts: [], concepts: [], filesRead: [], filesModified: [] },
  ...{ touches: [], rule: null, session: null, host: null, turn: null, branch: null, commit: null, editedAt: null },
};

function packed(body: Partial<SharedObservation>, machine = MACHINE): { body: SharedObservation; all: string } {
  const pack = createPacker({ fieldLimitKb: 64, redactPatterns: [] }, machine);
  const item = pack({
    ...{ uid: 'u', op: 'put', scrub: false, version: 1, kind: 'observation', remoteId: 1, rev: 1, at: 1 },
    ...{ supersededBy: null, supersededRev: 0, roots: ['/home/annette/code/shop-wt', '/home/annette/code/shop'] },
    content: { kind: 'observation', type: 'bugfix', body: { ...BODY, ...body } },
  });
  return { body: item.body as SharedObservation, all: JSON.stringify(item) };
}

it.each([
  ['in /home/annette/code/shop/src/a.ts, line 3', 'in src/a.ts, line 3'],
  ['in `/home/annette/code/shop-wt/src/a.ts`', 'in `src/a.ts`'],
  ['cd /home/annette/code/shop && make', 'cd . && make'],
  ['it is /home/annette/code/shop.', 'it is ..'],
  ['/srv/bank/main.go uses it', 'bank/main.go uses it'],
  ['see /home/annette/.ssh/config', 'see ~/.ssh/config'],
  ['/home/bob/x and /Users/bob/y and C:\\Users\\bob\\z', '~/x and ~/y and ~\\z'],
  ['annette@thinkpad-7.lan$ ls', '[user]@[host]$ ls'],
  ['ask annette, on thinkpad-7', 'ask [user], on [host]'],
  ['GET /api/users and /etc/nginx/nginx.conf', 'GET /api/users and /etc/nginx/nginx.conf'],
  ['annettes-branch stays', 'annettes-branch stays'],
  ['<private>no</private> password=hunter2xyz99!', 'password=[redacted:password]'],
])('%s', (text, expected) => {
  const { body } = packed({ narrative: text });
  expect(body.narrative?.trim()).toBe(expected);
});

it('has only files of the repository, relative to it', () => {
  const paths = [
    '/home/annette/code/shop/src/a.ts',
    '/home/annette/code/shop-wt/src/a.ts',
    '/etc/passwd',
    '../x',
    'docs/b.md',
  ];
  const { body, all } = packed({
    filesModified: paths,
    touches: paths.map((path) => ({ path, role: 'read', digest: 'd' })),
  });
  expect(body.filesModified).toEqual(['src/a.ts', 'docs/b.md']);
  expect(body.touches.map(({ path }) => path)).toEqual(['src/a.ts', 'src/a.ts', 'docs/b.md']);
  expect(all).not.toMatch(/annette|passwd/);
});

it('leaves names alone that every machine has', () => {
  const machine = { ...MACHINE, user: 'root', host: 'localhost', home: '/root' };
  expect(packed({ narrative: 'the root cause on localhost' }, machine).body.narrative).toBe(
    'the root cause on localhost',
  );
});

it('knows the same text whatever the order of its fields', () => {
  expect(bodyDigest({ a: 1, b: [null, { c: 2, d: 'x' }] })).toBe(bodyDigest({ b: [null, { d: 'x', c: 2 }], a: 1 }));
  expect(bodyDigest({ a: 1 })).not.toBe(bodyDigest({ a: 2 }));
});
