// Prompts and turns: numbers prompts, recognizes those seen before, and keeps private turns out.
import { createHash } from 'node:crypto';
import { searchExtra } from '../../text/words.ts';
import { freeId } from '../memories/free-id.ts';
import { SHOWN_PROMPT } from '../memories/key.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { adoptSinceStop, findLatePrompt } from './late-prompts.ts';

export interface PromptSighting {
  sessionId: string;
  text: string;
  promptId: string | null;
  recordId: string | null;
  spoolId: string | null;
  source: 'hook' | 'transcript';
  at: number;
  /** For a prompt that the host reports only at the end of its turn: the agent's last message. */
  atEnd?: { message: string | null } | undefined;
}

export interface PromptPlace {
  number: number;
  added: boolean;
  /** When its turn began, as far as known. */
  at: number;
  /** The first event of the turn that arrived before its prompt and is not yet covered by a job of this turn. */
  firstEvent: number | null;
}

/**
 * One prompt ID with two texts is one prompt if hook and transcript saw it this close together (the client may expand a
 * command). Otherwise they are two: a fork gives the same ID to all prompts it copied.
 */
const TOGETHER_MS = 2000;
/** The clocks of a hook's file and a transcript's record differ by at most this for the same prompt. */
const SAME_WORDS_MS = 60_000;

/** Numbers a new prompt, or finds the one it repeats. */
export function recordPrompt(db: Database, sighting: PromptSighting): PromptPlace {
  const hash = promptHash(sighting.text);
  const { sessionId, atEnd } = sighting;
  const known = atEnd
    ? findLatePrompt(db, { sessionId, promptId: sighting.promptId, hash, message: atEnd.message })
    : findPrompt(db, sighting, hash);
  if (known) {
    const seen = sighting.source === 'hook' ? 'seen_by_hook' : 'seen_in_transcript';
    sql(
      db,
      `update prompts set ${seen} = 1, prompt_id = coalesce(prompt_id, ?), record_id = coalesce(record_id, ?),
         spool_id = coalesce(spool_id, ?) where id = ?`,
    ).run(sighting.promptId, sighting.recordId, sighting.spoolId, known.id);
    return { number: known.number, added: false, at: sighting.at, firstEvent: null };
  }
  const { number } = sql<[string], { number: number }>(
    db,
    'update sessions set prompt_count = prompt_count + 1 where id = ? returning prompt_count as number',
  ).get(sessionId) as { number: number };
  const adopted = [
    ...(sighting.promptId ? adoptEvents(db, sessionId, sighting.promptId, number) : []),
    ...(atEnd ? adoptSinceStop(db, sessionId, number) : []),
  ];
  const firstEvent = moveJobs(db, sessionId, number, adopted);
  const at = atEnd ? Math.min(sighting.at, ...adopted.map((event) => event.at)) : sighting.at;
  sql(
    db,
    `insert into prompts (id, session_id, number, prompt_id, record_id, spool_id, text_hash, seen_by_hook, seen_in_transcript,
       told_at_end, text, search_extra, project_id, created_at)
     values (@id, @sessionId, @number, @promptId, @recordId, @spoolId, @hash, @byHook, @inTranscript, @toldAtEnd, @text, @extra,
       (select project_id from sessions where id = @sessionId), @at)`,
  ).run({
    id: freeId(db, 'prompts'),
    sessionId,
    number,
    // Callers that refer to this turn by number later need an ID for it.
    promptId: sighting.promptId ?? (atEnd ? sighting.spoolId : null),
    recordId: sighting.recordId,
    spoolId: sighting.spoolId,
    hash,
    byHook: sighting.source === 'hook' ? 1 : 0,
    inTranscript: sighting.source === 'transcript' ? 1 : 0,
    toldAtEnd: atEnd ? 1 : 0,
    text: sighting.text,
    extra: searchExtra([sighting.text], at),
    at,
  });
  return { number, added: true, at, firstEvent };
}

/** Identifies a prompt by its text, ignoring whitespace. */
export function promptHash(text: string): string {
  return createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 32);
}

interface AdoptedEvent {
  id: number;
  at: number;
}

