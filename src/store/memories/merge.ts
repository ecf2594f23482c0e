// What a new observation does to those that are already there: it grows the one that says the same, and supersedes those
// that it replaces. `text/same-finding.ts` decides which is which.
import type { MemoryContext, Observation } from '../../domain/memory.ts';
import type { ObservationType } from '../../domain/memory-types.ts';
import { compareFindings, type Finding } from '../../text/same-finding.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { observationExtra } from '../search/fill.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { linkEvents, linkFiles } from './insert.ts';
import { findSimilar } from './similar.ts';

/** Later than this, the same work in another session is done again, and is a finding of its own. */
const RECENT_MS = 30 * 24 * 3600 * 1000;
const MOST_FACTS = 40;
const MOST_OTHERS = 20;

export interface Related {
  /** Says the same as the new one. */
  same: RelatedRow | null;
  /** Replaced by the new one. */
  older: number[];
  /** Replaces the new one: sessions are not always compressed in the order in which they happened. */
  newer: number | null;
}

interface RelatedRow {
  id: number;
  session_id: string | null;
  type: ObservationType;
  title: string;
  subtitle: string | null;
  narrative: string | null;
  created_at: number;
  /** When it was last said. */
  said_at: number;
  facts: string;
  concepts: string;
  files_read: string;
  files_modified: string;
  edited_at: number | null;
  pinned: number;
}

export function findRelated(db: Database, observation: Observation, context: MemoryContext): Related {
  const related: Related = { same: null, older: [], newer: null };
  // What cites no event could not be forgotten with its turn any more.
  if (!observation.title || observation.eventIds.length === 0) return related;
  related.same = sameTitle(db, observation.title, context);
  if (related.same) return related;
  const fresh = { ...observation, title: observation.title, files: observation.filesModified };
  const { ids, isCommon } = findSimilar(db, observation.title, context.projectId);
  for (const row of rowsOf(db, ids)) {
    const known = findingOf(row);
    const isKnownNewer = row.said_at > context.at;
    const relation = isKnownNewer ? compareFindings(fresh, known, isCommon) : compareFindings(known, fresh, isCommon);
    const isOfSession = row.session_id === context.sessionId;
    if (relation === 'same' && isSameKind(row.type, observation.type)) {
      if (!isOfSession && Math.abs(context.at - row.said_at) > RECENT_MS) continue;
      if (!related.same || (isOfSession && related.same.session_id !== context.sessionId)) related.same = row;
    }
    // Two claims of the same moment are two parts of one answer.
    if (relation !== 'replaces' || row.said_at === context.at) continue;
    if (isKnownNewer) related.newer ??= row.id;
    else if (row.pinned === 0) related.older.push(row.id);
  }
  return related;
}

const COLUMNS = `id, session_id, type, title, subtitle, narrative, facts, concepts, files_read, files_modified, created_at,
  coalesce(last_said_at, created_at) as said_at, edited_at, pinned`;

/** A finding with the same title in the same session is the same finding. */
function sameTitle(db: Database, title: string, context: MemoryContext): RelatedRow | null {
  return (
    sql<[string, string], RelatedRow>(
      db,
      `select ${COLUMNS} from observations
       where session_id = ? and title = ? collate nocase and type <> 'rule' and hidden_until is null
         and superseded_by is null`,
    ).get(context.sessionId, title) ?? null
  );
}

/** What is superseded is not revived: said again, it is a new finding that supersedes in its turn. */
function rowsOf(db: Database, ids: number[]): RelatedRow[] {
  return sql<[string], RelatedRow>(
    db,
    `select ${COLUMNS} from observations where id in (select value from json_each(?)) and type <> 'rule'
       and title is not null and hidden_until is null and superseded_by is null`,
  )
    .all(JSON.stringify(ids))
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

const list = (stored: string) => JSON.parse(stored) as string[];

const findingOf = ({ title, narrative, facts, files_modified }: RelatedRow): Finding => ({
  title,
  narrative,
  facts: list(facts),
  files: list(files_modified),
});

/** A plan is not its execution: what was found out, decided and done are three things. */
function isSameKind(a: string, b: string): boolean {
  const kind = (type: string) => (type === 'discovery' || type === 'decision' ? type : 'work');
  return kind(a) === kind(b);
}

/** What a person edited or pinned keeps its words. */
export function growSame(db: Database, known: RelatedRow, observation: Observation, context: MemoryContext): void {
  linkEvents(db, known.id, observation.eventIds);
  sql(
    db,
    `update observations set times_said = coalesce(times_said, 1) + 1,
       last_said_at = max(coalesce(last_said_at, created_at), ?) where id = ?`,
  ).run(context.at, known.id);
  if (known.edited_at !== null || known.pinned === 1) return;
  const isNewest = context.at >= known.said_at;
  const grown = {
    title: known.title,
    subtitle: known.subtitle,
    narrative: isNewest ? (observation.narrative ?? known.narrative) : (known.narrative ?? observation.narrative),
    facts: union(list(known.facts), observation.facts, MOST_FACTS),
    concepts: union(list(known.concepts), observation.concepts, MOST_OTHERS),
    filesRead: union(list(known.files_read), observation.filesRead, MOST_OTHERS),
    filesModified: union(list(known.files_modified), observation.filesModified, MOST_OTHERS),
  };
  sql(
    db,
    `update observations set facts = @facts, concepts = @concepts, files_read = @filesRead,
       files_modified = @filesModified, narrative = @narrative, search_extra = @extra, tokens = @tokens,
       commit_id = coalesce(commit_id, @commit) where id = @id`,
  ).run({
    id: known.id,
    narrative: grown.narrative,
    facts: JSON.stringify(grown.facts),
    concepts: JSON.stringify(grown.concepts),
    filesRead: JSON.stringify(grown.filesRead),
    filesModified: JSON.stringify(grown.filesModified),
    extra: observationExtra(grown, known.created_at),
    tokens: estimateTokens(JSON.stringify(grown)),
    commit: context.commit ?? null,
  });
  linkFiles(db, known.id, observation, context);
}

/** Without what differs only in case, spaces and punctuation. */
function union(known: string[], more: string[], most: number): string[] {
  const all = new Map<string, string>();
  for (const text of [...known, ...more]) {
    const plain = text
      .toLowerCase()
      .replace(/[\s.,;:`]+/g, ' ')
      .trim();
    if (!all.has(plain)) all.set(plain, text);
  }
  return [...all.values()].slice(0, Math.max(most, known.length));
}

/** Marks what the new observation replaces, or the new one itself. Returns the older ones. */
export function supersedeReplaced(db: Database, id: number, { older, newer }: Related): number[] {
  const mark = sql(db, 'update observations set superseded_by = ? where id = ?');
  for (const replaced of older) mark.run(id, replaced);
  if (newer !== null) mark.run(newer, id);
  return older;
}
