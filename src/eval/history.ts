// Evaluates the user's own history: each commit of known projects must be found in the session that made it. The
// transcripts are read again into a scratch home with the commits masked, as if they did not exist yet.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { openStore, type PastSession } from '../store/index.ts';
import type { EvalDocument } from './baselines.ts';
import { compareSessions } from './commits.ts';
import { createMask } from './hide-answers.ts';
import type { EvalQuery, EvalReport } from './measure.ts';
import { createReplay } from './replay.ts';
import { createScratchHome } from './scratch.ts';

const MOST_SESSIONS = 200;
const MOST_COMMITS = 2000;
/** Fewer queries than this prove nothing. */
const FEW = 10;
/** A commit may come shortly after the last captured event. */
const AFTERWARDS_MS = 5 * 60_000;

export async function evalHistory(database: string): Promise<EvalReport & { note?: string | undefined }> {
  const store = openStore(database, { readonly: true });
  const sessions = store.sessions.past(MOST_SESSIONS).filter((session) => existsSync(session.transcriptPath));
  store.close();
  const queries = queriesFrom(sessions);
  const home = createScratchHome();
  try {
    const mask = createMask(queries.map((query) => query.text));
    const replay = createReplay(home);
    const documents: EvalDocument[] = [];
    // Without a commit there are no queries, so nothing needs to be read.
    for (const { id, transcriptPath } of queries.length > 0 ? sessions : [])
      documents.push({ id, text: (await replay.read(id, transcriptPath, mask)).raw });
    await replay.finish();
    const report = await compareSessions(queries, documents, home.store.search);
    return { ...report, note: noteFor(queries.length, sessions.length) };
  } finally {
    home.remove();
  }
}

function noteFor(queries: number, sessions: number): string | undefined {
  if (queries === 0)
    return `There is too little to measure: none of the ${sessions} sessions with an existing transcript could be matched to a commit.`;
  if (queries < FEW) return `Only ${queries} commits could be matched to a session: too few to conclude anything.`;
  return undefined;
}

/** A commit belongs to the sessions of its repository that ran at that time and changed one of its files. */
function queriesFrom(sessions: PastSession[]): EvalQuery[] {
  const queries = new Map<string, EvalQuery>();
  const folders = new Set(sessions.map((session) => session.folder).filter((folder) => existsSync(folder)));
  for (const folder of folders) {
    const own = sessions.filter((session) => session.folder === folder);
    const since = Math.min(...own.map((session) => session.startedAt));
    for (const commit of commitsOf(folder, since)) {
      const gold = own
        .filter((session) => session.startedAt <= commit.at && commit.at <= session.lastEventAt + AFTERWARDS_MS)
        .filter((session) => session.modified.some((path) => commit.files.some((file) => path.endsWith(`/${file}`))))
        .map((session) => session.id);
      if (gold.length === 0 || commit.subject.split(/\s+/).length < 2) continue;
      const known = queries.get(commit.subject);
      queries.set(commit.subject, {
        text: commit.subject,
        gold: [...new Set([...(known?.gold ?? []), ...gold])],
      });
    }
  }
  return [...queries.values()];
}

interface Commit {
  at: number;
  subject: string;
  files: string[];
}

function commitsOf(folder: string, since: number): Commit[] {
  const args = ['log', '--all', '--no-merges', '--name-only', '--format=%x01%ct%x02%s', `-n${MOST_COMMITS}`];
  let output: string;
  try {
    output = execFileSync('git', ['-C', folder, ...args, `--since=${new Date(since).toISOString()}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 30_000,
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    // Not a repository, or no git: this folder has no commits.
    return [];
  }
  return output
    .split('\x01')
    .slice(1)
    .map((entry) => {
      const [head = '', ...files] = entry.split('\n');
      const [seconds = '0', subject = ''] = head.split('\x02');
      return { at: Number(seconds) * 1000, subject: subject.trim(), files: files.filter(Boolean) };
    });
}
