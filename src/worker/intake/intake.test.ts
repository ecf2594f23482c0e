// The intake in process: from a spool file to the ledger, by the settings of the user, and all of it or nothing.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bash, fixtureSession, stop } from '../../../test/helpers/payloads.ts';
import { createStore, type TestStore } from '../../../test/helpers/store.ts';
import { type Paths, resolvePaths } from '../../config/paths.ts';
import { pause, resume } from '../../config/pause.ts';
import { SCHEMA, type Settings } from '../../config/settings.ts';
import { writeSpoolFile } from '../../spool/write.ts';
import { eventsOfSession } from '../../store/ledger/events.ts';
import { openLog } from '../log.ts';
import { createIntake, type Intake } from './intake.ts';
import { createReadingList } from './reading-list.ts';

const DEFAULTS = Object.fromEntries(
  Object.entries(SCHEMA).map(([key, { default: value }]) => [key, value]),
) as unknown as Settings;
const session = fixtureSession('/home/dev/shop', '/home/dev/.claude/projects/-home-dev-shop/s.jsonl');
const DOOR = { host: 'claude-code', plugin: true };

let store: TestStore;
let paths: Paths;
const intakes: Intake[] = [];
beforeEach(() => {
  store = createStore();
  paths = resolvePaths({ C_MEM_HOME: store.folder });
  mkdirSync(paths.spool);
});
afterEach(() => {
  for (const intake of intakes.splice(0)) intake.stop();
  store.close();
});

async function take(payload: object, settings: Partial<Settings> = {}): Promise<void> {
  writeSpoolFile(paths.spool, { event: 'PostToolUse', door: DOOR, projectDir: session.cwd }, JSON.stringify(payload));
  const intake = createIntake({
    ...{
      store: store.parts,
      paths,
      settings: () => ({ ...DEFAULTS, ...settings }),
      log: openLog(null, 'silent'),
      now: Date.now,
    },
    ...{ onActivity: () => undefined, onIdle: () => undefined, onCommit: () => undefined },
    ...{ readingList: createReadingList(), onTrouble: () => undefined, checkBefore: () => true },
  });
  intakes.push(intake);
  intake.wake();
  await intake.settled();
}
const count = (table: string) => (store.db.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;

it('secrets go by our rules and by those of the user', async () => {
  await take(bash(session, `echo ghp_${'a1B2'.repeat(9)} EMP-123456`, 'ok'), {
    redactPatterns: ['badge=EMP-[0-9]{6}'],
  });
  const stored = JSON.stringify(eventsOfSession(store.db, session.sessionId).map(({ body }) => body));
  expect(stored).toContain('[redacted:badge]');
  expect(stored).not.toMatch(/ghp_|EMP-123456/);
});

it('an event and its job are stored together or not at all', async () => {
  store.db.exec("create trigger no_jobs before insert on jobs begin select raise(abort, 'no job'); end");
  await take(stop(session, 'done'));
  expect([count('events'), count('jobs')]).toEqual([0, 0]);
  // Nothing is lost: what cannot be taken is put aside.
  expect(readdirSync(paths.quarantine)).toHaveLength(1);
  store.db.exec('drop trigger no_jobs');
  await take(stop(session, 'done'));
  expect([count('events'), count('jobs')]).toEqual([1, 1]);
});

it('what comes in while capture is paused is dropped', async () => {
  pause(paths, Date.now() - 1000);
  await take(bash(session, 'ls', 'ok'));
  resume(paths, Date.now() + 1000);
  await take(bash(session, 'ls', 'ok'));
  expect(count('events')).toBe(0);
  expect(readdirSync(paths.spool)).toEqual([]);
});

it('what another host sent through our plugin is dropped', async () => {
  await take({ ...bash(session, 'ls', 'ok'), transcript_path: '/home/dev/.factory/projects/-home-dev-shop/s.jsonl' });
  expect([count('sessions'), count('events')]).toEqual([0, 0]);
  expect(existsSync(paths.quarantine)).toBe(false);
});
