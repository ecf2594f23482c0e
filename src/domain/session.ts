// A session: one conversation in a host, identified only by the host's own ID.

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
  /** Who gave the title; null if it was taken from the session's memories. */
  titleBy: 'user' | 'host' | null;
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

/** The state shown to users: a session without a prompt is only initialized. */
export function sessionState(session: Pick<Session, 'status' | 'promptCount'>): SessionStatus | 'initialized' {
  return session.status === 'active' && session.promptCount === 0 ? 'initialized' : session.status;
}

/** Where a session belongs: one repository (shared by its worktrees and subfolders), otherwise one folder. */
export interface Project {
  /** The git common folder, otherwise the folder itself; absolute. Keeps two repositories of the same name apart. */
  key: string;
  name: string;
  /** The folder of this working tree; in a worktree it differs from the main one. */
  worktree: string;
  /** The folder no longer exists and the name was derived from its path: it may mean another project of that name. */
  isGuess?: boolean;
}
