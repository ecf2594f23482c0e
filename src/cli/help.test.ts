// Every command has a description and examples that its own argument reader accepts.
import { expect, it } from 'vitest';
import { type ArgDefinitions, readArgs } from './args/strict-args.ts';
import { findCommand } from './command-table.ts';
import { fitted, type Help, helpFor, subCommandsOf } from './help.ts';

async function everyCommand(words: string[] = []): Promise<(Help & { words: string[] })[]> {
  const found = await findCommand(words);
  const below = Object.keys(subCommandsOf(found.command)).map((name) => everyCommand([...words, name]));
  return [{ words, ...(await helpFor(found)) }, ...(await Promise.all(below)).flat()];
}

const commands = await everyCommand();

it('describes every command, argument and option in one form', () => {
  expect(commands.length).toBeGreaterThan(40);
  for (const { words, description, sections } of commands) {
    expect(description, words.join(' ')).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
    for (const [name, about] of sections.flatMap(({ rows }) => rows)) {
      expect(about, `${words.join(' ')} ${name}`).toMatch(/[^.]$/);
      if (name === '--json') expect(about).toBe('Print JSON');
      if (name === '--yes') expect(about).toBe('Skip confirmation');
      if (name === '--dry-run') expect(about).toBe('Show what would change without changing anything');
    }
  }
});

it('has an example for every command', () => {
  expect(commands.filter((command) => command.examples.length === 0).map(({ words }) => words.join(' '))).toEqual([]);
});

const examples = commands.flatMap((command) => command.examples);

it.each(examples)('%s', async (line) => {
  const [first, ...words] = commandWords(line);
  expect(first).toBe('c-mem');
  const { path, command, rest } = await findCommand(words);
  expect(path).not.toBe('c-mem');
  expect(Object.keys(subCommandsOf(command))).toEqual([]);
  readArgs(path, (command.args ?? {}) as ArgDefinitions, rest);
});

it('fits a narrow terminal', () => {
  const row = ['--since WHEN', 'Only memories since this date (2026-03-01) or time, or from the last 30m'] as [
    string,
    string,
  ];
  expect(fitted(row, 16, 60)).toEqual([
    '  --since WHEN      Only memories since this date',
    '                    (2026-03-01) or time, or from the last',
    '                    30m',
  ]);
  for (const columns of [40, 60, 80, 120])
    for (const each of commands.flatMap(({ sections }) => sections.flatMap(({ rows }) => rows))) {
      const width = Math.max(20, each[0].length);
      const indent = columns - width - 4 < 20 ? 6 : width + 4;
      // An address or a path is not broken.
      const longest = Math.max(...each[1].split(' ').map((word) => word.length));
      expect(Math.max(...fitted(each, width, columns).map((line) => line.length))).toBeLessThanOrEqual(
        Math.max(columns, each[0].length + 4, longest + indent),
      );
    }
});

it('lists every command once, in a group', async () => {
  const root = await helpFor(await findCommand([]));
  const listed = root.sections.flatMap(({ rows }) => rows.map(([name]) => name));
  const { command } = await findCommand([]);
  expect(listed.sort()).toEqual(Object.keys(subCommandsOf(command)).sort());
});

/** As a shell splits it, without comment, redirections, and what is piped into it. */
function commandWords(line: string): string[] {
  const bare = line
    .replace(/\s+# .*$/, '')
    .replace(/^.* \| /, '')
    .replace(/^npx /, '')
    .replace(/\s+(?:<|>>?) \S+$/, '');
  return (bare.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}
