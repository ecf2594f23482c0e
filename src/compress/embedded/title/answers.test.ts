// What is only offered, or left to the reader, was not done.
import { expect, it } from 'vitest';
import { readMessage } from '../../../text/message.ts';
import { withoutOffers } from './answers.ts';

const told = (message: string, isDone: boolean) =>
  withoutOffers(readMessage(message), isDone).passages.map(({ text }) => text);

it('the points of an offer are no deeds, those of a report are', () => {
  const offer =
    'Fixed the totals.\n\nIf you want more room, I can:\n- Trim the header of the invoice\n- Shrink its footer';
  expect(told(offer, true)).not.toContain('Trim the header of the invoice');
  expect(told(offer, false)).not.toContain('Trim the header of the invoice');
  const report = 'Fixed the totals.\n\nFor more room, I did this:\n- Trim the header of the invoice';
  expect(told(report, true)).toContain('Trim the header of the invoice');
});

it.each([
  ['How to test', 'Changes'],
  ['Next steps', 'Steps'],
  ['Usage', 'Use of memory'],
  ['Known limitations', 'Limits'],
  ['下一步', '修改'],
  ['Nächste Schritte', 'Schritte'],
])('of work that was done, what stands under "%s" is left to the reader, under "%s" it is not', (heading, other) => {
  const message = (under: string) => `Fixed the totals.\n\n## ${under}\n- Start the server with the new flag`;
  expect(told(message(heading), true)).not.toContain('Start the server with the new flag');
  expect(told(message(heading), false)).toContain('Start the server with the new flag');
  expect(told(message(other), true)).toContain('Start the server with the new flag');
});

it('a message that only offers stays as it is', () => {
  expect(told('I can:\n- Trim the header', true)).toEqual(['I can:', 'Trim the header']);
});
