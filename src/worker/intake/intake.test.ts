// The intake in process: from a spool file to the ledger, by the settings of the user, and all of it or nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bash, fixtureSession, payload, prompt, stop, TranscriptFixture } from '../../../test/helpers/payloads.ts';
import { createWorkerBench, type WorkerBench } from '../../../test/helpers/worker-bench.ts';
import { pause, resume } from '../../config/pause.ts';
import type { Settings } from '../../config/settings.ts';
import { writeSpoolFile } from '../../spool/write.ts';
import { eventsOfSession } from '../../store/ledger/events.ts';
import type { Intake } from './intake.ts';

const session = fixtureSession('/home/dev/shop', '/home/dev/.claude/projects/-home-dev-shop/s.jsonl');

let bench: WorkerBench;
beforeEach(() => {
  bench = createWorkerBench();
});
afterEach(() => {
  vi.useRealTimers();
  bench.close();
});

async function take(event: object, settings: Partial<Settings> = {}): Promise<void> {
  bench.spool(event);
  Object.assign(bench.settings, settings);
  await pass(bench.intake());
}
async function pass(intake: Intake): Promise<void> {
  intake.wake();
  await intake.settled();
}

it('secrets go by our rules and by those of the user', async () => {
  await take(bash(session, `echo ghp_${'a1B2'.repeat(9)} EMP-123456`, 'ok'), {
    redactPatterns: ['badge=EMP-[0-9]{6}'],
  });
  const stored = JSON.stringify(eventsOfSession(bench.store.db, session.sessionId).map(({ body }) => body));
  expect(stored).toContain('[redacted:badge]');
  expect(stored).not.toMatch(/ghp_|EMP-123456/);
});

it('an event and its job are stored together or not at all', async () => {
  bench.store.db.exec("create trigger no_jobs before insert on jobs begin select raise(abort, 'no job'); end");
  await take(stop(session, 'done'));
  expect([bench.count('events'), bench.count('jobs')]).toEqual([0, 0]);
  // Nothing is lost: what cannot be taken is quarantined.
  expect(readdirSync(bench.paths.quarantine)).toHaveLength(1);
  bench.store.db.exec('drop trigger no_jobs');
  await take(stop(session, 'done'));
  expect([bench.count('events'), bench.count('jobs')]).toEqual([1, 1]);
});

it('what comes in while capture is paused is dropped', async () => {
  pause(bench.paths, Date.now() - 1000);
  await take(bash(session, 'ls', 'ok'));
  resume(bench.paths, Date.now() + 1000);
  await take(bash(session, 'ls', 'ok'));
  expect(bench.count('events')).toBe(0);
  expect(bench.spooled()).toEqual([]);
});

it('what another host sent through our plugin is dropped', async () => {
  await take({ ...bash(session, 'ls', 'ok'), transcript_path: '/home/dev/.factory/projects/-home-dev-shop/s.jsonl' });
  expect([bench.count('sessions'), bench.count('events')]).toEqual([0, 0]);
  expect(existsSync(bench.paths.quarantine)).toBe(false);
});

it('the end of a turn waits for a host that writes its transcript after its hooks', async () => {
  const id = '35f33ff6-f0ea-4fa5-aa16-9392fd705b91';
  const transcriptPath = join(bench.paths.home, id, 'events.jsonl');
  const spool = (event: string, fields: object) =>
    writeSpoolFile(
      bench.paths.spool,
      { event, door: { host: 'copilot-cli', plugin: true }, projectDir: undefined },
      JSON.stringify({ sessionId: id, timestamp: 1, cwd: '/w', transcriptPath, ...fields }),
    );
  const kinds = () => bench.rows<{ kind: string }>('select kind from events order by id').map(({ kind }) => kind);
  spool('UserPromptSubmit', { prompt: 'Fix it' });
  spool('Stop', {});
  bench.clock.now = Date.now() + 100;
  const intake = bench.intake();
  await pass(intake);
  expect(kinds()).toEqual(['prompt']);
  expect(bench.spooled()).toHaveLength(1);
  mkdirSync(join(bench.paths.home, id));
  const said = { type: 'assistant.message', id: 'r1', timestamp: new Date().toISOString(), data: { content: 'Done.' } };
  writeFileSync(transcriptPath, `${JSON.stringify(said)}\n`);
  bench.clock.now = Date.now() + 60_000;
  await pass(intake);
  expect(kinds()).toEqual(['prompt', 'message', 'stop']);
  expect(bench.spooled()).toEqual([]);
});

