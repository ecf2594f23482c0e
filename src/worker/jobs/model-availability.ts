// Whether the model may be called now: which provider the settings name, whether it refused or asked for patience,
// and whether the budget allows another call.

import { overBudget, periods } from '../../compress/budget.ts';
import type { Settings } from '../../config/settings.ts';
import { chooseProvider } from '../../providers/choose.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';

const COOL_MS = 10_000;
const LONGEST_COOL_MS = 30 * 60_000;

export type ChooseProvider = (settings: Settings, home: string) => Provider | null;

export interface ModelAvailability {
  /** The provider that the settings name; null for the embedded compressor. */
  provider(): Provider | null;
  isOpen(): boolean;
  /** When it may be open again; null if it is open, or if there is no provider. */
  nextChance(): number | null;
  /** The provider asked for a short wait: until then nothing is sent, and nothing needs to be done without it. */
  pausedUntil(): number;
  pauseFor(ms: number): void;
  /** Nothing is sent for so long; returns until when. */
  closeFor(ms: number): number;
  /** The provider failed several times in a row: it is left alone for a while, longer each time. */
  coolDown(): void;
  /** The provider answered: the next cool-down starts short again. */
  reset(): void;
}

export interface AvailabilityParts {
  store: Store;
  log: Log;
  now: () => number;
  settings: () => Settings;
  home: string;
  choose?: ChooseProvider | undefined;
}

export function createModelAvailability(parts: AvailabilityParts): ModelAvailability {
  const { store, log, now, settings, home, choose = chooseProvider } = parts;
  let built: { key: string; provider: Provider | null } | null = null;
  let closedUntil = 0;
  let pausedUntil = 0;
  let cooled = 0;
  // A notice outlives the worker that put it up.
  let isBudgetNoticeUp = true;

  /** Rebuilt when the settings change; whatever was wrong with the old provider no longer counts. */
  function provider(): Provider | null {
    const { provider: name, model, baseUrl, apiKey, claudePath } = settings();
    const key = JSON.stringify([name, model, baseUrl, apiKey, claudePath]);
    if (built?.key !== key) {
      const chosen = choose(settings(), home);
      // Notices outlive a worker; without a provider there is nothing to report about one.
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
      if (isBudgetNoticeUp) store.notices.clear('budget');
      isBudgetNoticeUp = false;
      return true;
    }
    isBudgetNoticeUp = true;
    const fix = 'Raise the cap with `c-mem config set`, or do nothing: the embedded compressor takes over until then.';
    if (store.notices.put('budget', over, fix)) log.warn({ over }, 'the budget is used up');
    return false;
  }

  return {
    provider,
    isOpen: () => provider() !== null && now() >= closedUntil && withinBudget(),
    nextChance() {
      if (provider() === null) return null;
      if (now() < closedUntil) return closedUntil;
      return withinBudget() ? null : periods(now()).tomorrow;
    },
    pausedUntil: () => (provider() === null ? 0 : pausedUntil),
    pauseFor(ms) {
      pausedUntil = now() + ms;
    },
    closeFor: (ms) => (closedUntil = now() + ms),
    coolDown() {
      closedUntil = now() + Math.min(LONGEST_COOL_MS, COOL_MS * 2 ** cooled);
      cooled += 1;
    },
    reset() {
      cooled = 0;
    },
  };
}
