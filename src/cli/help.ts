// What `--help` shows: description, usage, arguments, options, subcommands, examples. docs/CLI.md is made from the same.
import type { CommandDef, CommandMeta } from 'citty';
import { type ArgDefinition, type ArgDefinitions, usageOf } from './args/strict-args.ts';
import { paint, print } from './terminal/output.ts';

declare module 'citty' {
  interface CommandMeta {
    /** Command lines, each with an optional comment. */
    examples?: string[];
    /** What a person should know before choosing, line by line. */
    notes?: { title: string; lines: string[] };
    /** Titles and names, if the subcommands are shown in groups. */
    groups?: Record<string, string[]>;
  }
}

export type Load = () => Promise<CommandDef>;
type Row = [name: string, about: string];

export interface Help {
  description: string;
  usage: string;
  sections: { title: string; rows: Row[] }[];
  examples: string[];
  notes: { title: string; lines: string[] } | null;
}

/** A command, and how it is typed: `c-mem config set`. */
interface Called {
  path: string;
  command: CommandDef;
}

export async function showHelp(called: Called): Promise<void> {
  const { description, usage, sections, examples, notes } = await helpFor(called);
  const lines = [description, '', `${paint('bold', 'Usage:')} ${usage}`];
  const width = Math.max(0, ...sections.flatMap(({ rows }) => rows.map(([name]) => name.length)));
  const columns = terminalWidth();
  for (const { title, rows } of sections)
    lines.push('', paint('bold', `${title}:`), ...rows.flatMap((row) => fitted(row, width, columns)));
  if (notes) lines.push('', paint('bold', `${notes.title}:`), ...notes.lines.map((line) => (line ? `  ${line}` : '')));
  if (examples.length > 0) lines.push('', paint('bold', 'Examples:'), ...examples.map((line) => `  ${line}`));
  if (metaOf(called.command).groups)
    lines.push('', `Run \`${called.path} <COMMAND> --help\` for options and examples.`);
  print(...lines);
}

/** Without a terminal, lines are not broken: a pipe has no width. */
const terminalWidth = () =>
  process.stdout.isTTY ? Math.max(40, process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;

/** `  --name VALUE  What it does`, continued below the text if the terminal is narrow. */
export function fitted([name, text]: Row, width: number, columns: number): string[] {
  const indent = width + 4;
  const room = columns - indent;
  // Too narrow for two columns: the text is below the name.
  if (room < 20) return [`  ${name}`, ...wrap(text, columns - 6).map((line) => `      ${line}`)];
  const [first = '', ...rest] = wrap(text, room);
  return [`  ${name.padEnd(width)}  ${first}`.trimEnd(), ...rest.map((line) => ' '.repeat(indent) + line)];
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export async function helpFor({ path, command }: Called): Promise<Help> {
  const { description = '', examples = [], groups, notes = null } = metaOf(command);
  const args = (command.args ?? {}) as ArgDefinitions;
  const below = Object.keys(subCommandsOf(command));
  const rows = (positional: boolean, toRow: (name: string, arg: ArgDefinition) => Row) =>
    Object.entries(args)
      .filter(([, { type }]) => (type === 'positional') === positional)
      .map(([name, arg]) => toRow(name, arg));
  const options = rows(false, optionRow);
  const sections = [
    { title: 'Arguments', rows: rows(true, (name, arg) => [name.toUpperCase(), about(arg)]) },
    { title: 'Options', rows: options },
  ];
  for (const [title, names] of Object.entries(groups ?? { Subcommands: below }))
    sections.push({ title, rows: await commandRows(command, names) });
  const usage = [
    usageOf(path, args),
    ...(below.length > 0 ? [metaOf(command).groups ? '<COMMAND>' : '<SUBCOMMAND>'] : []),
    ...(options.length > 0 ? ['[OPTIONS]'] : []),
  ];
  return {
    description,
    usage: usage.join(' '),
    sections: sections.filter((section) => section.rows.length > 0),
    examples,
    notes,
  };
}

export function subCommandsOf(command: CommandDef): Record<string, CommandDef | Load> {
  return (command.subCommands ?? {}) as Record<string, CommandDef | Load>;
}

const metaOf = (command: CommandDef) => (command.meta ?? {}) as CommandMeta;

async function commandRows(command: CommandDef, names: string[]): Promise<Row[]> {
  const all = subCommandsOf(command);
  return Promise.all(
    names.map(async (name): Promise<Row> => {
      const found = all[name] as CommandDef | Load;
      return [name, metaOf(typeof found === 'function' ? await found() : found).description ?? ''];
    }),
  );
}

const PLACEHOLDERS: Record<string, string> = {
  ...{ project: 'PROJECT', merge: 'PROJECT', rename: 'PROJECT', exclude: 'PROJECT', include: 'PROJECT', to: 'NAME' },
  ...{ session: 'ID', kind: 'KIND', type: 'TYPE', concept: 'CONCEPT', file: 'PATH', branch: 'BRANCH' },
  ...{
    since: 'WHEN',
    until: 'WHEN',
    limit: 'N',
    page: 'N',
    days: 'N',
    weeks: 'N',
    lines: 'N',
    before: 'N',
    after: 'N',
  },
  ...{ search: 'WORDS', provider: 'NAME', host: 'NAME', title: 'TEXT', transcripts: 'FOLDER' },
};

/** A flag that is on by default is shown, and described, as its negation. */
function optionRow(name: string, arg: ArgDefinition): Row {
  if (arg.type === 'boolean') return [arg.default === true ? `--no-${name}` : `--${name}`, arg.description ?? ''];
  return [`--${name} ${arg.options?.join('|') ?? PLACEHOLDERS[name] ?? 'VALUE'}`, about(arg)];
}

function about({ description = '', default: fallback, required, type }: ArgDefinition): string {
  if (fallback !== undefined) return `${description} (default: ${fallback})`;
  return type !== 'positional' && required ? `${description} (required)` : description;
}
