// Forgetting, from capture to the bytes of the file: what is forgotten is gone and does not come back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  bench,
  bytesWith,
  compress,
  count,
  readAgain,
  record,
  remember,
  session,
  useForgetBench,
} from '../../../test/helpers/forget-bench.ts';
import {
  fixtureSession,
  payload,
  type SessionFixture,
  stop,
  TranscriptFixture,
} from '../../../test/helpers/payloads.ts';
import { openDatabase } from '../sqlite/open.ts';
import { dueToForget, type ForgetTarget, forget, wipeFreed } from './forget.ts';

useForgetBench();

const idOf = (table: string, like: string) =>
  (
    bench.store.db
      .prepare(
        `select id from ${table} where ${table === 'prompts' ? 'text' : table === 'summaries' ? 'request' : 'title'} like ?`,
      )
      .get(`%${like}%`) as { id: number }
  ).id;
function forgetNow(target: ForgetTarget) {
  const gone = forget(bench.store.db, [target], bench.clock.now);
  expect(wipeFreed(bench.store.db)).toBe(true);
  return gone;
}

describe('forgetting', () => {
  let transcript: TranscriptFixture;
  beforeEach(async () => {
    transcript = record(session);
    await remember(session);
    expect(count('observations')).toBe(2);
    wipeFreed(bench.store.db);
    expect(bytesWith('heron7731').length).toBeGreaterThan(0);
  });

  it.each([
    ['a session', () => ({ kind: 'session', id: session.sessionId })],
    ['a project', () => ({ kind: 'project', id: 1 })],
    ['an entire period', () => ({ kind: 'range', from: 0, until: Date.parse('2027-01-01'), projectId: null })],
  ] as [string, () => ForgetTarget][])('%s leaves no byte, and does not come back', async (_name, target) => {
    expect(forgetNow(target())).toMatchObject({ sessions: 1, prompts: 2, observations: 2, summaries: 2 });
    for (const text of ['heron7731', 'parseOrder', 'another team', session.sessionId]) {
      expect([text, bytesWith(text)]).toEqual([text, []]);
    }
    bench.clock.now += 60_000;
    await readAgain();
    expect([count('prompts'), count('observations'), count('summaries')]).toEqual([0, 0, 0]);
    expect(bytesWith('heron7731')).toEqual([]);
  });

  it.each([
    ['observation', 'observations', 'Rename the gateway'],
    ['summary', 'summaries', 'Rename the gateway'],
    ['prompt', 'prompts', 'Rename the gateway'],
  ] as const)('one %s deletes its sources and what says the same; the other turn stays', async (kind, table, like) => {
    forgetNow({ kind, id: idOf(table, like) });
    if (kind === 'summary') forgetNow({ kind: 'observation', id: idOf('observations', 'Rename the gateway') });
    expect(bytesWith('heron7731')).toEqual([]);
    expect(bytesWith('another team')).toEqual([]);
    await readAgain();
    expect(bytesWith('heron7731')).toEqual([]);
    expect(bench.store.db.prepare('select title from observations').all()).toEqual([
      { title: 'Add a parser for orders, with its own module and an export' },
    ]);
    expect(bench.prompts(session.sessionId)[0]?.text).toBe('Add the parser for orders');
  });

  it.each([
    ['observation', 'observations', 'Rename the gateway'],
    ['summary', 'summaries', 'Rename the gateway'],
  ] as const)('one %s deletes the same words said later in its turn', (kind, table, like) => {
    const words = 'I renamed the gateway to heron7731 because the old name was taken by another team.';
    bench.take(stop(session, words, { prompt_id: 'p2-heron' }));
    bench.take(
      payload(session, 'SubagentStop', {
        agent_id: 'a',
        agent_type: 'x',
        prompt_id: 'p2-heron',
        last_assistant_message: words,
      }),
    );
    const id = idOf(table, like);
    forgetNow({ kind, id });
    expect(
      bench.events(session.sessionId).filter((event) => JSON.stringify(event.body).includes('another team')),
    ).toEqual([]);
  });

  it('a dry run reports the same counts and changes nothing', () => {
    const before = readFileSync(bench.store.file);
    const target: ForgetTarget = { kind: 'session', id: session.sessionId };
    const counted = forget(bench.store.db, [target], bench.clock.now, true);
    expect(readFileSync(bench.store.file).equals(before)).toBe(true);
    expect(count('tombstones')).toBe(0);
    expect(forget(bench.store.db, [target], bench.clock.now)).toEqual(counted);
  });

  it('part of a period leaves the rest, and an unrelated session is not touched', async () => {
    const other = fixtureSession('/home/dev/bank', join(bench.store.folder, 'transcripts', 'two.jsonl'));
    record(other, 'egret');
    await remember(other);
    const { created_at: from } = bench.store.db
      .prepare('select created_at from prompts where session_id = ? and number = 2')
      .get(session.sessionId) as { created_at: number };
    forgetNow({ kind: 'range', from, until: from + 3600_000, projectId: 1 });
    expect(bytesWith('heron7731')).toEqual([]);
    expect(bytesWith('egret7731').length).toBeGreaterThan(0);
    await readAgain();
    expect(bytesWith('heron7731')).toEqual([]);
    expect(
      bench.store.db.prepare('select count(*) as n from observations group by session_id order by 1').all(),
    ).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('what happens later in a forgotten session is new', async () => {
    forgetNow({ kind: 'session', id: session.sessionId });
    bench.clock.now += 60_000;
    bench.take(payload(session, 'UserPromptSubmit', { prompt: 'Now something else', prompt_id: 'p3' }));
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId)).toMatchObject([{ number: 1, text: 'Now something else' }]);
  });

  it('unread parts of a forgotten session are not ingested either', async () => {
    transcript.user('Call it heron7732 instead', 'p3').says('It is called heron7732 now.').write();
    forgetNow({ kind: 'session', id: session.sessionId });
    bench.clock.now += 60_000;
    await readAgain();
    expect(bench.prompts(session.sessionId)).toEqual([]);
    expect(bytesWith('heron7732')).toEqual([]);
  });

  it.each([
    ['project', () => ({ kind: 'project', id: 1 })],
    ['period', () => ({ kind: 'range', from: 0, until: bench.clock.now, projectId: null })],
    ['period of a project', () => ({ kind: 'range', from: 0, until: bench.clock.now, projectId: 1 })],
  ] as [string, () => ForgetTarget][])(
    'an unknown session of a forgotten %s is not ingested later',
    async (_name, target) => {
      const unknown = fixtureSession('/home/dev/shop', join(bench.store.folder, 'transcripts', 'unknown.jsonl'));
      const elsewhere = fixtureSession('/home/dev/bank', join(bench.store.folder, 'transcripts', 'bank.jsonl'));
      record(unknown, 'egret');
      record(elsewhere, 'stork');
      forgetNow(target());
      bench.clock.now += 60_000;
      for (const each of [unknown, elsewhere]) {
        bench.take(payload(each, 'SessionStart', { source: 'resume' }));
        await bench.read(each.sessionId);
      }
      await compress();
      expect(bytesWith('egret7731')).toEqual([]);
      const all = (target() as { projectId?: number | null }).projectId === null;
      expect(bench.prompts(elsewhere.sessionId)).toHaveLength(all ? 0 : 2);
    },
  );

  async function readFork(records: TranscriptFixture['records']): Promise<SessionFixture> {
    const fork = fixtureSession('/home/dev/shop', join(bench.store.folder, 'transcripts', 'fork.jsonl'));
    const forked = new TranscriptFixture(fork);
    forked.records.push(...records.map((r) => (typeof r === 'string' ? r : { ...r, sessionId: fork.sessionId })));
    forked.write();
    bench.clock.now += 60_000;
    bench.take(payload(fork, 'SessionStart', { source: 'fork' }));
    await bench.read(fork.sessionId);
    await compress();
    return fork;
  }

  it('a fork with the forgotten history does not bring it back', async () => {
    forgetNow({ kind: 'session', id: session.sessionId });
    // A fork's copies keep the IDs of their records.
    const fork = await readFork(transcript.records);
    expect(bench.events(fork.sessionId).map(({ kind }) => kind)).toEqual(['session_start']);
    expect(bytesWith('heron7731')).toEqual([]);
  });

  it('a forgotten call is recognized by its own ID, whatever record contains it', async () => {
    forgetNow({ kind: 'session', id: session.sessionId });
    const fork = await readFork(record(session).records);
    expect(bench.events(fork.sessionId).filter((event) => event.kind === 'tool')).toEqual([]);
  });

  it('a job that is working on what is forgotten writes nothing', async () => {
    bench.store.db.exec(
      "update jobs set state = 'running', lease_owner = 'test', lease_until = 9e15 where prompt_number = 2",
    );
    forgetNow({ kind: 'prompt', id: idOf('prompts', 'Rename the gateway') });
    expect(bench.store.db.prepare('select 1 from jobs where lease_owner is not null').all()).toEqual([]);
  });

  it('a hidden memory is forgotten when its time is up, and can be restored until then', () => {
    const id = idOf('observations', 'Rename the gateway');
    bench.store.db.prepare('update observations set hidden_until = ? where id = ?').run(1000, id);
    expect(dueToForget(bench.store.db, 999)).toEqual([]);
    expect(dueToForget(bench.store.db, 1000)).toEqual([{ kind: 'observation', id }]);
  });

  it('tombstones contain no readable ID', () => {
    forgetNow({ kind: 'session', id: session.sessionId });
    const rows = JSON.stringify(bench.store.db.prepare('select * from tombstones').all());
    expect(rows).not.toContain(session.sessionId);
    expect(rows).not.toContain('heron');
  });
});

it('an index of the first schema is migrated to one whose bytes can be erased', () => {
  const db = openDatabase(bench.store.file);
  expect(db.prepare("select v from observations_fts_config where k = 'secure-delete'").all()).toEqual([{ v: 1 }]);
  db.close();
});
