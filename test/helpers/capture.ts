// The capture path without processes: arrivals and transcripts go into a real store, with a clock of the test's.
import { randomUUID } from 'node:crypto';
import { createEnvelopeCleanser } from '../../src/capture/clean/envelope.ts';
import { buildRedact } from '../../src/capture/clean/secrets.ts';
import { createIngest, type Ingested } from '../../src/capture/ingest.ts';
import { createLedger } from '../../src/capture/ledger.ts';
import { identifyProject } from '../../src/capture/project.ts';
import { createReconciler, type Over, type Reconciled } from '../../src/capture/reconcile.ts';
import { SCHEMA } from '../../src/config/settings.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import { eventsOfSession, type LedgerEvent } from '../../src/store/ledger/events.ts';
import { transact } from '../../src/store/sqlite/open.ts';
import { createStore, type TestStore } from './store.ts';

export interface CaptureBench {
  store: TestStore;
  clock: { now: number };
  /** Takes a payload as the spool would hand it over, a second after the last. */
  take(payload: object, options?: { id?: string; at?: number; projectDir?: string; event?: string }): Ingested;
  /** What the worker does: the transcript is read before a prompt where needed. */
  takeInOrder(payload: object): Promise<Ingested>;
  read(sessionId: string, over?: Over): Promise<Reconciled>;
  events(sessionId: string): LedgerEvent[];
  prompts(sessionId: string): { number: number; text: string; prompt_id: string | null }[];
}

export function createCaptureBench(
  settings: { excludeProjects?: string[]; fieldLimit?: number; isPaused?: (at: number) => boolean } = {},
): CaptureBench {
  const store = createStore();
  const clock = { now: Date.parse('2026-03-02T10:00:00Z') };
  const shape = {
    limit: settings.fieldLimit ?? 64 * 1024,
    redact: buildRedact(),
    skipTools: SCHEMA.skipTools.default,
  };
  const now = () => clock.now;
  const ledger = createLedger(store.parts, {
    now,
    identify: identifyProject,
    excludeProjects: settings.excludeProjects ?? [],
    isPaused: settings.isPaused ?? (() => false),
    ...createEnvelopeCleanser(shape),
    queue: { quietMs: 600_000, batchEvents: 60 },
  });
  const ingest = createIngest(store.parts, ledger, shape);
  const reconciler = createReconciler(store.parts, ledger, { ...shape, now });
  const arrive = (payload: object, options: { id?: string; at?: number; projectDir?: string; event?: string } = {}) => {
    clock.now += 1000;
    return {
      event: options.event ?? '',
      projectDir: options.projectDir ?? null,
      id: options.id ?? randomUUID(),
      at: options.at ?? clock.now,
      source: 'hook' as const,
      payload: JSON.parse(JSON.stringify(payload)) as JsonObject,
    };
  };
  return {
    store,
    clock,
    take: (payload, options) => {
      const arrival = arrive(payload, options);
      return transact(store.db, () => ingest.take(arrival));
    },
    async takeInOrder(payload) {
      const arrival = arrive(payload);
      const first = ingest.needsReadingFirst(arrival);
      if (first) await reconciler.session(first, 'nothing');
      return transact(store.db, () => ingest.take(arrival));
    },
    read: (sessionId, over = 'turn') => reconciler.session(sessionId, over),
    events: (sessionId) => eventsOfSession(store.db, sessionId),
    prompts: (sessionId) =>
      store.db
        .prepare<[string], { number: number; text: string; prompt_id: string | null }>(
          'select number, text, prompt_id from prompts where session_id = ? order by number',
        )
        .all(sessionId),
  };
}