describe('a flood', () => {
  /** One turn of so many calls. */
  function spoolTurn(calls: number): void {
    bench.spool(prompt(session, 'go', { prompt_id: 'p1' }), 'UserPromptSubmit');
    for (let i = 1; i < calls; i += 1) bench.spool(bash(session, `step ${i}`, 'ok', { prompt_id: 'p1' }));
  }

  it('is taken in a few transactions, in order, and the queue is looked at when all of it is stored', async () => {
    spoolTurn(300);
    await pass(bench.intake());
    // The prompt by itself, since its first call must find it; then the rest of 128, 128 and 44.
    expect(bench.reports.filter((report) => report === 'commit')).toHaveLength(4);
    expect(bench.reports.at(-1)).toBe('idle');
    expect(bench.reports.filter((report) => report === 'activity in shop')).toHaveLength(300);
    expect(bench.spooled()).toEqual([]);
    const calls = eventsOfSession(bench.store.db, session.sessionId).map(({ body }) =>
      /step (\d+)/.exec(JSON.stringify(body)),
    );
    expect(calls.flatMap((found) => found?.[1] ?? []).map(Number)).toEqual(
      Array.from({ length: 299 }, (_, i) => i + 1),
    );
  });

  it('with one bad event in it: that one is quarantined, all others are stored', async () => {
    spoolTurn(10);
    bench.spool(bash(session, 'bad', 'ok', { prompt_id: 'p1', tool_use_id: 'toolu_bad' }));
    for (let i = 0; i < 9; i += 1) bench.spool(bash(session, 'good', 'ok', { prompt_id: 'p1' }));
    bench.store.db.exec(
      "create trigger bad before insert on events when new.tool_use_id = 'toolu_bad' begin select raise(abort, 'no'); end",
    );
    await pass(bench.intake());
    expect([bench.count('events'), readdirSync(bench.paths.quarantine).length, bench.spooled()]).toEqual([19, 1, []]);
  });

  it('can be cut short: what was not taken stays in the spool', async () => {
    spoolTurn(300);
    const intake: Intake = bench.intake({ onCommit: () => intake.stop() });
    await pass(intake);
    expect(bench.count('events') + bench.spooled().length).toBe(300);
    expect(bench.spooled().length).toBeGreaterThan(0);
    expect(bench.reports).not.toContain('idle');
  });
});

describe('a file', () => {
  it('that is not an event is quarantined, without its secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    writeFileSync(join(bench.paths.spool, 'bad.json'), `c-mem-spool 1 Stop /w\n{ "token": "${secret}", half of it`);
    bench.spool(bash(session, 'ls', 'ok'));
    await pass(bench.intake());
    expect(bench.count('events')).toBe(1);
    expect(bench.spooled()).toEqual([]);
    expect(readFileSync(join(bench.paths.quarantine, 'bad.json'), 'utf8')).not.toContain(secret);
  });

  it('that cannot be quarantined stays, and the others are taken', async () => {
    writeFileSync(bench.paths.quarantine, 'a file where a folder should be');
    writeFileSync(join(bench.paths.spool, 'bad.json'), 'not an event');
    bench.spool(bash(session, 'ls', 'ok'));
    await pass(bench.intake());
    expect([bench.count('events'), bench.spooled()]).toEqual([1, ['bad.json']]);
  });

  it('of a newer version is left for a worker that knows it', async () => {
    writeFileSync(join(bench.paths.spool, 'new.json'), 'c-mem-spool 99 Stop /w\n{}');
    await pass(bench.intake());
    expect(bench.spooled()).toEqual(['new.json']);
    expect(existsSync(bench.paths.quarantine)).toBe(false);
  });
});

