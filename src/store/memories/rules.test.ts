// Rules on a real database: told again, contradicted, confirmed, switched off, forgotten, and done twice.
import { beforeEach, describe, expect, it } from 'vitest';
import { context, event, made, run, store, useQueueBench } from '../../../test/helpers/queue-bench.ts';
import type { SaidRule } from '../../domain/rule.ts';
import { forget } from '../forgetting/forget.ts';
import { editObservation } from './edit.ts';
import { rulesInForce } from './read-rules.ts';
import { addRule, changeRule, findRule, listRules, storeRules, switchRuleOn } from './rules.ts';

useQueueBench();
let clock: number;
beforeEach(() => {
  clock = 1000;
});

/** The user says it in a prompt of its own. */
function say(text: string, more: Partial<SaidRule> = {}, sessionId = 's'): number {
  clock += 1000;
  const eventId = more.eventId ?? event('prompt', 1, sessionId, more.at ?? clock);
  hear({ text, quote: `${text}!`, scope: 'project', source: 'prompt', eventId, at: clock, ...more }, sessionId);
  return eventId;
}
const hear = (rule: SaidRule, sessionId = 's') => storeRules(store.db, context({ sessionId, rules: [rule] }));
const rules = () =>
  listRules(store.db, 1)
    .sort((a, b) => a.id - b.id)
    .map(({ text, state, timesSaid, supersededBy }) => ({ text, state, timesSaid, supersededBy }));
const only = (text: string, more: object = {}) => ({ text, state: 'said', timesSaid: 1, supersededBy: null, ...more });
const person = (text: string, scope: 'project' | 'everywhere' = 'project') =>
  addRule(store.db, { text, scope, projectId: 1, branch: null, by: 'person' }, (clock += 1000)) as number;
const agent = (text: string) =>
  addRule(store.db, { text, scope: 'project', projectId: 1, branch: null, by: 'agent' }, (clock += 1000));

it('is stored with the job that found it, with its quotation, date and event', async () => {
  const said = { text: 'Use pnpm', quote: 'please use pnpm', scope: 'project', source: 'prompt', eventId: 1, at: 500 };
  expect(await run('s', made([], null), context({ rules: [said as SaidRule] }))).toMatchObject({ added: 1 });
  expect(listRules(store.db, 1)).toMatchObject([
    { text: 'Use pnpm', quote: 'please use pnpm', at: 500, sessionId: 's', promptNumber: 1, source: 'prompt' },
  ]);
  expect(store.db.prepare('select event_id from observation_events').all()).toEqual([{ event_id: 1 }]);
});

describe('told again', () => {
  it('is strengthened, also in other words, by another session and after a year', () => {
    say('Never commit to main');
    say('Never commit directly to the main branch', {}, 't');
    expect(rules()).toEqual([only('Never commit to main', { timesSaid: 2 })]);
    expect(listRules(store.db, 1)[0]?.lastSaidAt).toBe(3000);
  });

  it('counts an event once, however often its job is done', () => {
    const eventId = say('Use pnpm');
    say('Use pnpm', { eventId });
    say('Use pnpm', { eventId });
    expect(rules()).toEqual([only('Use pnpm')]);
  });

  it('counts it once even if a person edited the rule in the meantime', () => {
    const eventId = say('Use pnpm');
    editObservation(store.db, 1, { title: 'All packages are installed with pnpm 9' }, clock);
    say('Use pnpm', { eventId });
    expect(rules()).toHaveLength(1);
  });

  it('holds everywhere if the user says so', () => {
    say('Use pnpm');
    say('Use pnpm', { scope: 'everywhere' });
    expect(listRules(store.db, 1)).toMatchObject([{ scope: 'everywhere', timesSaid: 2 }]);
    expect(listRules(store.db, 7)).toHaveLength(1);
  });
});

describe('contradicted', () => {
  it('the older one is superseded, and never deleted', () => {
    say('Use npm');
    say('Use pnpm');
    expect(rules()).toEqual([only('Use npm', { supersededBy: 2 }), only('Use pnpm')]);
    expect(rulesInForce(store.db, 1).map(({ text }) => text)).toEqual(['Use pnpm']);
  });

  it('said again, the older one holds again', () => {
    say('Always squash commits');
    say('Never squash commits');
    say('Always squash commits');
    expect(rules()).toEqual([
      only('Always squash commits', { timesSaid: 2 }),
      only('Never squash commits', { supersededBy: 1 }),
    ]);
  });

  it('what was said last wins, in whatever order it is compressed', () => {
    say('Use pnpm', { at: 5000 });
    say('Use npm', { at: 4000 });
    expect(rules()).toEqual([only('Use pnpm'), only('Use npm', { supersededBy: 1 })]);
  });

  it('a confirmed rule stays: both hold and are shown to be in conflict', () => {
    say('Use npm');
    changeRule(store.db, 1, { state: 'confirmed' }, clock);
    say('Use pnpm');
    expect(listRules(store.db, 1)).toMatchObject([
      { text: 'Use pnpm', state: 'said', supersededBy: null, conflictsWith: [1] },
      { text: 'Use npm', state: 'confirmed', supersededBy: null, conflictsWith: [2] },
    ]);
    changeRule(store.db, 2, { state: 'confirmed' }, clock);
    expect(rules()).toEqual([
      only('Use npm', { state: 'confirmed', supersededBy: 2 }),
      only('Use pnpm', { state: 'confirmed' }),
    ]);
  });
});

