// Findings that belong together: duplicates grow, replaced ones are superseded, items of a series stay apart.
import { describe, expect, it } from 'vitest';
import { LATER_PAIRS, type Outcome, PAIRS, type Told } from '../../../test/fixtures/finding-pairs.ts';
import { all, context, made, observation, run, store, useQueueBench } from '../../../test/helpers/queue-bench.ts';
import { forget } from '../forgetting/forget.ts';

useQueueBench();

const DAY = 24 * 3600 * 1000;
const at = (sessionId: string, time: number, promptNumber = 1) => context({ sessionId, at: time, promptNumber });
const told = (one: string | Told, extra: object = {}) => {
  const { title, narrative = null, facts = [], files = [] } = typeof one === 'string' ? { title: one } : one;
  return observation(title, { type: 'change', narrative, facts, filesModified: files, eventIds: [1], ...extra });
};
/** Stores two findings in two sessions, the second a day later. */
async function tell(older: string | Told, newer: string | Told, days = 1): Promise<Outcome> {
  await run('s', made([told(older)], null), at('s', DAY));
  await run('t', made([told(newer)], null), at('t', DAY + days * DAY));
  const rows = all('superseded_by as by') as { by: number | null }[];
  if (rows.length === 1) return 'same';
  return rows[0]?.by === 2 ? 'replaces' : 'different';
}

describe('pairs of findings', () => {
  // What the rules miss. Each is a duplicate more, or an outdated finding that is not marked.
  const MISSED = [
    'Search ignores accents / Search ignores accents in queries',
    'We deploy with Docker / We now deploy with Podman',
    'Tests run with Mocha / Migrate tests from Mocha to Vitest',
    'The config file is .c-mem.json / The config file is now c-mem.config.json',
  ];
  const cases = [...PAIRS, ...LATER_PAIRS].map(([outcome, older, newer]) => ({
    outcome,
    older,
    newer,
    name: nameOf(older, newer),
  }));
  it.each(cases)('$outcome: $name', async ({ outcome, older, newer, name }) => {
    expect(await tell(older, newer)).toBe(MISSED.includes(name) ? 'different' : outcome);
  });

  it('are judged without mistakes, and few are missed', () => {
    const related = cases.filter(({ outcome }) => outcome !== 'different');
    expect(cases.length - related.length).toBeGreaterThanOrEqual(100);
    expect(MISSED.every((name) => related.some((one) => one.name === name))).toBe(true);
    expect(1 - MISSED.length / related.length).toBeGreaterThan(0.9);
  });
});

function nameOf(older: string | Told, newer: string | Told): string {
  return [older, newer].map((one) => (typeof one === 'string' ? one : one.title)).join(' / ');
}

