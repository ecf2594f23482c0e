// `c-mem usage`: model calls and their cost.

import { defineCommand } from 'citty';
import { periods } from '../../../compress/budget.ts';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { openStore } from '../../../store/index.ts';
import { grouped } from '../../../text/plural.ts';
import { count, wholeNumber } from '../../args/numbers.ts';
import { print, printJson } from '../../terminal/output.ts';

const DAY_MS = 24 * 3600_000;

export default defineCommand({
  meta: {
    name: 'usage',
    description: 'Show model calls and their cost',
    examples: ['c-mem usage', 'c-mem usage --days 7 --json'],
  },
  args: {
    json: { type: 'boolean', description: 'Print JSON' },
    days: { type: 'string', description: 'Number of days to show', default: '30' },
  },
  run({ args }) {
    const shown = wholeNumber('days', args.days, 1, 3660);
    const paths = resolvePaths();
    const { settings } = loadSettings(paths.settings);
    const store = openStore(paths.database, { readonly: true });
    const { day, month } = periods(Date.now());
    const today = store.usage.since(day);
    const thisMonth = store.usage.since(month);
    const days = store.usage.byDay(Date.now() - shown * DAY_MS);
    store.close();
    const { provider, budget } = settings;
    const { dailyTokens, monthlyTokens, dailyUsd, monthlyUsd } = budget;
    if (args.json)
      return printJson({
        provider,
        today,
        month: thisMonth,
        caps: { dailyTokens, monthlyTokens, dailyUsd, monthlyUsd },
        days,
      });
    print(
      `Provider    ${provider}${provider === 'embedded' ? ' (no model, no cost)' : ''}`,
      `Today       ${line(today, dailyTokens, dailyUsd)}`,
      `This month  ${line(thisMonth, monthlyTokens, monthlyUsd)}`,
    );
    if (days.length > 0) print('', 'day         calls  failed      tokens        $  model');
    for (const row of days) {
      const model = `${row.provider}${row.model ? ` ${row.model}` : ''}`;
      print(
        `${row.day}  ${pad(row.calls, 5)}  ${pad(row.failed, 6)}  ${pad(grouped(row.tokens), 10)}  ${pad(row.usd.toFixed(4), 7)}  ${model}`,
      );
    }
  },
});

const pad = (value: number | string, width: number) => String(value).padStart(width);

function line(spent: { calls: number; tokens: number; usd: number }, tokens: number, usd: number): string {
  return `${count(spent.calls, 'call')}, ${grouped(spent.tokens)} of ${grouped(tokens)} tokens, $${spent.usd.toFixed(4)} of $${usd}`;
}
