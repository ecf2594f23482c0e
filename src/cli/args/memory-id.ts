// A memory ID as it was typed.

import { CMemError } from '../../domain/errors.ts';
import type { MemoryKind } from '../../domain/filter.ts';
import { parseId } from '../../recall/ids.ts';

export function memoryId(text: string): { kind: MemoryKind; id: number } {
  const id = parseId(text);
  if (id) return id;
  throw new CMemError('USAGE', `"${text}" is not a memory ID`, {
    fix: 'IDs look like 12, #12, S3, P4 or H5; `c-mem search` shows them.',
  });
}
