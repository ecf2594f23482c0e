// What is to be read is listed once for each session, and an end is never lost.
import { expect, it } from 'vitest';
import type { Ingested } from '../../capture/ingest.ts';
import type { Ended } from '../../capture/reconcile.ts';
import { createReadingList } from './reading-list.ts';

const event = (readUp: Ended | null, forked = false): Ingested => ({
  ...{ sessionId: 's', result: 'recorded' as Ingested['result'], promptNumber: 1, project: 'shop', readUp, forked },
});
const listed = (...events: Ingested[]) => {
  const list = createReadingList();
  for (const each of events) list.addFor(each);
  return [...list.entries()].map(([, { over, forked }]) => [over, forked]);
};

it.each([
  ['a tool call asks for nothing', [event(null)], []],
  ['a Stop', [event('turn')], [['turn', false]]],
  ['what is over stays over', [event('session'), event('turn'), event('nothing')], [['session', false]]],
  ['a turn that has ended stays ended', [event('turn'), event('nothing')], [['turn', false]]],
  ['more has ended', [event('nothing'), event('turn'), event('session')], [['session', false]]],
  ['a fork stays a fork', [event('turn', true), event('session')], [['session', true]]],
])('%s', (_, events, expected) => {
  expect(listed(...events)).toEqual(expected);
});

it('an agent that has ended is read besides its session', () => {
  const agent = { agent: 'a1', path: null };
  expect(listed(event('turn'), event(agent), event({ agent: 'a2', path: null }))).toHaveLength(3);
});

it('a session is read to its end only if it is over', () => {
  const list = createReadingList();
  list.addSession({ id: 'going', status: 'active', startSource: 'fork' });
  list.addSession({ id: 'over', status: 'completed', startSource: 'startup' });
  list.addEnded('silent');
  expect(new Map(list.entries())).toEqual(
    new Map([
      ['going', { sessionId: 'going', over: 'nothing', forked: true }],
      ['over', { sessionId: 'over', over: 'session', forked: false }],
      ['silent', { sessionId: 'silent', over: 'session', forked: false }],
    ]),
  );
});

it('what was asked for again while it was read stays on the list', () => {
  const list = createReadingList();
  list.addFor(event('turn'));
  const [[key, reading]] = [...list.entries()] as [[string, never]];
  list.addFor(event('turn'));
  list.done(key, reading);
  expect([...list.entries()]).toHaveLength(1);
  for (const [again, latest] of list.entries()) list.done(again, latest);
  expect([...list.entries()]).toEqual([]);
});
