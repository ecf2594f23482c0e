// `c-mem config list|get|set|unset`.

import { defineCommand } from 'citty';
import picomatch from 'picomatch';
import { makePrivateFolder, type Paths, resolvePaths } from '../../../config/paths.ts';
import {
  changeStored,
  environmentName,
  isSecret,
  loadSettings,
  parseSetting,
  SETTING_KEYS,
  type SettingKey,
  type Settings,
  settingNamed,
  settingValue,
} from '../../../config/settings.ts';
import { changeSettings } from '../../../config/settings-file.ts';
import { CMemError } from '../../../domain/errors.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { counts } from '../../args/numbers.ts';
import { embeddingAdvice } from '../../embedding-advice.ts';
import { keyAdvice } from '../../provider-key.ts';
import { withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';
import { readSecret } from '../../terminal/secret-input.ts';

const key = { type: 'positional', description: 'Setting name', required: true } as const;

const list = defineCommand({
  meta: { name: 'list', description: 'List all settings and where each comes from', examples: ['c-mem config list'] },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  run({ args }) {
    const { settings: all, sources, problems } = loadSettings(resolvePaths().settings);
    const settings = Object.fromEntries(SETTING_KEYS.map((name) => [name, visible(name, settingValue(all, name))]));
    if (args.json) {
      return printJson({ settings, sources, problems: problems.map(({ message, fix }) => ({ message, fix })) });
    }
    const width = Math.max(...SETTING_KEYS.map((name) => name.length));
    for (const name of SETTING_KEYS) {
      const from = sources[name] === 'default' ? '' : `  (${sources[name]})`;
      print(`${name.padEnd(width)}  ${JSON.stringify(settings[name])}${from}`);
    }
    for (const problem of problems) print('', `! ${problem.message}.`, `  ${problem.fix}`);
  },
});

const get = defineCommand({
  meta: {
    name: 'get',
    description: 'Print a setting as JSON; secrets are shown as "(set)"',
    examples: ['c-mem config get provider'],
  },
  args: { key },
  run({ args }) {
    const name = known(args.key);
    printJson(visible(name, settingValue(loadSettings(resolvePaths().settings).settings, name)));
  },
});

const set = defineCommand({
  meta: {
    name: 'set',
    description: 'Change a setting (pass lists as a,b,c or JSON)',
    examples: [
      'c-mem config set provider claude',
      'c-mem config set budget.dailyUsd 0.50',
      'c-mem config set embeddings.model nomic-embed-text',
      'c-mem config set apiKey                      # prompts for the key',
      'printf %s "$KEY" | c-mem config set apiKey   # from a script',
    ],
  },
  args: {
    key,
    value: {
      type: 'positional',
      description: 'New value; for a secret, omit it to be prompted',
      required: false,
    },
  },
  async run({ args }) {
    const name = known(args.key);
    const value = args.value ?? (isSecret(name) ? await readSecret(name) : undefined);
    if (value === null) return print('Nothing was changed.');
    if (value === undefined)
      throw new CMemError('USAGE', `The value for ${name} is missing`, {
        fix: `Usage: c-mem config set ${name} <VALUE>`,
      });
    const parsed = parseSetting(name, value);
    if ('problem' in parsed) throw new CMemError('SETTING_INVALID', `${name} ${parsed.problem}`);
    const lines = change(name, (stored) => changeStored(stored, name, parsed.value));
    if (isSecret(name) && args.value)
      lines.push(
        `! The value is now in your shell's history. To avoid that, omit it: \`c-mem config set ${name}\` prompts for it.`,
      );
    if (name === 'excludeProjects') lines.push(...(await remembered(parsed.value as string[])));
    print(...lines);
  },
});

const unset = defineCommand({
  meta: { name: 'unset', description: 'Reset a setting to its default', examples: ['c-mem config unset provider'] },
  args: { key },
  run({ args }) {
    // An unknown key may be in the file, and it must be possible to remove it.
    const odd = loadSettings(resolvePaths().settings, {}).problems.some(({ message }) =>
      message.startsWith(`"${args.key}" in `),
    );
    const name = odd ? args.key : known(args.key);
    print(...change(name, (stored) => changeStored(stored, name, undefined)));
  },
});

export default defineCommand({
  meta: {
    name: 'config',
    description: 'Show and change settings',
    examples: [
      'c-mem config list',
      'c-mem config set provider claude',
      'c-mem config set excludeProjects "/home/me/secret/**"',
    ],
  },
  subCommands: { list, get, set, unset },
});

function known(name: string): SettingKey {
  const found = settingNamed(name);
  if (found) return found;
  throw new CMemError('SETTING_INVALID', `There is no setting "${name}"`, {
    fix: `${didYouMean(name, SETTING_KEYS)}Run \`c-mem config list\` to see them all.`,
  });
}

/** Changes the file, and says what that means. */
function change(name: string, edit: (stored: Record<string, unknown>) => Record<string, unknown>): string[] {
  const { settings: file } = paths();
  const before = loadSettings(file, {}).settings;
  changeSettings(file, edit);
  if (!SETTING_KEYS.includes(name as SettingKey)) return [`Removed "${name}" from ${file}.`];
  return told(name as SettingKey, before, loadSettings(file, {}).settings, file);
}

function told(name: SettingKey, before: Settings, after: Settings, file: string): string[] {
  const [old, now] = [settingValue(before, name), settingValue(after, name)];
  const isSame = JSON.stringify(old) === JSON.stringify(now);
  const shown = (value: unknown) => JSON.stringify(visible(name, value));
  const changed = isSame
    ? `${name} is already ${shown(now)}.`
    : `${name}: ${shown(old)} -> ${isSecret(name) && old && now ? '"(new value)"' : shown(now)}`;
  const { settings, sources } = loadSettings(file);
  if (sources[name] === 'environment')
    return [
      changed,
      `! ${environmentName(name)} in the environment overrides it with ${shown(settingValue(settings, name))}.`,
    ];
  const when =
    name === 'port' ? 'Run `c-mem worker restart` for this to take effect.' : 'This takes effect with the next event.';
  const provides: SettingKey[] = ['provider', 'baseUrl', 'apiKey'];
  if (name.startsWith('embeddings.')) return [changed, ...embeddingAdvice(settings)];
  return [changed, ...(isSame ? [] : [when]), ...(provides.includes(name) ? keyAdvice(settings) : [])];
}

/** Excluding a project stops capture; its memories stay until they are forgotten. */
async function remembered(globs: string[]): Promise<string[]> {
  if (globs.length === 0) return [];
  const isExcluded = picomatch(globs, { dot: true });
  const projects = await withStore((store) => store.projects.list()).catch(() => []);
  return projects
    .filter(({ key: place, sessions, observations }) => {
      const folder = place.replace(/\/\.git$/, '');
      return sessions + observations > 0 && (isExcluded(folder) || isExcluded(`${folder}/x`));
    })
    .map(({ id, name, sessions, observations }) => {
      const isOnly = projects.filter((other) => other.name === name).length === 1;
      const what = counts([sessions, 'session'], [observations, 'observation']);
      return `! ${name} already has ${what}: \`c-mem forget --project ${isOnly ? quoted(name) : id}\` deletes them.`;
    });
}

const quoted = (name: string) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

/** Of a secret, only whether it is set is ever shown. */
function visible(name: SettingKey, value: unknown): unknown {
  return isSecret(name) && value !== '' ? '(set)' : value;
}

function paths(): Paths {
  const all = resolvePaths();
  makePrivateFolder(all.home);
  return all;
}
