// A provider: an adapter to one kind of model. Small on purpose: one question, one answer.

export interface Question {
  system: string;
  user: string;
  maxTokens: number;
  signal: AbortSignal;
}

export interface Reply {
  text: string;
  model: string;
  tokensIn: number;
  tokensOut: number;
  /** What it cost, if the provider reports it. */
  costUsd: number | null;
}

export interface Provider {
  name: string;
  ask(question: Question): Promise<Reply>;
}

/**
 * What a failure asks for: `retry` soon, `wait` until it says so, `stop` and tell the user (a wrong key, an unknown
 * model), or `reject`: this very question will never be answered.
 */
export type FailureKind = 'retry' | 'wait' | 'stop' | 'reject';

export class ProviderError extends Error {
  readonly kind: FailureKind;
  /** Minimum milliseconds to wait, if the provider says so. */
  readonly waitMs: number | null;
  /** The question had arrived, and may be charged for, though no answer came back. */
  readonly mayBeCharged: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    options: { waitMs?: number | null; mayBeCharged?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProviderError';
    this.kind = kind;
    this.waitMs = options.waitMs ?? null;
    this.mayBeCharged = options.mayBeCharged ?? false;
  }
}
