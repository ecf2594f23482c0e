// A flood is recognized by the events of two tenths of a second.
import { expect, it } from 'vitest';
import { createArrivalRate } from './arrival-rate.ts';

it('twenty within two windows are a flood, and a quiet moment ends it', () => {
  const clock = { now: 1_000_000 };
  const rate = createArrivalRate(() => clock.now);
  rate.add(10);
  expect(rate.isBusy()).toBe(false);
  clock.now += 150;
  rate.add(9);
  expect(rate.isBusy()).toBe(false);
  rate.add(1);
  expect(rate.isBusy()).toBe(true);
  clock.now += 100;
  expect(rate.isBusy()).toBe(false);
  rate.add(30);
  clock.now += 99;
  expect(rate.isBusy()).toBe(true);
  clock.now += 300;
  expect(rate.isBusy()).toBe(false);
});
