// IDs as people write them.
import { expect, it } from 'vitest';
import { formatId, parseId } from './ids.ts';

it('ids are read as they are written, and as people write them', () => {
  for (const kind of ['observation', 'summary', 'prompt'] as const)
    expect(parseId(formatId(kind, 42))).toEqual({ kind, id: 42 });
  expect(parseId(' 7 ')).toEqual({ kind: 'observation', id: 7 });
  expect(parseId('s7')).toEqual({ kind: 'summary', id: 7 });
  for (const odd of ['', '#', 'X1', '#1.5', '-1', '##2', '1 2']) expect(parseId(odd), odd).toBeNull();
});
