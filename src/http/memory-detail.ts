// One memory in full: its fields, its project and session, its files as they are now, and the events it is based on.

import { CMemError } from '../domain/errors.ts';
import type { ObservationRecord, Provenance, SummaryRecord } from '../domain/record.ts';
import { hostNamed } from '../hosts/index.ts';
import { formatId } from '../recall/ids.ts';
import { createStalenessCheck, presentRoot } from '../recall/staleness.ts';
import type { HostMemoryReply, Item, ObservationReply, ShownTo, SummaryReply } from './contract.ts';
import type { Deps } from './deps.ts';
import { evidenceOf } from './event-lines.ts';
import { itemsOf } from './filter.ts';

const MOST_EVENTS = 40;
const MOST_SHOWN = 30;
const MOST_RELATED = 8;

export interface MemoryPages {
  observation(id: number): Promise<ObservationReply>;
  summary(id: number): Promise<SummaryReply>;
  /** From a record that was already read; without what agents were shown. */
  summaryOf(record: SummaryRecord): SummaryReply;
  hostMemory(id: number): HostMemoryReply;
  item(kind: 'observation' | 'summary' | 'host-memory', id: number): Item | null;
}

export function createMemoryPages({ store }: Pick<Deps, 'store'>): MemoryPages {
  const reader = store.memories;

  function common(kind: 'observation' | 'summary', id: number, record: Provenance) {
    return {
      id,
      ref: formatId(kind, id),
      projectId: record.projectId,
      project: store.projects.names().get(record.projectId) ?? '',
      sessionId: record.sessionId,
      sessionTitle: record.sessionId === null ? null : (store.sessions.find(record.sessionId)?.title ?? null),
      promptNumber: record.promptNumber,
      branch: record.branch,
      commit: record.commit,
      provider: record.provider,
      tokens: record.tokens,
      pinned: record.pinned,
      edited: record.edited,
      editedAt: record.edited ? store.memories.editedAt(kind, id) : null,
      author: record.author,
      at: record.at,
      near: store.memories.near(record.projectId, record.at),
      prompt: store.turns.prompt(record.sessionId, record.promptNumber)?.text ?? null,
    };
  }

  function shown(kind: 'observation' | 'summary', id: number): ShownTo[] {
    return store.injections.of(kind, id, MOST_SHOWN).map(({ occasion, terms, sessionId, at }) => ({
      occasion,
      terms,
      sessionId,
      sessionTitle: store.sessions.find(sessionId)?.title ?? null,
      promptNumber: store.turns.at(sessionId, occasion, at),
      at,
    }));
  }

  function title(id: number): { id: number; title: string } | null {
    const [item] = store.memories.listByIds([{ kind: 'observation', id }]);
    return item ? { id, title: item.title } : null;
  }

  async function observation(id: number): Promise<ObservationReply> {
    const [record] = reader.observations([id]);
    if (!record) throw new CMemError('MEMORY_UNKNOWN', `There is no observation ${id}`);
    return observationOf(record);
  }

  async function observationOf(record: ObservationRecord): Promise<ObservationReply> {
    const root = presentRoot(reader.folders(record.projectId));
    const host = store.sessions.find(record.sessionId ?? '')?.host ?? '';
    const stale = createStalenessCheck(root);
    const related = store.memories
      .relatedTo(record.id, MOST_RELATED)
      .map((id) => ({ kind: 'observation' as const, id }));
    return {
      ...common('observation', record.id, record),
      kind: 'observation',
      type: record.type,
      title: record.title,
      subtitle: record.subtitle,
      narrative: record.narrative,
      facts: record.facts,
      concepts: record.concepts,
      shown: shown('observation', record.id),
      files: record.touches.map((touch) => ({
        path: touch.path,
        role: touch.role,
        freshness: stale.of([touch], record.at),
      })),
      freshness: stale.of(record.touches, record.at),
      supersededBy: record.supersededBy === null ? null : title(record.supersededBy),
      supersedes: store.memories.supersededBy(record.id),
      related: store.memories.listByIds(related).map(itemsOf(store)),
      evidence: store.events.ofObservation(record.id, MOST_EVENTS).map((event) => evidenceOf(event, host)),
    };
  }

  function summaryOf(record: SummaryRecord): SummaryReply {
    return {
      ...common('summary', record.id, record),
      kind: 'summary',
      shown: [],
      title: record.title,
      request: record.request,
      investigated: record.investigated,
      learned: record.learned,
      completed: record.completed,
      nextSteps: record.nextSteps,
      notes: record.notes,
      filesRead: record.filesRead,
      filesEdited: record.filesEdited,
    };
  }

  return {
    observation,
    summaryOf,
    async summary(id) {
      const [record] = reader.summaries([id]);
      if (!record) throw new CMemError('MEMORY_UNKNOWN', `There is no summary ${id}`);
      return { ...summaryOf(record), shown: shown('summary', id) };
    },
    hostMemory(id) {
      const [record] = reader.hostMemories([id]);
      if (!record) throw new CMemError('MEMORY_UNKNOWN', `There is no host memory ${id}`);
      const { title, memoryFiles } = hostNamed(record.host);
      return {
        ...record,
        kind: 'host-memory',
        ref: formatId('host-memory', id),
        project: store.projects.names().get(record.projectId) ?? '',
        hostTitle: title,
        removal: memoryFiles?.removal ?? null,
      };
    },
    item(kind, id) {
      const [listed] = store.memories.listByIds([{ kind, id }]);
      return listed ? itemsOf(store)(listed) : null;
    },
  };
}
