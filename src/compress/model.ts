// Compression by a model: one question for one job, whatever was readable of the answer kept.
import { isAbsolute, join } from 'node:path';
import type { Compressed, Observation } from '../domain/memory.ts';
import { type Provider, ProviderError, type Reply } from '../providers/provider.ts';
import type { LedgerDigest } from './digest.ts';
import { compressEmbedded } from './embedded/compress.ts';
import type { Material } from './material.ts';
import { parseAnswer } from './parse.ts';
import { buildQuestion, instructions, type Verbosity } from './prompt.ts';

/** Room for a handful of observations and a summary. */
const MOST_OUTPUT_TOKENS = 4000;

export interface ModelAnswer {
  compressed: Compressed;
  reply: Reply;
}

/** Throws a ProviderError where there is no answer, or none that can be read; `onReply` hears of every answer paid for. */
export async function compressWithModel(
  provider: Provider,
  material: Material,
  digest: LedgerDigest,
  options: { verbosity: Verbosity; timeoutMs: number; signal: AbortSignal; onReply: (reply: Reply) => void },
): Promise<ModelAnswer> {
  const reply = await provider.ask({
    system: instructions(options.verbosity),
    user: buildQuestion(material, digest),
    maxTokens: MOST_OUTPUT_TOKENS,
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]),
  });
  options.onReply(reply);
  const answer = parseAnswer(reply.text);
  if (answer.unreadable || reply.text.trim() === '') throw new ProviderError('retry', 'an answer that cannot be read');
  // What the tools prove about files and titles needs no model.
  const proven = compressEmbedded(material);
  const observations: Observation[] = answer.observations.map((observation) => ({
    ...observation,
    title: observation.title?.slice(0, 200) ?? null,
    filesRead: observation.filesRead.map((path) => absolute(path, material.root)),
    filesModified: observation.filesModified.map((path) => absolute(path, material.root)),
    toolName: null,
    eventIds: cited(observation.filesModified.concat(observation.filesRead), material),
  }));
  const summary = material.final ? (answer.summary ?? (answer.skipped === null ? proven.summary : null)) : null;
  return {
    compressed: { observations, summary, title: proven.title, subtitle: observations[0]?.title ?? proven.subtitle },
    reply,
  };
}

/** The events an observation came from: those that touched its files, else all of them. */
function cited(files: string[], material: Material): number[] {
  const names = files.map((file) => `/${file.split('/').at(-1)}`);
  const touching = material.events.filter((event) =>
    event.files.some((file) => names.some((name) => file.path.endsWith(name))),
  );
  return (touching.length > 0 ? touching : material.events).map((event) => event.id).slice(0, 50);
}

function absolute(path: string, root: string | null): string {
  return isAbsolute(path) || root === null ? path : join(root, path);
}
