// The rules of scripts/layers.mjs hold, and they see: a violation planted in each layer is found, and legal imports pass.
import { expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { DOORS, findViolations, LAYERS, readSources } from '../scripts/layers.mjs';
import { ROOT } from './helpers/scratch.ts';

const sources = readSources(ROOT) as Record<string, string>;

/** The sources with one more file that imports `target`. */
function plant(room: string, target: string): string[] {
  const file = `src/${room}/planted.ts`;
  return findViolations({ ...sources, [file]: `import { x } from '../${target}';\n\nexport const y = x;\n` });
}

it('finds no forbidden import and no cycle, types included', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(findViolations(sources)).toEqual([]);
});

const layers = LAYERS as string[][];
const doorOf = (room: string) => `${room}/${(DOORS[room] as string[] | undefined)?.[0] ?? 'any.ts'}`;
const pairs = layers.flatMap((lower, index) =>
  layers.slice(index + 1).flatMap((higher) => lower.flatMap((a) => higher.map((b) => [a, b] as const))),
);

it.each(pairs)('%s must not import %s, which may import it', (low, high) => {
  expect(plant(low, doorOf(high))).toHaveLength(1);
  expect(plant(high, doorOf(low))).toEqual([]);
});

it.each(['capture', 'recall', 'providers'])('%s must not import a room beside it', (room) => {
  const layer = layers.find((each) => each.includes(room)) as string[];
  for (const other of layer.filter((each) => each !== room)) expect(plant(room, doorOf(other))).toHaveLength(1);
});

it.each(Object.keys(DOORS as object))('%s is entered only through its door', (room) => {
  const [problem] = plant('cli', `${room}/inside/anything.ts`);
  expect(problem).toContain('is entered through');
});

it('sees a cycle, one of types included', () => {
  const [problem] = findViolations({
    'src/store/a.ts': "import type { B } from './b.ts';\nexport interface A { b: B }\n",
    'src/store/b.ts': "import type { A } from './a.ts';\nexport interface B { a: A }\n",
  });
  expect(problem).toBe('import cycle: src/store/a.ts -> src/store/b.ts -> src/store/a.ts');
});

it('refuses a room that no layer names', () => {
  expect(plant('cupboard', 'domain/errors.ts')).toHaveLength(1);
});
