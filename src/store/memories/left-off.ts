// Where work was left: the last summary on each branch, and what the last turn of a session left to do.
import { FOLLOW_UP } from '../../domain/memory.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { SUMMARY_TITLE } from './key.ts';

export interface LastWork {
  summaryId: number;
  sessionId: string;
  sessionTitle: string | null;
  promptNumber: number | null;
  projectId: number;
  branch: string | null;
  title: string;
  request: string | null;
  completed: string | null;
  nextSteps: string | null;
  at: number;
}

const COLUMNS = `m.id as summaryId, m.session_id as sessionId, s.title as sessionTitle, m.prompt_number as promptNumber,
  m.project_id as projectId, m.branch, ${SUMMARY_TITLE} as title, m.request, m.completed, m.next_steps as nextSteps,
  m.created_at as at`;

/** The last summary of each branch of each project that says what was done, and not only what it followed; newest first. */
export function lastWork(db: Database, projectId: number | null, most: number): LastWork[] {
  return sql<[object], LastWork>(
    db,
    `with newest as (
       select project_id, branch, max(created_at) as at from summaries
       where hidden_until is null and author is null and (@projectId is null or project_id = @projectId)
         and coalesce(completed, learned, next_steps, '') <> '' and coalesce(title, '') not like '%${FOLLOW_UP}'
       group by project_id, branch order by at desc limit @most)
     select ${COLUMNS} from newest n
       join summaries m on m.project_id = n.project_id and m.branch is n.branch and m.created_at = n.at
         and m.hidden_until is null and m.author is null
       join sessions s on s.id = m.session_id
     group by n.project_id, n.branch order by at desc`,
  ).all({ projectId, most });
}

/** What the last turn of a session left to do, unless that was ticked off; newest first. */
export function openEnds(db: Database, projectId: number | null, since: number, most: number): LastWork[] {
  return sql<[object], LastWork>(
    db,
    `select ${COLUMNS} from sessions s join summaries m on m.id = (
       select id from summaries where session_id = s.id and hidden_until is null order by created_at desc, id desc limit 1)
     where s.author is null and s.last_event_at >= @since and (@projectId is null or s.project_id = @projectId)
       and coalesce(m.next_steps, '') <> '' order by m.created_at desc limit @most`,
  ).all({ projectId, since, most });
}

export interface Worth {
  /** Tokens of everything that was captured, and of what was kept of it. */
  rawTokens: number;
  memoryTokens: number;
  sessions: number;
  /** Sessions that were shown something. */
  toldSessions: number;
  /** Tokens of what they were shown. */
  toldTokens: number;
}

const BYTES_A_TOKEN = 4;
const CHARACTERS_A_TOKEN = 4;

export function worth(db: Database, projectId: number | null): Worth {
  const own = '(@projectId is null or project_id = @projectId)';
  const told = `from injections i join sessions s on s.id = i.session_id
    where i.observations || i.summaries <> '[][]' and (@projectId is null or s.project_id = @projectId)`;
  type Row = { bytes: number; memories: number; sessions: number; told: number; characters: number };
  const row = sql<[object], Row>(
    db,
    `select (select coalesce(sum(payload_bytes), 0) from events where ${own}) as bytes,
       (select coalesce(sum(tokens), 0) from observations where ${own})
         + (select coalesce(sum(tokens), 0) from summaries where ${own}) as memories,
       (select count(*) from sessions where ${own}) as sessions,
       (select count(distinct i.session_id) ${told}) as told,
       (select coalesce(sum(i.characters), 0) ${told}) as characters`,
  ).get({ projectId }) as Row;
  return {
    rawTokens: Math.round(row.bytes / BYTES_A_TOKEN),
    memoryTokens: row.memories,
    sessions: row.sessions,
    toldSessions: row.told,
    toldTokens: Math.round(row.characters / CHARACTERS_A_TOKEN),
  };
}
