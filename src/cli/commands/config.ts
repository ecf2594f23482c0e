// `c-mem config list|get|set|unset`.
import { defineCommand } from 'citty';
import { makePrivateFolder, type Paths, resolvePaths } from '../../config/paths.ts';
import { environmentName, loadSettings, parseSetting, SETTING_KEYS, type SettingKey } from '../../config/settings.ts';
import { changeSettings } from '../../config/settings-file.ts';
import { CMemError } from '../../domain/errors.ts';
import { print, printJson } from '../output.ts';

const key = { type: 'positional', description: 'The name of a setting', required: true } as const;

const list = defineCommand({
  meta: { name: 'list', description: 'Shows all settings, and where each comes from.' },
  args: { json: { type: 'boolean', description: 'Print as JSON' } },
  run({ args }) {
    const { settings: all, sources, problems } = loadSettings(resolvePaths().settings);
    const settings = { ...all, apiKey: all.apiKey === '' ? '' : '(set)' };
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
  meta: { name: 'get', description: 'Prints one setting as JSON.' },
  args: { key },
  run({ args }) {
    printJson(loadSettings(resolvePaths().settings).settings[known(args.key)]);
  },
});

const set = defineCommand({
  meta: { name: 'set', description: 'Changes one setting. A list is given as a,b,c or as JSON.' },
  args: { key, value: { type: 'positional', description: 'Its new value', required: true } },
  run({ args }) {
    const name = known(args.key);
    const parsed = parseSetting(name, args.value);
    if ('problem' in parsed) throw new CMemError('SETTING_INVALID', `${name} ${parsed.problem}`);
    changeSettings(paths().settings, (stored) => ({ ...stored, [name]: parsed.value }));
    const { sources } = loadSettings(resolvePaths().settings);
    if (sources[name] === 'environment') print(`Saved, but ${environmentName(name)} in the environment goes first.`);
  },
});

const unset = defineCommand({
  meta: { name: 'unset', description: 'Gives one setting its default again.' },
  args: { key },
  run({ args }) {
    changeSettings(paths().settings, ({ [args.key]: _, ...rest }) => rest);
  },
});

export default defineCommand({
  meta: { name: 'config', description: 'Shows and changes the settings.' },
  subCommands: { list, get, set, unset },
});

function known(name: string): SettingKey {
  if (SETTING_KEYS.includes(name as SettingKey)) return name as SettingKey;
  throw new CMemError('SETTING_INVALID', `There is no setting "${name}"`, {
    fix: 'Run `c-mem config list` to see them all.',
  });
}

function paths(): Paths {
  const all = resolvePaths();
  makePrivateFolder(all.home);
  return all;
}
