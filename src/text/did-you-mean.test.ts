// Suggestions for mistyped words.
import { expect, it } from 'vitest';
import { closest, didYouMean } from './did-you-mean.ts';

const FLAGS = ['search', 'session', 'project', 'since', 'until', 'dry-run', 'yes', 'json'];

it.each([
  ['sinze', 'since'],
  ['serach', 'search'],
  ['dryrun', 'dry-run'],
  ['dryRun', 'dry-run'],
  ['jsno', 'json'],
  ['proj', 'project'],
  ['y', 'yes'],
  ['untill', 'until'],
  ['x', null],
  ['s', null],
  ['nonsense', null],
  ['', null],
  ['--', null],
])('%s -> %s', (typed, meant) => {
  expect(closest(typed, FLAGS)).toBe(meant);
});

it('is a sentence, or nothing', () => {
  expect(didYouMean('q', ['query', 'project'], (name) => `"${name}"`)).toBe('Did you mean "query"? ');
  expect(didYouMean('zzz', ['query'])).toBe('');
});
