// A sentence that ends where its list begins is told with what stands there.
import { expect, it } from 'vitest';
import { readMessage } from '../../../text/message.ts';
import { withTheirLists } from './lists.ts';

const lines = (message: string) => withTheirLists(readMessage(message));

it('takes its first point, or both of two', () => {
  expect(
    lines('Updated the README with details about:\n- Each log level (and its color)\n- The rotation of files'),
  ).toEqual([
    'Updated the README with details about each log level and the rotation of files',
    'Updated the README with details about each log level',
  ]);
  expect(lines('Created an ignore file that excludes:\n- Database files\n- Caches\n- Documents of the tests')).toEqual([
    'Created an ignore file that excludes database files',
  ]);
});

it.each([
  ['is complete', 'Updated the README of the logger:\n- Each log level\n- The rotation'],
  ['is no deed', 'The README has details about:\n- Each log level\n- The rotation'],
  ['has points that are deeds', 'Updated the README with notes for:\n- Add a log level\n- Remove a log level'],
  ['has no list', 'Updated the README with details about:\n\nNothing else.'],
])('but not if it %s', (_, message) => expect(lines(message)).toEqual([]));

it('what something does now stands in its list', () => {
  expect(lines('Fixed! The exporter now:\n1. Skips the months without orders\n2. A header for each year')).toEqual([
    'The exporter now skips the months without orders',
  ]);
});
