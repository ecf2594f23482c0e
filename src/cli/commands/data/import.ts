// `c-mem import HOST|claude-mem|FILE`: imports a past. Can be interrupted and rerun at any moment.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineCommand } from 'citty';
import { identifyProject } from '../../../capture/project.ts';
import { expandHome } from '../../../config/excluded.ts';
import { makePrivateFolder, type Paths, resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { HOSTS, type Host } from '../../../hosts/index.ts';
import { acquireLock, openStore, type Store } from '../../../store/index.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { readMoment } from '../../../text/time.ts';
import type { FoundTranscript, SkipReason } from '../../../transfer/transcripts.ts';
import { count } from '../../args/numbers.ts';
import { print, printJson } from '../../terminal/output.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { importFromClaudeMem } from './import-claude-mem.ts';
import { type HistoryOutcome, importHistory } from './import-history.ts';
import { importExport } from './import-jsonl.ts';

/** `gemini` for `gemini-cli`. */
const shortName = ({ name }: Host) => name.replace(/-cli$/, '');
const READABLE = HOSTS.filter(({ transcripts }) => transcripts !== null);
const SOURCES = [...READABLE.map(shortName), 'claude-mem'];
const sourceHost = (what: string) => READABLE.find((host) => what === host.name || what === shortName(host));

export default defineCommand({
  meta: {
    name: 'import',
    description: 'Import past sessions of a host, a claude-mem database, or a C-Mem export',
    examples: [
      'c-mem import claude-code',
      'c-mem import claude-code --project . --since 30d',
      'c-mem import codex',
      'c-mem import claude-mem',
      'c-mem import memories.jsonl',
    ],
  },
  args: {
    what: {
      type: 'positional',
      required: true,
      description: `${SOURCES.map((name) => `\`${name}\``).join(', ')}, or a file written by \`c-mem export\``,
    },
    from: {
      type: 'positional',
      description: 'File or folder to read (default: the standard location)',
      required: false,
    },
    project: { type: 'string', description: 'Only sessions of this project: its folder or its name' },
    since: { type: 'string', description: 'Only sessions since this date (2026-03-01, yesterday) or age (30d)' },
    until: { type: 'string', description: 'Only sessions that began by this date or age' },
    model: { type: 'boolean', description: 'Compress with the configured model (shows the estimated cost first)' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const host = sourceHost(args.what);
    if (!host && args.model)
      throw new CMemError('USAGE', '--model is only for the sessions of a host, such as `c-mem import claude-code`', {
        fix: 'Omit --model: other sources already contain memories.',
      });
    if (!host && args.what !== 'claude-mem') {
      if (args.from !== undefined) throw new CMemError('USAGE', `Unexpected argument "${args.from}"`);
      const suggestion = didYouMean(args.what, SOURCES, (name) => `\`c-mem import ${name}\``);
      if (suggestion !== '' && !existsSync(args.what))
        throw new CMemError('USAGE', `${args.what} does not exist`, { fix: suggestion.trimEnd() });
    }
    if (!host && [args.project, args.since, args.until].some((value) => value !== undefined))
      throw new CMemError('USAGE', '--project, --since and --until are only for the sessions of a host', {
        fix: 'Omit them: other sources are imported completely.',
      });
    const isWanted = readSelection(args, Date.now());
    const paths = resolvePaths();
    const { settings } = loadSettings(paths.settings);
    const outcome = await alone(paths, async (store, isStopped) => {
      const common = { store, paths, settings, isStopped };
      if (host) {
        const history = { host, folder: args.from, model: args.model ?? false, yes: args.yes ?? false, isWanted };
        const imported = await importHistory({ ...common, ...history });
        return { data: imported, lines: inWords(imported) };
      }
      if (args.what === 'claude-mem') return importFromClaudeMem({ ...common, file: args.from });
      return importExport({ ...common, file: args.what });
    });
    if (args.json) return printJson(outcome.data);
    print(...outcome.lines);
  },
});

interface SelectionArgs {
  project?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Which sessions are meant. A project is named by its folder, which may be gone, or by its name. */
function readSelection({ project, since, until }: SelectionArgs, now: number): (one: FoundTranscript) => boolean {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : readMoment('--since', since, now);
  const to = until === undefined ? Number.POSITIVE_INFINITY : readMoment('--until', until, now, true);
  if (from > to) throw new CMemError('USAGE', '--since is later than --until', { fix: 'Swap them.' });
  const isPath = project !== undefined && (project === '.' || /[/\\]|^~/.test(project));
  const key = isPath ? identifyProject(resolve(expandHome(project))).key : null;
  return ({ cwd, startedAt, modifiedAt }) => {
    if (modifiedAt < from || startedAt > to) return false;
    if (project === undefined) return true;
    if (cwd === null) return false;
    const { key: its, name } = identifyProject(cwd);
    return isPath ? its === key : name === project;
  };
}

interface Outcome {
  data: unknown;
  lines: string[];
}

/** One import at a time; Ctrl-C ends it after what it has just written. */
async function alone(
  paths: Paths,
  work: (store: Store, isStopped: () => boolean) => Promise<Outcome>,
): Promise<Outcome> {
  makePrivateFolder(paths.home);
  const lock = acquireLock(paths.importLock, 100);
  if (!lock) throw new CMemError('IMPORT_RUNNING', 'Another import is running');
  try {
    return await withStopSignal(async (isStopped) => {
      const store = openStore(paths.database, { busyTimeoutMs: 30_000, isBulk: true });
      try {
        return await work(store, isStopped);
      } finally {
        store.close();
      }
    });
  } finally {
    lock.release();
  }
}

const SKIPPED: Record<SkipReason, string> = {
  empty: 'contains no conversation',
  twice: 'already imported from another path',
  'broken-link': 'broken link',
  unreadable: 'cannot be read',
};

function inWords(done: HistoryOutcome): string[] {
  const lines = [
    `${count(done.sessions, 'session')} imported from ${done.folder}: ${count(done.events, 'event')}, ${count(done.observations, 'observation')}.`,
  ];
  if (done.known > 0) lines.push(`${count(done.known, 'session')} already up to date.`);
  if (done.left > 0) lines.push(`${count(done.left, 'session')} skipped: excluded or forgotten.`);
  if (done.toModel > 0) lines.push(`${count(done.toModel, 'turn')} queued for the model.`);
  for (const [type, times] of Object.entries(done.unknownRecords))
    lines.push(`${count(times, 'record')} of an unknown type skipped: ${type}`);
  if (done.unreadableLines > 0) lines.push(`${count(done.unreadableLines, 'line')} could not be read.`);
  for (const { path, why } of done.skippedPaths) lines.push(`Skipped ${path}: ${SKIPPED[why]}`);
  for (const { path, error } of done.unreadableFiles) lines.push(`Could not read ${path} (${error})`);
  if (done.stopped) lines.push('Stopped. Rerun the command to resume.');
  return lines;
}
