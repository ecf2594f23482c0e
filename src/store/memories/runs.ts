// The commands that build, test, lint and run a project: one row for each time that one ran.
import type { ProjectRun } from '../../domain/memory.ts';
import { type Database, sql } from '../sqlite/connect.ts';

/**
 * Writes what a job's commands prove. Writing them again, as when a turn is recompressed, changes nothing but what ended
 * a failure, which may be known only later in the turn. An event that is gone by now leaves nothing.
 */
export function writeRuns(db: Database, runs: ProjectRun[]): void {
  for (const run of runs) {
    sql(
      db,
      `insert into runs (event_id, position, project_id, kind, command, partial, failed, trouble, ended_by, created_at)
       select id, @position, project_id, @kind, @command, @partial, @failed, @trouble, @endedBy, @at
         from events where id = @eventId
       on conflict (event_id, position) do update set ended_by = coalesce(excluded.ended_by, ended_by)`,
    ).run({ ...run, partial: run.partial ? 1 : 0, failed: run.failed ? 1 : 0 });
  }
}