describe('trouble', () => {
  it('with the store keeps the spool, and is tried again later and later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.spool(stop(session, 'done'));
    bench.store.db.pragma('query_only = on');
    const intake = bench.intake();
    await pass(intake);
    for (const wait of [250, 1000, 5000, 15_000, 15_000]) {
      bench.reports.length = 0;
      vi.advanceTimersByTime(wait - 1);
      await intake.settled();
      expect(bench.reports).toEqual([]);
      vi.advanceTimersByTime(1);
      await intake.settled();
      expect(bench.reports).toEqual(['trouble']);
    }
    expect(bench.spooled()).toHaveLength(1);
    bench.store.db.pragma('query_only = off');
    vi.advanceTimersByTime(15_000);
    await intake.settled();
    expect([bench.count('events'), bench.spooled()]).toEqual([1, []]);
    expect(bench.reports.at(-1)).toBe('idle');
  });

  it('a store that is not the one others see: everything stays in the spool', async () => {
    bench.spool(stop(session, 'done'));
    await pass(bench.intake({ checkBefore: () => false }));
    expect([bench.count('events'), bench.spooled().length]).toEqual([0, 1]);
  });
});

describe('settings that change', () => {
  it('count for everything that comes in later', async () => {
    const intake = bench.intake();
    bench.spool(bash(session, 'ls', 'ok'));
    await pass(intake);
    bench.settings = { ...bench.settings, skipTools: ['Bash'] };
    intake.reload();
    bench.spool(bash(session, 'ls', 'ok'));
    await pass(intake);
    expect([bench.count('events'), bench.spooled()]).toEqual([1, []]);
  });

  it('just before a batch count for that batch', async () => {
    const intake: Intake = bench.intake({
      checkBefore: () => {
        bench.settings = { ...bench.settings, skipTools: ['Bash'] };
        intake.reload();
        return true;
      },
    });
    bench.spool(bash(session, 'ls', 'ok'));
    await pass(intake);
    expect([bench.count('events'), bench.spooled()]).toEqual([0, []]);
  });
});

describe('transcripts', () => {
  const live = () =>
    fixtureSession('/home/dev/shop', join(bench.store.folder, 'projects', '-home-dev-shop', 's.jsonl'));

  it('that grew while no worker ran are read at the start', async () => {
    const going = live();
    const transcript = new TranscriptFixture(going).user('one', 'p1').write();
    bench.spool(prompt(going, 'one', { prompt_id: 'p1' }), 'UserPromptSubmit');
    await pass(bench.intake());
    const before = bench.count('events');
    transcript.call('t1', 'Bash', { command: 'ls' }).result('t1', 'x').says('done').write();
    const next = bench.intake();
    next.catchUp();
    await next.settled();
    expect(bench.count('events')).toBe(before + 2);
    expect([...bench.readingList.entries()]).toEqual([]);
  });

  /** A session that is resumed, with a transcript that takes several transactions to read. */
  function resumeLongSession(): void {
    const long = live();
    const transcript = new TranscriptFixture(long).user('one', 'p1');
    for (let i = 0; i < 600; i += 1) transcript.call(`t${i}`, 'Bash', {}).result(`t${i}`, 'x'.repeat(4000));
    transcript.write();
    bench.spool(payload(long, 'SessionStart', { source: 'resume' }), 'SessionStart');
  }
  const calls = () => bench.rows("select 1 from events where kind = 'tool'").length;
  async function wakeAndReadPart(intake: Intake): Promise<void> {
    intake.wake();
    while (calls() === 0) await new Promise(setImmediate);
  }

  it('that an intake could not finish before it stopped are left on the list', async () => {
    resumeLongSession();
    const intake = bench.intake();
    await wakeAndReadPart(intake);
    intake.stop();
    await intake.settled();
    expect(calls()).toBeLessThan(600);
    await pass(bench.intake());
    expect([calls(), [...bench.readingList.entries()]]).toEqual([600, []]);
  });

  it('are read on under new settings', async () => {
    resumeLongSession();
    const intake = bench.intake();
    await wakeAndReadPart(intake);
    bench.settings = { ...bench.settings, skipTools: ['Bash'] };
    intake.reload();
    await intake.settled();
    expect(calls()).toBeLessThan(600);
    expect([...bench.readingList.entries()]).toEqual([]);
  });
});
