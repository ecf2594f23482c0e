// Evaluates the user's own history: each commit of known projects must be found in the session that made it. What is
// searched are the memories as they are stored, whichever compressor made them, in a copy that hides the commits.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { openStore, type PastSession } from '../store/index.ts';
import type { EvalDocument } from './baselines.ts';
import { compareSessions } from './commits.ts';
import { readDocument } from './documents.ts';
import { createMask, createMemoryMask } from './hide-answers.ts';
import type { EvalQuery, EvalReport } from './measure.ts';
import { createPace, type EvalWatch, type Pace, UNWATCHED } from './pace.ts';
import { createScratchHome } from './scratch.ts';
import { copyMemories } from './stored-memories.ts';

const MOST_SESSIONS = 1000;
const MOST_COMMITS = 2000;
/** Fewer queries than this prove nothing. */
const FEW = 10;
/** A commit may come shortly after the last captured event. */
const AFTERWARDS_MS = 5 * 60_000;

export interface HistoryReport extends EvalReport {
  sessions: number;
  note?: string | undefined;
}

export async function evalHistory(database: string, watch: EvalWatch = UNWATCHED): Promise<HistoryReport> {
  const pace = createPace(watch);
  const store = openStore(database, { readonly: true });
  const home = createScratchHome();
  try {
    const sessions = store.sessions.past(MOST_SESSIONS).filter((session) => existsSync(session.transcriptPath));
    const queries = await queriesFrom(sessions, pace);
    const subjects = queries.map((query) => query.text);
    const documents: EvalDocument[] = [];
    // Without a commit there are no queries, so nothing needs to be read.
    if (queries.length > 0) {
      copyMemories(store, home.store, new Set(sessions.map(({ id }) => id)), createMemoryMask(subjects));
      const mask = createMask(subjects);
      for (const { id, transcriptPath } of sessions) {
        await pace('Reading transcripts', documents.length, sessions.length);
        documents.push({ id, text: await readDocument(transcriptPath, mask) });
      }
    }
    const report = await compareSessions(queries, documents, home.store.search, pace);
    return { ...report, sessions: sessions.length, note: noteFor(queries.length, sessions.length) };
  } finally {
    store.close();
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
async function queriesFrom(sessions: PastSession[], pace: Pace): Promise<EvalQuery[]> {
  const queries = new Map<string, EvalQuery>();
  const folders = new Set(sessions.map((session) => session.folder).filter((folder) => existsSync(folder)));
  let done = 0;
  for (const folder of folders) {
    await pace('Reading commits', done, folders.size);
    done += 1;
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
