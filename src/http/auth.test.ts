// The token file is private to its owner.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readToken } from './auth.ts';

it('the token is made once, and only its owner can read it, whatever the umask of the process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-keys-'));
  const umask = process.umask(0o000);
  try {
    const file = join(folder, 'token');
    const token = readToken(file);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readToken(file)).toBe(token);
  } finally {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  }
});
