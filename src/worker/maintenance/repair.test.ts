// After a repair: the transcripts bring back what the database lost, and the user gets to know.
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixtureSession, prompt, type SessionFixture, TranscriptFixture } from '../../../test/helpers/payloads.ts';
import { createWorkerBench, type WorkerBench } from '../../../test/helpers/worker-bench.ts';
import type { Repair } from '../../store/index.ts';
import { readTranscriptsAgain } from './repair.ts';

const REPAIR: Repair = {
  ...{ what: 'it was empty', backup: null, since: 0, setAside: 'c-mem.db.broken-1', allSessionsKnown: true },
};

let bench: WorkerBench;
let projects: string;
beforeEach(() => {
  bench = createWorkerBench(Date.parse('2026-03-02T10:00:00Z'));
  projects = join(bench.store.folder, 'host', 'projects');
});
afterEach(() => bench.close());

const live = (name: string) => fixtureSession('/home/dev/shop', join(projects, '-home-dev-shop', `${name}.jsonl`));
const transcriptOf = (session: SessionFixture) =>
  new TranscriptFixture(session).user(`Add ${session.sessionId}`, 'p1').says('Done.').write();
const prompts = () => bench.rows<{ session_id: string }>('select session_id from prompts').map((row) => row.session_id);

async function repairWith(repair: Partial<Repair>): Promise<string> {
  const intake = bench.intake();
  const read = async () => {
    intake.wake();
    await intake.settled();
  };
  await readTranscriptsAgain(
    {
      ...{ store: bench.store.parts, paths: bench.paths, settings: bench.settings, log: bench.log, read },
      ...{ readingList: bench.readingList, transcripts: projects, isStopped: () => false },
      now: () => bench.clock.now,
    },
    { ...REPAIR, ...repair },
  );
  return bench.store.parts.notices.read().find(({ kind }) => kind === 'repair')?.message ?? '';
}

/** A session that the store knows, with more in its transcript. */
async function known(name: string): Promise<SessionFixture> {
  const session = live(name);
  bench.spool(prompt(session, 'Start', { prompt_id: 'p0' }), 'UserPromptSubmit');
  const intake = bench.intake();
  intake.wake();
  await intake.settled();
  transcriptOf(session);
  return session;
}

it('the transcript of a known session is read again', async () => {
  const session = await known('one');
  const notice = await repairWith({});
  expect(prompts()).toEqual([session.sessionId, session.sessionId]);
  expect(notice).toBe(
    'The database was repaired on Mar 2, 2026 10:00 (it was empty): no backup was available, ' +
      'the broken file was kept as c-mem.db.broken-1; 2 events (0 more sessions) were recovered from transcripts',
  );
});

it('one that did not change since the backup is left alone', async () => {
  const { transcriptPath } = await known('one');
  const since = Date.parse('2026-03-02T09:00:00Z');
  const old = since / 1000 - 120;
  utimesSync(transcriptPath as string, old, old);
  const notice = await repairWith({ since, backup: 'c-mem-1.db' });
  expect(prompts()).toHaveLength(1);
  expect(notice).toContain('restored from the backup c-mem-1.db');
  expect(notice).toContain('0 events');
});

it('sessions that nobody remembers are looked for at the host, and only then', async () => {
  const session = live('forgotten');
  transcriptOf(session);
  await repairWith({});
  expect(prompts()).toEqual([]);
  const notice = await repairWith({ allSessionsKnown: false });
  expect(prompts()).toEqual([session.sessionId]);
  expect(notice).toContain('(1 more sessions)');
});

it('a file that was kept is reported as kept', async () => {
  expect(await repairWith({ setAside: null })).toContain('the file was kept');
});
