// Memories written into a test's store as the worker writes them.
import {
  type CommitTie,
  type Compressed,
  EMPTY_OBSERVATION,
  type MemoryContext,
  type Observation,
  type Summary,
} from '../../src/domain/memory.ts';
import { ensureProject } from '../../src/store/ledger/projects.ts';
import { ensureSession } from '../../src/store/ledger/sessions.ts';
import { commitJob } from '../../src/store/memories/commit.ts';
import { claimJob, enqueue } from '../../src/store/queue/jobs.ts';
import type { Database } from '../../src/store/sqlite/open.ts';

export const EMPTY_SUMMARY: Summary = {
  title: null,
  request: null,
  investigated: null,
  learned: null,
  completed: null,
  nextSteps: null,
  filesRead: [],
  filesEdited: [],
  notes: null,
};

export interface TurnFixture {
  session?: string;
  project?: string;
  promptNumber?: number;
  at?: number;
  branch?: string | null;
  observations?: Partial<Observation>[];
  summary?: Partial<Summary>;
  ties?: CommitTie[];
}

let turns = 0;

/** One turn's memories through the queue and `commitJob`. */
export async function writeTurn(db: Database, turn: TurnFixture): Promise<{ projectId: number }> {
  turns += 1;
  const { session = 's1', project = '/w/shop', promptNumber = turns, at = 1_000_000 + turns * 1000 } = turn;
  const key = { key: project, name: project.split('/').at(-1) ?? project, worktree: project };
  const projectId = ensureProject(db, key, 0);
  ensureSession(db, { id: session, host: 'test', projectId, folder: project, transcriptPath: null, at });
  enqueue(
    db,
    { id: turns, sessionId: session, promptNumber, kind: 'stop' },
    { now: 0, quietMs: 0, batchEvents: 1_000_000 },
  );
  const job = claimJob(db, 'test', 0, 1000);
  if (!job) throw new Error('no job');
  const context: MemoryContext = {
    sessionId: session,
    projectId,
    promptNumber,
    branch: turn.branch ?? null,
    at,
    provider: 'test',
    files: [],
    ...(turn.ties ? { ties: turn.ties } : {}),
  };
  const compressed: Compressed = {
    observations: (turn.observations ?? []).map((each) => ({ ...EMPTY_OBSERVATION, ...each })),
    summary: turn.summary ? { ...EMPTY_SUMMARY, ...turn.summary } : null,
    title: null,
    subtitle: null,
  };
  const { committed } = commitJob(db, job, 'test', { ...compressed, context, wantsRecompress: false }, 0);
  if (!committed) throw new Error('not committed');
  return { projectId };
}
