// The metrics: recall among the first k results, speed, and the tokens needed to read them.
import { estimateTokens } from '../text/tokens.ts';

export interface EvalQuery {
  text: string;
  /** The IDs that should be found. */
  gold: string[];
}

/** A result: IDs, best first, and the approximate tokens of its first ten lines. */
export interface Ranking {
  ids: string[];
  tokens: number;
}

export interface Measured {
  /** The share of the gold IDs among the first k, averaged over all queries. */
  recall: Record<string, number>;
  /** How often all of them are there. */
  strict: Record<string, number>;
  /** How often any of them is there. */
  hit: Record<string, number>;
  p50ms: number;
  p95ms: number;
  tokens: number;
}

export const DEPTHS = [1, 5, 10];

export interface MeasureOptions {
  /** Called before each query. */
  pace?: (done: number) => Promise<void>;
  /** What is timed instead, for some of the queries, if answers are prepared. */
  timed?: (query: EvalQuery) => unknown;
}

/** How many queries are timed if not all of them are. */
const TIMED = 10;

export async function measure(
  queries: EvalQuery[],
  answer: (query: EvalQuery, index: number) => Ranking | Promise<Ranking>,
  { pace, timed }: MeasureOptions = {},
): Promise<Measured> {
  const sums = DEPTHS.map(() => ({ recall: 0, strict: 0, hit: 0 }));
  const times: number[] = [];
  let tokens = 0;
  for (const [index, query] of queries.entries()) {
    await pace?.(index);
    const start = performance.now();
    const ranking = await answer(query, index);
    if (!timed) times.push(performance.now() - start);
    else if (index % Math.ceil(queries.length / TIMED) === 0) times.push(timeOf(() => timed(query)));
    tokens += ranking.tokens;
    for (const [depthIndex, depth] of DEPTHS.entries()) {
      const top = new Set(ranking.ids.slice(0, depth));
      const share = query.gold.filter((id) => top.has(id)).length / query.gold.length;
      const sum = sums[depthIndex] as (typeof sums)[number];
      sum.recall += share;
      sum.strict += share === 1 ? 1 : 0;
      sum.hit += share > 0 ? 1 : 0;
    }
  }
  const count = Math.max(1, queries.length);
  const byDepth = (name: 'recall' | 'strict' | 'hit') =>
    Object.fromEntries(DEPTHS.map((depth, index) => [depth, rounded((sums[index]?.[name] ?? 0) / count, 4)]));
  times.sort((a, b) => a - b);
  const percentile = (share: number) =>
    rounded(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0, 2);
  return {
    recall: byDepth('recall'),
    strict: byDepth('strict'),
    hit: byDepth('hit'),
    p50ms: percentile(0.5),
    p95ms: percentile(0.95),
    tokens: Math.round(tokens / count),
  };
}

export interface EvalReport {
  queries: number;
  ours: Measured;
  bm25: Measured;
  grep: Measured;
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  // A result that nobody looks at might not be worked out.
  if (work() === undefined) return 0;
  return performance.now() - start;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** A result line consists of a title, an ID, a time and a mark. */
export const lineTokens = (title: string) => estimateTokens(title) + 8;
