// What an agent forgot is hidden, can be taken back, and is deleted when its time is over.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { createScratch, type Scratch } from '../../../test/helpers/scratch.ts';
import { recordPrompt } from '../ledger/turns.ts';
import { type Database, openDatabase } from '../sqlite/open.ts';
import { type Store, storeOn } from '../store.ts';

const DAY = 24 * 3600_000;
const NOW = Date.UTC(2026, 2, 2, 12);
let scratch: Scratch;
let db: Database;
let store: Store;
beforeEach(() => {
  scratch = createScratch();
  db = openDatabase(`${scratch.home}/c-mem.db`);
  store = storeOn(db);
  const place = { session: 'one', project: '/home/dev/shop', at: NOW, prompt: 1 };
  addObservation(db, place, { title: 'Herons were counted' });
  addSummary(db, place, { request: 'Count the herons', completed: 'Twelve of them.' });
  recordPrompt(db, {
    ...{ sessionId: 'one', text: 'Please count the herons', promptId: 'p1', recordId: null, spoolId: null },
    ...{ source: 'hook', at: NOW },
  });
  db.exec('update prompts set number = 1');
});
afterEach(async () => {
  db.close();
  await scratch.dispose();
});

const promptId = () => db.prepare('select id from prompts').pluck().get() as number;
const listed = () =>
  (['observation', 'prompt', 'summary'] as const).filter(
    (kind) => store.memories.list({ projectIds: null, kinds: [kind] }, 10, null).items.length > 0,
  );

it('hides a whole turn with its prompt, and brings all of it back', () => {
  expect(listed()).toEqual(['observation', 'prompt', 'summary']);
  const turn = { kind: 'prompt' as const, id: promptId() };
  store.forgetting.later([turn], NOW + 7 * DAY);
  expect(listed()).toEqual([]);
  expect(store.turns.findPrompt(turn.id)).toBe(null);
  expect(store.forgetting.hidden().map(({ kind, title }) => [kind, title])).toEqual([
    ['observation', 'Herons were counted'],
    ['prompt', 'Please count the herons'],
    ['summary', 'Count the herons'],
  ]);
  // Not among what the viewer's lists leave out: those are sessions and projects.
  expect(store.forgetting.delayed()).toEqual([]);
  expect(store.forgetting.due(NOW + 7 * DAY - 1)).toEqual([]);
  expect(store.forgetting.undo([turn])).toEqual([turn]);
  expect(listed()).toEqual(['observation', 'prompt', 'summary']);
});

it('deletes it when the time is over', () => {
  store.forgetting.later([{ kind: 'prompt', id: promptId() }], NOW + 7 * DAY);
  const due = store.forgetting.due(NOW + 7 * DAY);
  expect(due.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['prompt', 'observation', 'summary']));
  store.forgetting.forget(due, NOW + 7 * DAY);
  expect([listed(), store.forgetting.hidden()]).toEqual([[], []]);
  expect(db.prepare('select count(*) from prompts').pluck().get()).toBe(0);
});
