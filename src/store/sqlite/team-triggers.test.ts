// The triggers of a team are there if a project is shared, and only then: every hook would have to read them.
import { expect, it } from 'vitest';
import { addObservation } from '../../../test/helpers/records.ts';
import { useStore } from '../../../test/helpers/use-store.ts';
import { shareProject } from '../sync/projects.ts';
import type { Database } from './connect.ts';
import { openDatabase } from './open.ts';

const store = useStore();

const ofTeam = (db: Database) =>
  db
    .prepare("select name from sqlite_master where type = 'trigger' and name like '%\\_team\\_%' escape '\\'")
    .pluck()
    .all();
const waiting = (db: Database) => db.prepare('select count(*) from team_outbox').pluck().get();

it('come with the first shared project, stay, and come back to a store that lost them', () => {
  const { db } = store;
  addObservation(db, { session: 'a', at: 1 }, { title: 'Before it was shared' });
  expect(ofTeam(db)).toEqual([]);
  const project = db.prepare('select id from projects').pluck().get() as number;
  shareProject(db, project, { id: 7, identity: 'github.com/acme/shop', name: 'shop', role: 'writer' }, 2);
  const names = ofTeam(db);
  expect(names).toHaveLength(13);
  const before = waiting(db) as number;
  addObservation(db, { session: 'a', at: 3 }, { title: 'After it was shared' });
  expect(waiting(db)).toBeGreaterThan(before);
  // As if its rows had been copied into a new file.
  for (const name of names) db.exec(`drop trigger ${name}`);
  const again = openDatabase(db.name);
  expect(ofTeam(again)).toEqual(names);
  // As an earlier version made them.
  again.exec('drop trigger items_team_gone');
  again.exec('create trigger observations_team_delete after delete on observations begin select 1; end');
  again.close();
  const upgraded = openDatabase(db.name);
  expect(ofTeam(upgraded)).toEqual(names);
  upgraded.close();
});