/** Events of this prompt that arrived before it were filed under the previous one. */
function adoptEvents(db: Database, sessionId: string, promptId: string, number: number): AdoptedEvent[] {
  return sql<[object], AdoptedEvent>(
    db,
    `update events set prompt_number = @number where session_id = @sessionId and prompt_id = @promptId
       and prompt_number is not @number and not exists (
         select 1 from prompts where session_id = @sessionId and prompt_id = @promptId and number <> @number)
     returning id, created_at as at`,
  ).all({ sessionId, promptId, number });
}

/**
 * Moves jobs along with their events to this turn. Memories of a finished job move too, but lose the request, which
 * came from another turn's prompt. Returns the first event without a job.
 */
function moveJobs(db: Database, sessionId: string, number: number, adopted: AdoptedEvent[]): number | null {
  if (adopted.length === 0) return null;
  const ids = JSON.stringify(adopted.map(({ id }) => id));
  const moved = sql<[object], { id: number }>(
    db,
    `update jobs set prompt_number = @number where session_id = @sessionId and prompt_number is not @number
       and exists (select 1 from json_each(@ids) where value between first_event and last_event)
       and not exists (select 1 from events e where e.session_id = @sessionId and e.prompt_number is jobs.prompt_number
         and e.id between first_event and last_event and e.kind not in ('session_start', 'session_end'))
     returning id`,
  ).all({ sessionId, number, ids });
  for (const { id } of moved) {
    sql(db, 'update observations set prompt_number = ? where job_id = ?').run(number, id);
    sql(db, 'update summaries set prompt_number = ? where job_id = ?').run(number, id);
    sql(db, 'update summaries set request = null where job_id = ? and edited_at is null').run(id);
  }
  // A job that also holds events of the previous turn stays there; if it is done, so are the events that left it.
  const { first } = sql<[object], { first: number | null }>(
    db,
    `select min(value) as first from json_each(@ids) where not exists (
       select 1 from jobs where session_id = @sessionId and value between first_event and last_event
         and (prompt_number is @number or state <> 'waiting'))`,
  ).get({ sessionId, number, ids }) as { first: number | null };
  return first;
}

interface PromptRow {
  id: number;
  number: number;
}

const PROMPT_COLUMNS = 'id, number';

function findPrompt(db: Database, sighting: PromptSighting, hash: string): PromptRow | null {
  const { sessionId, promptId, recordId, spoolId, source, at } = sighting;
  const seen = source === 'hook' ? 'seen_by_hook' : 'seen_in_transcript';
  const again = sql<[object], PromptRow>(
    db,
    `select ${PROMPT_COLUMNS} from prompts where session_id = @sessionId and record_id = @recordId
     union all select ${PROMPT_COLUMNS} from prompts where session_id = @sessionId and spool_id = @spoolId`,
  ).get({ sessionId, recordId, spoolId });
  if (again) return again;
  if (promptId) {
    const byId = sql<[object], PromptRow>(
      db,
      `select ${PROMPT_COLUMNS} from prompts where session_id = @sessionId and prompt_id = @promptId
         and (text_hash = @hash or (${seen} = 0 and abs(created_at - @at) < ${TOGETHER_MS})) order by number limit 1`,
    ).get({ sessionId, promptId, hash, at });
    if (byId) return byId;
  }
  // By text and order: the first prompt with this text that this source has not reported yet. If only one side has the
  // host's ID, both must also have happened at about the same time.
  return (
    sql<[object], PromptRow>(
      db,
      `select ${PROMPT_COLUMNS} from prompts where session_id = @sessionId and text_hash = @hash and ${seen} = 0
         and case when prompt_id is not null and @promptId is not null then prompt_id = @promptId
           when prompt_id is null and @promptId is null then 1
           else abs(created_at - @at) < ${SAME_WORDS_MS} end
       order by number limit 1`,
    ).get({ sessionId, promptId, hash, at }) ?? null
  );
}

/** Called before a transcript is read again from its start: its prompts will be seen again, in the same order. */
export function unseePrompts(db: Database, sessionId: string): void {
  sql(db, 'update prompts set seen_in_transcript = 0 where session_id = ?').run(sessionId);
}

