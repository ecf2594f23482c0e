// Writes rules: what the user said, what a person wrote or decided about one, what an agent proposes.
//
// Said again, a rule grows stronger; contradicted, it is superseded, unless a person confirmed it: then both are kept,
// and lists show that they are in conflict. Only a person confirms, edits or switches off.

import { CMemError } from '../../domain/errors.ts';
import { EMPTY_OBSERVATION, type MemoryContext } from '../../domain/memory.ts';
import type { RuleRecord, RuleScope, RuleSource, RuleState, SaidRule } from '../../domain/rule.ts';
import { compareRules } from '../../text/same-rule.ts';
import { isForgottenRule } from '../forgetting/tombstones.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';
import { editObservation } from './edit.ts';
import { insertObservation, linkEvents } from './insert.ts';
import { type RuleRow, ruleRows, toRule } from './read-rules.ts';

export interface RulesStored {
  added: number;
  /** Rules that grew or were superseded. */
  changed: number[];
}

/** Stores the rules found in the events of a job. An event counts once, however often its job is done. */
export function storeRules(db: Database, context: MemoryContext): RulesStored {
  const stored: RulesStored = { added: 0, changed: [] };
  const rules = context.rules ?? [];
  const known = new Set(rules.map(({ eventId }) => eventId).filter((id) => hasRule(db, id)));
  for (const [index, rule] of rules.entries()) {
    if (known.has(rule.eventId) || isForgottenRule(db, context.projectId, rule.quote, rule.at)) continue;
    const ordinal = rules.slice(0, index).filter(({ eventId }) => eventId === rule.eventId).length;
    hear(db, rule, ordinal, context, stored);
  }
  return stored;
}

function hasRule(db: Database, eventId: number): boolean {
  return (
    sql(
      db,
      `select 1 from observation_events e join observations o on o.id = e.observation_id
       where e.event_id = ? and o.type = 'rule'`,
    ).get(eventId) !== undefined
  );
}

function hear(db: Database, rule: SaidRule, ordinal: number, context: MemoryContext, stored: RulesStored): void {
  const rows = ruleRows(db, context.projectId);
  const same = rows.find((row) => !isOffered(row) && saysSame(row, rule.text));
  let id = same?.id ?? null;
  if (same) strengthen(db, same, rule, context);
  else id = insertRule(db, rule, ordinal, context);
  if (id === null) return;
  if (same) stored.changed.push(id);
  else stored.added += 1;
  // What is switched off contradicts nothing.
  if (same?.rule_state === 'off') return;
  for (const row of rows) {
    if (row.id === id || row.superseded_by !== null || row.rule_state === 'off') continue;
    if (compareRules(row.title ?? '', rule.text) !== 'contradicts') continue;
    const isOlder = (row.last_said_at ?? row.created_at) <= rule.at;
    // Sessions are not always compressed in the order in which they happened.
    if (!isOlder) {
      if (same?.rule_state !== 'confirmed') supersedeRule(db, id, row.id);
    } else if (row.rule_state !== 'confirmed') {
      supersedeRule(db, row.id, id);
      stored.changed.push(row.id);
    }
  }
}

const saysSame = (row: RuleRow, text: string) =>
  compareRules(row.title ?? '', text) === 'same' ||
  (row.narrative !== null && row.edited_at === null && compareRules(row.narrative, text) === 'same');

/** A colleague's rule that was not accepted here says nothing about what this user wants. */
const isOffered = (row: RuleRow) => row.author !== null && row.rule_state === 'off';

/** A rule that was superseded and is said again holds again. What an agent only proposed is now the user's. */
function strengthen(db: Database, row: RuleRow, rule: SaidRule, context: MemoryContext): void {
  const wasProposed = row.rule_source === 'agent' || row.rule_source === 'import';
  sql(
    db,
    `update observations set times_said = times_said + @more, last_said_at = max(last_said_at, @at),
       superseded_by = case when @at >= last_said_at then null else superseded_by end,
       rule_scope = case when @everywhere and rule_state = 'said' then 'everywhere' else rule_scope end where id = @id`,
  ).run({ id: row.id, at: rule.at, more: wasProposed ? 0 : 1, everywhere: rule.scope === 'everywhere' ? 1 : 0 });
  if (wasProposed)
    sql(
      db,
      `update observations set rule_source = ?, narrative = ?, session_id = ?, prompt_number = ?, provider = 'user' where id = ?`,
    ).run(rule.source, rule.quote, context.sessionId, context.promptNumber, row.id);
  linkEvents(db, row.id, [rule.eventId]);
}

function insertRule(db: Database, rule: SaidRule, ordinal: number, context: MemoryContext): number | null {
  const observation = { ...EMPTY_OBSERVATION, type: 'rule' as const, title: rule.text, narrative: rule.quote };
  const { commit: _, ...place } = context;
  // No job owns it: doing a job again must not take away what a person decided about a rule.
  const id = insertObservation(
    db,
    null,
    ordinal,
    { ...observation, eventIds: [rule.eventId] },
    { ...place, at: rule.at, provider: 'user', files: [] },
  );
  if (id !== null) setFacts(db, id, { state: 'said', scope: rule.scope, source: rule.source, at: rule.at });
  return id;
}

