// What arrived from each host: for health checks.
import { type Database, sql } from '../sqlite/connect.ts';

export interface HostActivity {
  host: string;
  lastEventAt: number;
  eventsToday: number;
}

/** `since`: the start of the day. Sessions of other machines say nothing about this one. */
export function hostActivity(db: Database, since: number): HostActivity[] {
  return sql<[number], HostActivity>(
    db,
    `select s.host, max(s.last_event_at) as lastEventAt, coalesce(t.events, 0) as eventsToday
     from sessions s left join (
       select today.host, count(*) as events from events e join sessions today on today.id = e.session_id
       where e.created_at >= ? group by today.host) t on t.host = s.host
     where s.id not glob 'team-*' group by s.host`,
  ).all(since);
}