describe('only a person decides', () => {
  it('confirms, switches off and on again, and what was confirmed is confirmed again', () => {
    say('Use pnpm');
    changeRule(store.db, 1, { state: 'off' }, clock);
    expect(rulesInForce(store.db, 1)).toEqual([]);
    switchRuleOn(store.db, 1);
    expect(rules()).toEqual([only('Use pnpm')]);
    changeRule(store.db, 1, { state: 'confirmed' }, clock);
    changeRule(store.db, 1, { state: 'off' }, clock);
    switchRuleOn(store.db, 1);
    expect(rules()).toEqual([only('Use pnpm', { state: 'confirmed' })]);
  });

  it('a rule that is off stays off if it is said again, but it is counted', () => {
    say('Use pnpm');
    changeRule(store.db, 1, { state: 'off' }, clock);
    say('Use pnpm');
    expect(rules()).toEqual([only('Use pnpm', { state: 'off', timesSaid: 2 })]);
  });

  it('whoever edits a rule confirms it; its quotation and type stay', () => {
    say('Use pnpm');
    changeRule(store.db, 1, { text: 'Use pnpm 9' }, clock);
    expect(findRule(store.db, 1)).toMatchObject({
      ...{ text: 'Use pnpm 9', quote: 'Use pnpm!', state: 'confirmed', edited: true },
    });
    for (const changes of [{ type: 'decision' as const }, { narrative: 'x' }, { facts: [] }])
      expect(() => editObservation(store.db, 1, changes, clock)).toThrow('of a rule cannot be changed');
  });

  it("a person's own rule is confirmed, an agent's is a proposal", () => {
    person('Use pnpm', 'everywhere');
    agent('Use vitest for the tests');
    expect(listRules(store.db, 1)).toMatchObject([
      { id: 2, state: 'said', source: 'agent', scope: 'project', quote: null },
      { id: 1, state: 'confirmed', source: 'person', scope: 'everywhere' },
    ]);
  });

  it('an agent neither strengthens nor supersedes nor confirms', () => {
    say('Use pnpm');
    expect(agent('Always use pnpm')).toBe(1);
    agent('Use npm');
    expect(rules()).toEqual([only('Use pnpm'), only('Use npm')]);
    expect(listRules(store.db, 1).find(({ id }) => id === 1)).toMatchObject({ source: 'prompt', conflictsWith: [2] });
  });

  it('what an agent proposed becomes the words of the user once they say it', () => {
    agent('Use pnpm');
    say('Always use pnpm');
    expect(listRules(store.db, 1)).toMatchObject([
      { source: 'prompt', quote: 'Always use pnpm!', timesSaid: 1, sessionId: 's' },
    ]);
  });

  it('does not know rules that are none', () => {
    expect(() => changeRule(store.db, 9, { state: 'off' }, clock)).toThrow('There is no rule 9');
  });
});

describe('forgotten', () => {
  it('does not come back when the session is compressed again or its transcript is read again', () => {
    say('Use pnpm');
    forget(store.db, [{ kind: 'observation', id: 1 }], clock + 5);
    expect(rules()).toEqual([]);
    const before = clock;
    say('Use pnpm', { at: before });
    say('Always use pnpm', { quote: 'always use pnpm please', at: before - 100 }, 't');
    expect(rules()).toEqual([]);
  });

  it('comes back if the user says it again afterwards, but not because an agent proposes it', () => {
    say('Use pnpm');
    forget(store.db, [{ kind: 'observation', id: 1 }], clock);
    expect(agent('Use pnpm')).toBeNull();
    say('Use pnpm');
    expect(rules()).toEqual([only('Use pnpm')]);
  });
});

it('a rule survives when its job is done again, and no finding is merged into it', async () => {
  say('Use pnpm');
  changeRule(store.db, 1, { state: 'confirmed' }, clock);
  const finding = { ...made([], null).observations[0], type: 'change' as const };
  await run('s', made([{ ...EMPTY, ...finding, title: 'Use pnpm' }]), context());
  expect(rules()).toEqual([only('Use pnpm', { state: 'confirmed' })]);
  expect(store.db.prepare("select count(*) as n from observations where type <> 'rule'").get()).toEqual({ n: 1 });
});

const EMPTY = {
  ...{ subtitle: null, narrative: null, facts: [], concepts: [], filesRead: [], filesModified: [] },
  ...{ toolName: null, eventIds: [] },
};
