// One run at a time, however often it is requested.
import { expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Work that ends when the test says so. */
function createWork() {
  const ends: (() => void)[] = [];
  return {
    run: () => new Promise<void>((done) => void ends.push(done)),
    started: () => ends.length,
    async end() {
      ends[ends.length - 1]?.();
      await new Promise(setImmediate);
    },
  };
}

it('starts immediately, and never twice at the same time', async () => {
  const work = createWork();
  const flight = createSingleFlight(work.run);
  expect(flight.isRunning()).toBe(false);
  flight.wake();
  expect([work.started(), flight.isRunning(), flight.isRequested()]).toEqual([1, true, false]);
  flight.wake();
  expect([work.started(), flight.isRequested()]).toEqual([1, true]);
});

it('any number of requests during a run make one more run follow', async () => {
  const work = createWork();
  const flight = createSingleFlight(work.run);
  flight.wake();
  for (let i = 0; i < 5; i += 1) flight.wake();
  await work.end();
  expect([work.started(), flight.isRunning(), flight.isRequested()]).toEqual([2, true, false]);
  await work.end();
  expect([work.started(), flight.isRunning()]).toEqual([2, false]);
});

it('rests only when no run follows', async () => {
  const work = createWork();
  let rests = 0;
  const flight = createSingleFlight(work.run, () => void (rests += 1));
  flight.wake();
  flight.wake();
  await work.end();
  expect(rests).toBe(0);
  await work.end();
  expect(rests).toBe(1);
  flight.wake();
  await work.end();
  expect([work.started(), rests]).toEqual([3, 2]);
});

it('has settled only after the run that follows', async () => {
  const work = createWork();
  const flight = createSingleFlight(work.run);
  await flight.settled();
  flight.wake();
  flight.wake();
  let settled = false;
  const settling = flight.settled().then(() => (settled = true));
  await work.end();
  expect(settled).toBe(false);
  await work.end();
  await settling;
  expect(flight.isRunning()).toBe(false);
});

it('once stopped, lets the current run end and starts no other', async () => {
  const work = createWork();
  const flight = createSingleFlight(work.run);
  flight.wake();
  flight.wake();
  flight.stop();
  expect(flight.isStopped()).toBe(true);
  await work.end();
  await flight.settled();
  flight.wake();
  expect(work.started()).toBe(1);
});
