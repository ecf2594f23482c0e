// Vectors follow their memories: whatever changes what a memory says, or whether it counts, removes its vector.
import { beforeEach, expect, it } from 'vitest';
import { writeTurn } from '../../../test/helpers/memories.ts';
import { useStore } from '../../../test/helpers/use-store.ts';

const store = useStore();
const MODEL = { name: 'm', dimensions: 4 };
const vector = Float32Array.from([1, -1, 1, -1]);

function embedAll(): void {
  const { vectors } = store.parts;
  const texts = vectors.texts(vectors.missing('m'), []);
  vectors.keep(
    MODEL,
    texts.map((each) => ({ ...each, vector })),
    0,
  );
}
const embedded = () =>
  store.db.prepare("select kind || ' ' || memory_id from vectors order by 1").pluck().all() as string[];

beforeEach(async () => {
  await writeTurn(store.db, {
    observations: [
      { title: 'One', narrative: 'Of the first', facts: ['a', 'b'] },
      { title: 'Two', narrative: 'Entirely different words' },
    ],
    summary: { request: 'Ask', completed: 'Done' },
  });
  embedAll();
  expect(embedded()).toEqual(['observation 1', 'observation 2', 'summary 1']);
});

it.each<[string, () => void, string[]]>([
  ['another title', () => store.parts.memories.editObservation(1, { title: 'New' }, 0), ['observation 2', 'summary 1']],
  ['another fact', () => store.parts.memories.editObservation(1, { facts: ['c'] }, 0), ['observation 2', 'summary 1']],
  [
    'a summary edited',
    () => store.parts.memories.editSummary(1, { notes: 'x' }, 0),
    ['observation 1', 'observation 2'],
  ],
  ['hidden', () => store.parts.memories.hide('observation', 1, 9e15), ['observation 2', 'summary 1']],
  ['a summary hidden', () => store.parts.memories.hide('summary', 1, 9e15), ['observation 1', 'observation 2']],
  ['superseded', () => store.parts.memories.supersede(1, 2), ['observation 2', 'summary 1']],
  [
    'redacted',
    () => store.parts.forgetting.redact({ text: (text) => text.replace('first', '[redacted]'), body: (body) => body }),
    ['observation 2', 'summary 1'],
  ],
  ['the session forgotten', () => store.parts.forgetting.forget([{ kind: 'session', id: 's1' }], 0), []],
])('%s', (_, change, left) => {
  change();
  expect(embedded()).toEqual(left);
});

it.each<[string, () => void]>([
  ['the same text', () => store.parts.memories.editObservation(1, { title: 'One' }, 0)],
  ['other concepts', () => store.parts.memories.editObservation(1, { concepts: ['gotcha'] }, 0)],
  ['pinned', () => store.parts.memories.pin('observation', 1, true)],
])('%s: the vector stays', (_, change) => {
  change();
  expect(embedded()).toHaveLength(3);
});

it('nothing is stored with other dimensions, and nothing for a memory that does not exist', () => {
  const { vectors } = store.parts;
  const [first] = vectors.missing('other') as [number];
  const text = vectors.texts([first], [])[0]?.text as string;
  expect(vectors.keep({ name: 'm', dimensions: 8 }, [{ key: first, text, vector: new Float32Array(8) }], 0)).toBe(0);
  expect(vectors.keep(MODEL, [{ key: 4000, text, vector }], 0)).toBe(0);
});

it('vectors of other models are removed piece by piece', () => {
  const { vectors } = store.parts;
  const texts = vectors.texts(vectors.missing('n'), []);
  vectors.keep(
    { name: 'n', dimensions: 4 },
    texts.map((each) => ({ ...each, vector })),
    0,
  );
  expect(embedded()).toHaveLength(6);
  expect(vectors.dropOthers('n')).toBe(false);
  expect(embedded()).toHaveLength(3);
  expect(vectors.model('m')).toBeNull();
  expect(vectors.any('n')).toBe(true);
});
