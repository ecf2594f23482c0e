// One batch of memories: their texts are sent to the endpoint, and the vectors are stored.
import type { Embedder, Embeddings } from '../../providers/embeddings.ts';
import { ProviderError } from '../../providers/provider.ts';
import { EMBEDDINGS, type MemoryText, type MemoryVector, type Store } from '../../store/index.ts';
import { tokensOfLength } from '../../text/tokens.ts';

/** A local model without a graphics card needs seconds for a batch. */
const PATIENCE_MS = 60_000;
/** A text that is refused is tried once more, cut to this length. */
const SHORT = 400;

export interface BatchParts {
  store: Store;
  embedder: Embedder;
  now: () => number;
  /** Aborted when the worker ends. */
  signal: AbortSignal;
}

/** Throws what the endpoint's failure means. A text that it refuses is marked, so that it is not sent again. */
export async function embedBatch(parts: BatchParts, texts: MemoryText[]): Promise<number> {
  const { store, embedder, now } = parts;
  const vectors = await embedAll(parts, texts);
  const dimensions = vectors.find(({ vector }) => vector !== null)?.vector?.length;
  const known = store.vectors.model(embedder.model)?.dimensions;
  // Refusing one text says something about the text; refusing all, about the endpoint.
  if (dimensions === undefined && (known === undefined || texts.length > 1))
    throw new ProviderError('stop', 'the endpoint refuses every text');
  if (known !== undefined && dimensions !== undefined && known !== dimensions)
    throw new ProviderError(
      'stop',
      `the endpoint returns vectors of ${dimensions} dimensions, but those of ${embedder.model} have ${known}`,
    );
  return store.vectors.keep({ name: embedder.model, dimensions: (known ?? dimensions) as number }, vectors, now());
}

/** If the batch is refused, each text is sent alone; if one is refused, once more in short. */
async function embedAll(parts: BatchParts, texts: MemoryText[]): Promise<MemoryVector[]> {
  try {
    const { vectors } = await ask(
      parts,
      texts.map(({ text }) => text),
    );
    return texts.map((each, place) => ({ ...each, vector: vectors[place] as Float32Array }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'reject') throw error;
  }
  const [first] = texts;
  if (texts.length === 1 && first) return [{ ...first, vector: await embedShort(parts, first.text) }];
  const all: MemoryVector[] = [];
  for (const each of texts) all.push(...(await embedAll(parts, [each])));
  return all;
}

async function embedShort(parts: BatchParts, text: string): Promise<Float32Array | null> {
  if (text.length <= SHORT) return null;
  try {
    const { vectors } = await ask(parts, [text.slice(0, SHORT)]);
    return vectors[0] as Float32Array;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'reject') return null;
    throw error;
  }
}

/** Every request is recorded, so that the budget holds. */
async function ask({ store, embedder, now, signal }: BatchParts, texts: string[]): Promise<Embeddings> {
  const start = now();
  const sent = tokensOfLength(texts.reduce((sum, text) => sum + text.length, 0));
  const note = (tokensIn: number, error: string | null) =>
    store.usage.record({
      ...{ jobId: null, provider: EMBEDDINGS, model: embedder.model, tokensIn, tokensOut: 0, costUsd: null, error },
      ...{ latencyMs: now() - start, at: now() },
    });
  try {
    const answer = await embedder.embed(texts, 'memory', AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
    note(answer.tokens ?? sent, null);
    return answer;
  } catch (error) {
    if (error instanceof ProviderError && !signal.aborted)
      note(error.mayBeCharged ? sent : 0, `${error.kind}: ${error.message}`.slice(0, 200));
    throw error;
  }
}
