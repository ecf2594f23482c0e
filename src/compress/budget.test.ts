// The budget holds, and names the cap that was reached.
import { describe, expect, it } from 'vitest';
import { loadSettings, type Settings } from '../config/settings.ts';
import { costOf, overBudget, periods, type Spending } from './budget.ts';

const defaults = loadSettings('/none', {}).settings;
const settings: Settings = {
  ...defaults,
  budget: { ...defaults.budget, dailyTokens: 100, monthlyTokens: 1000, dailyUsd: 2, monthlyUsd: 20 },
};
const NOTHING: Spending = { today: { tokens: 0, usd: 0 }, month: { tokens: 0, usd: 0 } };

describe('the budget', () => {
  it.each([
    ['dailyTokens', { ...NOTHING, today: { tokens: 99, usd: 0 } }, { ...NOTHING, today: { tokens: 100, usd: 0 } }],
    ['monthlyTokens', { ...NOTHING, month: { tokens: 999, usd: 0 } }, { ...NOTHING, month: { tokens: 1000, usd: 0 } }],
    ['dailyUsd', { ...NOTHING, today: { tokens: 0, usd: 1.99 } }, { ...NOTHING, today: { tokens: 0, usd: 2 } }],
    ['monthlyUsd', { ...NOTHING, month: { tokens: 0, usd: 19.99 } }, { ...NOTHING, month: { tokens: 0, usd: 20 } }],
  ] as [string, Spending, Spending][])('%s holds, and its name is told', (name, below, at) => {
    expect(overBudget(below, settings)).toBeNull();
    expect(overBudget(at, settings)).toContain(`(budget.${name})`);
  });

  it('a cap of zero lets nothing through', () => {
    expect(overBudget(NOTHING, { ...settings, budget: { ...settings.budget, dailyUsd: 0 } })).toContain(
      '(budget.dailyUsd)',
    );
  });

  it('a call costs what its provider says, else what the user said a token costs', () => {
    const tokens = { tokensIn: 2_000_000, tokensOut: 1_000_000 };
    expect(costOf({ ...tokens, costUsd: 0.25 }, settings)).toBe(0.25);
    expect(
      costOf({ ...tokens, costUsd: null }, { ...settings, budget: { ...settings.budget, priceIn: 3, priceOut: 7 } }),
    ).toBe(13);
  });

  it('the month begins on its first day, and the day at midnight', () => {
    const { day, month, tomorrow } = periods(new Date(2026, 2, 17, 15, 30).getTime());
    expect([day, month, tomorrow]).toEqual([
      new Date(2026, 2, 17).getTime(),
      new Date(2026, 2, 1).getTime(),
      new Date(2026, 2, 18).getTime(),
    ]);
  });
});
