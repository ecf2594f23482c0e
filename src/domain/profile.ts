// A project's profile: what the ledger proves about working in it.
import type { ProjectRun } from './memory.ts';

export const RUN_KINDS = ['build', 'test', 'lint', 'run'] as const satisfies readonly ProjectRun['kind'][];

export interface ProfileCommand {
  kind: ProjectRun['kind'];
  command: string;
  passed: number;
  /** How often it ran; if it never ran for the entire project, how often it ran for parts. */
  runs: number;
  /** It was only ever narrowed to some files or names. */
  partial: boolean;
  lastFailed: boolean;
  lastAt: number;
}

/** A failure that came back. */
export interface ProfileFailure {
  command: string;
  trouble: string;
  /** In how many turns it was seen. */
  turns: number;
  /** What ended it the last time that it ended within its turn. */
  endedBy: string | null;
  lastAt: number;
}

/** Files that change in the same turns. */
export interface ProfilePair {
  files: [string, string];
  /** In how many turns both changed, and in how many the rarer one did. */
  together: number;
  turns: number;
  /** How much more often than by chance. */
  lift: number;
}

export interface ProjectProfile {
  /** For each kind, the best one first. */
  commands: ProfileCommand[];
  failures: ProfileFailure[];
  pairs: ProfilePair[];
}
