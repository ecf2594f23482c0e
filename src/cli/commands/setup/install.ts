// `c-mem install`: installs C-Mem into the hosts on this machine, and shows what changes.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as prompts from '@clack/prompts';
import { defineCommand } from 'citty';
import { describeOutdated, outdatedTurns } from '../../../compress/outdated.ts';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { loadSettings, SCHEMA, type Settings } from '../../../config/settings.ts';
import { changeSettings } from '../../../config/settings-file.ts';
import { version } from '../../../config/version.ts';
import { CMemError } from '../../../domain/errors.ts';
import { installProgram } from '../../../hosts/index.ts';
import { ensureWorker, replaceOlderWorker } from '../../../process/start-worker.ts';
import { openStore, type Store } from '../../../store/index.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { count } from '../../args/numbers.ts';
import { describeNativeModule, installNativeModule, planNativeModule } from '../../native-module.ts';
import { importable } from '../../past-sessions.ts';
import { pathAdvice } from '../../path-advice.ts';
import { PROVIDER_CHOICE } from '../../provider-choice.ts';
import { keyAdvice } from '../../provider-key.ts';
import { chooseProviderName, type ProviderSettings, setUpProvider } from '../../provider-setup.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import { describeChanges, foundHosts, HOST_NAMES, type HostPlan, namedHosts, planHosts } from './install-hosts.ts';
import { storeProvider } from './provider.ts';

const PROVIDERS = SCHEMA.provider.kind.type === 'choice' ? SCHEMA.provider.kind.values : [];

export default defineCommand({
  meta: {
    name: 'install',
    description: 'Install C-Mem into the coding agents on this machine (safe to rerun)',
    examples: ['c-mem install', 'c-mem install --host codex,cursor', 'c-mem install --dry-run'],
    notes: { title: 'Provider', lines: PROVIDER_CHOICE },
  },
  args: {
    host: { type: 'string', description: `Only these hosts: ${HOST_NAMES.join(', ')}` },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    provider: {
      type: 'string',
      description: `Provider that compresses turns: ${PROVIDERS.join(', ')} (embedded needs no model)`,
    },
    import: { type: 'boolean', description: 'Also import past sessions' },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    if (args.provider !== undefined && !PROVIDERS.includes(args.provider)) {
      throw new CMemError('USAGE', `Unknown provider "${args.provider}"`, {
        fix: `${didYouMean(args.provider, PROVIDERS)}Use one of: ${PROVIDERS.join(', ')}.`,
      });
    }
    const named = namedHosts(args.host);
    const paths = resolvePaths();
    const plugin = join(__dirname, '..');
    const ours = { root: join(plugin, '..'), plugin, version, platform: process.platform };
    const hosts = planHosts(named ?? foundHosts(), paths, ours);
    const first = (hosts[0] as HostPlan).plan;
    const claude = hosts.find(({ name }) => name === 'claude-code');
    const found = {
      claude: claude?.integration.programVersion(loadSettings(paths.settings).settings.claudePath) ?? null,
      host: (claude ?? (hosts[0] as HostPlan)).integration.place().folder,
    };
    const native = planNativeModule(first.copies);
    const changes = [
      ...describeProgram(first, paths.home),
      ...describeNativeModule(native),
      ...hosts.flatMap(describeChanges),
    ];
    const past = await withImportable(hosts, paths);
    let { import: reads = false } = args;
    let setUp: ProviderSettings | 'unchanged' = 'unchanged';
    if (process.stdin.isTTY && process.stdout.isTTY && !args.yes && !args.json && !args['dry-run']) {
      const answers = await ask(hosts, past, found, changes, loadSettings(paths.settings).settings);
      if (!answers) return print('Nothing was changed.');
      setUp = answers.provider;
      reads = answers.reads;
    } else if (!args['dry-run'] && hosts.some(({ plan }) => plan.files.length > 0)) {
      const shows = ['This changes:', ...changes.map(item)];
      if (!(await confirm({ shows, asks: 'Install?', yes: args.yes ?? false, hasDryRun: true })))
        return print('Nothing was changed.');
    }
    const todo = hosts.flatMap(({ plan }) => plan.todo);
    const told = { hosts: hosts.map(({ name }) => name), todo };
    if (args['dry-run'])
      return args.json
        ? printJson({ done: false, ...found, ...told, changes })
        : print('Would change:', ...changes.map(item));

    if (native === 'download' && !args.json)
      print('Downloading SQLite (if no prebuilt module fits, it is compiled, which takes about two minutes) …');
    installNativeModule(native);
    installProgram(first, paths, ours);
    const copies = hosts.flatMap(({ integration, plan }) => integration.install(plan, paths).copies);
    const { provider } = args;
    if (setUp !== 'unchanged') storeProvider(paths.settings, setUp);
    else if (provider !== undefined) changeSettings(paths.settings, (stored) => ({ ...stored, provider }));
    replaceOlderWorker(paths, version);
    ensureWorker(paths, join(first.folder, 'plugin', 'dist'), Date.now());
    const unreadableByHost = claude?.plan.unreadableByHost ?? false;
    const done = { done: true, ...found, ...told, folder: first.folder, copies, changes, unreadableByHost };
    if (args.json) return printJson(done);
    print(`C-Mem ${version} is installed.`, ...changes.map(item));
    for (const copy of copies) print(item(`the previous settings were saved as ${copy}`));
    for (const line of todo) print('', `! ${line}`);
    if (claude && unreadableByHost)
      print(
        '',
        `! Claude Code cannot read ${claude.integration.place().settings} (it allows no comments and no trailing commas).`,
        '  Fix that file; C-Mem works once Claude Code can read it.',
      );
    if (claude && !found.claude)
      print('', '! `claude` is not on your PATH. You can ignore this if you start it another way.');
    if (!first.copies && !ours.root.split(sep).includes('node_modules'))
      print('', `C-Mem runs from ${first.folder}: keep that folder. If you move it, run \`install\` there again.`);
    const advice = keyAdvice(loadSettings(paths.settings).settings);
    if (advice.length > 0) print('', ...advice);
    const outdated = await countOutdated(paths);
    if (outdated > 0)
      print(
        '',
        `${describeOutdated(outdated)}. Run \`c-mem recompress --outdated\` to improve their titles and facts.`,
      );
    for (const host of past) offerPast(host, reads);
    const known = await whatIsKnown(paths);
    if (known.length > 0) print('', ...known);
    const path = pathAdvice(paths);
    if (path.length > 0) print('', ...path);
    print('', `Start a new ${titles(hosts)} session to begin capturing. \`c-mem status\` shows what was learned.`);
  },
});

