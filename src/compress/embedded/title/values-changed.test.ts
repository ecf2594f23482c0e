// What a small edit of a value is called.
import { expect, it } from 'vitest';
import { compress, prompt, stop, tool } from '../../../../test/helpers/material.ts';

it.each([
  [
    '/w/.github/workflows/release.yml',
    [' with:', '+  token: RELEASE_TOKEN'],
    'Set token to RELEASE_TOKEN in release.yml',
  ],
  [
    '/w/Cargo.toml',
    [' name = "tide"', '-version = "0.9.0"', '+version = "0.9.1"'],
    'Change version from 0.9.0 to 0.9.1 in Cargo.toml',
  ],
  [
    '/w/src/retry.ts',
    ['-const MAX_RETRIES = 5;', '+const MAX_RETRIES = 3;'],
    'Change MAX_RETRIES from 5 to 3 in retry.ts',
  ],
  ['/w/package.json', ['-  "postinstall": "node build.js",'], 'Remove postinstall from package.json'],
])('%s: %j', (path, lines, title) => {
  const changed = tool(
    'Edit',
    { file_path: path, old_string: 'a', new_string: 'b' },
    { filePath: path, structuredPatch: [{ lines }] },
    [{ path, role: 'modified', digest: null }],
  );
  expect(compress([prompt('go on'), changed, stop('Done.')]).observations[0]?.title).toBe(title);
});

it('an edit of code that does more is not called by one of its lines', () => {
  const path = '/w/src/retry.ts';
  const lines = ['-const delay = wait(1);', '+const limit = 3;', '+await pause(limit);'];
  const changed = tool(
    'Edit',
    { file_path: path, old_string: 'a', new_string: 'b' },
    { filePath: path, structuredPatch: [{ lines }] },
    [{ path, role: 'modified', digest: null }],
  );
  const [made] = compress([prompt('Retry three times'), changed, stop('Done.')]).observations;
  expect(made?.title).not.toMatch(/limit|delay/);
});

const edited = (lines: string[]) =>
  tool(
    'Edit',
    { file_path: '/w/src/mask.go', old_string: 'a', new_string: 'b' },
    { filePath: '/w/src/mask.go', structuredPatch: [{ lines }] },
    [{ path: '/w/src/mask.go', role: 'modified', digest: null }],
  );

it('one thing that replaces another everywhere', () => {
  const lines = ['-\tsave(bytes("a b"))', '+\tsave([]byte("a b"))', '-\tsend(bytes(x))', '+\tsend([]byte(x))'];
  const [made] = compress([prompt('go on'), edited(lines), stop('Done.')]).observations;
  expect(made?.title).toBe('Replace bytes with []byte in mask.go');
});

it.each([
  [['-\tlog the old value', '+\tlog the new value']],
  [['-\ta := one(x)', '+\ta := two_1(x)', '-\tb := first_1(x)', '+\tb := second_2(x)']],
  [['-\tcount:   true', '+\tcount: true']],
])('an everyday word, two replacements or mere spaces are none: %j', (lines) => {
  const [made] = compress([prompt('fix the build of the mask package'), edited(lines), stop('Done.')]).observations;
  expect(made?.title ?? '').not.toContain('Replace');
});
