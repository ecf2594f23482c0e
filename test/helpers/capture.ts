// The capture path without processes: payloads and transcripts go into a real store, with a clock of the test's.

import { randomUUID } from 'node:crypto';
import { readDelivery } from '../../src/capture/delivery.ts';
import type { Ingested } from '../../src/capture/ingest.ts';
import { createPipeline } from '../../src/capture/pipeline.ts';
import { identifyProject } from '../../src/capture/project.ts';
import type { Ended, ReconcileResult } from '../../src/capture/reconcile.ts';
import { SCHEMA } from '../../src/config/settings.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import type { Host } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/index.ts';
import { eventsOfSession, type LedgerEvent } from '../../src/store/ledger/events.ts';
import { transact } from '../../src/store/sqlite/open.ts';
import { createStore, type TestStore } from './store.ts';

export interface DeliverOptions {
  id?: string;
  at?: number;
  projectDir?: string;
  event?: string;
  host?: string;
  plugin?: boolean;
}

export interface CaptureBench {
  store: TestStore;
  clock: { now: number };
  /** Takes a payload as the spool would hand it over, a second after the last. */
  take(payload: object, options?: DeliverOptions): Ingested;
  /** What the worker does: the transcript is read before a prompt where needed. */
  takeInOrder(payload: object): Promise<Ingested>;
  read(sessionId: string, over?: Ended): Promise<ReconcileResult>;
  events(sessionId: string): LedgerEvent[];
  prompts(sessionId: string): { number: number; text: string; prompt_id: string | null }[];
}

export function createCaptureBench(
  settings: {
    excludeProjects?: string[];
    fieldLimit?: number;
    isOff?: (at: number, folders: readonly string[]) => boolean;
    hosts?: readonly Host[];
  } = {},
): CaptureBench {
  const store = createStore();
  const clock = { now: Date.parse('2026-03-02T10:00:00Z') };
  const now = () => clock.now;
  const { ingest, reconciler } = createPipeline(store.parts, {
    now,
    settings: {
      fieldLimitKb: (settings.fieldLimit ?? 64 * 1024) / 1024,
      redactPatterns: [],
      skipTools: SCHEMA.skipTools.default,
      excludeProjects: settings.excludeProjects ?? [],
      batchEvents: 60,
    },
    identify: identifyProject,
    isOff: settings.isOff ?? (() => false),
    hosts: settings.hosts ?? HOSTS,
  });
  const deliver = (payload: object, options: DeliverOptions = {}) => {
    clock.now += 1000;
    const spooled = {
      event: options.event ?? '',
      host: options.host ?? null,
      plugin: options.plugin ?? false,
      projectDir: options.projectDir ?? null,
      id: options.id ?? randomUUID(),
      at: options.at ?? clock.now,
      payload: JSON.parse(JSON.stringify(payload)) as JsonObject,
    };
    return readDelivery(spooled, settings.hosts ?? HOSTS);
  };
  return {
    store,
    clock,
    take: (payload, options) => {
      const delivery = deliver(payload, options);
      return transact(store.db, () => ingest.take(delivery));
    },
    async takeInOrder(payload) {
      const delivery = deliver(payload);
      const first = ingest.needsReadingFirst(delivery);
      if (first) await reconciler.session(first, 'nothing');
      return transact(store.db, () => ingest.take(delivery));
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