function setFacts(
  db: Database,
  id: number,
  facts: { state: RuleState; scope: RuleScope; source: RuleSource; at: number },
): void {
  sql(
    db,
    `update observations set rule_state = @state, rule_scope = @scope, rule_source = @source, times_said = 1,
       last_said_at = @at, confirmed_at = case @state when 'confirmed' then @at end where id = @id`,
  ).run({ id, ...facts });
}

/** Following the links must end somewhere. */
function supersedeRule(db: Database, id: number, by: number): void {
  sql(db, 'update observations set superseded_by = null where id = ? and superseded_by = ?').run(by, id);
  sql(db, 'update observations set superseded_by = ? where id = ?').run(by, id);
}

export interface NewRule {
  text: string;
  scope: RuleScope;
  projectId: number;
  branch: string | null;
  /** A person's rule is confirmed; an agent's is a proposal, and not the user's words. */
  by: 'person' | 'agent';
}

/** Returns its ID, or that of the rule that already says so; null if an agent proposes what was forgotten. */
export function addRule(db: Database, rule: NewRule, now: number): number | null {
  return transact(db, () => {
    if (rule.by === 'agent' && isForgottenRule(db, rule.projectId, rule.text, 0)) return null;
    const same = ruleRows(db, rule.projectId).find((row) => !isOffered(row) && saysSame(row, rule.text));
    if (same) {
      if (rule.by === 'person') confirm(db, same.id, now, rule.scope);
      return same.id;
    }
    const observation = { ...EMPTY_OBSERVATION, type: 'rule' as const, title: rule.text };
    const { projectId, branch } = rule;
    const provider = rule.by === 'person' ? 'user' : 'agent';
    const place = { sessionId: null, promptNumber: null, projectId, branch, at: now, provider, files: [] };
    const id = insertObservation(db, null, 0, observation, place) as number;
    const state = rule.by === 'person' ? 'confirmed' : 'said';
    setFacts(db, id, { state, scope: rule.scope, source: rule.by, at: now });
    if (rule.by === 'person') confirm(db, id, now, rule.scope);
    return id;
  });
}

export interface RuleChange {
  /** `said` takes a confirmation back, or switches a rule on that was never confirmed. */
  state?: RuleState | undefined;
  scope?: RuleScope | undefined;
  text?: string | undefined;
}

/** What a person decides about a rule. Whoever edits one confirms it. */
export function changeRule(db: Database, id: number, change: RuleChange, now: number): void {
  transact(db, () => {
    const row = findRow(db, id);
    if (change.text !== undefined) editObservation(db, id, { title: change.text }, now);
    if (change.scope !== undefined)
      sql(db, 'update observations set rule_scope = ? where id = ?').run(change.scope, id);
    const isOff = row.rule_state === 'off' && change.state === undefined;
    if (change.state === 'confirmed' || (change.text !== undefined && !isOff && change.state === undefined))
      confirm(db, id, now);
    else if (change.state === 'off') sql(db, "update observations set rule_state = 'off' where id = ?").run(id);
    else if (change.state === 'said')
      sql(db, "update observations set rule_state = 'said', confirmed_at = null where id = ?").run(id);
  });
}

/** Switches a rule on again, in the state it had. */
export function switchRuleOn(db: Database, id: number): void {
  findRow(db, id);
  sql(
    db,
    `update observations set rule_state = case when confirmed_at is null then 'said' else 'confirmed' end
     where id = ? and rule_state = 'off'`,
  ).run(id);
}

/** The rule that a person confirms wins over all that contradict it, confirmed ones included. */
function confirm(db: Database, id: number, now: number, scope?: RuleScope): void {
  sql(
    db,
    `update observations set rule_state = 'confirmed', confirmed_at = @now, superseded_by = null,
       rule_scope = coalesce(@scope, rule_scope) where id = @id`,
  ).run({ id, now, scope: scope === 'everywhere' ? scope : null });
  const row = findRow(db, id);
  for (const other of ruleRows(db, row.project_id, "superseded_by is null and rule_state <> 'off'"))
    if (other.id !== id && compareRules(other.title ?? '', row.title ?? '') === 'contradicts')
      supersedeRule(db, other.id, id);
}

export function findRule(db: Database, id: number): RuleRecord {
  const { project_id } = findRow(db, id);
  return listRules(db, project_id).find((rule) => rule.id === id) as RuleRecord;
}

function findRow(db: Database, id: number): RuleRow {
  const row = ruleRows(db, null).find((each) => each.id === id);
  if (!row) throw new CMemError('MEMORY_UNKNOWN', `There is no rule ${id}`, { fix: '`c-mem rules` lists the rules.' });
  return row;
}

export const isRule = (db: Database, id: number): boolean =>
  sql(db, "select 1 from observations where id = ? and type = 'rule'").get(id) !== undefined;

/** All rules of a project and those that hold everywhere, also superseded ones and those that are off. */
export function listRules(db: Database, projectId: number | null): RuleRecord[] {
  const rules = ruleRows(db, projectId).map(toRule);
  const inForce = rules.filter((rule) => rule.state !== 'off' && rule.supersededBy === null);
  for (const rule of inForce)
    rule.conflictsWith = inForce
      .filter(
        (other) => other.id !== rule.id && meet(rule, other) && compareRules(rule.text, other.text) === 'contradicts',
      )
      .map(({ id }) => id);
  return rules;
}

const meet = (a: RuleRecord, b: RuleRecord) =>
  a.projectId === b.projectId || a.scope === 'everywhere' || b.scope === 'everywhere';