/** Hosts with past sessions that were not imported or captured yet, and could be. */
async function withImportable(hosts: HostPlan[], paths: Paths): Promise<HostPlan[]> {
  const all = (store: Store | null) =>
    Promise.all(hosts.map(async (host) => ({ ...host, past: await importable(host.name, host.past, paths, store) })));
  const counted = (await readStore(paths.database, null, all)) ?? (await all(null));
  return counted.filter(({ past }) => past > 0);
}

/** Something to see: what is remembered, and a search that finds some of it. */
function whatIsKnown({ database }: Paths): Promise<string[]> {
  return readStore(database, [], (store) => {
    const { sessions, observations } = store.memories.counts();
    if (observations === 0) return [];
    const title = store.memories.learnedSince(0).titles[0] ?? '';
    const words = title.match(/[\p{L}\p{N}]{4,}/gu)?.slice(0, 2) ?? [];
    const known = `${count(sessions, 'session')}, ${count(observations, 'memory', 'memories')}`;
    return [`C-Mem knows ${known}.${words.length > 0 ? ` Try: c-mem search ${words.join(' ').toLowerCase()}` : ''}`];
  });
}

/** Turns of an older version; zero if the database cannot be opened: `c-mem status` reports why. */
const countOutdated = ({ database }: Paths) => readStore(database, 0, (store) => outdatedTurns(store).length);

async function readStore<T>(database: string, otherwise: T, read: (store: Store) => T | Promise<T>): Promise<T> {
  if (!existsSync(database)) return otherwise;
  try {
    const store = openStore(database);
    try {
      return await read(store);
    } finally {
      store.close();
    }
  } catch {
    return otherwise;
  }
}

/** Imports in a process of its own, with its own progress on the screen, or says how to. */
function offerPast({ name, past }: HostPlan, reads: boolean): void {
  if (reads) spawnSync(process.execPath, [join(__dirname, 'c-mem.cjs'), 'import', name, '--yes'], { stdio: 'inherit' });
  else
    print(
      '',
      `Found ${count(past, 'past session')}: run \`c-mem import ${name}\` to import ${past === 1 ? 'it' : 'them'}.`,
    );
}

const item = (text: string) => `  - ${text}`;
const titles = (hosts: HostPlan[]) => hosts.map(({ title }) => title).join(' or ');

function describeProgram({ folder, copies }: HostPlan['plan'], home: string): string[] {
  const changes = [];
  if (!existsSync(home)) changes.push(`create the data folder ${home}`);
  if (copies) changes.push(`copy the program to ${folder}, because its current folder may be cleaned up`);
  return changes;
}

async function ask(
  hosts: HostPlan[],
  pastHosts: HostPlan[],
  found: { claude: string | null; host: string },
  changes: string[],
  settings: Settings,
): Promise<{ provider: ProviderSettings | 'unchanged'; reads: boolean } | null> {
  prompts.intro(`C-Mem ${version}`);
  const lines = hosts.map(({ name, title, integration }) =>
    name === 'claude-code' && !found.claude
      ? `${title}: not on your PATH`
      : `${title}, settings in ${integration.place().folder}`,
  );
  prompts.note([...lines, '', ...changes].join('\n'), 'Planned changes');
  prompts.note(PROVIDER_CHOICE.join('\n'), 'With or without a model');
  const name = await chooseProviderName(settings.provider);
  const provider =
    name === null ? null : name === settings.provider ? 'unchanged' : await setUpProvider(name, settings);
  if (provider === null) return null;
  const past = pastHosts.reduce((sum, host) => sum + host.past, 0);
  const reads =
    past > 0 &&
    (await prompts.confirm({
      message: `Import ${count(past, 'past session')}? This is free and may take a few minutes.`,
    }));
  if (prompts.isCancel(reads)) return null;
  const sure = await prompts.confirm({ message: 'Continue?' });
  return sure === true ? { provider, reads } : null;
}
