// Memories straight into a real store, for recall to find.

import type { FileTouch } from '../../src/domain/event.ts';
import { EMPTY_OBSERVATION, type Observation, type Summary } from '../../src/domain/memory.ts';
import { ensureProject } from '../../src/store/ledger/projects.ts';
import { ensureSession } from '../../src/store/ledger/sessions.ts';
import { insertObservation } from '../../src/store/memories/insert.ts';
import type { Database } from '../../src/store/sqlite/open.ts';

export interface Place {
  session: string;
  project?: string;
  branch?: string | null;
  at: number;
  prompt?: number;
}

/** The session and its project, made when first named. */
export function addSession(db: Database, { session, project = '/home/dev/shop/.git', at }: Place): number {
  const name = project
    .replace(/\/\.git$/, '')
    .split('/')
    .at(-1) as string;
  const projectId = ensureProject(db, { key: project, name }, at);
  ensureSession(db, { id: session, host: 'claude-code', projectId, folder: null, transcriptPath: null, at });
  db.prepare('update sessions set prompt_count = max(prompt_count, 1) where id = ?').run(session);
  return projectId;
}

export function addObservation(
  db: Database,
  place: Place,
  observation: Partial<Observation> & { touches?: FileTouch[] } = {},
): number {
  const projectId = addSession(db, place);
  const { touches = [], ...given } = observation;
  const paths = (role: string) => touches.filter((touch) => touch.role === role).map((touch) => touch.path);
  return insertObservation(
    db,
    null,
    null,
    {
      ...EMPTY_OBSERVATION,
      type: 'change',
      title: 'Something changed',
      filesRead: paths('read'),
      filesModified: paths('modified'),
      ...given,
    },
    {
      sessionId: place.session,
      projectId,
      promptNumber: place.prompt ?? 1,
      branch: place.branch ?? null,
      at: place.at,
      provider: 'embedded',
      files: touches,
    },
  ) as number;
}

export function addSummary(db: Database, place: Place, summary: Partial<Summary> = {}): number {
  const projectId = addSession(db, place);
  const { filesRead = [], filesEdited = [], ...given } = summary;
  const row = {
    title: null,
    request: null,
    investigated: null,
    learned: null,
    completed: null,
    nextSteps: null,
    notes: null,
    ...given,
    filesRead: JSON.stringify(filesRead),
    filesEdited: JSON.stringify(filesEdited),
    session: place.session,
    projectId,
    prompt: place.prompt ?? 1,
    branch: place.branch ?? null,
    at: place.at,
  };
  const { lastInsertRowid } = db
    .prepare(
      `insert into summaries (session_id, project_id, prompt_number, title, request, investigated, learned, completed, next_steps,
         notes, files_read, files_edited, branch, created_at)
       values (@session, @projectId, @prompt, @title, @request, @investigated, @learned, @completed, @nextSteps, @notes,
         @filesRead, @filesEdited, @branch, @at)`,
    )
    .run(row);
  return Number(lastInsertRowid);
}
