// The retry policy in numbers.
import { expect, it } from 'vitest';
import { mayAskModel, mayAskModelAgain, mayTryAgain, retryWaitMs } from './retry-policy.ts';

it('a model is asked three times, then the embedded compressor takes over', () => {
  expect([1, 2, 3, 4].map(mayAskModel)).toEqual([true, true, true, false]);
  expect([1, 2, 3].map(mayAskModelAgain)).toEqual([true, true, false]);
});

it('a job that fails through a fault of our own is tried five times', () => {
  expect([1, 4, 5].map(mayTryAgain)).toEqual([true, true, false]);
});

it('waits double, are spread by half, and stop growing', () => {
  expect([1, 2, 3].map((tries) => retryWaitMs(tries, null, 0.5))).toEqual([2000, 4000, 8000]);
  expect([0, 1].map((random) => retryWaitMs(1, null, random))).toEqual([1000, 3000]);
  expect(retryWaitMs(50, null, 0.5)).toBe(retryWaitMs(11, null, 0.5));
});

it('a provider that says how long to wait is not asked earlier', () => {
  expect(retryWaitMs(1, 60_000, 0.5)).toBe(60_000);
  expect(retryWaitMs(6, 1000, 0.5)).toBe(64_000);
});