/** Records only the fact of a private turn, and deletes what arrived before the prompt. */
export function recordPrivateTurn(db: Database, sessionId: string, promptId: string | null, at: number): void {
  sql(db, 'insert or ignore into private_turns (session_id, prompt_id, at) values (?, ?, ?)').run(
    sessionId,
    promptId ?? '',
    at,
  );
  // If a fork gave the ID to other prompts too, only the time is decisive; see forgetPrivateSpan.
  if (promptId && !namesPrompt(db, sessionId, promptId)) {
    sql(db, 'delete from events where session_id = ? and prompt_id = ?').run(sessionId, promptId);
  }
}

/** Deletes what arrived of a private turn whose prompt hook never ran, for events that have no usable prompt ID. */
export function forgetPrivateSpan(
  db: Database,
  sessionId: string,
  promptId: string | null,
  span: { from: number; until: number },
): void {
  sql(
    db,
    `delete from events where session_id = @sessionId and (prompt_id is null or prompt_id = @promptId)
       and kind not in ('session_start', 'session_end', 'prompt') and created_at >= @from
       and created_at < coalesce(
         (select min(created_at) from prompts where session_id = @sessionId and created_at > @from), @until)`,
  ).run({ sessionId, promptId: promptId ?? '\u0000', ...span });
}

function namesPrompt(db: Database, sessionId: string, promptId: string): boolean {
  return sql(db, 'select 1 from prompts where session_id = ? and prompt_id = ?').get(sessionId, promptId) !== undefined;
}

export interface Turn {
  number: number | null;
  private: boolean;
}

/** The turn of an event: by the host's prompt ID, otherwise the one current at that time. */
export function findTurn(db: Database, sessionId: string, promptId: string | null, at: number): Turn {
  const named = promptId === null ? null : nearestTurn(db, sessionId, promptId, at);
  if (named) return { number: named.number, private: named.isPrivate === 1 };
  const current = nearestTurn(db, sessionId, null, at);
  if (!current) return { number: null, private: false };
  // Before the first turn, or the clock went back: it has no number, and is dropped if the next turn is private.
  return { number: current.earlier ? current.number : null, private: current.isPrivate === 1 };
}

interface TurnRow {
  number: number | null;
  isPrivate: number;
  at: number;
  earlier: number;
}

/** The last turn at or before `at`; if there is none, the first one after it. */
function nearestTurn(db: Database, sessionId: string, promptId: string | null, at: number): TurnRow | null {
  const only = promptId === null ? '' : 'and prompt_id = @promptId';
  const pick = (earlier: boolean) => {
    const [compare, order] = earlier ? ['<=', 'desc'] : ['>', 'asc'];
    return sql<[object], TurnRow>(
      db,
      `select * from (
         select * from (select number, 0 as isPrivate, created_at as at, ${earlier ? 1 : 0} as earlier from prompts
           where session_id = @sessionId ${only} and created_at ${compare} @at order by created_at ${order}, number ${order} limit 1)
         union all
         select * from (select null, 1, at, ${earlier ? 1 : 0} from private_turns
           where session_id = @sessionId ${only} and at ${compare} @at order by at ${order} limit 1)
       ) order by at ${order}, number is null limit 1`,
    ).get(promptId === null ? { sessionId, at } : { sessionId, promptId, at });
  };
  return pick(true) ?? pick(false) ?? null;
}

export function knowsPromptId(db: Database, sessionId: string, promptId: string): boolean {
  return (
    sql(
      db,
      `select 1 from prompts where session_id = ? and prompt_id = ?
       union all select 1 from private_turns where session_id = ? and prompt_id = ?`,
    ).get(sessionId, promptId, sessionId, promptId) !== undefined
  );
}

export interface PromptRecord {
  id: number;
  sessionId: string;
  number: number;
  text: string;
  at: number;
}

export function findPromptRow(db: Database, id: number): PromptRecord | null {
  return (
    sql<[number], PromptRecord>(
      db,
      `select id, session_id as sessionId, number, text, created_at as at from prompts m where id = ? and ${SHOWN_PROMPT}`,
    ).get(id) ?? null
  );
}
