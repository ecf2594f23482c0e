// How a hook was called, and which calls are ignored.
import { expect, it } from 'vitest';
import { readCall } from './call.ts';

it('a call of our plugin names its event and its host', () => {
  expect(readCall(['Stop', 'plugin:claude-code'])).toEqual({
    event: 'Stop',
    door: { host: 'claude-code', plugin: true },
  });
});

it.each([[], ['Stop'], ['', 'plugin:claude-code'], ['Stop', 'claude-code'], ['Stop', 'plugin:'], ['Stop', 'plugin:-']])(
  'a host that drops or changes the arguments gets nothing done: %j %j',
  (...args) => {
    expect(readCall(args)).toBeNull();
  },
);

it.each([
  [['--open'], '', null],
  [['--open', 'Stop'], 'Stop', null],
  [['--open', '--host', 'droid', 'Stop'], 'Stop', 'droid'],
  [['--open', '--host=droid', 'Stop'], 'Stop', 'droid'],
  [['--open', 'Stop', '--host=droid'], 'Stop', 'droid'],
])('a call by hand may name the host: %j', (args, event, host) => {
  expect(readCall(args)).toEqual({ event, door: { host, plugin: false } });
});
