// Faults in the budget.

const BUDGET = ['src/compress/budget.test.ts'];
export const budget = [
  ...[
    'today.tokens >= settings.budget.dailyTokens',
    'month.tokens >= settings.budget.monthlyTokens',
    'today.usd >= settings.budget.dailyUsd',
    'month.usd >= settings.budget.monthlyUsd',
  ].map((cap) => ({
    name: `the cap ${cap.split('.').at(-1)} is ignored`,
    file: 'src/compress/budget.ts',
    find: `if (spent.${cap})`,
    replace: `if (spent.${cap} * 1e9)`,
    tests: BUDGET,
  })),
  {
    name: 'the month begins today',
    file: 'src/compress/budget.ts',
    find: 'month: new Date(date.getFullYear(), date.getMonth(), 1).getTime(),',
    replace: 'month: new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime(),',
    tests: ['src/compress/budget.test.ts'],
  },
  {
    name: 'a model is asked though the budget is used up',
    file: 'src/worker/jobs/model-availability.ts',
    find: 'isOpen: () => provider() !== null && now() >= closedUntil && withinBudget(),',
    replace: 'isOpen: () => provider() !== null && now() >= closedUntil,',
    tests: ['src/worker/jobs/job-loop.test.ts'],
  },
  {
    name: 'a call that never reached the model is charged',
    file: 'src/worker/jobs/model-broker.ts',
    find: '...bill(paid, charged ? sent : 0, settings()),',
    replace: '...bill(paid, charged ? sent : sent, settings()),',
    tests: ['src/worker/jobs/job-loop.test.ts'],
  },
  {
    name: 'a call that may be charged costs nothing in the budget',
    file: 'src/worker/jobs/model-broker.ts',
    find: 'note(reasonOf(error, canceled).slice(0, 200), paid !== null || error.mayBeCharged);',
    replace: 'note(reasonOf(error, canceled).slice(0, 200), paid !== null);',
    tests: ['src/worker/jobs/job-loop.test.ts'],
  },
  {
    name: 'the price that the user set is ignored',
    file: 'src/compress/budget.ts',
    find: 'reply.tokensOut * settings.budget.priceOut) / 1e6',
    replace: 'reply.tokensOut * settings.budget.priceOut) / 1e9',
    tests: ['src/compress/budget.test.ts'],
  },
  {
    name: 'a refused key is tried with every turn',
    file: 'src/worker/jobs/model-broker.ts',
    find: 'availability.closeFor(REFUSED_MS);',
    replace: '',
    tests: ['src/worker/jobs/job-loop.test.ts'],
  },
].map((fault) => ({ area: 'Budget', ...fault }));
