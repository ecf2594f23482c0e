// Where models are asked: whether one may be asked now, what became of the last question, and what it cost.

import { costOf, overBudget, periods } from '../compress/budget.ts';
import type { Material } from '../compress/material.ts';
import { compressWithModel, UnreadableAnswer } from '../compress/model.ts';
import type { Verbosity } from '../compress/prompt.ts';
import type { LedgerDigest } from '../compress/session-so-far.ts';
import type { Settings } from '../config/settings.ts';
import type { Job } from '../domain/job.ts';
import type { Compressed } from '../domain/memory.ts';
import { chooseProvider } from '../providers/choose.ts';
import { type Provider, ProviderError, type Reply } from '../providers/provider.ts';
import { remedyFor } from '../providers/remedy.ts';
import type { Store } from '../store/index.ts';
import { estimateTokens, tokensOfLength } from '../text/tokens.ts';
import type { Log } from './log.ts';

/** A wrong key does not become right by itself; it is tried again now and then, and when the settings change. */
const REFUSED_MS = 10 * 60_000;
const LONG_WAIT_MS = 60 * 60_000;
const COOL_MS = 10_000;
const LONGEST_COOL_MS = 30 * 60_000;

export type Asked =
  | { state: 'answered'; compressed: Compressed; provider: string }
  /** Worth another try. */
  | { state: 'again'; waitMs: number | null; why: string }
  /** Nobody can be asked for now. */
  | { state: 'closed' }
  /** This question is never going to be answered. */
  | { state: 'rejected' };

export interface ModelDesk {
  isConfigured(): boolean;
  isOpen(): boolean;
  /** When it may be open again; null where it is, or where there is no provider. */
  nextChance(): number | null;
  /** The provider asked for a moment's patience: until then nobody is asked, and nothing needs to be done without it. */
  pausedUntil(): number;
  /** The provider failed time and again: it is left alone for a while, longer each time. */
  coolDown(): void;
  /** `left` is aborted when somebody does not want an answer any more. */
  ask(job: Job, material: Material, digest: LedgerDigest, left: AbortSignal): Promise<Asked>;
}

export interface DeskParts {
  store: Store;
  log: Log;
  now: () => number;
  settings: () => Settings;
  home: string;
  /** Who holds the jobs that are asked about. */
  owner: string;
  signal: AbortSignal;
}

