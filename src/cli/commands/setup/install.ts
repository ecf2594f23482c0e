// `c-mem install`: installs the Claude Code plugin, and shows what changes.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as prompts from '@clack/prompts';
import { defineCommand } from 'citty';
import { describeOutdated, outdatedTurns } from '../../../compress/outdated.ts';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { loadSettings, SCHEMA } from '../../../config/settings.ts';
import { changeSettings } from '../../../config/settings-file.ts';
import { version } from '../../../config/version.ts';
import { CMemError } from '../../../domain/errors.ts';
import { type HostIntegration, hostNamed, type InstallPlan } from '../../../hosts/index.ts';
import { ensureWorker, replaceOlderWorker } from '../../../process/start-worker.ts';
import { checkNativeModule, openStore } from '../../../store/index.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { count } from '../../args/numbers.ts';
import { PROVIDER_CHOICE } from '../../provider-choice.ts';
import { keyAdvice } from '../../provider-key.ts';
import { print, printJson } from '../../terminal/output.ts';

const PROVIDERS = SCHEMA.provider.kind.type === 'choice' ? SCHEMA.provider.kind.values : [];

export default defineCommand({
  meta: {
    name: 'install',
    description: 'Install the C-Mem plugin for Claude Code (safe to rerun)',
    examples: ['c-mem install', 'c-mem install --yes --provider claude', 'npx c-mem install --dry-run'],
    notes: { title: 'Provider', lines: PROVIDER_CHOICE },
  },
  args: {
    yes: { type: 'boolean', description: 'Skip confirmation' },
    provider: {
      type: 'string',
      description: `Provider that compresses turns: ${PROVIDERS.join(', ')} (embedded needs no model)`,
    },
    import: { type: 'boolean', description: 'Also import past Claude Code sessions' },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    if (args.provider !== undefined && !PROVIDERS.includes(args.provider)) {
      throw new CMemError('USAGE', `Unknown provider "${args.provider}"`, {
        fix: `${didYouMean(args.provider, PROVIDERS)}Use one of: ${PROVIDERS.join(', ')}.`,
      });
    }
    checkNativeModule();
    const paths = resolvePaths();
    const { integration } = hostNamed('claude-code') as { integration: HostIntegration };
    const host = integration.place();
    const ours = { root: join(__dirname, '..'), version, platform: process.platform };
    const plan = integration.planInstall(paths, ours);
    const found = {
      claude: integration.programVersion(loadSettings(paths.settings).settings.claudePath),
      host: host.folder,
    };
    const changes = describe(plan, paths.home);
    const asks = process.stdin.isTTY && process.stdout.isTTY && !args.yes && !args.json && !args['dry-run'];
    const past = integration.countPastSessions();
    let provider = args.provider;
    let reads = args.import ?? false;
    if (asks) {
      const answers = await ask(found, changes, loadSettings(paths.settings).settings.provider, past);
      if (!answers) return print('Nothing was changed.');
      provider = answers.provider;
      reads = answers.reads;
    }
    if (args['dry-run'])
      return args.json ? printJson({ done: false, ...found, changes }) : print('Would change:', ...changes.map(item));

    const { copy } = integration.install(plan, paths, ours);
    if (provider !== undefined) changeSettings(paths.settings, (stored) => ({ ...stored, provider }));
    replaceOlderWorker(paths, version);
    ensureWorker(paths, join(plan.folder, 'dist'), Date.now());
    const done = { done: true, ...found, folder: plan.folder, copy, changes, unreadableByHost: plan.unreadableByHost };
    if (args.json) return printJson(done);
    print(`C-Mem ${version} is installed.`, ...changes.map(item));
    if (copy) print(item(`the previous settings were saved as ${copy}`));
    if (plan.unreadableByHost)
      print(
        '',
        `! Claude Code cannot read ${host.settings} (it allows no comments and no trailing commas).`,
        '  Fix that file; C-Mem works once Claude Code can read it.',
      );
    if (!found.claude) print('', '! `claude` is not on your PATH. You can ignore this if you start it another way.');
    const advice = keyAdvice(loadSettings(paths.settings).settings);
    if (advice.length > 0) print('', ...advice);
    const outdated = countOutdated(paths);
    if (outdated > 0)
      print(
        '',
        `${describeOutdated(outdated)}. Run \`c-mem recompress --outdated\` to improve their titles and facts.`,
      );
    if (reads && past > 0) readPast();
    else if (past > 0)
      print('', `Found ${count(past, 'past session')}: run \`c-mem import claude-code\` to import them.`);
    print('', 'Start a new Claude Code session to begin capturing. `c-mem status` shows what was learned.');
  },
});

/** Turns of an older version; zero if the database cannot be opened: `c-mem status` reports why. */
function countOutdated({ database }: Paths): number {
  if (!existsSync(database)) return 0;
  try {
    const store = openStore(database);
    try {
      return outdatedTurns(store).length;
    } finally {
      store.close();
    }
  } catch {
    return 0;
  }
}

/** In a process of its own, with its own progress on the screen. */
function readPast(): void {
  spawnSync(process.execPath, [join(__dirname, 'c-mem.cjs'), 'import', 'claude-code', '--yes'], { stdio: 'inherit' });
}

const item = (text: string) => `  - ${text}`;

function describe(plan: InstallPlan, home: string): string[] {
  const changes = [];
  if (!existsSync(home)) changes.push(`create the data folder ${home}`);
  if (plan.copies) changes.push(`copy the program to ${plan.folder}, because its current folder may be cleaned up`);
  if (plan.settings) changes.push(`add two entries to ${plan.settings.file} that enable the plugin in ${plan.folder}`);
  else changes.push('nothing else: the plugin is already enabled');
  return changes;
}

async function ask(
  found: { claude: string | null; host: string },
  changes: string[],
  current: string,
  past: number,
): Promise<{ provider: string; reads: boolean } | null> {
  prompts.intro(`C-Mem ${version}`);
  prompts.note(
    [
      found.claude ? `Claude Code ${found.claude}` : 'Claude Code: not on your PATH',
      `Settings in ${found.host}`,
      '',
      ...changes,
    ].join('\n'),
    'Planned changes',
  );
  prompts.note(PROVIDER_CHOICE.join('\n'), 'With or without a model');
  const provider = await prompts.select({
    message: 'What should turn sessions into memories?',
    initialValue: current,
    options: [
      { value: 'embedded', label: 'Embedded', hint: 'no model, no network, no cost; you can switch later' },
      { value: 'claude', label: 'My Claude Code login', hint: 'better titles, uses your plan' },
      { value: 'anthropic', label: 'Anthropic API', hint: 'needs a key' },
      { value: 'gemini', label: 'Gemini API', hint: 'needs a key' },
      { value: 'openai', label: 'OpenAI or compatible', hint: 'OpenRouter, Ollama, LM Studio, vLLM' },
    ],
  });
  if (prompts.isCancel(provider)) return null;
  const reads =
    past > 0 &&
    (await prompts.confirm({
      message: `Import ${count(past, 'past session')}? This is free and may take a few minutes.`,
    }));
  if (prompts.isCancel(reads)) return null;
  const sure = await prompts.confirm({ message: 'Continue?' });
  return sure === true ? { provider, reads } : null;
}
