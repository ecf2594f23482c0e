// Which type a turn is, by what it changed and what was said of it.
import { describe, expect, it } from 'vitest';
import { compress, edit, fails, prompt, read, stop, tool } from '../../../../test/helpers/material.ts';

const SAID =
  'The exporter now writes one header for each month, and the importer reads it again without a second pass over the rows.';
const typeOf = (...events: Parameters<typeof compress>[0]) => compress(events).observations[0]?.type;

describe('the type of a turn', () => {
  it.each([
    ['/w/docs/architecture.tex', 'change'],
    ['/w/docs/architecture.md', 'change'],
    ['/w/src/compiler/tests.rs', 'change'],
    ['/w/src/ExporterTest.java', 'change'],
    ['/w/spec/exporter_spec.rb', 'change'],
    ['/w/src/latest.ts', 'feature'],
  ])('follows what kind of file changed: %s', (file, type) =>
    expect(
      typeOf(
        prompt('Add the header of a month to the exporter'),
        edit(file, 'rows', `${'export function header() {}\n'.repeat(12)}rows`),
        stop(SAID),
      ),
    ).toBe(type),
  );

  it('settings that were broken are fixed', () => {
    const changed = (asked: string, said: string) =>
      typeOf(prompt(asked), edit('/w/docker-compose.yml', 'a: 1', 'a: 2'), stop(said));
    expect(changed('docker compose falla al arrancar', 'El problema es que el puerto estaba ocupado.')).toBe('bugfix');
    expect(changed('use port 5433 for the database', 'The database now listens on port 5433.')).toBe('change');
  });

  it('what was handed to a subagent is what was asked for', () => {
    const handed = (asked: string) =>
      typeOf(prompt(asked), tool('Task', { description: 'export', prompt: asked }, 'done'), stop(`${SAID} ${SAID}`));
    expect(handed('Implement the export of invoices with the task-executor')).toBe('feature');
  });

  it.each([
    ['Zamówienie bez wolnego terminu powinno pozostać w kolejce.', 'Dobra, zamówienie pozostaje w kolejce.'],
    ['We should keep an order without a slot in the queue.', 'Agreed, an order without a slot stays in the queue.'],
  ])('what the user decides and the agent accepts is a decision: %s', (asked, said) =>
    expect(
      typeOf(prompt(asked), stop(`${said} ${'1. The order waits for the next free slot of the day.\n'.repeat(8)}`)),
    ).toBe('decision'),
  );
});

describe('nothing is remembered', () => {
  it.each([
    ['of a greeting', [prompt('hallo')]],
    ['of a line for the shell', [prompt('source /w/.venv/bin/activate')]],
  ])('%s', (_, events) => expect(compress([...events, stop(`${SAID} ${SAID} ${SAID}`)]).observations).toEqual([]));

  it('but of a question in as few words', () =>
    expect(
      compress([
        prompt('why does the exporter fail?'),
        read('/w/a.ts'),
        fails('npm test', 'Exit code 1'),
        stop(`${SAID} ${SAID}`),
      ]).observations,
    ).toHaveLength(1));
});
