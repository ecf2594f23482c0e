// A merge of two projects moves everything, and can be undone.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { createScratch, type Scratch } from '../../../test/helpers/scratch.ts';
import { type Database, openDatabase } from '../sqlite/open.ts';
import { type Store, storeOn } from '../store.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
let scratch: Scratch;
let db: Database;
let store: Store;
beforeEach(() => {
  scratch = createScratch();
  db = openDatabase(`${scratch.home}/c-mem.db`);
  store = storeOn(db);
  for (const [session, project] of [
    ['a', '/home/dev/shop'],
    ['b', '/home/dev/old-shop'],
    ['c', '/home/dev/oldest-shop'],
  ] as const) {
    addObservation(db, { session, project, at: NOW, prompt: 1 }, { title: `In ${project}` });
    addSummary(db, { session, project, at: NOW, prompt: 1 }, { request: `About ${project}`, completed: 'Done.' });
  }
});
afterEach(async () => {
  db.close();
  await scratch.dispose();
});

const idOf = (key: string) => db.prepare('select id from projects where key = ?').pluck().get(key) as number;
const rows = () =>
  ['sessions', 'events', 'observations', 'summaries'].map((table) =>
    db.prepare(`select project_id, count(*) from ${table} group by 1 order by 1`).raw().all(),
  );
const merge = (from: string, into: string) => store.transact(() => store.projects.merge(idOf(from), idOf(into)));
const undo = (from: string) => store.transact(() => store.projects.undoMerge(idOf(from)));

it('a number that is the ID of one project and the name of another is refused', () => {
  const [first, second] = [idOf('/home/dev/shop'), idOf('/home/dev/old-shop')];
  store.projects.rename(second, String(first));
  const named = (text: string) =>
    store.projects.named(text, (folder) => ({ key: folder, name: 'x', worktree: folder })).id;
  expect(() => named(String(first))).toThrow('is the ID of one project and the name of another');
  expect([named('/home/dev/shop'), named('/home/dev/old-shop')]).toEqual([first, second]);
  store.projects.rename(first, String(first));
  store.projects.rename(second, 'old');
  expect(named(String(first))).toBe(first);
});

it('is as before when it is undone, also after a second merge', () => {
  const before = rows();
  merge('/home/dev/oldest-shop', '/home/dev/old-shop');
  const between = rows();
  merge('/home/dev/old-shop', '/home/dev/shop');
  expect(store.projects.list()).toHaveLength(1);
  expect(rows()).not.toEqual(between);

  // What was captured since stays: nobody knows where it belongs.
  addObservation(db, { session: 'd', project: '/home/dev/shop', at: NOW + 1, prompt: 1 }, { title: 'Later' });
  undo('/home/dev/old-shop');
  expect(store.projects.find('/home/dev/oldest-shop')?.id).toBe(idOf('/home/dev/old-shop'));
  undo('/home/dev/oldest-shop');
  store.forgetting.forget([{ kind: 'session', id: 'd' }], NOW + 2);
  expect(rows()).toEqual(before);
  expect(store.projects.list()).toHaveLength(3);
  expect(() => undo('/home/dev/old-shop')).toThrow('was not merged');
});

it('is undone by name, too, and an unknown one is answered with those that can be', () => {
  merge('/home/dev/old-shop', '/home/dev/shop');
  const id = idOf('/home/dev/old-shop');
  const undoNamed = (name: string) => store.transact(() => store.projects.undoMerge(name));
  expect(() => undoNamed('nothing')).toThrow(
    expect.objectContaining({ fix: `These merges can be undone: ${id} (old-shop).` }),
  );
  expect(undoNamed('old-shop').from).toBe(id);
  expect(() => undoNamed('old-shop')).toThrow(expect.objectContaining({ fix: 'There is no merge to undo.' }));
});
