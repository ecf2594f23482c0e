// The outbox: what has to be sent to the team. Triggers fill it in the transaction that changes a memory.
import type { FileTouch } from '../../domain/event.ts';
import type { ObservationType } from '../../domain/memory-types.ts';
import type { SharedContent, SharedKind } from '../../domain/team.ts';
import { ownCommands } from '../memories/profile.ts';
import { type RuleColumns, ruleFacts } from '../memories/read-rules.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';

export interface Outgoing {
  uid: string;
  op: 'put' | 'forget' | 'withdraw';
  scrub: boolean;
  /** What changed while it was sent is sent again. */
  version: number;
  kind: SharedKind;
  remoteId: number;
  rev: number;
  supersededBy: string | null;
  supersededRev: number;
  at: number;
  /** As it is stored here, with this machine's paths; null if there is nothing to send. */
  content: SharedContent | null;
  /** The folders that its paths may be below. */
  roots: string[];
}

interface Row {
  uid: string;
  op: Outgoing['op'];
  scrub: number;
  version: number;
  kind: SharedKind;
  local_id: number | string | null;
  remote_id: number;
  rev: number;
  superseded_by: string | null;
  superseded_rev: number;
}

/** Deletions first, then in the order in which things changed. */
export function nextToSend(db: Database, most: number): Outgoing[] {
  const rows = sql<[number], Row>(
    db,
    `select o.uid, o.op, o.scrub, o.version, i.kind, i.local_id, i.remote_id, i.rev, i.superseded_by, i.superseded_rev
     from team_outbox o join team_items i on i.uid = o.uid
     order by o.op = 'put', i.kind <> 'session', o.queued_at limit ?`,
  ).all(most);
  return describeRows(db, rows);
}

/** What would be sent of a project, newest first: for a preview. */
export function wouldSend(db: Database, projectId: number, most: number): Outgoing[] {
  const rows = sql<[object], Row>(
    db,
    `select '' as uid, 'put' as op, 0 as scrub, 1 as version, kind, id as local_id, 0 as remote_id, 0 as rev,
       null as superseded_by, 0 as superseded_rev from (
         select 'observation' as kind, id, created_at from observations where project_id = @projectId and author is null
         union all select 'summary', id, created_at from summaries where project_id = @projectId and author is null) m
     where not exists (select 1 from team_items i where i.kind = m.kind and i.local_id = m.id and i.is_private = 1)
     order by created_at desc limit @most`,
  ).all({ projectId, most });
  return describeRows(db, rows).filter(({ content }) => content !== null);
}

function describeRows(db: Database, rows: Row[]): Outgoing[] {
  const worktrees = new Map<string, string[]>();
  return rows.map((row) => {
    const read = row.op === 'put' && row.local_id !== null ? contentOf(db, row.kind, row.local_id) : null;
    const { at = 0, projectId = 0, sessionId = null, content = null } = read ?? {};
    return {
      ...{ uid: row.uid, op: row.op, scrub: row.scrub === 1, version: row.version, kind: row.kind },
      ...{ remoteId: row.remote_id, rev: row.rev, supersededBy: row.superseded_by, supersededRev: row.superseded_rev },
      ...{ at, content },
      roots: read ? rootsOf(db, projectId, sessionId, worktrees) : [],
    };
  });
}

interface Content {
  at: number;
  projectId: number;
  sessionId: string | null;
  content: SharedContent;
}

function contentOf(db: Database, kind: SharedKind, id: number | string): Content | null {
  if (kind === 'observation') return observation(db, id as number);
  if (kind === 'summary') return summary(db, id as number);
  if (kind === 'session') return session(db, id as string);
  return profile(db, -(id as number));
}

interface MemoryRow {
  session_id: string | null;
  project_id: number;
  prompt_number: number | null;
  branch: string | null;
  commit_id: string | null;
  edited_at: number | null;
  created_at: number;
  host: string | null;
  session_uid: string | null;
}

const OF_SESSION = `(select host from sessions where id = m.session_id) as host,
  (select uid from team_items where kind = 'session' and local_id = m.session_id) as session_uid`;

const placeOf = (row: MemoryRow) => ({
  at: row.created_at,
  projectId: row.project_id,
  sessionId: row.session_id,
});

const turnOf = (row: MemoryRow) => ({
  session: row.session_uid,
  host: row.host,
  turn: row.prompt_number,
  branch: row.branch,
  commit: row.commit_id,
  editedAt: row.edited_at,
});

interface ObservationRow extends MemoryRow, RuleColumns {
  id: number;
  type: ObservationType;
  title: string | null;
  subtitle: string | null;
  narrative: string | null;
  facts: string;
  concepts: string;
  files_read: string;
  files_modified: string;
}

