// The two fast scans find what a plain search finds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHints, registerHint } from './hints.ts';
import { characterClass, nextRun } from './runs.ts';

describe('runs', () => {
  it('are those that a pattern finds, whatever surrounds them', () => {
    const of = characterClass(/[ab]/);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '-', 'é'), maxLength: 80 }),
        fc.integer({ min: 1, max: 9 }),
        (text, least) => {
          const found: [number, number][] = [];
          for (let run = nextRun(text, of, least, 0); run; run = nextRun(text, of, least, run.end))
            found.push([run.start, run.end]);
          const pattern = new RegExp(`[ab]{${least},}`, 'g');
          expect(found).toEqual(Array.from(text.matchAll(pattern), ({ 0: run, index }) => [index, index + run.length]));
        },
      ),
    );
  });
});

describe('hints', () => {
  it('are found wherever they are, in any case, and never where they are not', () => {
    const words = ['zqx', 'zqx-', '://z', 'zqé'];
    const ids = words.map((word) => registerHint(word));
    const placed = registerHint('qzz', true);
    const unit = fc.constantFrom('z', 'Q', 'q', 'x', 'X', '-', ':', '/', 'é', 'Z', '9');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const hits = findHints(text);
        const low = text.toLowerCase();
        expect(ids.filter(hits.has)).toEqual(ids.filter((_, i) => low.includes(words[i] as string)));
        const places = Array.from({ length: low.length }, (_, at) => at).filter((at) => low.startsWith('qzz', at));
        expect(hits.places).toEqual(places);
        expect(hits.has(placed)).toBe(places.length > 0);
      }),
      { numRuns: 2000 },
    );
  });
});
