// Memories as they are exchanged with a team.
import type { FileTouch } from './event.ts';
import type { ObservationType } from './memory-types.ts';
import type { ProfileCommand } from './profile.ts';
import type { RuleFacts } from './rule.ts';

export const TEAM_ROLES = ['reader', 'writer', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export type SharedKind = 'observation' | 'summary' | 'session' | 'profile';
/** Why the text of a memory is not on the server any more. Whoever made it keeps what was only withdrawn. */
export type GoneReason = 'forgotten' | 'withdrawn';

interface OfTurn {
  /** The global ID of the session; null for what a person wrote. */
  session: string | null;
  host: string | null;
  turn: number | null;
  branch: string | null;
  commit: string | null;
  /** When a person last edited it. */
  editedAt: number | null;
}

export interface SharedObservation extends OfTurn {
  title: string | null;
  subtitle: string | null;
  narrative: string | null;
  facts: string[];
  concepts: string[];
  filesRead: string[];
  filesModified: string[];
  touches: FileTouch[];
  rule: RuleFacts | null;
}

export interface SharedSummary extends OfTurn {
  title: string | null;
  request: string | null;
  investigated: string | null;
  learned: string | null;
  completed: string | null;
  nextSteps: string | null;
  notes: string | null;
  filesRead: string[];
  filesEdited: string[];
}

export interface SharedSession {
  title: string | null;
  subtitle: string | null;
  host: string;
}

export interface SharedProfile {
  commands: ProfileCommand[];
}

/** What a memory says, by its kind. Paths are relative to the repository. */
export type SharedContent =
  | { kind: 'observation'; type: ObservationType; body: SharedObservation }
  | { kind: 'summary'; body: SharedSummary }
  | { kind: 'session'; body: SharedSession }
  | { kind: 'profile'; body: SharedProfile };

/** A version of a memory as it comes from the server. */
export interface IncomingItem {
  uid: string;
  kind: SharedKind;
  /** The colleague who made it; null: the user, on this machine or another. */
  author: string | null;
  rev: number;
  /** Of its text, to recognize what this machine sent itself. */
  digest: string;
  /** When it happened. */
  at: number;
  supersededBy: string | null;
  supersededRev: number;
  gone: GoneReason | null;
  /** Null if it is gone. */
  content: SharedContent | null;
}

/** Where the next pull of a project continues. */
export interface PullCursor {
  epoch: number;
  xid: string;
  seq: number;
}
