// What happened around a memory: the observations and summaries before and after it, in order.

import type { ObservationRecord, SummaryRecord } from '../../domain/record.ts';
import type { MemoryReader } from '../../store/index.ts';

export interface TimelineRequest {
  /** The memory in the middle. */
  anchor: { kind: 'observation' | 'summary'; id: number };
  before: number;
  after: number;
  /** Only its own session; otherwise its whole project. */
  sessionOnly: boolean;
}

export interface Timeline {
  anchor: { kind: 'observation' | 'summary'; id: number };
  entries: TimelineEntry[];
}

export type TimelineEntry =
  | { kind: 'observation'; record: ObservationRecord }
  | { kind: 'summary'; record: SummaryRecord };

/** Null if there is no such memory. */
export function timeline(reader: MemoryReader, request: TimelineRequest): Timeline | null {
  const { anchor, before, after, sessionOnly } = request;
  const [middle] = anchor.kind === 'observation' ? reader.observations([anchor.id]) : reader.summaries([anchor.id]);
  if (!middle) return null;
  const place = {
    projectId: middle.projectId,
    sessionId: sessionOnly && middle.sessionId !== null ? middle.sessionId : undefined,
    at: middle.at,
    before,
    after,
  };
  const isObservation = anchor.kind === 'observation';
  const [observations, summaries] = [
    // At the anchor's own time, only memories of its kind can be ordered by ID.
    reader.around({ ...place, id: isObservation ? anchor.id : 0 }),
    reader.summariesAround({ ...place, id: isObservation ? 0 : anchor.id }),
  ];
  const all: TimelineEntry[] = [
    ...observations.map((record) => ({ kind: 'observation' as const, record })),
    ...summaries.map((record) => ({ kind: 'summary' as const, record })),
  ].sort(inOrder);
  const at = all.findIndex((entry) => entry.kind === anchor.kind && entry.record.id === anchor.id);
  return { anchor, entries: all.slice(Math.max(0, at - before), at + after + 1) };
}

/** A summary comes after the observations of its turn. */
function inOrder(a: TimelineEntry, b: TimelineEntry): number {
  return (
    a.record.at - b.record.at ||
    Number(a.kind === 'summary') - Number(b.kind === 'summary') ||
    a.record.id - b.record.id
  );
}
