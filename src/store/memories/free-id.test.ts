// An ID that was given once is not given again, whatever became of its memory.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { useStore } from '../../../test/helpers/use-store.ts';
import { createBackup } from '../copies/backup.ts';
import { putInPlace, salvageTombstones } from '../copies/restore.ts';
import { forget } from '../forgetting/forget.ts';
import { recordPrompt } from '../ledger/turns.ts';
import { type Database, openDatabase } from '../sqlite/open.ts';

const store = useStore();
const AT = Date.parse('2026-03-02T09:00:00Z');
const place = { session: 's', at: AT };

function say(db: Database, text: string): number {
  const sighting = { sessionId: 's', promptId: null, recordId: null, spoolId: text, source: 'hook' as const, at: AT };
  recordPrompt(db, { ...sighting, text });
  return db.prepare('select max(id) from prompts').pluck().get() as number;
}

it('forgetting the newest memory does not free its ID', () => {
  const add = {
    observation: (text: string) => addObservation(store.db, place, { title: text }),
    prompt: (text: string) => say(store.db, text),
  };
  for (const kind of ['observation', 'prompt'] as const) {
    add[kind](`first ${kind}`);
    const second = add[kind](`second ${kind}`);
    forget(store.db, [{ kind, id: second }], AT);
    expect([kind, add[kind](`third ${kind}`)]).toEqual([kind, second + 1]);
    expect([kind, add[kind](`fourth ${kind}`)]).toEqual([kind, second + 2]);
  }
});

it('forgetting everything does not start the count again', () => {
  const last = addObservation(store.db, place);
  addSummary(store.db, place, { request: 'Cache the prices' });
  forget(store.db, [{ kind: 'session', id: 's' }], AT);
  expect(addObservation(store.db, { ...place, session: 'later' })).toBe(last + 1);
});

it('a dry run keeps nothing', () => {
  const id = addObservation(store.db, place);
  forget(store.db, [{ kind: 'observation', id }], AT, true);
  expect(store.db.prepare("select key from meta where key glob 'highest_*'").all()).toEqual([]);
});

it('a restored backup continues after the IDs that were given since', async () => {
  addObservation(store.db, place, { title: 'in the backup' });
  const { path } = await createBackup(store.db, store.folder, AT);
  const since = addObservation(store.db, place, { title: 'since then' });
  store.db.pragma('wal_checkpoint(truncate)');
  const copy = join(store.folder, 'restored.db');
  const db = openDatabase(copy);
  addObservation(db, place, { title: 'in the backup' });
  expect(addObservation(db, place, { title: 'since then' })).toBe(since);
  db.close();
  putInPlace(copy, path, { now: AT, tombstones: salvageTombstones(copy), aside: 'replaced' });
  const restored = openDatabase(copy);
  try {
    expect(addObservation(restored, place, { title: 'after the restore' })).toBe(since + 1);
  } finally {
    restored.close();
  }
});
