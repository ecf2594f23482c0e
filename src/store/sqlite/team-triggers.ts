// The triggers of the exchange with a team, for stores that have a shared project.
import { type Database, sql, transact } from './connect.ts';
import triggers from './team-triggers.sql';

export function createTeamTriggers(db: Database): void {
  transact(db, () => {
    const earlier = sql<[], { name: string }>(
      db,
      "select name from sqlite_master where type = 'trigger' and name like '%\\_team\\_%' escape '\\'",
    ).all();
    for (const { name } of earlier) db.exec(`drop trigger ${name}`);
    db.exec(triggers);
  });
}

/** A store whose rows were copied from another one may lack them, and one of an earlier version has others. */
export function restoreTeamTriggers(db: Database): void {
  const missing = sql<[], { missing: number }>(
    db,
    `select exists (select 1 from team_projects)
       and not exists (select 1 from sqlite_master where name = 'items_team_gone') as missing`,
  ).get();
  if (missing?.missing === 1) createTeamTriggers(db);
}
