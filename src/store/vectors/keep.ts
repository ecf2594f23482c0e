// Vectors in the store: which memories lack one, storing one, and removing those of another model.
import { idOf, keyOf, kindOf, type MemoryKey, TABLES } from '../memories/key.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';
import { encodeVector } from './encode.ts';
import { EMBEDDABLE, EMBEDDED_KINDS, EMBEDDED_TEXT, type EmbeddedKind } from './memory-text.ts';

export interface VectorModel {
  id: number;
  dimensions: number;
}

export interface MemoryText {
  key: MemoryKey;
  text: string;
}

export interface MemoryVector extends MemoryText {
  /** Null if the endpoint refused the text. */
  vector: Float32Array | null;
}

/** Null if nothing was embedded with it yet. */
export function findModel(db: Database, name: string): VectorModel | null {
  return sql<[string], VectorModel>(db, 'select id, dimensions from vector_models where name = ?').get(name) ?? null;
}

const WITHOUT_VECTOR =
  'not exists (select 1 from vectors v where v.kind = ? and v.memory_id = m.id and v.model_id = ?)';

/** Every memory without a vector of this model, hidden ones included: observations, then summaries, newest first. */
export function withoutVector(db: Database, model: string): MemoryKey[] {
  const modelId = findModel(db, model)?.id ?? 0;
  return EMBEDDED_KINDS.flatMap((kind) => {
    const ids = sql<[string, number], number>(
      db,
      `select m.id from ${TABLES[kind].name} m where ${WITHOUT_VECTOR}`,
    ).pluck();
    return (ids.all(kind, modelId) as number[]).sort((a, b) => b - a).map((id) => keyOf(kind, id));
  });
}

/** The texts to embed of these memories, in their order. Some have none, are hidden or superseded, or were deleted. */
export function textsToEmbed(db: Database, keys: MemoryKey[], exceptProjects: number[]): MemoryText[] {
  const found = new Map<MemoryKey, string>();
  for (const kind of EMBEDDED_KINDS) {
    const ids = keys.filter((key) => kindOf(key) === kind).map(idOf);
    if (ids.length === 0) continue;
    const rows = sql<[string, string], { id: number; text: string }>(
      db,
      `select m.id, ${EMBEDDED_TEXT[kind]} as text from ${TABLES[kind].name} m
       where m.id in (select value from json_each(?)) and ${EMBEDDABLE[kind]}
         and m.project_id not in (select value from json_each(?))`,
    ).all(JSON.stringify(ids), JSON.stringify(exceptProjects));
    for (const { id, text } of rows) if (text !== '') found.set(keyOf(kind, id), text);
  }
  return keys.flatMap((key) => (found.has(key) ? [{ key, text: found.get(key) as string }] : []));
}

/**
 * Stores vectors of texts that are still those of their memories: what was edited, hidden or forgotten while the endpoint
 * was working gets none. Returns how many were stored.
 */
export function keepVectors(
  db: Database,
  model: { name: string; dimensions: number },
  vectors: MemoryVector[],
  now: number,
): number {
  return transact(db, () => {
    sql(db, 'insert or ignore into vector_models (name, dimensions, created_at) values (?, ?, ?)').run(
      model.name,
      model.dimensions,
      now,
    );
    const { id: modelId, dimensions } = findModel(db, model.name) as VectorModel;
    if (dimensions !== model.dimensions) return 0;
    return vectors.filter((each) => keepVector(db, modelId, each, now)).length;
  });
}

function keepVector(db: Database, modelId: number, { key, text, vector }: MemoryVector, now: number): boolean {
  const kind = kindOf(key) as EmbeddedKind;
  const encoded = vector === null ? { signs: null, vector: null } : encodeVector(idOf(key), vector);
  const { changes } = sql(
    db,
    `insert or replace into vectors (model_id, kind, memory_id, project_id, signs, vector, created_at)
     select @modelId, @kind, m.id, m.project_id, @signs, @vector, @now from ${TABLES[kind].name} m
     where m.id = @id and ${EMBEDDABLE[kind]} and ${EMBEDDED_TEXT[kind]} = @text`,
  ).run({ modelId, kind, id: idOf(key), text, now, ...encoded });
  return changes > 0;
}

/** Texts that the endpoint refused are sent once more. */
export function retryRefused(db: Database, model: string): void {
  sql(db, 'delete from vectors where model_id = ? and vector is null').run(findModel(db, model)?.id ?? 0);
}

const MOST_DROPPED = 500;

/** Removes some of the vectors of other models. Returns whether there are more. */
export function dropOtherModels(db: Database, model: string): boolean {
  return transact(db, () => {
    const { changes } = sql(
      db,
      `delete from vectors where id in (select v.id from vectors v
         where v.model_id in (select id from vector_models where name <> ?) limit ?)`,
    ).run(model, MOST_DROPPED);
    if (changes === MOST_DROPPED) return true;
    sql(db, 'delete from vector_models where name <> ?').run(model);
    return false;
  });
}

export interface VectorProgress {
  /** Memories with a vector of this model. */
  done: number;
  /** Memories that can have one. */
  total: number;
}

export function vectorProgress(db: Database, model: string, exceptProjects: number[]): VectorProgress {
  const except = JSON.stringify(exceptProjects);
  const modelId = findModel(db, model)?.id ?? 0;
  const progress: VectorProgress = { done: 0, total: 0 };
  for (const kind of EMBEDDED_KINDS) {
    const { total, missing } = sql<[string, number, string], { total: number; missing: number }>(
      db,
      `select count(*) as total, coalesce(sum(${WITHOUT_VECTOR}), 0) as missing from ${TABLES[kind].name} m
       where ${EMBEDDABLE[kind]} and ${EMBEDDED_TEXT[kind]} <> '' and m.project_id not in (select value from json_each(?))`,
    ).get(kind, modelId, except) as { total: number; missing: number };
    progress.total += total;
    progress.done += total - missing;
  }
  return progress;
}
