// What may come next on a command line, for shell completion: subcommands, options, and the values of both.
import { resolvePaths } from '../config/paths.ts';
import { loadSettings, SCHEMA, SETTING_KEYS, settingNamed } from '../config/settings.ts';
import { FILTERS, type FilterName } from '../domain/filter.ts';
import { HOSTS } from '../hosts/index.ts';
import { openStore, type Store } from '../store/index.ts';
import type { ArgDefinitions } from './args/strict-args.ts';
import { findCommand } from './command-table.ts';
import { subCommandsOf } from './help.ts';

const MOST_SESSIONS = 20;

export async function completions(words: string[]): Promise<string[]> {
  const { path, command, rest } = await findCommand(words);
  const args = (command.args ?? {}) as ArgDefinitions;
  const last = rest.at(-1);
  const option = last?.startsWith('--') ? last.slice(2) : null;
  // After an option that takes a value, only its values may come.
  if (option !== null && args[option] && args[option].type !== 'boolean')
    return optionValues(option, args[option].options);
  const flags = Object.entries(args)
    .filter(([, { type }]) => type !== 'positional')
    .map(([name, definition]) => (definition.default === true ? `--no-${name}` : `--${name}`));
  return [...Object.keys(subCommandsOf(command)), ...(await positionalValues(path, rest)), ...flags, '--help'];
}

function optionValues(name: string, options: readonly string[] | undefined): string[] {
  if (options) return [...options];
  const filter = name in FILTERS ? (FILTERS[name as FilterName] as { options?: readonly string[] }) : null;
  if (filter?.options) return [...filter.options];
  switch (name) {
    case 'host':
      return HOSTS.map((host) => host.name);
    case 'provider':
      return choicesOf('provider');
    case 'since':
    case 'until':
      return ['today', 'yesterday', '1d', '7d', '2w'];
    case 'project':
    case 'rename':
    case 'merge':
    case 'to':
    case 'exclude':
    case 'include':
      return fromStore((store) => store.projects.list().map((project) => project.name));
    case 'session':
      return sessionIds();
    default:
      return [];
  }
}

async function positionalValues(path: string, rest: string[]): Promise<string[]> {
  const given = rest.filter((word) => !word.startsWith('-'));
  switch (`${path}/${given.length}`) {
    case 'c-mem config set/0':
    case 'c-mem config get/0':
      return [...SETTING_KEYS];
    case 'c-mem config unset/0': {
      const { sources } = loadSettings(resolvePaths().settings);
      return SETTING_KEYS.filter((key) => sources[key] === 'file');
    }
    case 'c-mem config set/1':
      return choicesOf(given[0] as string);
    case 'c-mem provider setup/0':
      return choicesOf('provider');
    case 'c-mem completion/0':
      return ['bash', 'zsh', 'fish'];
    case 'c-mem import/0':
      return [
        ...HOSTS.filter(({ transcripts }) => transcripts).map(({ name }) => name.replace(/-cli$/, '')),
        'claude-mem',
      ];
    case 'c-mem why/0':
      return sessionIds();
    case 'c-mem help/0':
      return Object.keys(subCommandsOf((await findCommand([])).command));
    default:
      return [];
  }
}

function choicesOf(name: string): string[] {
  const key = settingNamed(name);
  if (!key) return [];
  const { kind } = SCHEMA[key];
  return kind.type === 'choice' ? [...kind.values] : [];
}

const sessionIds = () =>
  fromStore((store) =>
    store.sessions.list({ projectId: null, status: null }, MOST_SESSIONS, null).sessions.map((session) => session.id),
  );

/** Nothing if there is no store, or it cannot be read: completion never fails. */
function fromStore(read: (store: Store) => string[]): string[] {
  try {
    const store = openStore(resolvePaths().database, { readonly: true });
    try {
      return read(store);
    } finally {
      store.close();
    }
  } catch {
    return [];
  }
}