export function createModelDesk({ store, log, now, settings, home, owner, signal }: DeskParts): ModelDesk {
  let built: { key: string; provider: Provider | null } | null = null;
  let closedUntil = 0;
  let pausedUntil = 0;
  let cooled = 0;
  let budgetIsTold = true;

  /** Made anew when the settings change; whatever was wrong with the old one is forgotten. */
  function provider(): Provider | null {
    const { provider: name, model, baseUrl, apiKey, claudePath } = settings();
    const key = JSON.stringify([name, model, baseUrl, apiKey, claudePath]);
    if (built?.key !== key) {
      const chosen = chooseProvider(settings(), home);
      // Notices outlive a worker; without a provider nothing is wrong with one.
      if (built || !chosen) store.notices.clear('provider');
      if (!chosen) store.notices.clear('budget');
      built = { key, provider: chosen };
      closedUntil = 0;
      pausedUntil = 0;
      cooled = 0;
    }
    return built.provider;
  }

  function withinBudget(): boolean {
    const { day, month } = periods(now());
    const over = overBudget({ today: store.usage.since(day), month: store.usage.since(month) }, settings());
    if (over === null) {
      if (budgetIsTold) store.notices.clear('budget');
      budgetIsTold = false;
      return true;
    }
    budgetIsTold = true;
    const fix = 'Raise the cap with `c-mem config set`, or leave it: the embedded compressor does the work meanwhile.';
    if (store.notices.put('budget', over, fix)) log.warn({ over }, 'the budget is used up');
    return false;
  }

  async function ask(job: Job, material: Material, digest: LedgerDigest, left: AbortSignal): Promise<Asked> {
    const either = AbortSignal.any([signal, left]);
    const asked = provider();
    if (!asked) return { state: 'closed' };
    const start = now();
    let sent = 0;
    let paid: Reply | null = null;
    const note = (error: string | null, charged: boolean) =>
      store.usage.record({
        ...bill(paid, charged ? sent : 0),
        ...{ jobId: job.id, provider: asked.name, error },
        latencyMs: now() - start,
        at: now(),
      });
    try {
      const { compressed, unreadable } = await compressWithModel(asked, material, digest, {
        verbosity: settings().verbosity as Verbosity,
        timeoutMs: settings().answerSeconds * 1000,
        signal: either,
        onQuestion: (characters) => {
          sent = characters;
        },
        onReply: (reply) => {
          paid = reply;
        },
      });
      note(null, true);
      cooled = 0;
      store.notices.clear('provider');
      if (unreadable) store.unreadable.keep(job, owner, unreadable);
      else store.unreadable.clear(job, owner);
      return { state: 'answered', compressed, provider: asked.name };
    } catch (error) {
      // A fault of our own after an answer: the answer was paid for all the same.
      if (paid && !(error instanceof ProviderError)) note('our own fault', true);
      if (!(error instanceof ProviderError)) throw error;
      const told = signal.aborted
        ? 'the worker ended'
        : left.aborted
          ? 'the session was stopped'
          : `${error.kind}: ${error.message}`;
      note(told.slice(0, 200), paid !== null || error.mayBeCharged);
      if (error instanceof UnreadableAnswer) store.unreadable.keep(job, owner, error.answer);
      return left.aborted ? { state: 'again', waitMs: 0, why: 'the session was stopped' } : decide(error, asked.name);
    }
  }

  /** By the provider's word; where it gave none, by what went over the wire. */
  function bill(paid: Reply | null, sent: number) {
    const tokensIn = paid?.tokensIn || tokensOfLength(sent);
    const tokensOut = paid?.tokensOut || estimateTokens(paid?.text ?? '');
    const costUsd =
      tokensIn + tokensOut > 0 ? costOf({ tokensIn, tokensOut, costUsd: paid?.costUsd ?? null }, settings()) : null;
    return { model: paid?.model ?? (settings().model || null), tokensIn, tokensOut, costUsd };
  }

  function decide(error: ProviderError, name: string): Asked {
    if (signal.aborted) return { state: 'again', waitMs: 0, why: 'the worker ends' };
    log.warn(
      { provider: name, kind: error.kind, why: ownWords(error.message), waitMs: error.waitMs },
      'the model did not answer',
    );
    switch (error.kind) {
      case 'retry':
        if (error.waitMs !== null) pausedUntil = now() + error.waitMs;
        return { state: 'again', waitMs: error.waitMs, why: error.message };
      case 'wait':
        closedUntil = now() + (error.waitMs ?? LONG_WAIT_MS);
        store.notices.put(
          'provider',
          `${name}: ${error.message}; it is asked again at ${new Date(closedUntil).toISOString()}`,
          remedyFor(name, error.message, settings().baseUrl),
        );
        return { state: 'closed' };
      case 'stop':
        closedUntil = now() + REFUSED_MS;
        store.notices.put('provider', `${name}: ${error.message}`, remedyFor(name, error.message, settings().baseUrl));
        return { state: 'closed' };
      case 'reject':
        return { state: 'rejected' };
    }
  }

  return {
    isConfigured: () => provider() !== null,
    isOpen: () => provider() !== null && now() >= closedUntil && withinBudget(),
    coolDown() {
      closedUntil = now() + Math.min(LONGEST_COOL_MS, COOL_MS * 2 ** cooled);
      cooled += 1;
    },
    nextChance,
    pausedUntil: () => (provider() === null ? 0 : pausedUntil),
    ask,
  };

  function nextChance(): number | null {
    if (provider() === null) return null;
    if (now() < closedUntil) return closedUntil;
    return withinBudget() ? null : periods(now()).tomorrow;
  }
}

/** What the provider said may quote the question, and is not for the log. */
function ownWords(message: string): string | undefined {
  return /^(?:no |https?:)/.test(message) ? message : undefined;
}
