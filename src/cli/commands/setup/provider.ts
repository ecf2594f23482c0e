// `c-mem provider`: sets up a model step by step, and tests it.
import * as prompts from '@clack/prompts';
import { defineCommand } from 'citty';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { changeStored, loadSettings, SCHEMA } from '../../../config/settings.ts';
import { changeSettings } from '../../../config/settings-file.ts';
import { CMemError } from '../../../domain/errors.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { PROVIDER_CHOICE } from '../../provider-choice.ts';
import { chooseProviderName, type ProviderSettings, setUpProvider } from '../../provider-setup.ts';
import { priceLines, testedLine, testProvider } from '../../provider-test.ts';
import { print, printJson } from '../../terminal/output.ts';

const PROVIDERS = SCHEMA.provider.kind.type === 'choice' ? SCHEMA.provider.kind.values : [];

const setup = defineCommand({
  meta: {
    name: 'setup',
    description: 'Choose a model: address, key (hidden), price, and a test call',
    examples: ['c-mem provider setup', 'c-mem provider setup openai'],
    notes: { title: 'With or without a model', lines: PROVIDER_CHOICE },
  },
  args: { name: { type: 'positional', required: false, description: PROVIDERS.join(', ') } },
  async run({ args }) {
    if (args.name !== undefined && !PROVIDERS.includes(args.name))
      throw new CMemError('USAGE', `Unknown provider "${args.name}"`, {
        fix: `${didYouMean(args.name, PROVIDERS)}Use one of: ${PROVIDERS.join(', ')}.`,
      });
    if (!process.stdin.isTTY || !process.stdout.isTTY)
      throw new CMemError('USAGE', 'This asks questions, but it does not run on a terminal', {
        fix: 'Use `c-mem config set provider NAME` and `c-mem config set apiKey`, then `c-mem provider test`.',
      });
    const paths = resolvePaths();
    const { settings } = loadSettings(paths.settings);
    prompts.intro('Model');
    const name = args.name ?? (await chooseProviderName(settings.provider));
    const chosen = name === null ? null : await setUpProvider(name, settings);
    if (!chosen) return prompts.outro('Nothing was changed.');
    makePrivateFolder(paths.home);
    storeProvider(paths.settings, chosen);
    prompts.outro(`Turns are now compressed with ${chosen.provider}. \`c-mem usage\` shows what was spent.`);
  },
});

const test = defineCommand({
  meta: {
    name: 'test',
    description: 'Ask the configured model one small question (uses a few tokens)',
    examples: ['c-mem provider test', 'c-mem provider test --json'],
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  async run({ args }) {
    const { settings } = loadSettings(resolvePaths().settings);
    if (settings.provider === 'embedded') {
      if (args.json) return printJson({ ok: true, provider: 'embedded' });
      return print('The embedded compressor needs no model. `c-mem provider setup` sets one up.');
    }
    const tested = await testProvider(settings);
    if (!tested.ok) process.exitCode = 1;
    if (args.json) return printJson({ provider: settings.provider, ...tested });
    print(testedLine(tested), ...(tested.ok ? priceLines(settings) : []));
  },
});

export default defineCommand({
  meta: {
    name: 'provider',
    description: 'Set up and test the model that compresses turns',
    examples: ['c-mem provider setup', 'c-mem provider test'],
  },
  subCommands: { setup, test },
});

/** Empty values are the defaults, which are not stored. */
export function storeProvider(file: string, chosen: ProviderSettings): void {
  changeSettings(file, (stored) =>
    Object.entries(chosen).reduce(
      (all, [key, value]) => changeStored(all, key, value === '' ? undefined : value),
      stored,
    ),
  );
}
