// The `c-mem` command: each subcommand is a file of its own, loaded only when it is called.
import { stripVTControlCharacters } from 'node:util';
import { type CommandDef, defineCommand, renderUsage, runCommand, type SubCommandsDef } from 'citty';
import { wantsColour } from '../config/host.ts';
import { version } from '../config/version.ts';
import { CMemError } from '../domain/errors.ts';
import { EXAMPLES } from './examples.ts';
import { fail, print } from './output.ts';

const commands = {
  install: () => import('./commands/install.ts').then((m) => m.default),
  uninstall: () => import('./commands/uninstall.ts').then((m) => m.default),
  status: () => import('./commands/status.ts').then((m) => m.default),
  context: () => import('./commands/context.ts').then((m) => m.default),
  timeline: () => import('./commands/timeline.ts').then((m) => m.default),
  show: () => import('./commands/show.ts').then((m) => m.default),
  remember: () => import('./commands/remember.ts').then((m) => m.default),
  forget: () => import('./commands/forget.ts').then((m) => m.default),
  sessions: () => import('./commands/sessions.ts').then((m) => m.default),
  projects: () => import('./commands/projects.ts').then((m) => m.default),
  viewer: () => import('./commands/viewer.ts').then((m) => m.default),
  worker: () => import('./commands/worker.ts').then((m) => m.default),
  doctor: () => import('./commands/doctor.ts').then((m) => m.default),
  search: () => import('./commands/search.ts').then((m) => m.default),
  eval: () => import('./commands/eval.ts').then((m) => m.default),
  usage: () => import('./commands/usage.ts').then((m) => m.default),
  import: () => import('./commands/import.ts').then((m) => m.default),
  export: () => import('./commands/export.ts').then((m) => m.default),
  backup: () => import('./commands/backup.ts').then((m) => m.default),
  restore: () => import('./commands/restore.ts').then((m) => m.default),
  stats: () => import('./commands/stats.ts').then((m) => m.default),
  recompress: () => import('./commands/recompress.ts').then((m) => m.default),
  config: () => import('./commands/config.ts').then((m) => m.default),
  statusline: () => import('./commands/statusline.ts').then((m) => m.default),
  hook: () => import('./commands/hook.ts').then((m) => m.default),
  mcp: () => import('./commands/mcp.ts').then((m) => m.default),
  completion: () => import('./commands/completion.ts').then((m) => m.default),
} satisfies SubCommandsDef;

const root = defineCommand({
  meta: { name: 'c-mem', version, description: 'A memory for coding agents that outlives the conversation.' },
  subCommands: commands,
});

async function main(args: string[]): Promise<void> {
  try {
    if (args.length === 0 || args[0] === '--help' || args[0] === '-h') return await help(root);
    if (args[0] === 'completion' && args[1] === '--names') return print(...(await names(args.slice(2))));
    if (args[0] === '--version' || args[0] === '-v') return print(version);
    const [name, ...rest] = args;
    const load = (commands as unknown as Record<string, (() => Promise<CommandDef>) | undefined>)[name as string];
    if (!load)
      throw new CMemError('USAGE', `There is no command "${name}"`, { fix: 'Run `c-mem --help` to see them all.' });
    await run(await load(), rest, root);
  } catch (error) {
    fail(error);
  }
}

/** What may come next on a command line, for the shell's completion. */
async function names(words: string[]): Promise<string[]> {
  const load = (commands as unknown as Record<string, (() => Promise<CommandDef>) | undefined>)[words[0] ?? ''];
  if (!load) return Object.keys(commands);
  let command = await load();
  const below = () => command.subCommands as Record<string, CommandDef> | undefined;
  for (const word of words.slice(1)) command = below()?.[word] ?? command;
  const flags = Object.entries((command.args ?? {}) as Record<string, { type?: string }>)
    .filter(([, { type }]) => type !== 'positional')
    .map(([name]) => `--${name}`);
  return [...Object.keys(below() ?? {}), ...flags, '--help'];
}

/** Colours are for a terminal. */
async function help(command: CommandDef, parent?: CommandDef): Promise<void> {
  const usage = await renderUsage(command, parent);
  print(process.stdout.isTTY && wantsColour() ? usage : stripVTControlCharacters(usage));
  const { name } = (await command.meta) as { name: string };
  const lines = EXAMPLES[name];
  if (lines) print('', 'Examples:', ...lines.map((line) => `  ${line}`));
}

/** Runs a command or one of its subcommands; `--help` anywhere shows what it takes. */
async function run(command: CommandDef, args: string[], parent: CommandDef): Promise<void> {
  const subCommands = command.subCommands as Record<string, CommandDef> | undefined;
  const named = args[0] !== undefined && !args[0].startsWith('-') ? subCommands?.[args[0]] : undefined;
  if (named) return run(named, args.slice(1), command);
  if (args.includes('--help') || args.includes('-h')) return help(command, parent);
  if (subCommands) {
    const names = Object.keys(subCommands).join(', ');
    throw new CMemError(
      'USAGE',
      args[0] ? `There is no "${args[0]}" here; there are: ${names}` : `One of these is needed: ${names}`,
    );
  }
  try {
    await runCommand(command, { rawArgs: args });
  } catch (error) {
    if (error instanceof Error && error.name === 'CLIError')
      throw new CMemError('USAGE', error.message.replace(/\.$/, ''));
    throw error;
  }
}

// Whoever reads our output may have had enough of it (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
void main(process.argv.slice(2));
