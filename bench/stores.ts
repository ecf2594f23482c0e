// Stores to measure hooks on: their first project is the folder in which the hook is called.

import { beginMerge, mergeOn } from '../src/store/search/merge-lists.ts';
import { openDatabase } from '../src/store/sqlite/open.ts';
import { fillBigStore } from '../test/helpers/big-store.ts';

export function makeStore(file: string, observations: number, folder: string): void {
  const db = openDatabase(file);
  db.pragma('synchronous = off');
  fillBigStore(db, { observations });
  db.prepare('update projects set key = ? where id = 1').run(folder);
  // As the worker does when it has time.
  beginMerge(db);
  while (mergeOn(db));
  db.close();
}
