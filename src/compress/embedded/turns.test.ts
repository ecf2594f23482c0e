// The embedded compressor on whole turns of our own invention, as hooks and transcript tell them.
import { describe, expect, it } from 'vitest';
import { TURNS } from '../../../test/fixtures/turns/index.ts';
import { type Played, playTurn } from '../../../test/helpers/fixture-turns.ts';

interface Expected {
  types: string[];
  /** Words that the first title must hold. */
  title?: RegExp;
  /** Words that the summary must hold, by field. */
  summary?: Partial<Record<'completed' | 'learned' | 'nextSteps' | 'notes', RegExp>>;
}

const EXPECTED: Record<string, Expected> = {
  'invoice-date': {
    types: ['bugfix'],
    title: /^dueDate now takes the customer's time zone/,
    summary: { completed: /adding 24-hour days/, nextSteps: /backfill/, notes: /passed/ },
  },
  'retry-deadline': {
    types: ['feature'],
    title: /RetryPolicy has attempts, baseMs and /,
    summary: { nextSteps: /Tests still fail: gives up after the deadline.*pass the clock into sleep/ },
  },
  'slow-orders': { types: ['feature'], title: /order_lines_open/, summary: { completed: /9\.1 s is now 2 ms/ } },
  clippy: {
    // A fix, which nothing but the color of the CI tells; the function that was moved is taken for what it was about.
    types: ['refactor'],
    title: /^Cache::get held its mutex while it awaited source/,
    summary: { notes: /cargo clippy.*: failed, then passed/ },
  },
  healthz: {
    types: ['feature'],
    title: /add a \/healthz endpoint in a small package of its own$/,
    summary: { nextSteps: /Helm chart/ },
  },
  'csv-loaders': { types: ['refactor'], title: /read_rows/, summary: { completed: /Latin-1/ } },
  // A decision as well, which the title does not tell.
  redb: {
    types: ['refactor'],
    // A remark; that the cache uses redb now is its first sentence.
    title: /Inserts are about 20% slower|Old sled folders are not migrated/,
    summary: { learned: /replays its whole log/ },
  },
  'soft-delete': {
    types: ['feature'],
    title: /^Make projects soft-deleted: keep the row for 30 days\b/,
    summary: { notes: /go test .*passed/ },
  },
  'dirty-deploy': {
    types: ['feature'],
    title: /^Make deploy.sh refuse to run when the working tree is dirty$/,
    summary: { completed: /require_clean_tree/ },
  },
  durations: {
    types: ['feature'],
    title: /^Add parse_duration to config.rs$/,
    summary: { completed: /parse_duration/ },
  },
  // The user interrupted before a word was said: the files are all there is.
  'python-38': { types: ['refactor'], title: /^Drop python 3\.8$/, summary: { completed: /pyproject\.toml/ } },
  'socket-timeout': {
    types: ['discovery'],
    title: /^deploy\/nginx\.conf sets no proxy_read_timeout/,
    summary: { completed: /cut by the proxy/ },
  },
  'hand-made-dates': {
    types: ['discovery'],
    title: /^src\/import\/camt\.ts gives a local time without a zone to new Date/,
    summary: { completed: /camt\.ts:88/ },
  },
  'flush-or-close': {
    types: ['discovery'],
    title: /^Difference between flush and close of the outbox$/,
    summary: { completed: /handle is gone/ },
  },
  'readme-yarn': { types: ['change'], title: /now use pnpm, with corepack enable as first step$/ },
  'ci-node-22': {
    types: ['change'],
    title: /^CI runs on Node 22 now/,
    summary: { completed: /has to come before setup-node/ },
  },
  'status-check': { types: [] },
  install: { types: [] },
  'just-reading': { types: [] },
};

describe('turns of our own invention', () => {
  it('every turn is known here', () => {
    expect(TURNS.map((turn) => turn.name).sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(TURNS)('$name: $about', async (turn) => {
    const played = await playTurn(turn);
    const expected = EXPECTED[turn.name] as Expected;
    expect(played.observations.map((observation) => observation.type)).toEqual(expected.types);
    if (expected.title) expect(played.observations[0]?.title).toMatch(expected.title);
    for (const [field, words] of Object.entries(expected.summary ?? {}))
      expect(played.summary?.[field as 'completed']).toMatch(words);
    holdsForAll(
      played,
      turn.steps.flatMap((step) => ('edit' in step ? [step.edit] : 'write' in step ? [step.write] : [])),
    );
    expect(await playTurn(turn)).toEqual(played);
  });
});

/** What goes for every turn, whatever it was about. */
function holdsForAll({ observations, summary, title, tools }: Played, edited: string[]): void {
  expect(observations.length).toBeLessThanOrEqual(Math.max(1, tools / 4));
  const titles = observations.map((observation) => observation.title ?? '');
  expect(new Set(titles).size).toBe(titles.length);
  for (const observation of observations) {
    expect(observation.title?.length).toBeGreaterThanOrEqual(12);
    expect(observation.title?.length).toBeLessThanOrEqual(80);
    expect(observation.title).not.toMatch(/\?|\n|please|can you/);
    expect(observation.narrative?.length).toBeLessThanOrEqual(1200);
    expect(JSON.stringify(observation)).not.toContain('\\n');
    expect(observation.eventIds.length).toBeGreaterThan(0);
  }
  expect(title).toBeTruthy();
  expect(summary?.request).toBeTruthy();
  expect(summary?.completed).toBeTruthy();
  expect(summary?.filesEdited).toEqual([...new Set(edited)]);
  if (edited.length > 0) expect(observations.length).toBeGreaterThan(0);
}
