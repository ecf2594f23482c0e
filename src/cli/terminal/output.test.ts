// How commands print text, JSON and errors.
import { afterEach, expect, it, vi } from 'vitest';
import { CMemError } from '../../domain/errors.ts';
import { fail } from './output.ts';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

function told(error: unknown): [string, unknown] {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  fail(error);
  return [text, process.exitCode];
}

it.each(['EROFS', 'EACCES', 'EPERM', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ENOSPC', 'EDQUOT'])('%s has a fix', (code) => {
  const raw = Object.assign(new Error(`${code}: raw words, open '/x/y'`), { code, path: '/x/y', syscall: 'open' });
  const [text, exit] = told(raw);
  expect(exit).toBe(1);
  expect(text).toMatch(/^c-mem: \/x\/y cannot be used: .+\.\n.+\.\n$/);
  expect(text).not.toContain('raw words');
});

it('wrong usage ends with 2, all else with 1', () => {
  expect(told(new CMemError('USAGE', 'No'))).toEqual([expect.stringMatching(/^c-mem: No\.\n/), 2]);
  expect(told(new CMemError('SETTING_INVALID', 'No'))[1]).toBe(2);
  expect(told(new CMemError('STORE_MISSING', 'No'))[1]).toBe(1);
  expect(told(new Error('odd'))).toEqual(['c-mem: odd\n', 1]);
});
