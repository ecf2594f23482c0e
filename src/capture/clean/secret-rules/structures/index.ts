// Finds secrets by the structure around them: key blocks, addresses, headers, statements, files of a known layout.
import { Hinted } from '../hints.ts';
import { isPlaceholder } from '../judge/value-shape.ts';
import type { Rule } from '../rule.ts';
import { ADDRESSES } from './addresses.ts';
import { CODE } from './code.ts';
import { KEYS } from './keys.ts';
import { PRINTED } from './printed.ts';
import { SETTINGS } from './settings.ts';

const STRUCTURES = [...KEYS, ...ADDRESSES, ...SETTINGS, ...CODE, ...PRINTED];
const HINTED = new Hinted(STRUCTURES, ({ hints }) => hints);

export const findStructures: Rule = (text, hits, found) => {
  for (const { kind, pattern, accept } of HINTED.of(hits)) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      if (match[0].length === 0) pattern.lastIndex += 1;
      const [start, end] = match.indices?.groups?.['secret'] ?? [0, 0];
      const secret = text.slice(start, end);
      if (end > start && (accept ? accept(secret) : !isPlaceholder(secret))) found.push({ start, end, kind });
    }
  }
};
