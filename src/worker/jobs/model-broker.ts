// Calls the model: sends one job's material to the provider, records what it cost, and decides what a failure means.

import { costOf } from '../../compress/budget.ts';
import type { Material } from '../../compress/material.ts';
import { compressWithModel, UnreadableAnswer } from '../../compress/model.ts';
import type { Verbosity } from '../../compress/prompt.ts';
import type { SessionDigest } from '../../compress/session-so-far.ts';
import type { Settings } from '../../config/settings.ts';
import type { Job } from '../../domain/job.ts';
import type { Compressed } from '../../domain/memory.ts';
import { ProviderError, type Reply } from '../../providers/provider.ts';
import { remedyFor } from '../../providers/remedy.ts';
import type { Store } from '../../store/index.ts';
import { estimateTokens, tokensOfLength } from '../../text/tokens.ts';
import type { Log } from '../log.ts';
import { type ChooseProvider, createModelAvailability, type ModelAvailability } from './model-availability.ts';

/** A wrong key does not become right by itself; it is tried again now and then, and when the settings change. */
const REFUSED_MS = 10 * 60_000;
const LONG_WAIT_MS = 60 * 60_000;

export type ModelResult =
  | { state: 'answered'; compressed: Compressed; provider: string }
  /** Worth another try. */
  | { state: 'again'; waitMs: number | null; why: string }
  /** No model can be called for now. */
  | { state: 'closed' }
  /** This question will never be answered. */
  | { state: 'rejected' };

export interface ModelBroker extends Pick<ModelAvailability, 'isOpen' | 'nextChance' | 'pausedUntil' | 'coolDown'> {
  isConfigured(): boolean;
  /** `canceled` is aborted when the answer is no longer wanted. */
  ask(job: Job, material: Material, digest: SessionDigest, canceled: AbortSignal): Promise<ModelResult>;
}

export interface BrokerParts {
  store: Store;
  log: Log;
  now: () => number;
  settings: () => Settings;
  home: string;
  /** Who holds the jobs that are asked about. */
  owner: string;
  /** Aborted when the worker ends. */
  signal: AbortSignal;
  choose?: ChooseProvider | undefined;
}

export function createModelBroker(parts: BrokerParts): ModelBroker {
  const { store, log, now, settings, owner, signal } = parts;
  const availability = createModelAvailability(parts);

  async function ask(job: Job, material: Material, digest: SessionDigest, canceled: AbortSignal): Promise<ModelResult> {
    const provider = availability.provider();
    if (!provider) return { state: 'closed' };
    const start = now();
    let sent = 0;
    let paid: Reply | null = null;
    const note = (error: string | null, charged: boolean) =>
      store.usage.record({
        ...bill(paid, charged ? sent : 0, settings()),
        ...{ jobId: job.id, provider: provider.name, error },
        latencyMs: now() - start,
        at: now(),
      });
    try {
      const { compressed, unreadable } = await compressWithModel(provider, material, digest, {
        verbosity: settings().verbosity as Verbosity,
        timeoutMs: settings().answerSeconds * 1000,
        signal: AbortSignal.any([signal, canceled]),
        onQuestion: (characters) => {
          sent = characters;
        },
        onReply: (reply) => {
          paid = reply;
        },
      });
      note(null, true);
      availability.reset();
      store.notices.clear('provider');
      if (unreadable) store.unreadable.keep(job, owner, unreadable);
      else store.unreadable.clear(job, owner);
      return { state: 'answered', compressed, provider: provider.name };
    } catch (error) {
      // Our own fault after an answer: the answer was paid for all the same.
      if (paid && !(error instanceof ProviderError)) note('our own fault', true);
      if (!(error instanceof ProviderError)) throw error;
      note(reasonOf(error, canceled).slice(0, 200), paid !== null || error.mayBeCharged);
      if (error instanceof UnreadableAnswer) store.unreadable.keep(job, owner, error.answer);
      if (canceled.aborted) return { state: 'again', waitMs: 0, why: 'the session was stopped' };
      return decide(error, provider.name);
    }
  }

  function reasonOf(error: ProviderError, canceled: AbortSignal): string {
    if (signal.aborted) return 'the worker ended';
    return canceled.aborted ? 'the session was stopped' : `${error.kind}: ${error.message}`;
  }

  function decide(error: ProviderError, name: string): ModelResult {
    if (signal.aborted) return { state: 'again', waitMs: 0, why: 'the worker ends' };
    log.warn(
      { provider: name, kind: error.kind, why: ownWords(error.message), waitMs: error.waitMs },
      'the model did not answer',
    );
    const fix = () => remedyFor(name, error.message, settings().baseUrl);
    switch (error.kind) {
      case 'retry':
        if (error.waitMs !== null) availability.pauseFor(error.waitMs);
        return { state: 'again', waitMs: error.waitMs, why: error.message };
      case 'wait': {
        const until = new Date(availability.closeFor(error.waitMs ?? LONG_WAIT_MS)).toISOString();
        store.notices.put('provider', `${name}: ${error.message}; next attempt at ${until}`, fix());
        return { state: 'closed' };
      }
      case 'stop':
        availability.closeFor(REFUSED_MS);
        store.notices.put('provider', `${name}: ${error.message}`, fix());
        return { state: 'closed' };
      case 'reject':
        return { state: 'rejected' };
    }
  }

  return { ...availability, isConfigured: () => availability.provider() !== null, ask };
}

/** As the provider reports it; otherwise estimated from what was sent and received. */
function bill(paid: Reply | null, sent: number, settings: Settings) {
  const tokensIn = paid?.tokensIn || tokensOfLength(sent);
  const tokensOut = paid?.tokensOut || estimateTokens(paid?.text ?? '');
  const costUsd =
    tokensIn + tokensOut > 0 ? costOf({ tokensIn, tokensOut, costUsd: paid?.costUsd ?? null }, settings) : null;
  return { model: paid?.model ?? (settings.model || null), tokensIn, tokensOut, costUsd };
}

/** A provider's message may quote the question, which must not reach the log. */
function ownWords(message: string): string | undefined {
  return /^(?:no |https?:)/.test(message) ? message : undefined;
}
