// `c-mem rules`: lists rules; confirms, edits, switches, forgets and adds them.

import { defineCommand } from 'citty';
import { createCleaner } from '../../../capture/clean/index.ts';
import { ruleText } from '../../../capture/rule-text.ts';
import { makePrivateFolder, resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import type { RuleRecord } from '../../../domain/rule.ts';
import { isAgentShell } from '../../../hosts/index.ts';
import { branchOf } from '../../../recall/context/working-tree.ts';
import { forgottenInWords } from '../../../recall/forgetting.ts';
import { cut, day } from '../../../recall/format.ts';
import type { Store } from '../../../store/index.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { memoryId } from '../../args/memory-id.ts';
import {
  chosenProject,
  projectHere,
  withExistingStore,
  withStore,
  withUnchangedStore,
  withWritableStore,
} from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';

/** What follows each action. */
const ACTIONS = {
  confirm: 'ID',
  edit: 'ID TEXT',
  off: 'ID',
  on: 'ID',
  forget: 'ID',
  add: 'TEXT',
} as const;
type Action = keyof typeof ACTIONS;
const isAction = (word: string | undefined): word is Action => word !== undefined && Object.hasOwn(ACTIONS, word);
const USAGES = Object.entries(ACTIONS).map(([name, takes]) => `${name} ${takes}`);

export default defineCommand({
  meta: {
    name: 'rules',
    description: 'List what you said should hold from now on; confirm, edit, switch off, forget, or add a rule',
    examples: [
      'c-mem rules',
      'c-mem rules confirm 12',
      'c-mem rules edit 12 "Use pnpm, never npm"',
      'c-mem rules off 12',
      'c-mem rules forget 12 --dry-run',
      'c-mem rules add "Write commit messages in English" --everywhere',
    ],
  },
  args: {
    words: {
      type: 'positional',
      variadic: true,
      description: `Project to list (ID, path, or name; default: this folder's), or one of: ${USAGES.join(', ')}`,
      required: false,
    },
    all: { type: 'boolean', description: 'Also list rules that are off or superseded' },
    everywhere: { type: 'boolean', description: 'With add or confirm: the rule holds in all projects' },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const [first, ...rest] = args._;
    const { all = false, everywhere = false, yes = false, json = false, 'dry-run': dryRun = false } = args;
    if (first !== 'forget' && (dryRun || yes))
      throw new CMemError('USAGE', '--dry-run and --yes only work with forget', { fix: 'Omit them.' });
    if (!isAction(first)) {
      if (everywhere) throw new CMemError('USAGE', '--everywhere only works with add and confirm', { fix: 'Omit it.' });
      return list(args._, all, json);
    }
    if (all) throw new CMemError('USAGE', '--all only works without an action', { fix: 'Omit it.' });
    if (everywhere && first !== 'add' && first !== 'confirm')
      throw new CMemError('USAGE', '--everywhere only works with add and confirm', { fix: 'Omit it.' });
    requirePerson(first);
    if (first === 'forget') return forget(rest, { dryRun, yes, json });
    const rule = first === 'add' ? await add(rest, everywhere) : await act(first, rest, everywhere);
    if (json) return printJson(rule);
    print(`${DONE[first]} #${rule.id}: ${rule.text}`);
  },
});

/** Deletes permanently, as `c-mem forget` does. */
async function forget(words: string[], { dryRun, yes, json }: { dryRun: boolean; yes: boolean; json: boolean }) {
  const id = ruleId('forget', words);
  const target = { kind: 'observation', id } as const;
  await (dryRun ? withUnchangedStore : withExistingStore)(async (store) => {
    const rule = store.rules.find(id);
    const what = `#${id}: ${rule.text}`;
    const would = forgottenInWords(store.forgetting.forget([target], Date.now(), true));
    if (dryRun) return json ? printJson(rule) : print(`Would forget ${what} (${would}). Nothing was changed.`);
    const shows = [`This forgets ${what} (${would}).`];
    if (!(await confirm({ shows, asks: 'Delete permanently?', yes, hasDryRun: true })))
      return print('Nothing was changed.');
    store.forgetting.forgetEverywhere(resolvePaths(), [target], Date.now());
    store.forgetting.wipeFreed();
    if (json) printJson(rule);
    else print(`Forgot ${what}`);
  });
}

const DONE: Record<Exclude<Action, 'forget'>, string> = {
  confirm: 'Confirmed',
  edit: 'Changed and confirmed',
  off: 'Switched off',
  on: 'Switched on',
  add: 'Added',
};

/** An agent that can run commands could otherwise turn its own ideas into rules. */
function requirePerson(action: Action): void {
  if (isAgentShell())
    throw new CMemError('USAGE', `Only a person can ${action} a rule, and this runs in an agent's shell`, {
      fix: 'Run it in your own terminal, or use the Rules page of `c-mem viewer`.',
    });
}

async function list(words: string[], all: boolean, json: boolean): Promise<void> {
  const [named, surplus] = words;
  if (surplus !== undefined) throw unknownAction(named as string);
  const { rules, project } = await withStore((store) => {
    const chosen = named === undefined ? chosenProject(store, undefined) : projectNamed(store, named);
    return { rules: store.rules.list(chosen?.id ?? 0), project: chosen?.name ?? projectHere().name };
  });
  const isOffered = ({ author, state }: RuleRecord) => author !== null && state === 'off';
  const shown = rules.filter(
    (rule) => all || ((rule.state !== 'off' || isOffered(rule)) && rule.supersededBy === null),
  );
  if (json) return printJson(shown);
  if (shown.length === 0) return print(`No rules for ${project} yet.`);
  for (const [title, some] of [
    ['Confirmed', shown.filter(({ state }) => state === 'confirmed')],
    ['Said, not confirmed', shown.filter(({ state }) => state === 'said')],
    ['From colleagues, not accepted here (`c-mem rules confirm ID` accepts one)', shown.filter(isOffered)],
    ['Off', shown.filter((rule) => rule.state === 'off' && !isOffered(rule))],
  ] as const) {
    if (some.length > 0) print(`${title}:`, ...some.flatMap(linesOf));
  }
}

function linesOf(rule: RuleRecord): string[] {
  const facts = [
    rule.author !== null && `by ${cut(rule.author, 40)}`,
    rule.scope === 'everywhere' && 'all projects',
    rule.source === 'agent' ? 'proposed by an agent' : rule.source === 'import' && 'imported',
    rule.timesSaid > 1 ? `said ${rule.timesSaid} times, last ${day(rule.lastSaidAt)}` : day(rule.lastSaidAt),
    rule.supersededBy !== null && `superseded by #${rule.supersededBy}`,
    rule.conflictsWith.length > 0 && `in conflict with ${rule.conflictsWith.map((id) => `#${id}`).join(', ')}`,
  ];
  const quote = rule.quote === null || rule.quote === rule.text ? [] : [`        “${cut(rule.quote, 200)}”`];
  return [
    `  ${`#${rule.id}`.padEnd(5)} ${cut(rule.text, 200)}`,
    ...quote,
    `        ${facts.filter(Boolean).join(', ')}`,
  ];
}

function projectNamed(store: Store, named: string) {
  try {
    return chosenProject(store, named);
  } catch (error) {
    throw error instanceof CMemError && error.code === 'PROJECT_UNKNOWN' ? unknownAction(named) : error;
  }
}

function unknownAction(word: string): CMemError {
  const suggestion = didYouMean(word, Object.keys(ACTIONS), (name) => `\`c-mem rules ${name}\``);
  return new CMemError('USAGE', `"${word}" is neither a project nor an action`, {
    fix: `${suggestion}\`c-mem rules\` takes a project, or: ${USAGES.join(', ')}.`,
  });
}

async function add(words: string[], everywhere: boolean): Promise<RuleRecord> {
  if (words.length === 0) throw missing('add');
  const paths = resolvePaths();
  makePrivateFolder(paths.home);
  const text = ruleText(words.join(' '), createCleaner(loadSettings(paths.settings).settings));
  const project = projectHere();
  const now = Date.now();
  return withWritableStore((store) => {
    const projectId = store.projects.ensure(project, now);
    const scope = everywhere ? 'everywhere' : 'project';
    const branch = branchOf(project.worktree);
    return store.rules.find(store.rules.add({ text, scope, projectId, branch, by: 'person' }, now) as number);
  });
}

function ruleId(action: Action, words: string[]): number {
  const [given, surplus] = words;
  if (given === undefined) throw missing(action);
  if (action !== 'edit' && surplus !== undefined)
    throw new CMemError('USAGE', `Unexpected argument "${surplus}"`, { fix: `Usage: c-mem rules ${action} ID` });
  const { kind, id } = memoryId(given);
  if (kind !== 'observation') throw new CMemError('MEMORY_UNKNOWN', `There is no rule ${given}`);
  return id;
}

async function act(
  action: Exclude<Action, 'add' | 'forget'>,
  words: string[],
  everywhere: boolean,
): Promise<RuleRecord> {
  const [, ...rest] = words;
  if (action === 'edit' && rest.length === 0) throw missing(action);
  const id = ruleId(action, words);
  const paths = resolvePaths();
  const now = Date.now();
  return withExistingStore((store) => {
    store.rules.find(id);
    if (action === 'on') store.rules.switchOn(id);
    else if (action === 'off') store.rules.change(id, { state: 'off' }, now);
    else if (action === 'confirm')
      store.rules.change(id, { state: 'confirmed', ...(everywhere ? { scope: 'everywhere' as const } : {}) }, now);
    else {
      const cleaner = createCleaner(loadSettings(paths.settings).settings);
      store.rules.change(id, { text: ruleText(rest.join(' '), cleaner) }, now);
    }
    return store.rules.find(id);
  });
}

const missing = (action: Action) =>
  new CMemError('USAGE', `\`c-mem rules ${action}\` needs ${ACTIONS[action]}`, {
    fix: `Usage: c-mem rules ${action} ${ACTIONS[action]}`,
  });
