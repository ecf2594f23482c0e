// `c-mem forget`: deletes memories, turns, sessions, projects or time ranges permanently.

import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { ensureWorker } from '../../../process/start-worker.ts';
import { exampleLines, forgottenInWords, hostFileLines } from '../../../recall/forgetting.ts';
import { cut, day } from '../../../recall/format.ts';
import { formatId } from '../../../recall/ids.ts';
import { SPOOL_SUFFIX } from '../../../spool/format.ts';
import { dropQuarantined } from '../../../spool/quarantine.ts';
import { countFiles } from '../../../spool/take.ts';
import type { ForgetTarget, Forgotten, Store } from '../../../store/index.ts';
import { count } from '../../../text/plural.ts';
import { readMoment } from '../../../text/time.ts';
import { memoryId } from '../../args/memory-id.ts';
import { chosenProject, withExistingStore, withStore, withUnchangedStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';

const DRAIN_MS = 10_000;
const MOST_EXAMPLES = 10;

export default defineCommand({
  meta: {
    name: 'forget',
    description: 'Permanently delete memories by ID, search terms, session, project, or date',
    examples: [
      'c-mem forget 12',
      'c-mem forget --search "old api" --dry-run',
      'c-mem forget --session 1f0c9a52 --dry-run',
      'c-mem forget --undo 12',
      'c-mem forget --since 2026-03-01 --until 2026-03-07 --project shop',
    ],
  },
  args: {
    ids: {
      type: 'positional',
      variadic: true,
      description: 'Memory IDs, such as 12, S3 or H5; passing a prompt ID, such as P4, deletes the entire turn',
      required: false,
    },
    search: {
      type: 'string',
      description: 'Delete everything that contains these words: memories, prompts, and raw events',
    },
    session: { type: 'string', description: 'Delete the session with this ID (or the beginning of one)' },
    project: {
      type: 'string',
      description:
        'Delete this project (ID, path, or name); with --search, --since, or --until, delete only the matching data in this project',
    },
    since: {
      type: 'string',
      description: 'Delete everything since this date (2026-03-01) or time, or from the last 30m, 12h, 7d, or 2w',
    },
    until: {
      type: 'string',
      description: 'Delete everything up to this date (inclusive) or time, or older than 30m, 12h, 7d, or 2w',
    },
    hidden: { type: 'boolean', description: 'List what an agent forgot and is not deleted yet' },
    undo: { type: 'boolean', description: 'Take back what an agent forgot: the memories with these IDs, or all' },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    if (args.undo || args.hidden) return hiddenMemories(args);
    const paths = resolvePaths();
    const now = Date.now();
    const request = readRequest(args, now);
    const waiting = () => countFiles(paths.spool, SPOOL_SUFFIX);
    const takeWaiting = () => drain(paths.spool, () => ensureWorker(paths, __dirname, Date.now()));
    // Waiting events may contain the words too. A dry run starts nothing, nor does a request that will be refused.
    if (request.kind === 'words' && !args['dry-run'] && (args.yes || process.stdin.isTTY)) await takeWaiting();
    const open = args['dry-run'] ? withUnchangedStore : withExistingStore;
    const outcome = await open(async (store) => {
      const targets = find(store, request);
      const would = store.forgetting.forget(targets, now, true);
      if (request.kind === 'ids' && small(targets) && isNothing(would))
        throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${args._.join(', ')}`);
      const examples = exampleLines(store, targets, would, MOST_EXAMPLES);
      const rest = hostFileLines(store, targets);
      const later = request.kind === 'ids' ? 0 : await waiting();
      if (later > 0) examples.push(`… and anything matching in ${count(later, 'event')} not yet ingested`);
      if (args['dry-run']) return { forgotten: would, examples, rest, done: false };
      // With --yes a time range is closed for imports, too, and older backups are searched for it.
      if (targets.length === 0 || (isNothing(would) && later === 0 && !args.yes))
        return { forgotten: would, examples, rest, done: false };
      const sure = await confirm({
        shows: [`This forgets ${forgottenInWords(would)}:`, ...examples.map(indented)],
        asks: 'Delete permanently?',
        yes: args.yes ?? false,
        hasDryRun: true,
      });
      if (!sure) return { forgotten: would, examples: [], rest: [], done: false };
      const sessions = sessionsOf(store, targets);
      const theirs = targets.flatMap((target) => authorLine(store, target));
      const before = store.team.outbox().deletions;
      const { forgotten, copies } = store.forgetting.forgetEverywhere(paths, targets, now);
      rest.push(...theirs);
      if (store.team.outbox().deletions > before) rest.push(ON_SERVER);
      const words = request.kind === 'words' ? request.words : undefined;
      await dropQuarantined(
        paths.quarantine,
        (text, at) => isMeant(targets, sessions, text, at) || holdsAll(text, words),
      );
      if (!small(targets) && (await waiting()) > 0) await takeWaiting();
      store.forgetting.wipeFreed();
      // Whoever was asked has seen them.
      const titles = request.kind === 'ids' && args.yes ? examples : [];
      return { forgotten, copies: copies.rewritten, dropped: copies.dropped, titles, rest, done: true };
    });
    if (args.json) return printJson(outcome);
    if ('examples' in outcome) {
      const words = forgottenInWords(outcome.forgotten);
      return print(
        isNothing(outcome.forgotten)
          ? 'Nothing matches. Nothing was changed.'
          : `Would forget ${words}. Nothing was changed.`,
        ...(outcome.examples ?? []).map(indented),
        ...outcome.rest,
      );
    }
    const copies = outcome.copies > 0 ? `, also in ${count(outcome.copies, 'backup')}` : '';
    print(
      `Forgotten: ${forgottenInWords(outcome.forgotten)}${copies}.`,
      ...outcome.titles.map(indented),
      ...outcome.rest,
    );
  },
});

const ON_SERVER =
  "Also deleted from the team's server with the next exchange, and from colleagues' machines at their next pull; backups of the server are its owner's business.";

/** What a colleague made stays with the others. */
function authorLine(store: Store, target: ForgetTarget): string[] {
  if (target.kind !== 'observation' && target.kind !== 'summary') return [];
  const [listed] = store.memories.listByIds([target]);
  if (!listed?.author) return [];
  return [`${formatId(target.kind, target.id)} was made by ${listed.author}: it is deleted from this machine only.`];
}

/** What an agent forgot is hidden for a week: lists it, or takes it back. */
async function hiddenMemories(args: ForgetArgs & HiddenArgs): Promise<void> {
  const { search, session, project, since, until, json } = args;
  if ([search, session, project, since, until].some((value) => value !== undefined) || (args.hidden && args.undo))
    throw new CMemError('USAGE', '--hidden and --undo stand alone', {
      fix: 'Use --undo with IDs, or --hidden without.',
    });
  const wanted = args._.map(memoryId);
  await (args.undo && !args['dry-run'] ? withExistingStore : withStore)((store) => {
    const all = store.forgetting.hidden();
    const found =
      wanted.length === 0 ? all : all.filter(({ kind, id }) => wanted.some((w) => w.kind === kind && w.id === id));
    if (wanted.length > found.length)
      throw new CMemError('MEMORY_UNKNOWN', `Not hidden: ${args._.join(', ')}`, {
        fix: 'Run `c-mem forget --hidden`.',
      });
    const done = args.undo === true && !args['dry-run'];
    if (done)
      store.transact(() => {
        // A turn brings its memories back with it.
        const turns = found.flatMap(({ kind, id }) => (kind === 'prompt' ? [{ kind, id }] : []));
        store.forgetting.undo(turns);
        const left = store.forgetting.hidden();
        for (const { kind, id } of found)
          if (kind !== 'prompt' && left.some((each) => each.kind === kind && each.id === id))
            store.memories.bringBack(kind, id);
      });
    if (json) return printJson({ done, memories: found });
    if (found.length === 0) return print('Nothing is hidden.');
    const what = count(found.length, 'memory', 'memories');
    print(
      done
        ? `Brought back ${what}:`
        : args.undo
          ? `Would bring back ${what}:`
          : `Hidden, and deleted on the day shown:`,
    );
    for (const { kind, id, title, until } of found)
      print(indented(`${formatId(kind, id)} ${done ? '' : `${day(until)} `}${cut(title || '(untitled)', 70)}`));
    if (!args.undo) print('`c-mem forget --undo` brings them back; `c-mem forget ID` deletes one now.');
  });
}

interface HiddenArgs {
  hidden?: boolean | undefined;
  undo?: boolean | undefined;
  json?: boolean | undefined;
  'dry-run'?: boolean | undefined;
}

const isNothing = (forgotten: Forgotten) => Object.values(forgotten).every((number) => number === 0);

const indented = (line: string) => `  ${line}`;

const small = (targets: ForgetTarget[]) =>
  targets.every((target) => ['observation', 'summary', 'host-memory'].includes(target.kind));

interface ForgetArgs {
  _: string[];
  search?: string | undefined;
  session?: string | undefined;
  project?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

type ForgetRequest =
  | { kind: 'ids'; targets: ForgetTarget[] }
  | { kind: 'words'; words: string; project: string | undefined }
  | { kind: 'session'; id: string }
  | { kind: 'project'; project: string }
  | { kind: 'range'; from: number; until: number; project: string | undefined };

/** Exactly one way to select: two could mean both or only what they share, and deletion is permanent. */
function readRequest(args: ForgetArgs, now: number): ForgetRequest {
  const { search, session, project, since, until } = args;
  const isRange = since !== undefined || until !== undefined;
  const ways = [
    args._.length > 0 ? 'IDs' : null,
    search === undefined ? null : '--search',
    session === undefined ? null : '--session',
    isRange ? (since === undefined ? '--until' : '--since') : null,
  ].filter((way) => way !== null);
  if (ways.length > 1 || (project !== undefined && ways.some((way) => way === 'IDs' || way === '--session'))) {
    const all = project === undefined ? ways : [...ways, '--project'];
    throw new CMemError('USAGE', `${all.join(' and ')} cannot be used together`, {
      fix: 'Run `c-mem forget` once for each. Only --project can narrow --search, --since and --until.',
    });
  }
  if (args._.length > 0) return { kind: 'ids', targets: args._.map(memoryId) };
  if (search !== undefined) return { kind: 'words', words: search, project };
  if (session !== undefined) return { kind: 'session', id: session };
  if (isRange) {
    const from = since === undefined ? 0 : readMoment('--since', since, now);
    const to = until === undefined ? now : readMoment('--until', until, now, true);
    if (from > to) throw new CMemError('USAGE', '--since is later than --until', { fix: 'Swap them.' });
    return { kind: 'range', from, until: to, project };
  }
  if (project !== undefined) return { kind: 'project', project };
  throw new CMemError('USAGE', 'Nothing was selected', {
    fix: 'Use memory IDs, --search, --session, --project, or --since and --until.',
  });
}

function find(store: Store, request: ForgetRequest): ForgetTarget[] {
  const projectId =
    'project' in request && request.project !== undefined ? (chosenProject(store, request.project)?.id ?? null) : null;
  switch (request.kind) {
    case 'ids':
      return request.targets;
    case 'words':
      return store.forgetting.find(request.words, projectId);
    case 'session':
      return [{ kind: 'session', id: store.sessions.named(request.id).id }];
    case 'project':
      return [{ kind: 'project', id: projectId as number }];
    case 'range':
      return [{ kind: 'range', from: request.from, until: request.until, projectId }];
  }
}

function sessionsOf(store: Store, targets: ForgetTarget[]): string[] {
  return targets.flatMap((target) =>
    target.kind === 'session' ? [target.id] : target.kind === 'project' ? store.sessions.ofProject(target.id) : [],
  );
}

function isMeant(targets: ForgetTarget[], sessions: string[], text: string, at: number): boolean {
  if (sessions.some((id) => text.includes(id))) return true;
  return targets.some(
    (target) => target.kind === 'range' && target.projectId === null && at >= target.from && at <= target.until,
  );
}

function holdsAll(text: string, words: string | undefined): boolean {
  const wanted = (words ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return wanted.length > 0 && wanted.every((word) => text.toLowerCase().includes(word));
}

/** What is still in the spool is dropped by the worker, which knows the tombstones. */
async function drain(spool: string, start: () => void): Promise<void> {
  for (const end = Date.now() + DRAIN_MS; Date.now() < end; await sleep(100)) {
    if ((await countFiles(spool, SPOOL_SUFFIX)) === 0) return;
    start();
  }
}
