// All commands, grouped as their folders are. Each is a file of its own, loaded only when it is called.
import { type CommandDef, defineCommand } from 'citty';
import { version } from '../config/version.ts';
import { CMemError } from '../domain/errors.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { type Load, showHelp, subCommandsOf } from './help.ts';
import { print } from './terminal/output.ts';

const help = defineCommand({
  meta: { name: 'help', description: 'Show help for a command', examples: ['c-mem help search'] },
  args: {
    command: { type: 'positional', description: 'Such as search or config set', required: false, variadic: true },
  },
  async run({ args }) {
    const found = await findCommand(args._);
    if (found.rest.length > 0) throw unknown(found, found.rest[0] as string);
    await showHelp(found);
  },
});

const showVersion = defineCommand({
  meta: { name: 'version', description: 'Print the version', examples: ['c-mem version'] },
  run: () => print(version),
});

/** In the order in which `--help` lists them, and in which a mistyped name is matched. */
const GROUPS = {
  Setup: {
    install: () => import('./commands/setup/install.ts').then((m) => m.default),
    uninstall: () => import('./commands/setup/uninstall.ts').then((m) => m.default),
    demo: () => import('./commands/setup/demo.ts').then((m) => m.default),
    status: () => import('./commands/setup/status.ts').then((m) => m.default),
    doctor: () => import('./commands/setup/doctor.ts').then((m) => m.default),
    pause: () => import('./commands/setup/pause.ts').then((m) => m.default),
    resume: () => import('./commands/setup/resume.ts').then((m) => m.default),
    config: () => import('./commands/setup/config.ts').then((m) => m.default),
    provider: () => import('./commands/setup/provider.ts').then((m) => m.default),
    worker: () => import('./commands/setup/worker.ts').then((m) => m.default),
    statusline: () => import('./commands/setup/statusline.ts').then((m) => m.default),
    'cursor-rules': () => import('./commands/setup/cursor-rules.ts').then((m) => m.default),
    completion: () => import('./commands/setup/completion.ts').then((m) => m.default),
    help: async () => help,
    version: async () => showVersion,
  },
  Memories: {
    search: () => import('./commands/memories/search.ts').then((m) => m.default),
    timeline: () => import('./commands/memories/timeline.ts').then((m) => m.default),
    show: () => import('./commands/memories/show.ts').then((m) => m.default),
    context: () => import('./commands/memories/context.ts').then((m) => m.default),
    why: () => import('./commands/memories/why.ts').then((m) => m.default),
    remember: () => import('./commands/memories/remember.ts').then((m) => m.default),
    forget: () => import('./commands/memories/forget.ts').then((m) => m.default),
    rules: () => import('./commands/memories/rules.ts').then((m) => m.default),
    sessions: () => import('./commands/memories/sessions.ts').then((m) => m.default),
    projects: () => import('./commands/memories/projects.ts').then((m) => m.default),
    profile: () => import('./commands/memories/profile.ts').then((m) => m.default),
    stats: () => import('./commands/memories/stats.ts').then((m) => m.default),
    viewer: () => import('./commands/memories/viewer.ts').then((m) => m.default),
  },
  Data: {
    import: () => import('./commands/data/import.ts').then((m) => m.default),
    export: () => import('./commands/data/export.ts').then((m) => m.default),
    backup: () => import('./commands/data/backup.ts').then((m) => m.default),
    restore: () => import('./commands/data/restore.ts').then((m) => m.default),
    recompress: () => import('./commands/data/recompress.ts').then((m) => m.default),
    redact: () => import('./commands/data/redact.ts').then((m) => m.default),
    usage: () => import('./commands/data/usage.ts').then((m) => m.default),
    eval: () => import('./commands/data/eval.ts').then((m) => m.default),
  },
  Team: {
    team: () => import('./commands/team/team.ts').then((m) => m.default),
  },
  'Plumbing (called by the host agent, such as Claude Code)': {
    hook: () => import('./commands/plumbing/hook.ts').then((m) => m.default),
    mcp: () => import('./commands/plumbing/mcp.ts').then((m) => m.default),
    new: () => import('./commands/plumbing/stages.ts').then((m) => m.newPrompt),
    save: () => import('./commands/plumbing/stages.ts').then((m) => m.save),
    summary: () => import('./commands/plumbing/stages.ts').then((m) => m.summary),
    cleanup: () => import('./commands/plumbing/stages.ts').then((m) => m.cleanup),
  },
} as unknown as Record<string, Record<string, Load>>;

export const ROOT = defineCommand({
  meta: {
    name: 'c-mem',
    version,
    description: 'Persistent memory for coding agents',
    groups: Object.fromEntries(Object.entries(GROUPS).map(([title, group]) => [title, Object.keys(group)])),
    examples: [
      'c-mem install               # add C-Mem to your coding agents',
      'c-mem status                # check that capture is working',
      'c-mem search "cart total"   # search your memories',
      'c-mem context               # see the context the next session in this folder will get',
    ],
  },
  subCommands: Object.assign({}, ...Object.values(GROUPS)) as Record<string, Load>,
}) as CommandDef;

export interface FoundCommand {
  /** As it is typed: `c-mem config set`. */
  path: string;
  command: CommandDef;
  /** What follows it on the command line. */
  rest: string[];
}

/** The command or subcommand that the first words name; unknown words stay in `rest`. */
export async function findCommand(words: readonly string[]): Promise<FoundCommand> {
  let found: FoundCommand = { path: 'c-mem', command: ROOT, rest: [...words] };
  for (;;) {
    const [name, ...rest] = found.rest;
    const below = subCommandsOf(found.command);
    const next = name !== undefined && Object.hasOwn(below, name) ? below[name] : undefined;
    if (!next) return found;
    found = { path: `${found.path} ${name}`, command: typeof next === 'function' ? await next() : next, rest };
  }
}

/** A word where a command was expected. */
export function unknown({ path, command }: FoundCommand, word: string): CMemError {
  const names = Object.keys(subCommandsOf(command));
  const isRoot = command === ROOT;
  const all = isRoot ? 'Run `c-mem --help` to see all commands.' : `\`${path}\` takes: ${names.join(', ')}.`;
  if (word.startsWith('-'))
    return new CMemError('USAGE', `Unknown option ${word.replace(/=.*/s, '')}`, {
      fix: isRoot ? `Options follow the command, such as \`c-mem status --json\`. ${all}` : all,
    });
  const suggestion = didYouMean(word, names, (name) => `\`${path} ${name}\``);
  if (names.length === 0) return new CMemError('USAGE', `\`${path}\` has no subcommand "${word}"`);
  return new CMemError('USAGE', `Unknown ${isRoot ? 'command' : 'subcommand'} "${word}"`, { fix: suggestion + all });
}
