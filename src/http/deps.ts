// What the routes depend on. The worker provides it; nothing here knows the worker.

import type { Ingested } from '../capture/ingest.ts';
import type { Paths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { Delivery } from '../domain/host-event.ts';
import type { Store } from '../store/index.ts';
import type { ChangeBus } from './change-bus.ts';

export interface Deps {
  store: Store;
  paths: Paths;
  now: () => number;
  startedAt: number;
  settings(): Settings;
  /** All in one transaction, in order; resolves when they are on disk. */
  submit(deliveries: Delivery[]): Promise<Ingested[]>;
  queue: {
    wake(): void;
    /** Releases a session's running job: waits this long for it to finish, then returns it to the queue. */
    letGo(sessionId: string, withinMs: number): Promise<void>;
  };
  /** Permanently forgets hidden memories at this time. */
  forgetAt(at: number): void;
  /** Call after changing the settings file, so that it is read now. */
  settingsChanged(): void;
  /** Call after changing the store, so that listeners are notified. */
  changed(): void;
  changes: ChangeBus;
  port(): number | null;
  /** The folder of the built viewer. */
  viewerFolder: string;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}
