// Forgetting, from capture to the bytes of the file: what is forgotten is gone, and does not come back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../../test/helpers/capture.ts';
import {
  fixtureSession,
  payload,
  type SessionFixture,
  stop,
  TranscriptFixture,
} from '../../../test/helpers/payloads.ts';
import { filesContaining } from '../../../test/helpers/scratch.ts';
import { SCHEMA, type Settings } from '../../config/settings.ts';
import { createJobLoop } from '../../worker/jobs/job-loop.ts';
import { openLog } from '../../worker/log.ts';
import { dropOldPayloads } from '../ledger/retention.ts';
import { openDatabase } from '../sqlite/open.ts';
import { dueToForget, type ForgetTarget, forget, wipeFreed } from './forget.ts';

const settings = Object.fromEntries(Object.entries(SCHEMA).map(([key, { default: value }]) => [key, value]));
let bench: CaptureBench;
let session: SessionFixture;
beforeEach(() => {
  bench = createCaptureBench();
  session = fixtureSession('/home/dev/shop', join(bench.store.folder, 'transcripts', 'one.jsonl'));
});
afterEach(() => bench.store.close());

/** Two turns: one that speaks of the heron, one that does not. */
function record(of: SessionFixture, word = 'heron'): TranscriptFixture {
  const edit = (id: string, file: string, text: string) =>
    [id, 'Edit', { file_path: `/home/dev/shop/${file}`, old_string: 'a', new_string: text }] as const;
  return new TranscriptFixture(of)
    .user('Add the parser for orders', `p1-${word}`)
    .call(...edit(`t1-${of.sessionId}`, 'parser.ts', 'export function parseOrder() {}'))
    .result(`t1-${of.sessionId}`, {
      filePath: '/home/dev/shop/parser.ts',
      newString: 'export function parseOrder() {}',
    })
    .says('I added a parser for orders, with its own module and an export.')
    .user(`Rename the gateway to ${word}7731 everywhere`, `p2-${word}`)
    .call(...edit(`t2-${of.sessionId}`, 'gateway.ts', `const name = "${word}7731"`))
    .result(`t2-${of.sessionId}`, { filePath: '/home/dev/shop/gateway.ts', newString: `const name = "${word}7731"` })
    .says(`I renamed the gateway to ${word}7731 because the old name was taken by another team.`)
    .write();
}

async function remember(of: SessionFixture): Promise<void> {
  bench.take(payload(of, 'SessionStart', { source: 'startup' }), { at: Date.parse('2026-03-02T08:59:00Z') });
  await bench.read(of.sessionId);
  await compress();
}

async function compress(): Promise<void> {
  const loop = createJobLoop({
    store: bench.store.parts,
    home: bench.store.folder,
    settings: () => settings as unknown as Settings,
    log: openLog(null, 'silent'),
    now: () => bench.clock.now + 3600_000,
    random: () => 0.5,
    owner: 'test',
    onWork: () => undefined,
    onChange: () => undefined,
    isBusy: () => false,
  });
  loop.wake();
  await loop.settled();
  loop.stop();
}

