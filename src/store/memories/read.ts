// What recall reads: memories by recency, by ID, by file and around a time. Hidden memories (about to be forgotten) are
// never returned.

import type { FileTouch } from '../../domain/event.ts';
import type { HostMemoryRecord } from '../../domain/host-memory.ts';
import type { ObservationType } from '../../domain/memory-types.ts';
import type { ProfileCommand } from '../../domain/profile.ts';
import type {
  ObservationBrief,
  ObservationRecord,
  Provenance,
  SessionRecord,
  SummaryRecord,
} from '../../domain/record.ts';
import type { RuleRecord } from '../../domain/rule.ts';
import { type HostRecap, lastRecap } from '../ledger/recaps.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { profileCommands } from './profile.ts';
import { hostMemories } from './read-host-memories.ts';
import { type RuleColumns, ruleFacts, rulesInForce } from './read-rules.ts';
import { type Conditions, where } from './where.ts';

export interface MemoryReader {
  /** Newest first, without superseded ones. */
  recentObservations(projectId: number, limit: number, filter?: RecentFilter): ObservationRecord[];
  /** The same in brief, plus pinned ones of any age. */
  briefs(projectId: number, limit: number, filter?: RecentFilter): ObservationBrief[];
  /** The files that these memories refer to. */
  touches(ids: number[]): Map<number, FileTouch[]>;
  recentSummaries(projectId: number, limit: number, filter?: RecentFilter): SummaryRecord[];
  recentSessions(projectId: number, limit: number, except: string | null): SessionRecord[];
  observations(ids: number[]): ObservationRecord[];
  summaries(ids: number[]): SummaryRecord[];
  /** Parts of the host's own memory files. */
  hostMemories(ids: number[]): HostMemoryRecord[];
  /** Everything about a path or what is below it, newest first. */
  aboutFiles(projectIds: number[] | null, paths: string[], limit: number): ObservationRecord[];
  /** The observations around a time, in chronological order. */
  around(place: AroundRequest): ObservationRecord[];
  summariesAround(place: AroundRequest): SummaryRecord[];
  /** The last time the host said where the work of a session stands. */
  recap(sessionId: string): HostRecap | null;
  /** The rules that hold in a project, the most often and last said first; without a project, those that hold everywhere. */
  rules(projectId: number | null): RuleRecord[];
  /** The commands by which one works in a project, the best of each kind first. */
  commands(projectId: number): ProfileCommand[];
  /** Where the latest sessions of a project were launched. */
  folders(projectId: number): string[];
}

/** Excludes `pinned`, which some of these readers set themselves. */
export type RecentFilter = Omit<Conditions, 'pinned'>;

export interface AroundRequest {
  projectId: number;
  sessionId?: string | undefined;
  at: number;
  /** The memory in the middle: decides the order among memories of the same time. */
  id: number;
  before: number;
  after: number;
}

/** A session's start must be fast. */
const RUNS_FOR_CONTEXT = 300;

export function createMemoryReader(db: Database): MemoryReader {
  return {
    recentObservations: (projectId, limit, filter = {}) => {
      const conditions = where('observation', filter);
      if (!conditions) return [];
      return observationsWhere(
        db,
        `m.project_id = ? and m.superseded_by is null ${conditions.sql} order by m.created_at desc, m.id desc limit ?`,
        [projectId, ...conditions.params, limit],
      );
    },
    recentSummaries: (projectId, limit, filter = {}) => {
      const conditions = where('summary', filter);
      if (!conditions) return [];
      return summariesWhere(db, `m.project_id = ? ${conditions.sql} order by m.created_at desc, m.id desc limit ?`, [
        projectId,
        ...conditions.params,
        limit,
      ]);
    },
    recentSessions: (projectId, limit, except) =>
      sql<[object], SessionRecord>(
        db,
        `select id, host, project_id as projectId, title, subtitle, prompt_count as prompts, status, author,
           started_at as startedAt, last_event_at as lastEventAt from sessions
         where project_id = @projectId and id is not @except and prompt_count > 0
         order by last_event_at desc limit @limit`,
      ).all({ projectId, limit, except }),
    commands: (projectId) => profileCommands(db, projectId, RUNS_FOR_CONTEXT),
    recap: (sessionId) => lastRecap(db, sessionId),
    briefs: (projectId, limit, filter = {}) => {
      const read = (given: Conditions, most: number) => {
        const conditions = where('observation', given);
        if (!conditions) return [];
        return sql<unknown[], ObservationBrief>(
          db,
          `select ${BRIEF} from observations m where m.hidden_until is null and m.project_id = ?
             and m.superseded_by is null ${conditions.sql} order by m.created_at desc, m.id desc limit ?`,
        ).all(projectId, ...conditions.params, most);
      };
      const rows = read(filter, limit);
      for (const row of read({ ...filter, pinned: true }, MOST_PINNED))
        if (!rows.some(({ id }) => id === row.id)) rows.push(row);
      // In place: a hook reads many of these and has no time for copies. SQLite returns booleans as 0 or 1.
      for (const row of rows) row.pinned = Boolean(row.pinned);
      return rows;
    },
    touches: (ids) => touchesOf(db, ids),
    observations: (ids) =>
      observationsWhere(db, 'm.id in (select value from json_each(?)) order by m.id', [JSON.stringify(ids)]),
    summaries: (ids) =>
      summariesWhere(db, 'm.id in (select value from json_each(?)) order by m.id', [JSON.stringify(ids)]),
    hostMemories: (ids) => hostMemories(db, ids),
    aboutFiles: (projectIds, paths, limit) =>
      observationsWhere(
        db,
        `m.id in (select f.observation_id from json_each(?) p join observation_files f
             on f.path = p.value or (f.path > p.value || '/' and f.path < p.value || '0'))
           ${projectIds === null ? '' : 'and m.project_id in (select value from json_each(?))'}
         order by m.created_at desc, m.id desc limit ?`,
        [JSON.stringify(paths), ...(projectIds === null ? [] : [JSON.stringify(projectIds)]), limit],
      ),
    around: (place) => around(place, (condition, params) => observationsWhere(db, condition, params)),
    summariesAround: (place) => around(place, (condition, params) => summariesWhere(db, condition, params)),
    rules: (projectId) => rulesInForce(db, projectId),
    folders: (projectId) =>
      sql<[number], { folder: string }>(
        db,
        `select distinct folder from (
           select folder from sessions where project_id = ? order by last_event_at desc limit 50) where folder is not null`,
      )
        .all(projectId)
        .map((row) => row.folder),
  };
}

