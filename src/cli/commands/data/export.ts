// `c-mem export`: everything as JSON Lines that can be imported again, or the memories as Markdown for reading.

import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  type WriteStream,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { acquireLock, type Lock, type ProjectOverview, type Store } from '../../../store/index.ts';
import { openDoneList } from '../../../transfer/done-list.ts';
import { exportLines, type Piece } from '../../../transfer/jsonl.ts';
import { fileNameOf, isMarkdownOf, projectAsMarkdown } from '../../../transfer/markdown.ts';
import { isExport, readUnfinished } from '../../../transfer/unfinished.ts';
import { count, counts } from '../../args/numbers.ts';
import { withStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print } from '../../terminal/output.ts';
import { type Progress, startProgress } from '../../terminal/progress.ts';

export default defineCommand({
  meta: {
    name: 'export',
    description: 'Export all data as JSONL (can be re-imported) or Markdown',
    examples: ['c-mem export memories.jsonl', 'c-mem export notes --format markdown'],
  },
  args: {
    to: {
      type: 'positional',
      description: 'Output file (rerun to resume an interrupted export), or folder for Markdown; `-` for stdout',
      default: '-',
    },
    format: { type: 'enum', options: ['jsonl', 'markdown'], description: 'Output format', default: 'jsonl' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
  },
  async run({ args }) {
    const lock = args.to === '-' ? null : takeLock();
    try {
      const { to, yes = false } = args;
      await withStore((store) => (args.format === 'markdown' ? asMarkdown(store, to, yes) : asJsonl(store, to, yes)));
    } finally {
      lock?.release();
    }
  },
});

/** One at a time: two would resume the same unfinished file. Without permission to write there, it runs unlocked. */
function takeLock(): Lock | null {
  let lock: Lock | null;
  try {
    lock = acquireLock(resolvePaths().exportLock, 100);
  } catch {
    return null;
  }
  if (!lock) throw new CMemError('EXPORT_FAILED', 'Another export is running', { fix: 'Wait until it finishes.' });
  return lock;
}

async function asJsonl(store: Store, to: string, yes: boolean): Promise<void> {
  if (to === '-') return pour(texts(exportLines(store, Date.now(), null)), process.stdout);
  checkTarget(to);
  if (!(await mayReplace([resolve(to), partOf(to)], isExport, yes))) return print('Nothing was changed.');
  const pieces = exportLines(store, Date.now(), readUnfinished(partOf(to)));
  try {
    const first = pieces.next().value as Piece;
    if (first.keep > 0) console.error(`Resuming ${partOf(to)}.`);
    const progress = startProgress('Writing', first.of);
    await writeTo(to, startingWith(first.text, texts(pieces, progress)), first.keep);
    progress.end('done');
    report(store, resolve(to));
  } finally {
    // Ends the transaction in which it reads.
    pieces.return(undefined);
  }
}

function* startingWith<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first;
  yield* rest;
}

function* texts(pieces: Iterable<Piece>, progress?: Progress): Generator<string> {
  for (const { text, rows } of pieces) {
    progress?.update(rows);
    yield text;
  }
}

async function asMarkdown(store: Store, to: string, yes: boolean): Promise<void> {
  const projects = store.projects.list();
  if (to === '-') {
    for (const project of projects) await pour(projectAsMarkdown(store, project), process.stdout);
    return;
  }
  const files = new Map(projects.map((project) => [join(resolve(to), fileNameOf(project, projects)), project]));
  const list = openDoneList(join(to, '.c-mem-export.part'), store.rows.state());
  const isOurs = (file: string) => list.has(basename(file)) || isMarkdownOf(files.get(file) as ProjectOverview, file);
  if (!(await mayReplace([...files.keys()], isOurs, yes))) return print('Nothing was changed.');
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const progress = startProgress('Writing', projects.length);
  for (const [index, project] of projects.entries()) {
    const name = fileNameOf(project, projects);
    if (!list.has(name) || !existsSync(join(to, name)))
      await writeTo(join(to, name), projectAsMarkdown(store, project));
    list.add(name);
    progress.update(index + 1);
  }
  list.end();
  progress.end('done');
  report(store, `${count(projects.length, 'file')} in ${resolve(to)}`);
}

/** Asks before a file is replaced that is not an earlier export. */
async function mayReplace(files: string[], isOurs: (file: string) => boolean, yes: boolean): Promise<boolean> {
  const foreign = files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() && !isOurs(file));
  if (foreign.length === 0) return true;
  const shows = [
    `This replaces ${count(foreign.length, 'file')} that C-Mem did not export (choose another name to keep ${foreign.length === 1 ? 'it' : 'them'}):`,
    ...foreign.map((file) => `  ${file}`),
  ];
  return confirm({ shows, asks: 'Replace?', yes, hasDryRun: false });
}

function report(store: Store, where: string): void {
  const { sessions, observations, summaries } = store.memories.counts();
  const what = counts([sessions, 'session'], [observations, 'observation'], [summaries, 'summary', 'summaries']);
  print(`Exported ${what} to ${where}.`);
}

const partOf = (to: string) => `${resolve(to)}.part`;

function checkTarget(to: string): void {
  if (statSync(to, { throwIfNoEntry: false })?.isDirectory())
    throw new CMemError('EXPORT_FAILED', `${resolve(to)} is a folder`);
}

/** A file appears under its name only when it is complete. Of an interrupted one, the first `keep` bytes are kept. */
async function writeTo(to: string, pieces: Iterable<string>, keep = 0): Promise<void> {
  checkTarget(to);
  const file = resolve(to);
  const part = partOf(to);
  let stream: WriteStream | null = null;
  try {
    if (keep > 0) truncateSync(part, keep);
    stream = createWriteStream(part, { mode: 0o600, flags: keep > 0 ? 'a' : 'w' });
    await once(stream, 'open');
    await pour(pieces, stream);
    stream.end();
    await once(stream, 'close');
    renameSync(part, file);
  } catch (error) {
    stream?.destroy();
    const canResume = readUnfinished(part) !== null;
    if (!canResume) rmSync(part, { force: true });
    const fix = 'Free some disk space or choose another file, then rerun the command to resume.';
    throw new CMemError('EXPORT_FAILED', `${file} cannot be written`, { cause: error, ...(canResume ? { fix } : {}) });
  }
}

async function pour(pieces: Iterable<string>, stream: Writable): Promise<void> {
  for (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain');
}
