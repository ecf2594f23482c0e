// Any endpoint that speaks OpenAI's embeddings: Ollama, LM Studio, llama.cpp, OpenAI, Gemini's compatible one.
import { keyFromEnvironment } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { isObject, type JsonObject, number, object } from '../domain/json.ts';
import { prefixesOf } from './embedding-prefixes.ts';
import { postJson } from './http.ts';
import { ProviderError } from './provider.ts';

export interface Embeddings {
  /** One per text, in the same order, each of length 1. */
  vectors: Float32Array[];
  /** As the endpoint reports them; null if it does not. */
  tokens: number | null;
}

export interface Embedder {
  model: string;
  /** Changes with everything that could make a failed endpoint work. */
  identity: string;
  embed(texts: string[], purpose: 'query' | 'memory', signal: AbortSignal): Promise<Embeddings>;
}

/** Null if the settings name no model. */
export function chooseEmbedder({ embeddings: { model, url, apiKey } }: Settings): Embedder | null {
  if (model === '') return null;
  const address = `${url.replace(/\/+$/, '')}/embeddings`;
  const key = apiKey || keyFor(url);
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const prefixes = prefixesOf(model);
  return {
    model,
    identity: JSON.stringify([model, url, key]),
    async embed(texts, purpose, signal) {
      const input = texts.map((text) => prefixes[purpose] + text);
      try {
        const answer = await postJson(address, headers, { model, input, encoding_format: 'float' }, signal);
        return { vectors: vectorsIn(answer, texts.length), tokens: tokensIn(answer) };
      } catch (error) {
        throw isAboutText(error) ? new ProviderError('reject', error.message, { cause: error }) : error;
      }
    },
  };
}

/** Keys that were made for another purpose are sent only to whom they belong. */
function keyFor(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (host === 'api.openai.com') return keyFromEnvironment('openai');
  return host === 'generativelanguage.googleapis.com' ? keyFromEnvironment('gemini') : '';
}

/** Local servers report a text that they cannot embed as a problem of their own. */
function isAboutText(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    error.kind === 'retry' &&
    /\b5\d\d: .*(?:too (?:large|long|many tokens)|context length|batch size|\bNaN\b)/i.test(error.message)
  );
}

function vectorsIn(answer: JsonObject[], count: number): Float32Array[] {
  const rows = answer.flatMap(({ data }) => (Array.isArray(data) ? data.filter(isObject) : []));
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  for (const [place, row] of rows.entries()) vectors[number(row, 'index') ?? place] = toVector(row['embedding']);
  const length = vectors[0]?.length;
  const isComplete = vectors.length === count && vectors.every((vector) => vector && vector.length === length);
  if (!isComplete) throw new ProviderError('stop', `the answer does not contain ${count} embeddings of one length`);
  return vectors as Float32Array[];
}

/** Undefined if it is not a vector with a direction. */
function toVector(value: unknown): Float32Array | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const length = Math.hypot(...(value as number[]));
  return Number.isFinite(length) && length > 0
    ? Float32Array.from(value as number[], (each) => each / length)
    : undefined;
}

function tokensIn(answer: JsonObject[]): number | null {
  const usage = answer.map((part) => object(part, 'usage')).find((found) => found !== null);
  return usage ? (number(usage, 'total_tokens') ?? number(usage, 'prompt_tokens')) : null;
}
