// Lists the transcripts in a folder and identifies each, reading only the beginning of a file.
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readLines } from '../capture/json-lines.ts';
import type { JsonObject } from '../domain/json.ts';
import type { HostTranscripts } from '../hosts/index.ts';
import { openForeignReadOnly } from '../store/index.ts';

export interface FoundTranscript {
  path: string;
  bytes: number;
  sessionId: string;
  /** Where the session was launched. */
  cwd: string | null;
  startedAt: number;
  /** When the file was created: a fork's first records are its parent's, but its file is newer. */
  madeAt: number;
  modifiedAt: number;
  /** Older clients put a subagent's transcript next to its session's. */
  agentId: string | null;
}

/**
 * `empty`: a file without a conversation. `twice`: a file or folder already reached by another path. `broken-link`: a
 * dangling link. `unreadable`: permission denied or the like.
 */
export const SKIP_REASONS = ['empty', 'twice', 'broken-link', 'unreadable'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Skipped {
  path: string;
  why: SkipReason;
}

export interface TranscriptList {
  found: FoundTranscript[];
  /** Files without a conversation. */
  empty: number;
  /** Everything that was skipped, including empty files. */
  skipped: Skipped[];
}

/** If this many lines do not identify the session, nothing will. */
const MOST_LINES = 200;

/** Sessions ordered by their start, so that a fork comes after its parent. */
export async function listTranscripts(
  folder: string,
  transcripts: HostTranscripts,
  onFile: (files: number) => void = () => undefined,
): Promise<TranscriptList> {
  const found: FoundTranscript[] = [];
  const skipped: Skipped[] = [];
  let files = 0;
  const isTranscript = (path: string) => path.endsWith('.jsonl') || (transcripts.documents?.reads(path) ?? false);
  for await (const file of transcriptFiles(folder, isTranscript, skipped)) {
    files += 1;
    onFile(files);
    try {
      for (const path of pathsIn(file, transcripts)) {
        const one = await lookAt(path, file, transcripts);
        if (one) found.push(one);
        else skipped.push({ path, why: 'empty' });
      }
    } catch {
      skipped.push({ path: file, why: 'unreadable' });
    }
  }
  found.sort(
    (a, b) =>
      Number(a.agentId !== null) - Number(b.agentId !== null) ||
      a.startedAt - b.startedAt ||
      a.madeAt - b.madeAt ||
      (a.path < b.path ? -1 : 1),
  );
  return { found, empty: skipped.filter(({ why }) => why === 'empty').length, skipped };
}

/** How many were skipped for each reason. */
export function countSkipped(skipped: Skipped[]): Record<SkipReason, number> {
  const counts = { empty: 0, twice: 0, 'broken-link': 0, unreadable: 0 };
  for (const { why } of skipped) counts[why] += 1;
  return counts;
}

/**
 * Every transcript below the folder, except those of subagents, which are read with their session. Links are followed
 * last, so that a file found both ways is listed under its own path; nothing is read twice.
 */
async function* transcriptFiles(
  top: string,
  isTranscript: (path: string) => boolean,
  skipped: Skipped[],
): AsyncGenerator<string> {
  const seen = new Set<string>();
  const folders = [top];
  const links: string[] = [];
  for (;;) {
    const path = folders.shift() ?? links.shift();
    if (path === undefined) return;
    const kind = await kindOf(path, isTranscript);
    if (kind === 'folder' || kind === 'file') {
      const own = await realpath(path);
      if (seen.has(own)) skipped.push({ path, why: 'twice' });
      else if (kind === 'file') yield path;
      else folders.push(...(yield* filesIn(path, isTranscript, links, seen, skipped)));
      seen.add(own);
    } else if (kind) skipped.push({ path, why: kind });
  }
}

/** Yields the transcripts in one folder; returns its subfolders, and adds its links to `links`. */
async function* filesIn(
  folder: string,
  isTranscript: (path: string) => boolean,
  links: string[],
  seen: Set<string>,
  skipped: Skipped[],
): AsyncGenerator<string, string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!entries) skipped.push({ path: folder, why: 'unreadable' });
  const folders: string[] = [];
  for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name === 'subagents') continue;
    if (entry.isDirectory()) folders.push(path);
    else if (entry.isSymbolicLink()) links.push(path);
    else if (entry.isFile() && isTranscript(path)) {
      seen.add(await realpath(path));
      yield path;
    }
  }
  return folders;
}

/** What a path leads to; null if irrelevant. */
async function kindOf(
  path: string,
  isTranscript: (path: string) => boolean,
): Promise<'folder' | 'file' | 'broken-link' | 'unreadable' | null> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() && isTranscript(path) ? 'file' : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ELOOP' ? 'broken-link' : 'unreadable';
  }
}

/** A database holds many transcripts. */
function pathsIn(file: string, { documents }: HostTranscripts): string[] {
  return documents?.reads(file) ? documents.list(file, openForeignReadOnly) : [file];
}

async function lookAt(path: string, file: string, transcripts: HostTranscripts): Promise<FoundTranscript | null> {
  const { size, birthtimeMs, mtimeMs } = await stat(file);
  const agentId = transcripts.agentOf(path);
  let sessionId = transcripts.sessionOf(path);
  let cwd: string | null = null;
  let startedAt: number | null = null;
  let lines = 0;
  for await (const records of recordsOf(path, transcripts)) {
    for (const record of records) {
      const said = transcripts.describe(record);
      sessionId ??= said.sessionId;
      cwd ??= said.cwd;
      startedAt ??= said.at;
    }
    lines += 1;
    if ((sessionId && cwd && startedAt !== null) || lines >= MOST_LINES) break;
  }
  if (!sessionId || startedAt === null) return null;
  cwd ??= transcripts.folderOf?.(file) ?? null;
  const madeAt = Math.min(birthtimeMs || mtimeMs, mtimeMs);
  return { path, bytes: path === file ? size : 0, sessionId, cwd, startedAt, madeAt, modifiedAt: mtimeMs, agentId };
}

async function* recordsOf(path: string, transcripts: HostTranscripts): AsyncGenerator<JsonObject[]> {
  if (transcripts.documents?.reads(path)) {
    for (const record of transcripts.documents.load(path, openForeignReadOnly)?.records() ?? []) yield [record];
    return;
  }
  for await (const line of readLines(path, 0, transcripts.recordStart)) yield line.records;
}
