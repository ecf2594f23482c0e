// Model usage: every call, and the totals that are compared with the budget.
import { type Database, sql } from '../sqlite/open.ts';

/** As whom calls for vectors are recorded: they have a budget of their own. */
export const EMBEDDINGS = 'embeddings';

export interface ModelCall {
  /** Null for vectors, which belong to no job. */
  jobId: number | null;
  provider: string;
  model: string | null;
  tokensIn: number;
  tokensOut: number;
  costUsd: number | null;
  latencyMs: number;
  error: string | null;
  at: number;
}

export function recordCall(db: Database, call: ModelCall): void {
  sql(
    db,
    `insert into usage (job_id, provider, model, tokens_in, tokens_out, cost_usd, latency_ms, error, created_at)
     values (@jobId, @provider, @model, @tokensIn, @tokensOut, @costUsd, @latencyMs, @error, @at)`,
  ).run(call);
}

export interface Spending {
  calls: number;
  failed: number;
  tokens: number;
  usd: number;
}

/** By the model that compresses, or for vectors. */
export function spentSince(db: Database, since: number, on: 'model' | 'embeddings' = 'model'): Spending {
  return sql<[number], Spending>(
    db,
    `select count(*) as calls, count(error) as failed, coalesce(sum(tokens_in + tokens_out), 0) as tokens,
       coalesce(sum(cost_usd), 0) as usd from usage
     where created_at >= ? and provider ${on === 'model' ? '<>' : '='} '${EMBEDDINGS}'`,
  ).get(since) as Spending;
}

export interface SpendingBy extends Spending {
  provider: string;
  model: string | null;
  day: string;
}

/** By day, provider and model, newest first. */
export function spentByDay(db: Database, since: number): SpendingBy[] {
  return sql<[number], SpendingBy>(
    db,
    `select date(created_at / 1000, 'unixepoch') as day, provider, model, count(*) as calls, count(error) as failed,
       sum(tokens_in + tokens_out) as tokens, coalesce(sum(cost_usd), 0) as usd
     from usage where created_at >= ? group by 1, 2, 3 order by 1 desc, 2, 3`,
  ).all(since);
}

export interface CallOutcome {
  error: string | null;
  at: number;
}

/** The outcomes of a provider's last calls, newest first. */
export function lastCalls(db: Database, provider: string, most: number): CallOutcome[] {
  return sql<[string, number], CallOutcome>(
    db,
    'select error, created_at as at from usage where provider = ? order by id desc limit ?',
  ).all(provider, most);
}
