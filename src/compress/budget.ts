// The budget: tokens and money, by day and by month. At a cap no model is asked any more until the period is over.
import type { Settings } from '../config/settings.ts';

export interface Spending {
  today: { tokens: number; usd: number };
  month: { tokens: number; usd: number };
}

/** Why no model may be asked now; null where one may. */
export function overBudget(spent: Spending, settings: Settings): string | null {
  if (spent.today.tokens >= settings.dailyTokens)
    return `the day's ${settings.dailyTokens.toLocaleString('en-US')} tokens are used up (dailyTokens)`;
  if (spent.month.tokens >= settings.monthlyTokens)
    return `the month's ${settings.monthlyTokens.toLocaleString('en-US')} tokens are used up (monthlyTokens)`;
  if (spent.today.usd >= settings.dailyUsd) return `the day's ${settings.dailyUsd} dollars are spent (dailyUsd)`;
  if (spent.month.usd >= settings.monthlyUsd)
    return `the month's ${settings.monthlyUsd} dollars are spent (monthlyUsd)`;
  return null;
}

/** What a call cost, by the provider's word or by the price that the user set. */
export function costOf(
  reply: { tokensIn: number; tokensOut: number; costUsd: number | null },
  settings: Settings,
): number {
  return reply.costUsd ?? (reply.tokensIn * settings.priceIn + reply.tokensOut * settings.priceOut) / 1e6;
}

/** When the day and the month began and the day ends, where the user is. */
export function periods(now: number): { day: number; month: number; tomorrow: number } {
  const date = new Date(now);
  return {
    day: new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime(),
    month: new Date(date.getFullYear(), date.getMonth(), 1).getTime(),
    tomorrow: new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime(),
  };
}
