// The triggers of the exchange with a team, for stores that have a shared project.
import { type Database, sql, transact } from './connect.ts';
import triggers from './team-triggers.sql';

export function createTeamTriggers(db: Database): void {
  transact(db, () => db.exec(triggers));
}

/** A store whose rows were copied from another one may lack them. */
export function restoreTeamTriggers(db: Database): void {
  const missing = sql<[], { missing: number }>(
    db,
    `select exists (select 1 from team_projects)
       and not exists (select 1 from sqlite_master where name = 'runs_team_insert') as missing`,
  ).get();
  if (missing?.missing === 1) createTeamTriggers(db);
}
