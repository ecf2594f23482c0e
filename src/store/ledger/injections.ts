// What was shown to each session, and which turns of a project are still waiting to become memories.
import type { Injection, OpenTurn } from '../../domain/record.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { branchOfTurn } from './branches.ts';
import { decodePayload } from './payload.ts';

export type NewInjection = Omit<Injection, 'lastObservation' | 'lastSummary' | 'terms'> & { terms?: string[] };

/**
 * Called by hooks on a best-effort basis: the session itself may not be in the ledger yet. Also records the newest
 * memories at this time.
 */
export function recordInjection(db: Database, injection: NewInjection): void {
  sql(
    db,
    `insert into injections (session_id, prompt_number, occasion, characters, observations, summaries, pending,
       terms, last_observation, last_summary, created_at)
     values (@sessionId, (select prompt_count from sessions where id = @sessionId), @occasion, @characters,
       @observations, @summaries, @pending, @terms, (select coalesce(max(id), 0) from observations),
       (select coalesce(max(id), 0) from summaries), @at)`,
  ).run({
    ...injection,
    observations: JSON.stringify(injection.observations),
    summaries: JSON.stringify(injection.summaries),
    pending: injection.pending ? 1 : 0,
    terms: injection.terms && injection.terms.length > 0 ? JSON.stringify(injection.terms) : null,
  });
}

/** What a session was shown and what it asked for, in order. */
export function injectionsOf(db: Database, sessionId: string): Injection[] {
  return sql<[string], InjectionRow>(db, 'select * from injections where session_id = ? order by id')
    .all(sessionId)
    .map(decode);
}

/** What a session was shown without asking, in order. */
export function contextsOf(db: Database, sessionId: string): Injection[] {
  return injectionsOf(db, sessionId).filter(({ occasion }) => occasion !== 'tool');
}

export interface Shown {
  occasion: Injection['occasion'];
  sessionId: string;
  terms: string[];
  at: number;
}

/** When a memory was shown to an agent, newest first. */
export function shownOf(db: Database, kind: 'observation' | 'summary', id: number, most: number): Shown[] {
  const column = kind === 'observation' ? 'observations' : 'summaries';
  // `instr` is cheap and rules out almost every row.
  return sql<[string, number, number], InjectionRow>(
    db,
    `select * from injections where instr(${column}, ?) > 0
       and exists (select 1 from json_each(${column}) where value = ?) order by created_at desc, id desc limit ?`,
  )
    .all(String(id), id, most)
    .map((row) => {
      const { occasion, sessionId, terms, at } = decode(row);
      return { occasion, sessionId, terms, at };
    });
}

/** Explanations must not outlive the memories and prompts whose words they repeat. */
export function clearTermsOfForgotten(db: Database): void {
  const lost = (column: string, table: string) =>
    `exists (select 1 from json_each(i.${column}) j where not exists (select 1 from ${table} m where m.id = j.value))`;
  const noPrompt = (number: string) =>
    `not exists (select 1 from prompts p where p.session_id = i.session_id and p.number = ${number} and p.text <> '')`;
  sql(
    db,
    `update injections as i set terms = null where terms is not null and (${lost('observations', 'observations')}
       or ${lost('summaries', 'summaries')} or ${noPrompt("i.prompt_number + (i.occasion = 'prompt')")})`,
  ).run();
}

/** The last injection in any session of this project. */
export function lastInjectionOfProject(db: Database, projectId: number): Injection | null {
  const row = sql<[number], InjectionRow>(
    db,
    `select i.* from sessions s join injections i on i.session_id = s.id where s.project_id = ?
       and i.occasion <> 'tool' order by s.last_event_at desc, i.id desc limit 1`,
  ).get(projectId);
  return row ? decode(row) : null;
}

/** Turns of a project that are not yet compressed, newest first. */
export function openTurns(db: Database, projectId: number, exceptSession: string | null, most: number): OpenTurn[] {
  return sql<[object], { session_id: string; prompt_number: number | null; at: number }>(
    db,
    `select j.session_id, j.prompt_number, max(s.last_event_at) as at
     from jobs j cross join sessions s on s.id = j.session_id where s.project_id = @projectId and j.session_id is not @exceptSession and j.state in ('waiting', 'running')
       and j.purpose <> 'recompress'
     group by j.session_id, j.prompt_number order by at desc, j.prompt_number desc limit @most`,
  )
    .all({ projectId, exceptSession, most })
    .map((row) => ({
      sessionId: row.session_id,
      promptNumber: row.prompt_number,
      at: row.at,
      ...wordsOfTurn(db, row.session_id, row.prompt_number),
    }));
}

function wordsOfTurn(db: Database, sessionId: string, promptNumber: number | null) {
  const prompt = sql<[string, number | null], { text: string }>(
    db,
    'select text from prompts where session_id = ? and number is ?',
  ).get(sessionId, promptNumber);
  const said = sql<[string, number | null], { payload: Buffer }>(
    db,
    `select payload from events where session_id = ? and prompt_number is ? and kind in ('stop', 'message')
       and payload is not null order by created_at desc, kind = 'stop' desc limit 1`,
  ).get(sessionId, promptNumber);
  const body = said ? decodePayload(said.payload) : {};
  const words = body['message'] ?? body['text'];
  return {
    prompt: prompt?.text ?? null,
    lastMessage: typeof words === 'string' ? words : null,
    branch: branchOfTurn(db, sessionId, promptNumber),
  };
}

interface InjectionRow {
  session_id: string;
  occasion: Injection['occasion'];
  characters: number;
  observations: string;
  summaries: string;
  pending: number;
  terms: string | null;
  last_observation: number;
  last_summary: number;
  created_at: number;
}

function decode(row: InjectionRow): Injection {
  return {
    sessionId: row.session_id,
    occasion: row.occasion,
    characters: row.characters,
    observations: JSON.parse(row.observations) as number[],
    summaries: JSON.parse(row.summaries) as number[],
    pending: row.pending === 1,
    terms: row.terms === null ? [] : (JSON.parse(row.terms) as string[]),
    lastObservation: row.last_observation,
    lastSummary: row.last_summary,
    at: row.created_at,
  };
}
