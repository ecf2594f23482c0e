// Turns compressed ahead of time: the memories are the same as without, also where an assumption turns out wrong.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixtureSession, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { createStore, type TestStore } from '../../test/helpers/store.ts';
import { loadSettings } from '../config/settings.ts';
import { type HostTranscripts, hostNamed } from '../hosts/index.ts';
import { importTranscripts } from './import-transcripts.ts';
import { cameTrue, type PreparedTurn, prepareSession } from './prepare.ts';
import { type PrepareAhead, startPreparing } from './prepare-ahead.ts';
import { listTranscripts } from './transcripts.ts';

const CLAUDE = hostNamed('claude-code');
const SESSIONS = ['a', 'b', 'c'].map(() => fixtureSession('/home/dev/shop'));
let stores: TestStore[] = [];
beforeEach(() => (stores = [createStore(), createStore()]));
afterEach(() => {
  for (const store of stores) store.close();
});

/** Three sessions; in each the second turn commits, and the commit's words rename what the first turn found. */
function writeHistory(store: TestStore): string {
  const folder = join(store.folder, 'projects', '-home-dev-shop');
  mkdirSync(folder, { recursive: true });
  for (const [index, session] of SESSIONS.entries()) {
    const edit = {
      file_path: `/home/dev/shop/src/cart${index}.ts`,
      old_string: 'total += tax',
      new_string: 'addTax()',
    };
    new TranscriptFixture({ ...session, transcriptPath: join(folder, `${session.sessionId}.jsonl`) })
      .user(`The cart ${index} counts the tax twice, please fix it`, `p${index}1`)
      .call(`e${index}`, 'Edit', edit)
      .result(`e${index}`, { filePath: edit.file_path })
      .says(`Fixed: cart${index} added the tax a second time in addTax, so orders were too expensive.`)
      .user('commit this', `p${index}2`)
      .call(`c${index}`, 'Bash', { command: `git commit -am "Count the tax of cart${index} once in addTax"` })
      .result(`c${index}`, { stdout: `[main 1a2b3c${index}] Count the tax of cart${index} once in addTax` })
      .says('Committed.')
      .user('Now the same for shipping', `p${index}3`)
      .call(`s${index}`, 'Edit', { ...edit, old_string: 'total += shipping', new_string: 'addShipping()' })
      .result(`s${index}`, { filePath: edit.file_path })
      .says(`The shipping of cart${index} is added once, too, in addShipping.`)
      .write();
  }
  return join(store.folder, 'projects');
}

async function importAll(store: TestStore, ahead?: PrepareAhead): Promise<unknown[]> {
  const { found } = await listTranscripts(writeHistory(store), CLAUDE.transcripts as HostTranscripts);
  const done = await importTranscripts(found, {
    ...{ store: store.parts, host: CLAUDE, settings: loadSettings('/none', {}).settings, now: Date.now },
    ...{ owner: 'import-test', compress: true, isStopped: () => false, pause: async () => undefined },
    ...{ onRead: () => undefined, isOff: () => false },
    ...(ahead ? { ahead } : {}),
  });
  expect(done).toMatchObject({ sessions: 3, unreadableFiles: [] });
  const columns = 'session_id, prompt_number, ordinal, type, title, narrative, facts';
  return [
    done.observations,
    store.db.prepare(`select ${columns} from observations order by session_id, prompt_number, ordinal`).all(),
    store.db
      .prepare('select session_id, prompt_number, request, completed from summaries order by session_id, prompt_number')
      .all(),
    store.db.prepare('select id, status, title from sessions order by id').all(),
    store.db.prepare('select state, outcome from jobs order by id').all(),
  ];
}

/** Prepares as the thread does, and keeps what it made, and what it was asked for once more. */
function preparing(store: TestStore, kept: PreparedTurn[], again: PreparedTurn[] = []): PrepareAhead {
  return {
    async prepare(sessionId, isUrgent) {
      const turns = prepareSession(store.parts, sessionId, Date.now());
      (isUrgent ? again : kept).push(...turns);
      return new Map(turns.map((turn) => [turn.jobId, turn]));
    },
    end: async () => undefined,
  };
}

it('makes the same memories ahead of time as afterwards', async () => {
  const [first, second] = stores as [TestStore, TestStore];
  const kept: PreparedTurn[] = [];
  const again: PreparedTurn[] = [];
  const ahead = await importAll(first, preparing(first, kept, again));
  expect(ahead).toEqual(await importAll(second));
  expect(kept).toHaveLength(9);
  // The commit renamed what the turn before it had found: the third turn of each session is prepared once more.
  // Sessions that began in the same millisecond have no order.
  expect(again.map(({ assumed }) => assumed.before[1]?.title).sort()).toEqual(
    [0, 1, 2].map((index) => `Count the tax of cart${index} once in addTax`),
  );
  expect(JSON.stringify(ahead)).toContain('Count the tax of cart0 once in addTax');
});

it('makes them, and ends, if whatever is prepared is wrong', async () => {
  const [first, second] = stores as [TestStore, TestStore];
  let asked = 0;
  const wrong: PrepareAhead = {
    async prepare(sessionId) {
      asked += 1;
      const turns = prepareSession(first.parts, sessionId, Date.now());
      return new Map(turns.map((turn) => [turn.jobId, { ...turn, assumed: { ...turn.assumed, summedUp: 7 } }]));
    },
    end: async () => undefined,
  };
  expect(await importAll(first, wrong)).toEqual(await importAll(second));
  // Once for each session, and once more after each turn that was wrong.
  expect(asked).toBeLessThanOrEqual(9);
});

it('makes them without anything prepared, too', async () => {
  const [first, second] = stores as [TestStore, TestStore];
  const nothing: PrepareAhead = { prepare: async () => new Map(), end: async () => undefined };
  expect(await importAll(first, nothing)).toEqual(await importAll(second));
});

it('makes them if the thread cannot be started, or ends', async () => {
  const [first, second] = stores as [TestStore, TestStore];
  const missing = startPreparing(join(first.folder, 'missing.cjs'), first.file);
  expect(await importAll(first, missing)).toEqual(await importAll(second));
  await missing.end();
  const script = join(first.folder, 'dies.cjs');
  writeFileSync(script, "require('node:worker_threads').parentPort.on('message', () => process.exit(1));");
  const dying = startPreparing(script, first.file);
  expect(await Promise.all([dying.prepare('a'), dying.prepare('b')])).toEqual([new Map(), new Map()]);
  expect(await dying.prepare('c')).toEqual(new Map());
});

it('is used only if what was assumed of the turns before came true', async () => {
  const [store] = stores as [TestStore];
  const kept: PreparedTurn[] = [];
  await importAll(store, preparing(store, kept));
  const turn = kept[0] as PreparedTurn;
  const { assumed, result } = turn;
  const title = result.observations[0]?.title ?? '';
  expect(title).not.toBe('');
  expect(cameTrue(turn, { ...assumed })).toBe(true);
  expect(cameTrue(turn, { ...assumed, final: !assumed.final })).toBe(false);
  expect(cameTrue(turn, { ...assumed, summedUp: 7 })).toBe(false);
  expect(cameTrue(turn, { ...assumed, before: [{ number: 0, prompt: 'p', title: 't', said: null }] })).toBe(false);
  expect(cameTrue(turn, { ...assumed, knownTitles: ['Something else'] })).toBe(true);
  expect(cameTrue(turn, { ...assumed, knownTitles: [title.toUpperCase()] })).toBe(false);
});
