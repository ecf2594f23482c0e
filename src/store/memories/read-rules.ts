// Reads rules. Hooks use it too, so it compares nothing.
import type { RuleFacts, RuleRecord, RuleScope, RuleSource, RuleState } from '../../domain/rule.ts';
import { type Database, sql } from '../sqlite/connect.ts';

/** The columns of an observation that only a rule has. */
export interface RuleColumns {
  rule_state: RuleState | null;
  rule_scope: RuleScope | null;
  rule_source: RuleSource | null;
  times_said: number | null;
  last_said_at: number | null;
}

export interface RuleRow extends RuleColumns {
  id: number;
  title: string | null;
  narrative: string | null;
  project_id: number;
  session_id: string | null;
  prompt_number: number | null;
  created_at: number;
  edited_at: number | null;
  confirmed_at: number | null;
  superseded_by: number | null;
  author: string | null;
}

/** Null for any other observation. */
export function ruleFacts(row: RuleColumns, at: number): RuleFacts | null {
  if (row.rule_state === null) return null;
  return {
    state: row.rule_state,
    scope: row.rule_scope ?? 'project',
    source: row.rule_source ?? 'import',
    timesSaid: row.times_said ?? 1,
    lastSaidAt: row.last_said_at ?? at,
  };
}

/** Rules of a project and those that hold everywhere; of all projects if null. The most often and last said first. */
export function ruleRows(db: Database, projectId: number | null, condition = '1'): RuleRow[] {
  return sql<[object], RuleRow>(
    db,
    `select id, title, narrative, project_id, session_id, prompt_number, created_at, edited_at, confirmed_at,
       superseded_by, rule_state, rule_scope, rule_source, times_said, last_said_at, author
     from observations where rule_state is not null and type = 'rule' and hidden_until is null and ${condition}
       and (@projectId is null or project_id = @projectId or rule_scope = 'everywhere')
     order by times_said desc, last_said_at desc, id desc`,
  ).all({ projectId });
}

/** The rules that hold in a project, or only those that hold everywhere. */
export function rulesInForce(db: Database, projectId: number | null): RuleRecord[] {
  const inForce = "rule_state in ('said', 'confirmed') and superseded_by is null";
  // No project has the ID 0.
  return ruleRows(db, projectId ?? 0, inForce).map(toRule);
}

export function toRule(row: RuleRow): RuleRecord {
  return {
    ...(ruleFacts(row, row.created_at) as RuleFacts),
    id: row.id,
    text: row.title ?? '',
    quote: row.narrative,
    projectId: row.project_id,
    sessionId: row.session_id,
    promptNumber: row.prompt_number,
    edited: row.edited_at !== null,
    author: row.author,
    at: row.created_at,
    supersededBy: row.superseded_by,
    conflictsWith: [],
  };
}