function observation(db: Database, id: number): Content | null {
  const row = sql<[number], ObservationRow>(
    db,
    `select m.*, ${OF_SESSION} from observations m where m.id = ? and m.hidden_until is null`,
  ).get(id);
  if (!row) return null;
  const touches = sql<[number], FileTouch>(
    db,
    'select path, role, digest from observation_files where observation_id = ? order by path, role',
  ).all(id);
  const body = {
    ...turnOf(row),
    ...{ title: row.title, subtitle: row.subtitle, narrative: row.narrative },
    ...{ facts: list(row.facts), concepts: list(row.concepts) },
    ...{ filesRead: list(row.files_read), filesModified: list(row.files_modified), touches },
    rule: ruleFacts(row, row.created_at),
  };
  return { ...placeOf(row), content: { kind: 'observation', type: row.type, body } };
}

interface SummaryRow extends MemoryRow {
  title: string | null;
  request: string | null;
  investigated: string | null;
  learned: string | null;
  completed: string | null;
  next_steps: string | null;
  notes: string | null;
  files_read: string;
  files_edited: string;
}

function summary(db: Database, id: number): Content | null {
  const row = sql<[number], SummaryRow>(
    db,
    `select m.*, ${OF_SESSION} from summaries m where m.id = ? and m.hidden_until is null`,
  ).get(id);
  if (!row) return null;
  const { title, request, investigated, learned, completed, notes } = row;
  const files = { filesRead: list(row.files_read), filesEdited: list(row.files_edited) };
  const texts = { title, request, investigated, learned, completed, nextSteps: row.next_steps, notes };
  return { ...placeOf(row), content: { kind: 'summary', body: { ...turnOf(row), ...texts, ...files } } };
}

function session(db: Database, id: string): Content | null {
  const row = sql<
    [string],
    { title: string | null; subtitle: string | null; host: string; project_id: number; started_at: number }
  >(db, 'select title, subtitle, host, project_id, started_at from sessions where id = ?').get(id);
  if (!row) return null;
  const { title, subtitle, host } = row;
  const place = { at: row.started_at, projectId: row.project_id, sessionId: id };
  return { ...place, content: { kind: 'session', body: { title, subtitle, host } } };
}

function profile(db: Database, projectId: number): Content | null {
  const commands = ownCommands(db, projectId);
  const place = { at: commands[0]?.lastAt ?? 0, projectId, sessionId: null };
  return { ...place, content: { kind: 'profile', body: { commands } } };
}

/** The main folder of the project, and the working trees of the session. */
function rootsOf(db: Database, projectId: number, sessionId: string | null, known: Map<string, string[]>): string[] {
  const name = `${projectId} ${sessionId ?? ''}`;
  const hit = known.get(name);
  if (hit) return hit;
  const key = sql<[number], { key: string }>(db, 'select key from projects where id = ?').get(projectId)?.key ?? '';
  const trees = sql<[string | null, string | null], { path: string | null }>(
    db,
    `select distinct worktree as path from events where session_id = ?
     union select folder from sessions where id = ?`,
  )
    .all(sessionId, sessionId)
    .map(({ path }) => path);
  const roots = [key.replace(/\/\.git$/, ''), ...trees].filter((path): path is string => Boolean(path) && path !== '/');
  // The longest first: a working tree may be inside the main folder.
  const sorted = [...new Set(roots)].sort((a, b) => b.length - a.length);
  known.set(name, sorted);
  return sorted;
}

/** It is on the server, as far as it has not changed since. */
export function settle(db: Database, sent: { uid: string; version: number; rev: number; digest: string }[]): void {
  transact(db, () => {
    for (const { uid, version, rev, digest } of sent) {
      sql(
        db,
        'update team_items set scrubbed = 1 where uid = ? and exists (select 1 from team_outbox where uid = ? and scrub = 1)',
      ).run(uid, uid);
      sql(db, 'delete from team_outbox where uid = ? and version = ?').run(uid, version);
      sql(
        db,
        `update team_items set digest = @digest,
           rev = case when exists (select 1 from team_outbox where uid = @uid) then max(rev, @rev) else @rev end
         where uid = @uid`,
      ).run({ uid, rev, digest });
    }
  });
}

/** The server does not take it: what it says instead is applied after this. */
export function dropFromOutbox(db: Database, uid: string, version: number): void {
  sql(db, 'delete from team_outbox where uid = ? and version = ?').run(uid, version);
}

export interface OutboxState {
  waiting: number;
  /** Since when the oldest waits. */
  since: number | null;
  deletions: number;
}

export function outboxState(db: Database): OutboxState {
  return sql<[], OutboxState>(
    db,
    "select count(*) as waiting, min(queued_at) as since, count(*) filter (where op <> 'put') as deletions from team_outbox",
  ).get() as OutboxState;
}

const list = (stored: string) => JSON.parse(stored) as string[];
