// Whether the embeddings endpoint may be asked now: not while it is down or refuses, and not over the budget.

import { periods } from '../../compress/budget.ts';
import type { Settings } from '../../config/settings.ts';
import { errorName } from '../../domain/errors.ts';
import type { Embedder } from '../../providers/embeddings.ts';
import type { ProviderError } from '../../providers/provider.ts';
import { embeddingRemedyFor } from '../../providers/remedy.ts';
import type { Store } from '../../store/index.ts';
import { grouped } from '../../text/plural.ts';
import type { Log } from '../log.ts';

const COOL_MS = 10_000;
const LONGEST_COOL_MS = 30 * 60_000;
/** A wrong key does not become right by itself; it is tried again now and then, and when the settings change. */
const REFUSED_MS = 10 * 60_000;
const LONG_WAIT_MS = 60 * 60_000;
/** One failure is not worth a notice. */
const NOTICED = 3;

export interface EndpointState {
  /** After a change of settings, whatever was wrong before no longer counts. */
  use(embedder: Embedder | null): void;
  isOpen(): boolean;
  /** When it may be open again; never in the past. */
  nextChance(): number;
  failed(error: ProviderError): void;
  answered(): void;
}

export interface EndpointStateParts {
  store: Store;
  log: Log;
  now: () => number;
  settings: () => Settings;
}

export function createEndpointState({ store, log, now, settings }: EndpointStateParts): EndpointState {
  let identity: string | null | undefined;
  let closedUntil = 0;
  let failures = 0;
  // A notice outlives the worker that put it up.
  let isNoticeUp = true;
  let isOverBudget = false;

  function put(message: string, fix: string): void {
    isNoticeUp = true;
    try {
      store.notices.put('embeddings', message, fix);
    } catch (error) {
      log.error({ error: errorName(error) }, 'the failure cannot be shown in the status');
    }
  }

  function clear(): void {
    if (isNoticeUp) store.notices.clear('embeddings');
    isNoticeUp = false;
  }

  function isWithinBudget(): boolean {
    const { dailyTokens } = settings().embeddings;
    return store.usage.since(periods(now()).day, 'embeddings').tokens < dailyTokens;
  }

  /** Milliseconds until the endpoint is asked again. */
  function patience({ kind, waitMs }: ProviderError): number {
    if (kind === 'wait') return waitMs ?? LONG_WAIT_MS;
    if (kind === 'stop' || kind === 'reject') return REFUSED_MS;
    return Math.max(waitMs ?? 0, Math.min(LONGEST_COOL_MS, COOL_MS * 2 ** (failures - 1)));
  }

  return {
    use(embedder) {
      const used = embedder?.identity ?? null;
      if (used === identity) return;
      // At the worker's start, a notice of the one before still counts.
      if (identity !== undefined || !embedder) clear();
      // What was refused may have been the endpoint's fault.
      if (embedder) store.vectors.retryRefused(embedder.model);
      identity = used;
      closedUntil = 0;
      failures = 0;
    },
    isOpen() {
      if (now() < closedUntil) return false;
      isOverBudget = !isWithinBudget();
      if (!isOverBudget) return true;
      put(
        `The day's ${grouped(settings().embeddings.dailyTokens)} tokens for embeddings are used up`,
        'Raise embeddings.dailyTokens with `c-mem config set`, or do nothing: the rest is embedded tomorrow.',
      );
      return false;
    },
    nextChance() {
      return isOverBudget ? periods(now()).tomorrow : Math.max(now(), closedUntil);
    },
    failed(error) {
      failures += 1;
      closedUntil = now() + patience(error);
      log.warn({ kind: error.kind, failures, until: closedUntil }, 'the embeddings endpoint did not answer');
      if (error.kind === 'retry' && failures < NOTICED) return;
      const { url } = settings().embeddings;
      put(`No vectors can be made: ${error.message}`, embeddingRemedyFor(error.message, url));
    },
    answered() {
      failures = 0;
      clear();
    },
  };
}