describe('a finding that says the same', () => {
  const older = 'Add retry with backoff to the webhook sender';
  const newer = 'Webhook sender: add retries with backoff';

  it('grows the older one: facts and files united, the newest narrative, the day it was last said', async () => {
    const first = told({ title: older, narrative: 'old', facts: ['Three tries'], files: ['/p/a.ts'] });
    await run('s', made([first], null), at('s', DAY));
    const more = {
      title: newer,
      narrative: 'new',
      facts: ['three tries.', 'Backoff doubles'],
      files: ['/p/a.ts', '/p/b.ts'],
    };
    const { added, changed } = await run('t', made([told(more, { eventIds: [2] })], null), at('t', 2 * DAY));
    expect([added, changed]).toEqual([0, [1]]);
    expect(
      all('title, session_id as s, narrative, facts, times_said as times, created_at as at, last_said_at as last'),
    ).toEqual([
      {
        title: older,
        s: 's',
        narrative: 'new',
        facts: '["Three tries","Backoff doubles"]',
        times: 2,
        at: DAY,
        last: 2 * DAY,
      },
    ]);
    expect(store.db.prepare('select path from observation_files order by path').pluck().all()).toEqual([
      '/p/a.ts',
      '/p/b.ts',
    ]);
    expect(store.db.prepare('select event_id from observation_events').pluck().all()).toEqual([1, 2]);
  });

  it.each(['edited_at = 1', 'pinned = 1'])('keeps its words if a person touched it: %s', async (touched) => {
    await run('s', made([told({ title: older, narrative: 'mine' })], null), at('s', DAY));
    store.db.exec(`update observations set ${touched}`);
    await run('t', made([told({ title: newer, narrative: 'new', facts: ['x'] })], null), at('t', 2 * DAY));
    expect(all('title, narrative, facts, times_said as times')).toEqual([
      { title: older, narrative: 'mine', facts: '[]', times: 2 },
    ]);
  });

  it('is a finding of its own a long time later, as another kind of finding, and in another project', async () => {
    expect(await tell(older, newer, 40)).toBe('different');
    await run('s', made([told(newer, { type: 'discovery' })], null), at('s', 41 * DAY));
    expect(all('id')).toHaveLength(3);
    store.db.exec(`insert into projects (id, key, name, created_at) values (2, '/q', 'q', 0);
      insert into sessions (id, host, project_id, started_at, last_event_at) values ('u', 'h', 2, 0, 0)`);
    await run('u', made([told(newer)], null), { ...at('u', 41 * DAY), projectId: 2 });
    expect(all('id')).toHaveLength(4);
  });

  it('keeps the newest narrative if sessions are compressed out of order', async () => {
    await run('t', made([told({ title: newer, narrative: 'new' })], null), at('t', 2 * DAY));
    await run('s', made([told({ title: older, narrative: 'old' })], null), at('s', DAY));
    expect(all('narrative, last_said_at as last')).toEqual([{ narrative: 'new', last: 2 * DAY }]);
  });

  it('takes no headline from another turn of the session', async () => {
    await run(
      's',
      made([told({ title: 'Docs: Update README.md', narrative: 'Version 2', files: ['/p/README.md'] })], null),
      at('s', DAY),
    );
    const next = { title: 'Docs: Update README.md (Cargo.toml)', narrative: 'Version 2', files: ['/p/README.md'] };
    await run('s', made([told(next)], null), at('s', 2 * DAY, 2));
    expect(all('id')).toHaveLength(2);
  });

  it('survives when the job of the older one is done again', async () => {
    await tell(older, newer);
    store.db.exec("update jobs set state = 'waiting', purpose = 'recompress', run_at = 0 where id = 1");
    await run('s', made([told('Something else entirely happened here')], null), at('s', DAY));
    expect(all('title')).toContainEqual({ title: older });
  });

  it.each(['session', 'turn', 'observation'] as const)('is forgotten with any %s it comes from', async (target) => {
    await run('s', made([told(older)], null), at('s', DAY));
    store.db.exec(
      `insert into prompts (id, session_id, number, text_hash, text, created_at) values (7, 't', 1, 'h', 'x', 0)`,
    );
    await run(
      't',
      made([told({ title: newer, facts: ['heron7731'] }, { eventIds: [2] })], 'We met heron7731'),
      at('t', 2 * DAY),
    );
    expect(all('facts')).toEqual([{ facts: '["heron7731"]' }]);
    const targets = {
      session: { kind: 'session', id: 't' },
      turn: { kind: 'prompt', id: 7 },
      observation: { kind: 'observation', id: 1 },
    } as const;
    forget(store.db, [targets[target]], 3 * DAY);
    expect(all('id')).toEqual([]);
    expect(all('completed', 'summaries').filter((row) => JSON.stringify(row).includes('heron'))).toEqual([]);
  });
});

describe('a finding that replaces another', () => {
  it('supersedes it, whichever was compressed first, and deletes nothing', async () => {
    await run('t', made([told('The retry limit is now 3')], null), at('t', 2 * DAY));
    await run('s', made([told('The retry limit is 5')], null), at('s', DAY));
    expect(all('id, superseded_by as by')).toEqual([
      { id: 1, by: null },
      { id: 2, by: 1 },
    ]);
  });

  it('can be replaced by the first value again', async () => {
    await tell('The retry limit is 5', 'The retry limit is now 3');
    await run('s', made([told('The retry limit is 5')], null), at('s', 5 * DAY));
    expect(all('superseded_by as by')).toEqual([{ by: 2 }, { by: 3 }, { by: null }]);
  });

  it('does not supersede what is pinned, or what was said in the same answer', async () => {
    await run('s', made([told('The retry limit is 5'), told('The retry limit is 3')], null), at('s', DAY));
    expect(all('superseded_by as by')).toEqual([{ by: null }, { by: null }]);
    store.db.exec('update observations set pinned = 1');
    await run('t', made([told('The retry limit is now 8')], null), at('t', 2 * DAY));
    expect(all('superseded_by as by')).toEqual([{ by: null }, { by: null }, { by: null }]);
  });

  it('is found among thousands of observations with the same common words', async () => {
    await run('s', made([told('The retry limit of the mailer is 5')], null), at('s', DAY));
    const insert = store.db.prepare(
      "insert into observations (project_id, type, title, created_at) values (1, 'change', ?, 0)",
    );
    for (let n = 0; n < 2000; n += 1)
      insert.run(`${['Retry of the', 'Limit for the', 'Mailer and the'][n % 3]} topic${n}`);
    await run('t', made([told('The retry limit of the mailer is now 3')], null), at('t', 2 * DAY));
    expect(store.db.prepare('select superseded_by as by from observations where id = 1').get()).toEqual({ by: 2002 });
  });
});
