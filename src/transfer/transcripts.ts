// Finds the transcripts of a folder and what each is about, reading no more of a file than its beginning.
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readLines } from '../capture/lines.ts';
import { text } from '../domain/json.ts';

export interface FoundTranscript {
  path: string;
  bytes: number;
  sessionId: string;
  /** Where the session was launched. */
  cwd: string | null;
  startedAt: number;
  /** When the file was made: a fork's first records are its parent's, but its file is younger. */
  madeAt: number;
  modifiedAt: number;
  /** Older clients put a subagent's transcript beside its session's. */
  agentId: string | null;
}

export interface Listed {
  found: FoundTranscript[];
  /** Files that hold no conversation. */
  empty: number;
}

/** A beginning longer than this tells nothing any more. */
const MOST_LINES = 200;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Sessions in the order in which they began; a fork comes after its parent. */
export async function listTranscripts(
  folder: string,
  onFile: (files: number) => void = () => undefined,
): Promise<Listed> {
  const found: FoundTranscript[] = [];
  let files = 0;
  for await (const path of jsonlFiles(folder)) {
    const one = await lookAt(path).catch(() => null);
    if (one) found.push(one);
    files += 1;
    onFile(files);
  }
  found.sort(
    (a, b) =>
      Number(a.agentId !== null) - Number(b.agentId !== null) ||
      a.startedAt - b.startedAt ||
      a.madeAt - b.madeAt ||
      (a.path < b.path ? -1 : 1),
  );
  return { found, empty: files - found.length };
}

/** Every transcript below the folder, without those of subagents, which are read with their session. */
async function* jsonlFiles(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'subagents') yield* jsonlFiles(path);
    else if (entry.isFile() && entry.name.endsWith('.jsonl')) yield path;
  }
}

async function lookAt(path: string): Promise<FoundTranscript | null> {
  const { size, birthtimeMs, mtimeMs } = await stat(path);
  const name = basename(path, '.jsonl');
  const agentId = /^agent-(.+)$/.exec(name)?.[1] ?? null;
  let sessionId = agentId === null ? (UUID.exec(name)?.[0] ?? null) : null;
  let cwd: string | null = null;
  let startedAt: number | null = null;
  let lines = 0;
  for await (const line of readLines(path, 0)) {
    for (const record of line.records) {
      sessionId ??= text(record, 'sessionId');
      cwd ??= text(record, 'cwd');
      const at = Date.parse(text(record, 'timestamp') ?? '');
      const isWord = record['type'] === 'user' || record['type'] === 'assistant';
      if (startedAt === null && isWord && !Number.isNaN(at)) startedAt = at;
    }
    lines += 1;
    if ((sessionId && cwd && startedAt !== null) || lines >= MOST_LINES) break;
  }
  if (!sessionId || startedAt === null) return null;
  const madeAt = Math.min(birthtimeMs || mtimeMs, mtimeMs);
  return { path, bytes: size, sessionId, cwd, startedAt, madeAt, modifiedAt: mtimeMs, agentId };
}
