// The projects that are shared with the team, and how far each was pulled.
import type { PullCursor, TeamRole } from '../../domain/team.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';
import { createTeamTriggers } from '../sqlite/team-triggers.ts';

export interface SharedProject extends PullCursor {
  projectId: number;
  key: string;
  localName: string;
  remoteId: number;
  name: string;
  role: TeamRole | 'none';
  since: number | null;
  sharedAt: number;
}

export function sharedProjects(db: Database): SharedProject[] {
  return sql<[], SharedProject>(
    db,
    `select t.project_id as projectId, p.key, p.name as localName, t.remote_id as remoteId, t.name, t.role, t.epoch, t.xid,
       t.seq, t.since, t.shared_at as sharedAt from team_projects t join projects p on p.id = t.project_id
     order by t.project_id`,
  ).all();
}

export interface RemoteProject {
  id: number;
  identity: string;
  name: string;
  role: TeamRole;
}

/** Shares a project: from now on it is pulled, and, unless one only reads, what was made here is sent. */
export function shareProject(db: Database, projectId: number, remote: RemoteProject, now: number): void {
  transact(db, () => {
    createTeamTriggers(db);
    sql(
      db,
      `insert into team_projects (project_id, remote_id, name, role, pushes, shared_at)
       values (@projectId, @id, @name, @role, @pushes, @now)
       on conflict (project_id) do update set remote_id = @id, name = @name, role = @role, pushes = @pushes`,
    ).run({ projectId, id: remote.id, name: remote.name, role: remote.role, pushes: pushes(remote.role), now });
    if (pushes(remote.role) === 1) offerAll(db, projectId, now);
  });
}

/** The server says what one may do; it may have changed. */
export function updateRoles(db: Database, remotes: RemoteProject[], now: number): void {
  transact(db, () => {
    for (const shared of sharedProjects(db)) {
      const remote = remotes.find(({ id }) => id === shared.remoteId);
      const role = remote?.role ?? 'none';
      if (role === shared.role && (remote?.name ?? shared.name) === shared.name) continue;
      sql(db, 'update team_projects set role = ?, pushes = ?, name = ? where project_id = ?').run(
        role,
        pushes(role),
        remote?.name ?? shared.name,
        shared.projectId,
      );
      if (pushes(role) === 1) offerAll(db, shared.projectId, now);
    }
  });
}

const pushes = (role: TeamRole | 'none') => (role === 'writer' || role === 'owner' ? 1 : 0);

/** Stops sharing. Nothing is sent or pulled any more; what was pulled stays. */
export function unshareProject(db: Database, projectId: number): void {
  transact(db, () => {
    const remote = sql<[number], { id: number }>(
      db,
      'select remote_id as id from team_projects where project_id = ?',
    ).get(projectId);
    if (!remote) return;
    sql(db, 'delete from team_outbox where uid in (select uid from team_items where remote_id = ?)').run(remote.id);
    // What is gone stays known; everything else would get a new ID if it were shared again.
    sql(
      db,
      `update team_items set gone = coalesce(gone, 'withdrawn'), local_id = null
       where remote_id = ? and is_private = 0 and made_here = 1`,
    ).run(remote.id);
    sql(db, 'delete from team_profiles where project_id = ?').run(projectId);
    sql(db, 'delete from team_projects where project_id = ?').run(projectId);
  });
}

/** Nothing is shared any more. The global IDs stay known, so that whoever joins again gets nothing twice. */
export function leaveTeam(db: Database): void {
  transact(db, () => {
    for (const table of ['team_outbox', 'team_projects', 'team_profiles']) sql(db, `delete from ${table}`).run();
    sql(db, "delete from team_items where kind = 'profile'").run();
    sql(db, 'update team_items set remote_id = 0, before_edit = null').run();
  });
}

export function saveCursor(db: Database, remoteId: number, { epoch, xid, seq }: PullCursor): void {
  sql(db, 'update team_projects set epoch = ?, xid = ?, seq = ? where remote_id = ?').run(epoch, xid, seq, remoteId);
}

export function setSince(db: Database, remoteId: number, since: number): void {
  sql(db, 'update team_projects set since = ? where remote_id = ?').run(since, remoteId);
}

/** Gives everything of one's own in a project a global ID, unless it has one, and queues it. */
function offerAll(db: Database, projectId: number, now: number): void {
  const remote = '(select remote_id from team_projects where project_id = @projectId)';
  sql(
    db,
    `update team_items set remote_id = ${remote} where made_here = 1 and (
       (kind = 'observation' and local_id in (select id from observations where project_id = @projectId))
       or (kind = 'summary' and local_id in (select id from summaries where project_id = @projectId))
       or (kind = 'session' and local_id in (select id from sessions where project_id = @projectId)))`,
  ).run({ projectId });
  for (const kind of ['observation', 'summary'] as const) {
    const table = kind === 'observation' ? 'observations' : 'summaries';
    sql(
      db,
      `insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
       select lower(hex(randomblob(16))), '${kind}', m.id, ${remote}, coalesce(m.edited_at, m.created_at), 1
       from ${table} m where m.project_id = @projectId and m.author is null on conflict do nothing`,
    ).run({ projectId });
  }
  sql(
    db,
    `insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
     select lower(hex(randomblob(16))), 'session', s.id, ${remote}, s.started_at, 1 from sessions s
     where s.author is null and (s.id in (select session_id from observations where project_id = @projectId)
       or s.id in (select session_id from summaries where project_id = @projectId)) on conflict do nothing`,
  ).run({ projectId });
  if (sql(db, 'select 1 from runs where project_id = ? limit 1').get(projectId))
    sql(
      db,
      `insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
       select lower(hex(randomblob(16))), 'profile', -@projectId, ${remote}, @now, 1 where true on conflict do nothing`,
    ).run({ projectId, now });
  sql(
    db,
    `update team_items set superseded_rev = 1, superseded_by = (
       select newer.uid from observations o join team_items newer on newer.kind = 'observation' and newer.local_id = o.superseded_by
       where o.id = team_items.local_id)
     where kind = 'observation' and made_here = 1 and superseded_rev = 0 and local_id in (
       select id from observations where project_id = ? and superseded_by is not null)`,
  ).run(projectId);
  sql(
    db,
    `insert into team_outbox (uid, op, queued_at) select uid, 'put', @now from team_items
     where made_here = 1 and is_private = 0 and local_id is not null and remote_id = ${remote}
     on conflict do nothing`,
  ).run({ projectId, now });
}

/** After the server was restored from a backup, it may lack what it had: everything of one's own is sent again. */
export function offerAgain(db: Database, now: number): void {
  sql(
    db,
    `insert into team_outbox (uid, op, scrub, queued_at)
     select uid, case when local_id is not null then 'put' when gone = 'withdrawn' then 'withdraw' else 'forget' end,
       scrubbed, @now
     from team_items where made_here = 1 and is_private = 0
       and remote_id in (select remote_id from team_projects where pushes = 1) on conflict do nothing`,
  ).run({ now });
}
