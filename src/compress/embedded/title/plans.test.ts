// What a document or a plan is called by what was done of it.
import { expect, it } from 'vitest';
import { implemented, planned, written } from './plans.ts';

it.each([
  ['Retention of invoices', 'Write "Retention of invoices"'],
  // One word says too little.
  ['Current', 'Current'],
  // Tells what was done by itself.
  ['Add retry limits', 'Add retry limits'],
])('a document that was written: %s', (heading, title) => expect(written(heading)).toBe(title));

it('a plan is for something, and what was handed over is implemented', () => {
  expect(planned('Plan: Fix the login')).toBe('Plan to fix the login');
  expect(planned('Login throttling')).toBe('Plan for Login throttling');
  expect(implemented('Login throttling plan', 'Implement the following plan:')).toBe('Implement Login throttling');
  expect(implemented('Login throttling plan', 'What about this plan?')).toBe('Login throttling plan');
});
