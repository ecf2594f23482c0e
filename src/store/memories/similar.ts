// Finds the observations of a project whose titles share words with a new one, through the search index: a few lookups of
// bounded size, however many observations there are.
import { ALTERNATIVES, lineOf } from '../../text/alternatives.ts';
import { type ClaimWord, readClaim } from '../../text/claim.ts';
import { stem } from '../../text/stem.ts';
import { formsOf } from '../../text/stop-words.ts';
import { characterPairs, isPlain } from '../../text/words.ts';
import { withMerged } from '../search/narrow.ts';
import { type Database, sql } from '../sqlite/connect.ts';

/** A word that stands in more titles than this is common. */
const MOST_OF_WORD = 300;
/** Of a common word, this many of the project's newest observations are looked at. */
const MOST_OF_COMMON = 100;
const MOST_OF_PAIR = 30;
/** Words that are common even together are looked up among this many of the newest observations of all projects. */
const NEWEST = 30_000;
const MOST_WORDS = 8;
/** How many are checked for their project, and how many are returned. */
const MOST_SCORED = 100;
const MOST_FOUND = 12;

export interface Similar {
  /** Those that share the most and the rarest words first. */
  ids: number[];
  isCommon: (word: string) => boolean;
}

interface Lookup {
  key: string;
  expression: string;
  ids: number[];
  isCommon: boolean;
}

export function findSimilar(db: Database, title: string, projectId: number): Similar {
  const projects = withMerged(db, [projectId]);
  const scope = scopeOf(db, projects);
  const lookups = lookupsFor(title)
    .map(({ key, expression }) => lookUp(db, key, expression, scope))
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => Number(a.isCommon) - Number(b.isCommon) || a.ids.length - b.ids.length);
  const scores = new Map<number, number>();
  const add = (ids: number[], score: number) => {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + score);
  };
  for (const { ids } of lookups) add(ids, 1 / Math.log2(2 + ids.length));
  // Of common words only the newest observations are known. Older ones are found by two words together.
  const [a, b, c] = lookups;
  const newest = sql<[], number>(db, 'select max(id) from observations').pluck().get() ?? 0;
  if (b?.isCommon)
    for (const [first, second] of [
      [a, b],
      [a, c],
      [b, c],
    ])
      if (first && second)
        add(find(db, `(${first.expression} AND ${second.expression})`, scope, MOST_OF_PAIR, newest - NEWEST), 0.3);
  const scored = [...scores].sort((x, y) => y[1] - x[1] || y[0] - x[0]).slice(0, MOST_SCORED);
  const common = new Set(lookups.filter(({ isCommon }) => isCommon).map(({ key }) => key));
  return {
    ids: inProjects(
      db,
      scored.map(([id]) => id),
      projects,
    ).slice(0, MOST_FOUND),
    isCommon: (word) => common.has(word),
  };
}

/** Null if these are all projects: narrowing costs more than the lookup itself. */
function scopeOf(db: Database, projects: number[]): string | null {
  const all = sql<[], number>(db, 'select count(*) from projects').pluck().get() ?? 0;
  return all > projects.length ? projects.map((id) => `cmem0p${id}`).join(' OR ') : null;
}

function lookUp(db: Database, key: string, expression: string, scope: string | null): Lookup {
  const ids = find(db, expression, null, MOST_OF_WORD + 1);
  if (ids.length <= MOST_OF_WORD) return { key, expression, ids, isCommon: false };
  const own = scope === null ? ids : find(db, expression, scope, MOST_OF_COMMON);
  return { key, expression, ids: own.slice(0, MOST_OF_COMMON), isCommon: own.length >= MOST_OF_COMMON };
}

function find(db: Database, expression: string, scope: string | null, most: number, after = 0): number[] {
  const matching = `{title search_extra} : ${expression}`;
  return sql<[string, number, number], number>(
    db,
    'select rowid from observations_fts where observations_fts match ? and rowid > ? order by rowid desc limit ?',
  )
    .pluck()
    .all(scope === null ? matching : `(${matching}) AND (${scope})`, after, most) as number[];
}

function inProjects(db: Database, ids: number[], projects: number[]): number[] {
  const own = new Set(
    sql<[string, string], number>(
      db,
      `select id from observations where id in (select value from json_each(?))
         and project_id in (select value from json_each(?)) and superseded_by is null`,
    )
      .pluck()
      .all(JSON.stringify(ids), JSON.stringify(projects)) as number[],
  );
  return ids.filter((id) => own.has(id));
}

/** Identifiers first: they tell the most. */
function lookupsFor(title: string): { key: string; expression: string }[] {
  const claim = readClaim(title);
  const words = claim.words.filter(({ kind }) => kind !== 'pair').sort((a, b) => rank(a) - rank(b));
  const lookups = new Map(words.map((word) => [word.key, expressionOf(word, claim.isEnglish)]));
  for (const pair of characterPairs(title)) lookups.set(pair, `"${pair}"`);
  return [...lookups].slice(0, MOST_WORDS).map(([key, expression]) => ({ key, expression }));
}

const rank = ({ kind, text }: ClaimWord) => (kind === 'code' ? 0 : text.length > 4 ? 1 : 2);

function expressionOf({ text, kind }: ClaimWord, isEnglish: boolean): string {
  const quote = (word: string) => `"${word.replaceAll('"', ' ').replaceAll('\0', ' ')}"`;
  const line = lineOf(text);
  if (line >= 0) return `(${(ALTERNATIVES[line] as string[]).map(quote).join(' OR ')})`;
  if (kind === 'code') return quote(text);
  // Words of other languages are compared by their beginning, so they are found by it.
  if (!isEnglish && text.length > 5) return `${quote(text.slice(0, Math.ceil(text.length * 0.7)))}*`;
  const forms = isPlain(text) ? formsOf(text, stem(text)) : [text];
  return forms.length === 1 ? quote(forms[0] as string) : `(${forms.map(quote).join(' OR ')})`;
}