const count = (table: string) =>
  (bench.store.db.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;
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
/** Every file of the data folder; the transcript is the host's, not ours. */
const bytesWith = (text: string) =>
  filesContaining(bench.store.folder, text).filter((file) => !file.endsWith('.jsonl'));

/** Reads everything once more, from the very first byte, as an import or a repair would. */
async function readAgain(): Promise<void> {
  bench.store.db.exec('delete from transcripts');
  bench.take(payload(session, 'SessionStart', { source: 'resume' }));
  await bench.read(session.sessionId);
  await compress();
}

describe('forgetting (S4)', () => {
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
    ['all of a time', () => ({ kind: 'range', from: 0, until: Date.parse('2027-01-01'), projectId: null })],
  ] as [string, () => ForgetTarget][])('%s leaves no byte, and it does not come back', async (_name, target) => {
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
    ['observation', 'observations', 'Renamed the gateway'],
    ['summary', 'summaries', 'Rename the gateway'],
    ['prompt', 'prompts', 'Rename the gateway'],
  ] as const)(
    'one %s takes along what it came from and what says the same; the other turn stays',
    async (kind, table, like) => {
      forgetNow({ kind, id: idOf(table, like) });
      if (kind === 'summary') forgetNow({ kind: 'observation', id: idOf('observations', 'Renamed the gateway') });
      expect(bytesWith('heron7731')).toEqual([]);
      expect(bytesWith('another team')).toEqual([]);
      await readAgain();
      expect(bytesWith('heron7731')).toEqual([]);
      expect(bench.store.db.prepare('select title from observations').all()).toEqual([
        { title: 'Added a parser for orders, with its own module and an export' },
      ]);
      expect(bench.prompts(session.sessionId)[0]?.text).toBe('Add the parser for orders');
    },
  );

  it.each([
    ['observation', 'observations', 'Renamed the gateway'],
    ['summary', 'summaries', 'Rename the gateway'],
  ] as const)('one %s takes along the same words that were said later in its turn', (kind, table, like) => {
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

  it('a dry run tells the same and changes nothing', () => {
    const before = readFileSync(bench.store.file);
    const target: ForgetTarget = { kind: 'session', id: session.sessionId };
    const told = forget(bench.store.db, [target], bench.clock.now, true);
    expect(readFileSync(bench.store.file).equals(before)).toBe(true);
    expect(count('tombstones')).toBe(0);
    expect(forget(bench.store.db, [target], bench.clock.now)).toEqual(told);
  });

  it('part of a time leaves the rest, and an unrelated session is not touched', async () => {
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

  it('what happens in a forgotten session later is new', async () => {
    forgetNow({ kind: 'session', id: session.sessionId });
    bench.clock.now += 60_000;
    bench.take(payload(session, 'UserPromptSubmit', { prompt: 'Now something else', prompt_id: 'p3' }));
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId)).toMatchObject([{ number: 1, text: 'Now something else' }]);
  });

  it('what nobody had read yet of a forgotten session does not come in, either', async () => {
    transcript.user('Call it heron7732 instead', 'p3').says('It is called heron7732 now.').write();
    forgetNow({ kind: 'session', id: session.sessionId });
    bench.clock.now += 60_000;
    await readAgain();
    expect(bench.prompts(session.sessionId)).toEqual([]);
    expect(bytesWith('heron7732')).toEqual([]);
  });

  it.each([
    ['project', () => ({ kind: 'project', id: 1 })],
    ['time', () => ({ kind: 'range', from: 0, until: bench.clock.now, projectId: null })],
    ['time of a project', () => ({ kind: 'range', from: 0, until: bench.clock.now, projectId: 1 })],
  ] as [string, () => ForgetTarget][])(
    'a session of a forgotten %s that nobody knew of does not come in later',
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

  it('a fork that carries the forgotten history along does not bring it back', async () => {
    forgetNow({ kind: 'session', id: session.sessionId });
    // A fork's copies keep the ids of their records.
    const fork = await readFork(transcript.records);
    expect(bench.events(fork.sessionId).map(({ kind }) => kind)).toEqual(['session_start']);
    expect(bytesWith('heron7731')).toEqual([]);
  });

  it('a forgotten call is known by its own id, whatever record tells of it', async () => {
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

  it('a memory that is hidden is forgotten when its time is over, and can be brought back until then', () => {
    const id = idOf('observations', 'Renamed the gateway');
    bench.store.db.prepare('update observations set hidden_until = ? where id = ?').run(1000, id);
    expect(dueToForget(bench.store.db, 999)).toEqual([]);
    expect(dueToForget(bench.store.db, 1000)).toEqual([{ kind: 'observation', id }]);
  });

  it('tombstones hold no id that could be read', () => {
    forgetNow({ kind: 'session', id: session.sessionId });
    const rows = JSON.stringify(bench.store.db.prepare('select * from tombstones').all());
    expect(rows).not.toContain(session.sessionId);
    expect(rows).not.toContain('heron');
  });
});

describe('retention (S5)', () => {
  it('drops payloads some time after they became memories, and keeps what happened', async () => {
    record(session);
    await remember(session);
    const payloads = () =>
      bench.store.db.prepare('select count(*) as n, count(payload) as full from events').get() as {
        n: number;
        full: number;
      };
    const before = payloads();
    expect(before.full).toBe(before.n);
    const made = bench.clock.now + 3600_000;
    expect(dropOldPayloads(bench.store.db, { before: made, keepWanted: false })).toBe(1); // the session's start: no job
    bench.store.db.exec('update jobs set wants_recompress = 1 where prompt_number = 2');
    expect(dropOldPayloads(bench.store.db, { before: made + 1, keepWanted: true })).toBeGreaterThan(0);
    expect(payloads().full).toBe(bench.events(session.sessionId).filter((event) => event.promptNumber === 2).length);
    dropOldPayloads(bench.store.db, { before: made + 1, keepWanted: false });
    expect(payloads()).toEqual({ n: before.n, full: 0 });
    expect(count('observations')).toBe(2);
    // Reading the transcript again brings no payload back.
    await readAgain();
    expect(payloads().n).toBe(before.n + 1);
    expect(payloads().full).toBe(1);
  });

  it('a job that is not done keeps its payloads', async () => {
    record(session);
    bench.take(payload(session, 'SessionStart', { source: 'startup' }), { at: 1000 });
    await bench.read(session.sessionId);
    dropOldPayloads(bench.store.db, { before: bench.clock.now + 9e9, keepWanted: false });
    expect(
      bench
        .events(session.sessionId)
        .filter((event) => event.body === null)
        .map((event) => event.kind),
    ).toEqual(['session_start']);
  });
});

it('an index of the first schema becomes one whose bytes can go', () => {
  const db = openDatabase(bench.store.file);
  expect(db.prepare("select v from observations_fts_config where k = 'secure-delete'").all()).toEqual([{ v: 1 }]);
  db.close();
});
