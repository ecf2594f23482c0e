// Which sentences say nothing that anyone wants to know tomorrow.
import { expect, it } from 'vitest';
import { isFiller } from './sentences.ts';

it.each([
  "Wait — I'm in plan mode, so I can only edit the plan file.",
  'Hmm, let me look at the exporter first.',
  'Oops, I forgot the header.',
])('somebody who talks to himself: %s', (sentence) => expect(isFiller(sentence)).toBe(true));

it.each(['Wait for the lock before the index is written.', 'The exporter waits until the lock is free.'])(
  'but not: %s',
  (sentence) => expect(isFiller(sentence)).toBe(false),
);
