// What was asked, as it was typed.
import { describe, expect, it } from 'vitest';
import { speechOf } from '../speech/index.ts';
import { readRequest } from '../turn/request.ts';
import { typedLines } from './typed.ts';

const typed = (prompt: string) => typedLines(readRequest(prompt, []), speechOf(prompt));

describe('what was typed', () => {
  it.each([
    ['ok so can you look at the drift of the invoice totals', 'Look at the drift of the invoice totals'],
    [
      'the invoice totals drift by a cent, and I have no idea where that comes from or what it has to do with the rounding',
      'The invoice totals drift by a cent',
    ],
    [
      'if the export of the accounting module has no rows for a month at all, write a header without any rows',
      'Write a header without any rows',
    ],
    ['ok basically a report of the invoice totals', 'A report of the invoice totals'],
    ['nope die Rundungsfehler der Rechnungen', 'die Rundungsfehler der Rechnungen'],
    ['/notes the drift of the invoice totals in March', 'the drift of the invoice totals in March'],
    ['/fix the drift of the invoice totals in March', 'Fix the drift of the invoice totals in March'],
    ['请帮我看一下发票金额的舍入误差', '看一下发票金额的舍入误差'],
    ['guck mal bitte nach den Rundungsfehlern der Rechnungen', 'guck nach den Rundungsfehlern der Rechnungen'],
  ])('is without what makes it polite: %s', (prompt, line) =>
    expect(typed(prompt).map((one) => one.toLowerCase())).toEqual([line.toLowerCase()]),
  );

  it.each([
    ['names nothing', 'and then do that again'],
    ['is a command of the host', 'run /review:deep on the invoice totals'],
    ['points at something', 'reduce it to the invoice totals of the month'],
    ['is a line of a log', 'src/invoice/totals.c:22: warning: unused variable totals'],
    ['is a line of a shell', '~/work/shop ❯ npm run totals'],
    ['is code', '{"totals": [1, 2], "rounding": "half up"}'],
    ['was pasted', '```\nthe invoice totals drift by a cent\n```'],
    ['has no end that fits', `the totals ${'of every single invoice and order '.repeat(6)}drift`],
  ])('but not if it %s', (_, prompt) => expect(typed(prompt)).toEqual([]));
});
