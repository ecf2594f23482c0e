// `c-mem export`: everything as JSON lines that can be read in again, or the memories as Markdown for reading.
import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { defineCommand } from 'citty';
import { CMemError } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import { countRows } from '../../store/export.ts';
import { listProjects } from '../../store/projects.ts';
import { exportLines } from '../../transfer/jsonl.ts';
import { fileNameOf, projectAsMarkdown } from '../../transfer/markdown.ts';
import { startProgress } from '../progress.ts';
import { withStore } from '../store.ts';

export default defineCommand({
  meta: {
    name: 'export',
    description: 'Writes everything to a file: JSON lines to read in again, or Markdown to read.',
  },
  args: {
    to: { type: 'positional', description: 'The file (for Markdown: the folder); `-` for the screen', default: '-' },
    format: { type: 'enum', options: ['jsonl', 'markdown'], description: 'jsonl or markdown', default: 'jsonl' },
  },
  async run({ args }) {
    await withStore((db) => (args.format === 'markdown' ? asMarkdown(db, args.to) : asJsonl(db, args.to)));
  },
});

async function asJsonl(db: Database, to: string): Promise<void> {
  const progress = to === '-' ? null : startProgress('Writing', countRows(db));
  await writeTo(to, function* () {
    for (const { text, rows } of exportLines(db, Date.now())) {
      progress?.update(rows);
      yield text;
    }
  });
  progress?.end('done');
}

async function asMarkdown(db: Database, to: string): Promise<void> {
  const projects = listProjects(db);
  if (to === '-') {
    for (const project of projects) await writeTo('-', () => projectAsMarkdown(db, project));
    return;
  }
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const progress = startProgress('Writing', projects.length);
  for (const [index, project] of projects.entries()) {
    await writeTo(join(to, fileNameOf(project, projects)), () => projectAsMarkdown(db, project));
    progress.update(index + 1);
  }
  progress.end('done');
}

/** A file appears under its name only when it is whole: one that was cut off is made again. */
async function writeTo(to: string, pieces: () => Iterable<string>): Promise<void> {
  if (to === '-') return pour(pieces(), process.stdout);
  const file = resolve(to);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CMemError('EXPORT_FAILED', `${file} is a folder`);
  }
  const part = `${file}.part`;
  const stream = createWriteStream(part, { mode: 0o600 });
  try {
    await once(stream, 'open');
    await pour(pieces(), stream);
    stream.end();
    await once(stream, 'close');
    renameSync(part, file);
  } catch (error) {
    stream.destroy();
    rmSync(part, { force: true });
    throw new CMemError('EXPORT_FAILED', `${file} cannot be written`, { cause: error });
  }
}

async function pour(pieces: Iterable<string>, stream: Writable): Promise<void> {
  for (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain');
}
