// A session: one conversation of a host, known by the host's own id and by nothing else.

export const SESSION_STATUSES = ['active', 'completed', 'interrupted', 'failed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export interface Session {
  id: string;
  host: string;
  projectId: number;
  parentId: string | null;
  status: SessionStatus;
  endReason: string | null;
  title: string | null;
  subtitle: string | null;
  promptCount: number;
  /** Where it was launched. */
  folder: string | null;
  transcriptPath: string | null;
  startedAt: number;
  /** How it last started: startup, resume, clear, compact, fork. */
  startSource: string | null;
  lastEventAt: number;
  endedAt: number | null;
}

/** What a person sees: a session that was opened and has no prompt yet is only initialized. */
export function sessionState(session: Pick<Session, 'status' | 'promptCount'>): SessionStatus | 'initialized' {
  return session.status === 'active' && session.promptCount === 0 ? 'initialized' : session.status;
}

/** Where a session belongs: one repository (its worktrees and subfolders share it), else one folder. */
export interface Project {
  /** The git common folder, else the folder itself; absolute. Two repositories of one name stay apart by it. */
  key: string;
  name: string;
  /** The folder of this working tree: differs from the main one in a worktree. */
  worktree: string;
  /** Only the path tells what it was called, because the folder is gone: another project of that name may be meant. */
  isGuess?: boolean;
}
