// Where models are asked: whether one may be asked now, what became of the last question, and what it cost.
import { costOf, overBudget, periods } from '../compress/budget.ts';
import type { LedgerDigest } from '../compress/digest.ts';
import type { Material } from '../compress/material.ts';
import { compressWithModel } from '../compress/model.ts';
import type { Verbosity } from '../compress/prompt.ts';
import type { Settings } from '../config/settings.ts';
import type { Job } from '../domain/job.ts';
import type { Compressed } from '../domain/memory.ts';
import { chooseProvider } from '../providers/choose.ts';
import { type Provider, ProviderError, type Reply } from '../providers/provider.ts';
import type { Database } from '../store/database.ts';
import { clearNotice, putNotice } from '../store/notices.ts';
import { recordCall, spentSince } from '../store/usage.ts';
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
  /** The provider failed time and again: it is left alone for a while, longer each time. */
  coolDown(): void;
  ask(job: Job, material: Material, digest: LedgerDigest): Promise<Asked>;
}

export interface DeskParts {
  db: Database;
  log: Log;
  now: () => number;
  settings: () => Settings;
  home: string;
  signal: AbortSignal;
}

export function createModelDesk({ db, log, now, settings, home, signal }: DeskParts): ModelDesk {
  let built: { key: string; provider: Provider | null } | null = null;
  let closedUntil = 0;
  let cooled = 0;

  /** Made anew when the settings change; whatever was wrong with the old one is forgotten. */
  function provider(): Provider | null {
    const { provider: name, model, baseUrl, apiKey, claudePath } = settings();
    const key = JSON.stringify([name, model, baseUrl, apiKey, claudePath]);
    if (built?.key !== key) {
      if (built) clearNotice(db, 'provider');
      built = { key, provider: chooseProvider(settings(), home) };
      closedUntil = 0;
    }
    return built.provider;
  }

  function withinBudget(): boolean {
    const { day, month } = periods(now());
    const over = overBudget({ today: spentSince(db, day), month: spentSince(db, month) }, settings());
    if (over === null) clearNotice(db, 'budget');
    else if (putNotice(db, 'budget', `${over}; the embedded compressor does the work until then`))
      log.warn({ over }, 'the budget is used up');
    return over === null;
  }

  async function ask(job: Job, material: Material, digest: LedgerDigest): Promise<Asked> {
    const asked = provider();
    if (!asked) return { state: 'closed' };
    const start = now();
    let paid: Reply | null = null;
    const note = (error: string | null) =>
      recordCall(db, {
        jobId: job.id,
        provider: asked.name,
        model: paid?.model ?? (settings().model || null),
        tokensIn: paid?.tokensIn ?? 0,
        tokensOut: paid?.tokensOut ?? 0,
        costUsd: paid ? costOf(paid, settings()) : null,
        latencyMs: now() - start,
        error,
        at: now(),
      });
    try {
      const { compressed } = await compressWithModel(asked, material, digest, {
        verbosity: settings().verbosity as Verbosity,
        timeoutMs: settings().answerSeconds * 1000,
        signal,
        onReply: (reply) => {
          paid = reply;
        },
      });
      note(null);
      cooled = 0;
      clearNotice(db, 'provider');
      return { state: 'answered', compressed, provider: asked.name };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (!signal.aborted) note(`${error.kind}: ${error.message}`.slice(0, 200));
      return decide(error, asked.name);
    }
  }

  function decide(error: ProviderError, name: string): Asked {
    if (signal.aborted) return { state: 'again', waitMs: 0, why: 'the worker ends' };
    log.warn({ provider: name, kind: error.kind, waitMs: error.waitMs }, 'the model did not answer');
    switch (error.kind) {
      case 'retry':
        return { state: 'again', waitMs: error.waitMs, why: error.message };
      case 'wait':
        closedUntil = now() + (error.waitMs ?? LONG_WAIT_MS);
        putNotice(
          db,
          'provider',
          `${name}: ${error.message}; it is asked again at ${new Date(closedUntil).toISOString()}`,
        );
        return { state: 'closed' };
      case 'stop':
        closedUntil = now() + REFUSED_MS;
        putNotice(db, 'provider', `${name}: ${error.message}; correct it with \`c-mem config set\``);
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
    nextChance: () => (provider() !== null && now() < closedUntil ? closedUntil : null),
    ask,
  };
}
