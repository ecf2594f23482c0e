// What the routes work with. The worker builds it; nothing here knows of the worker.

import type { Ingested } from '../capture/ingest.ts';
import type { Paths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { Delivery } from '../domain/host-event.ts';
import type { Store } from '../store/index.ts';
import type { News } from './change-bus.ts';

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
    /** Lets go of a session's running job: waits so long for it to end by itself, then hands it back. */
    letGo(sessionId: string, withinMs: number): Promise<void>;
  };
  /** A hidden memory is to be forgotten for good at this time. */
  forgetAt(at: number): void;
  /** The settings file was changed by us: read it now. */
  settingsChanged(): void;
  /** Something in the store was changed by us: listeners may want to know. */
  changed(): void;
  news: News;
  port(): number | null;
  /** The folder of the built viewer. */
  viewerFolder: string;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}
