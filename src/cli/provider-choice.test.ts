// The example that people see when they choose is what the compressor really makes, and README and installer agree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TURNS } from '../../test/fixtures/turns/index.ts';
import { playTurn } from '../../test/helpers/fixture-turns.ts';
import { ROOT } from '../../test/helpers/scratch.ts';
import { EXAMPLE, PROVIDER_CHOICE } from './provider-choice.ts';

it('shows the title that the embedded compressor makes of the turn', async () => {
  const turn = TURNS.find(({ name }) => name === EXAMPLE.turn);
  if (!turn) throw new Error('no such turn');
  const { observations } = await playTurn(turn);
  expect(observations[0]?.title).toBe(EXAMPLE.embedded);
  expect(JSON.stringify(turn.steps[0])).toContain(EXAMPLE.asked);
});

it('is in the README, with the same figures', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll('\n', ' ');
  for (const words of [EXAMPLE.asked, EXAMPLE.embedded, EXAMPLE.model]) expect(readme).toContain(words);
  for (const figure of ['about 2 of 3', 'about 3 of 4', '98%', '93%', 'about one call per turn']) {
    expect(readme).toContain(figure);
    expect(PROVIDER_CHOICE.join(' ')).toContain(figure);
  }
});

it('fits on a terminal', () => {
  expect(Math.max(...PROVIDER_CHOICE.map((line) => line.length))).toBeLessThanOrEqual(74);
});
