// What a session-start context is made for.
import type { Settings } from '../../config/settings.ts';
import type { Injection, ObservationRecord, OpenTurn, SummaryRecord } from '../../domain/record.ts';
import type { WorkingTree } from './working-tree.ts';

/** How a session starts: new, new after the user cleared the one before, resumed, or after it was compacted. */
export type Beginning = 'new' | 'cleared' | 'again' | 'compacted';

export interface ContextRequest {
  projectId: number | null;
  projectName: string;
  /** Paths are shown relative to it. */
  root: string | null;
  sessionId: string | null;
  beginning: Beginning;
  tree: WorkingTree;
  openTurns: OpenTurn[];
  /** What a resumed session has already seen. */
  seen: Pick<Injection, 'lastObservation' | 'lastSummary'> | null;
  now: number;
  settings: Settings;
}

export interface OwnPast {
  summaries: SummaryRecord[];
  observations: ObservationRecord[];
}
