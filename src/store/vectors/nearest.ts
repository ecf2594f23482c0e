// The memories whose vectors are nearest to that of a query. The signs of all of them are compared first, then the
// vectors of the nearest.
import type { SearchFilter } from '../../domain/filter.ts';
import { keyOf, type MemoryKey, TABLES } from '../memories/key.ts';
import { where } from '../memories/where.ts';
import { withMerged } from '../search/narrow.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { compareSigns, type Differences, similarity } from './encode.ts';
import { findModel } from './keep.ts';
import { EMBEDDABLE, EMBEDDED_KINDS, type EmbeddedKind } from './memory-text.ts';

/** More than these are not compared: the newest of each project count. */
const MOST_COMPARED = 200_000;
/** Read at a time: few enough to stay in the processor's cache. */
const PIECE = 10_000;
/** How many of the nearest by signs are checked against the filter, and how many of those by their vectors. */
const CANDIDATES = 1000;
const MEASURED = 200;
/** Of a few memories some are always the nearest: at most this share of them counts. */
const SHARE = 5;
/** From so many on, a memory must be nearer than the average by some standard deviations, and by more to be clear. */
const ENOUGH = 20;
const STANDS_OUT = 2;
const IS_CLEAR = 4;

export interface QueryVector {
  model: string;
  values: Float32Array;
}

export interface NearMemory {
  key: MemoryKey;
  /** The cosine of the angle between the vectors. */
  similarity: number;
  /** 0 to 1: how clearly it stands out from the others. */
  clarity: number;
}

/** Best first. Nothing if the vectors of this model have other dimensions. */
export function nearest(db: Database, query: QueryVector, filter: SearchFilter, most: number): NearMemory[] {
  const model = findModel(db, query.model);
  if (!model || model.dimensions !== query.values.length) return [];
  const kinds = EMBEDDED_KINDS.filter((kind) => filter.kinds === undefined || filter.kinds.includes(kind));
  const compared = compare(db, model.id, query.values, kinds, projectsIn(db, filter));
  const count = compared.reduce((sum, { counts }) => sum + counts.length, 0);
  const candidates = standingOut(compared, count).slice(0, CANDIDATES);
  const limit = Math.min(most, Math.ceil(count / SHARE));
  return kinds
    .flatMap((kind) => measure(db, model.id, query.values, kind, passing(db, kind, candidates, filter)))
    .sort((a, b) => b.similarity - a.similarity || b.key - a.key)
    .slice(0, limit);
}

/** Whether there is anything to compare a query with. */
export function hasVectors(db: Database, model: string): boolean {
  const found = findModel(db, model);
  if (!found) return false;
  return sql(db, 'select 1 from vectors where model_id = ? and signs is not null limit 1').get(found.id) !== undefined;
}

function projectsIn(db: Database, { projectIds }: SearchFilter): number[] {
  if (projectIds) return withMerged(db, projectIds);
  return sql<[], number>(db, 'select id from projects order by id desc').pluck().all() as number[];
}

interface Compared extends Differences {
  kind: EmbeddedKind;
}

function compare(
  db: Database,
  modelId: number,
  values: Float32Array,
  kinds: EmbeddedKind[],
  projects: number[],
): Compared[] {
  const compared: Compared[] = [];
  let count = 0;
  for (const projectId of projects) {
    for (const kind of kinds) {
      for (let last = Number.MAX_SAFE_INTEGER; count < MOST_COMPARED; ) {
        const signs = readSigns(db, modelId, kind, projectId, last);
        if (signs === null) break;
        const differences = compareSigns(values, signs);
        compared.push({ kind, ...differences });
        count += differences.counts.length;
        if (differences.counts.length < PIECE) break;
        last = differences.idAt(PIECE - 1);
      }
    }
  }
  return compared;
}

/** The next piece, newest first, as one row: a hundred thousand small rows would cost more than the comparison. */
function readSigns(db: Database, modelId: number, kind: EmbeddedKind, projectId: number, before: number) {
  return sql<unknown[], Buffer | null>(
    db,
    `select cast(group_concat(signs, '') as blob) from (
       select signs from vectors indexed by vectors_signs
       where model_id = ? and kind = ? and project_id = ? and memory_id < ? and signs is not null
       order by memory_id desc limit ?)`,
  )
    .pluck()
    .get(modelId, kind, projectId, before, PIECE) as Buffer | null;
}

interface Candidate extends Pick<NearMemory, 'clarity'> {
  kind: EmbeddedKind;
  id: number;
  differs: number;
}

/** Those that are clearly nearer than the others, nearest first. */
function standingOut(compared: Compared[], count: number): Candidate[] {
  let sum = 0;
  let squares = 0;
  for (const { counts } of compared) {
    for (let place = 0; place < counts.length; place += 1) {
      const differs = counts[place] as number;
      sum += differs;
      squares += differs * differs;
    }
  }
  const average = sum / Math.max(1, count);
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - average * average));
  const clarityOf = (differs: number) =>
    count < ENOUGH ? 1 : ((average - differs) / deviation - STANDS_OUT) / (IS_CLEAR - STANDS_OUT);
  const found: Candidate[] = [];
  for (const { kind, counts, idAt } of compared) {
    for (let place = 0; place < counts.length; place += 1) {
      const differs = counts[place] as number;
      const clarity = clarityOf(differs);
      if (clarity > 0) found.push({ kind, id: idAt(place), differs, clarity: Math.min(1, clarity) });
    }
  }
  return found.sort((a, b) => a.differs - b.differs || b.id - a.id);
}

/** The candidates of a kind that pass the filter. */
function passing(db: Database, kind: EmbeddedKind, candidates: Candidate[], filter: SearchFilter): Candidate[] {
  const conditions = where(kind, filter);
  const own = candidates.filter((candidate) => candidate.kind === kind);
  if (!conditions || own.length === 0) return [];
  const alive = new Set(
    sql<unknown[], number>(
      db,
      `select m.id from ${TABLES[kind].name} m where m.id in (select value from json_each(?))
         and ${EMBEDDABLE[kind]} ${conditions.sql}`,
    )
      .pluck()
      .all(JSON.stringify(own.map(({ id }) => id)), ...conditions.params) as number[],
  );
  return own.filter(({ id }) => alive.has(id)).slice(0, MEASURED);
}

function measure(
  db: Database,
  modelId: number,
  values: Float32Array,
  kind: EmbeddedKind,
  candidates: Candidate[],
): NearMemory[] {
  const clarities = new Map(candidates.map(({ id, clarity }) => [id, clarity]));
  return sql<[number, string, string], { id: number; vector: Buffer }>(
    db,
    `select memory_id as id, vector from vectors
     where model_id = ? and kind = ? and memory_id in (select value from json_each(?)) and vector is not null`,
  )
    .all(modelId, kind, JSON.stringify([...clarities.keys()]))
    .map(({ id, vector }) => ({
      key: keyOf(kind, id),
      similarity: similarity(values, vector),
      clarity: clarities.get(id) ?? 0,
    }));
}