const MOST_PINNED = 20;

const BRIEF = `id, type, coalesce(title, substr(narrative, 1, 200), facts, '') as title, session_id as sessionId,
  prompt_number as promptNumber, branch, pinned, tokens, author, created_at as at`;

/** `before` memories before the time, and `after` + 1 from it on, because the one in the middle counts. */
function around<T>(
  { projectId, sessionId, at, id, before, after }: AroundRequest,
  read: (condition: string, params: unknown[]) => T[],
): T[] {
  const within = `m.project_id = ? ${sessionId === undefined ? '' : 'and m.session_id = ?'}`;
  const place = [projectId, ...(sessionId === undefined ? [] : [sessionId]), at, id];
  const earlier = read(`${within} and (m.created_at, m.id) < (?, ?) order by m.created_at desc, m.id desc limit ?`, [
    ...place,
    before,
  ]);
  const later = read(`${within} and (m.created_at, m.id) >= (?, ?) order by m.created_at, m.id limit ?`, [
    ...place,
    after + 1,
  ]);
  return [...earlier.reverse(), ...later];
}

interface MemoryRow {
  id: number;
  session_id: string | null;
  project_id: number;
  prompt_number: number | null;
  branch: string | null;
  commit_id: string | null;
  provider: string | null;
  tokens: number;
  pinned: number;
  edited_at: number | null;
  author: string | null;
  created_at: number;
}

interface ObservationRow extends MemoryRow, RuleColumns {
  type: ObservationType;
  title: string | null;
  subtitle: string | null;
  narrative: string | null;
  facts: string;
  concepts: string;
  files_read: string;
  files_modified: string;
  superseded_by: number | null;
}

function observationsWhere(db: Database, condition: string, params: unknown[]): ObservationRecord[] {
  const rows = sql<unknown[], ObservationRow>(
    db,
    `select m.* from observations m where m.hidden_until is null and ${condition}`,
  ).all(...params);
  const touches = touchesOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...provenance(row),
    id: row.id,
    type: row.type,
    title: row.title,
    subtitle: row.subtitle,
    narrative: row.narrative,
    facts: list(row.facts),
    concepts: list(row.concepts),
    filesRead: list(row.files_read),
    filesModified: list(row.files_modified),
    supersededBy: row.superseded_by,
    rule: ruleFacts(row, row.created_at),
    touches: touches.get(row.id) ?? [],
  }));
}

function touchesOf(db: Database, ids: number[]): Map<number, FileTouch[]> {
  const touches = new Map<number, FileTouch[]>();
  if (ids.length === 0) return touches;
  const rows = sql<[string], FileTouch & { observation_id: number }>(
    db,
    `select observation_id, path, role, digest from observation_files
     where observation_id in (select value from json_each(?))`,
  ).all(JSON.stringify(ids));
  for (const { observation_id, ...touch } of rows) {
    const known = touches.get(observation_id);
    if (known) known.push(touch);
    else touches.set(observation_id, [touch]);
  }
  return touches;
}

interface SummaryRow extends MemoryRow {
  title: string | null;
  request: string | null;
  investigated: string | null;
  learned: string | null;
  completed: string | null;
  next_steps: string | null;
  files_read: string;
  files_edited: string;
  notes: string | null;
}

function summariesWhere(db: Database, condition: string, params: unknown[]): SummaryRecord[] {
  return sql<unknown[], SummaryRow>(db, `select m.* from summaries m where m.hidden_until is null and ${condition}`)
    .all(...params)
    .map((row) => ({
      ...provenance(row),
      id: row.id,
      title: row.title,
      request: row.request,
      investigated: row.investigated,
      learned: row.learned,
      completed: row.completed,
      nextSteps: row.next_steps,
      filesRead: list(row.files_read),
      filesEdited: list(row.files_edited),
      notes: row.notes,
    }));
}

function provenance(row: MemoryRow): Provenance {
  return {
    sessionId: row.session_id,
    projectId: row.project_id,
    promptNumber: row.prompt_number,
    branch: row.branch,
    commit: row.commit_id,
    provider: row.provider,
    tokens: row.tokens,
    pinned: row.pinned === 1,
    edited: row.edited_at !== null,
    author: row.author,
    at: row.created_at,
  };
}

function list(stored: string): string[] {
  return JSON.parse(stored) as string[];
}
