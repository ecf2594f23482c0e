// Tasks run one after the other, only when due, and rest for an hour after a failure.
import { beforeEach, expect, it } from 'vitest';
import { createTaskRunner, type Task } from './task-runner.ts';

let clock: number;
let ran: string[];
let errors: unknown[];
beforeEach(() => {
  clock = 1_000_000;
  ran = [];
  errors = [];
});

const task = (name: string, options: { isDue?: () => boolean; run?: () => void | Promise<void> } = {}): Task => ({
  isDue: options.isDue ?? (() => true),
  async run() {
    ran.push(`${name} starts`);
    await options.run?.();
    ran.push(`${name} ends`);
  },
});
const runner = (...tasks: Task[]) =>
  createTaskRunner(
    tasks,
    () => clock,
    (error) => errors.push(error),
  );

it('runs what is due, in order, one after the other', async () => {
  const tasks = runner(
    task('a', { run: () => new Promise(setImmediate) }),
    task('b', { isDue: () => false }),
    task('c'),
  );
  tasks.start();
  tasks.start();
  expect(tasks.isRunning()).toBe(true);
  await tasks.settled();
  expect(ran).toEqual(['a starts', 'a ends', 'c starts', 'c ends']);
  expect(tasks.isRunning()).toBe(false);
});

it('does nothing if nothing is due', () => {
  const tasks = runner(task('a', { isDue: () => false }));
  tasks.start();
  expect(tasks.isRunning()).toBe(false);
});

it('after a failure the rest is left out, and all of them wait for an hour', async () => {
  let isBroken = true;
  const tasks = runner(
    task('a', {
      run: () => {
        if (isBroken) throw new Error('no room');
      },
    }),
    task('b'),
  );
  tasks.start();
  await tasks.settled();
  expect([ran, errors]).toEqual([['a starts'], [new Error('no room')]]);
  isBroken = false;
  clock += 3600_000 - 1;
  tasks.start();
  expect(tasks.isRunning()).toBe(false);
  clock += 1;
  tasks.start();
  await tasks.settled();
  expect(ran.slice(1)).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});

it('once stopped, ends after the current task and starts nothing more', async () => {
  const tasks = runner(task('a', { run: () => tasks.stop() }), task('b'));
  tasks.start();
  await tasks.settled();
  tasks.start();
  await tasks.settled();
  expect(ran).toEqual(['a starts', 'a ends']);
});
