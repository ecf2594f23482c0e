// Comparing vectors: the nearest are found among many, whatever the number of dimensions; and vectors go where their
// memories go.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useStore } from '../../../test/helpers/use-store.ts';
import { openStore } from '../index.ts';
import { keyOf } from '../memories/key.ts';
import { compareSigns, encodeVector, similarity } from './encode.ts';

const store = useStore();

/** Repeatable numbers from -1 to 1. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return (state / 2147483648) * 2 - 1;
  };
}

const randomVector = (next: () => number, dimensions: number) => Float32Array.from({ length: dimensions }, next);

function addMemories(count: number, projectId = 1): number[] {
  const { db } = store;
  db.exec(`insert or ignore into projects (id, key, name, created_at) values (${projectId}, '/p${projectId}', 'p', 0)`);
  const insert = db.prepare(
    "insert into observations (project_id, type, title, created_at) values (?, 'discovery', ?, 0)",
  );
  return store.parts.transact(() =>
    Array.from({ length: count }, (_, at) => Number(insert.run(projectId, `Title ${at}`).lastInsertRowid)),
  );
}

describe('signs', () => {
  it.each([1, 5, 6, 23, 24, 25, 768, 1536, 3072])(
    'of %i dimensions are counted exactly, and the ID comes back',
    (dimensions) => {
      const next = numbers(dimensions);
      const query = randomVector(next, dimensions);
      const vectors = [1, 63, 64, 4095, 123_456_789, 2 ** 40].map((id) => ({
        id,
        values: randomVector(next, dimensions),
      }));
      const all = Buffer.from(vectors.map(({ id, values }) => encodeVector(id, values).signs).join(''), 'latin1');
      const { counts, idAt } = compareSigns(query, all);
      expect([...counts]).toEqual(
        vectors.map(({ values }) => values.filter((value, at) => value > 0 !== (query[at] as number) > 0).length),
      );
      expect(vectors.map((_, place) => idAt(place))).toEqual(vectors.map(({ id }) => id));
    },
  );

  it('bytes keep the angle', () => {
    const next = numbers(7);
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = [randomVector(next, 384), randomVector(next, 384)];
      const dot = (x: Float32Array, y: Float32Array) =>
        x.reduce((sum, value, at) => sum + value * (y[at] as number), 0);
      expect(similarity(a, encodeVector(1, b).vector)).toBeCloseTo(dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)), 2);
    }
  });
});

describe('nearest', () => {
  it('finds the neighbors of a query among thousands, in several projects', () => {
    const next = numbers(42);
    const { vectors } = store.parts;
    const query = randomVector(next, 128);
    const near = (share: number) => query.map((value) => value * share + next() * (1 - share));
    for (const [projectId, count] of [
      [1, 11_000],
      [2, 2000],
    ] as const) {
      const ids = addMemories(count, projectId);
      const made = ids.map((id, at) => ({
        ...{ key: keyOf('observation', id), text: `Title ${at}` },
        vector: at % 1000 === 0 ? near(0.4 + at / 20_000) : randomVector(next, 128),
      }));
      expect(vectors.keep({ name: 'm', dimensions: 128 }, made, 0)).toBe(count);
    }
    const found = (projectIds: number[] | null) =>
      vectors.nearest({ model: 'm', values: query }, { projectIds }, 10).map(({ key }) => Math.floor(key / 4));
    const planted = (ids: number[]) => ids.filter((id) => (id < 11_001 ? id : id - 11_000) % 1000 === 1);
    expect(found([1])).toHaveLength(10);
    expect(planted(found([1])).length).toBeGreaterThanOrEqual(8);
    expect(found([1])[0]).toBe(10_001);
    // The oldest are in another piece than the newest.
    expect(vectors.nearest({ model: 'm', values: query }, { projectIds: [1] }, 50).map(({ key }) => key)).toContain(
      keyOf('observation', 1),
    );
    expect(planted(found([2]).slice(0, 2))).toEqual([12_001, 11_001]);
    expect(found(null)[0]).toBe(10_001);
    expect(vectors.nearest({ model: 'other', values: query }, { projectIds: null }, 10)).toEqual([]);
    expect(vectors.nearest({ model: 'm', values: query.slice(0, 8) }, { projectIds: null }, 10)).toEqual([]);
  });
});

describe('vectors in copies', () => {
  const embedAll = () => {
    const [id] = addMemories(1) as [number];
    const vector = Float32Array.from([1, -1, 1, -1]);
    store.parts.vectors.keep(
      { name: 'm', dimensions: 4 },
      [{ key: keyOf('observation', id), text: 'Title 0', vector }],
      0,
    );
    return { model: 'm', values: vector };
  };

  it('a backup contains them', async () => {
    const query = embedAll();
    const place = { database: store.file, backups: join(store.folder, 'backups') };
    const { name } = await store.parts.copies.backUp(place, 0);
    const copy = openStore(join(place.backups, name));
    expect(copy.vectors.nearest(query, { projectIds: null }, 5)).toHaveLength(1);
    copy.close();
  });

  it('what is forgotten loses its vector in every backup', async () => {
    const query = embedAll();
    const place = { database: store.file, backups: join(store.folder, 'backups') };
    const { name } = await store.parts.copies.backUp(place, 0);
    store.parts.forgetting.forgetEverywhere(place, [{ kind: 'observation', id: 1 }], 1);
    const copy = openStore(join(place.backups, name));
    for (const { vectors } of [store.parts, copy]) {
      expect(vectors.nearest(query, { projectIds: null }, 5)).toEqual([]);
      expect(vectors.any('m')).toBe(false);
    }
    copy.close();
  });

  it('an export does not, and what is imported lacks them', () => {
    embedAll();
    const lines = [...store.parts.rows.export(() => null)];
    expect(lines.map(({ type }) => type)).toEqual(['project', 'observation']);
    const other = openStore(join(store.folder, 'other.db'));
    const rows = other.rows.createImport();
    for (const { type, row } of lines) rows.take(type, row);
    rows.finish();
    expect(other.vectors.missing('m')).toHaveLength(1);
    other.close();
  });
});
