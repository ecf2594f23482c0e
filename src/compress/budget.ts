// The budget: tokens and money, per day and per month. At a cap, no model is called until the period is over.

import type { Settings } from '../config/settings.ts';
import { grouped } from '../text/plural.ts';

export interface Spending {
  today: { tokens: number; usd: number };
  month: { tokens: number; usd: number };
}

/** Why no model may be called now; null if one may. */
export function overBudget(spent: Spending, settings: Settings): string | null {
  if (spent.today.tokens >= settings.budget.dailyTokens)
    return `the day's ${grouped(settings.budget.dailyTokens)} tokens are used up (budget.dailyTokens)`;
  if (spent.month.tokens >= settings.budget.monthlyTokens)
    return `the month's ${grouped(settings.budget.monthlyTokens)} tokens are used up (budget.monthlyTokens)`;
  if (spent.today.usd >= settings.budget.dailyUsd)
    return `the day's ${settings.budget.dailyUsd} dollars are spent (budget.dailyUsd)`;
  if (spent.month.usd >= settings.budget.monthlyUsd)
    return `the month's ${settings.budget.monthlyUsd} dollars are spent (budget.monthlyUsd)`;
  return null;
}

/** What a call cost, by the provider's word or by the price that the user set. */
export function costOf(
  reply: { tokensIn: number; tokensOut: number; costUsd: number | null },
  settings: Settings,
): number {
  return reply.costUsd ?? (reply.tokensIn * settings.budget.priceIn + reply.tokensOut * settings.budget.priceOut) / 1e6;
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
