// Compression by a model: one request per job, keeping whatever can be parsed of the answer.
import { join, win32 } from 'node:path';
import type { Compressed, Observation } from '../domain/memory.ts';
import { type Provider, ProviderError, type Reply } from '../providers/provider.ts';
import { isAbsolutePath, isWindowsPath, lastPart } from '../text/path.ts';
import { compressEmbedded } from './embedded/compress.ts';
import type { Material } from './material.ts';
import { parseAnswer } from './parse.ts';
import { buildQuestion, instructions, type Verbosity } from './prompt.ts';
import type { SessionDigest } from './session-so-far.ts';

/** Room for a handful of observations and a summary. */
const MOST_OUTPUT_TOKENS = 4000;

export interface ModelAnswer {
  compressed: Compressed;
  /** The part of the answer that could not be parsed; empty if all of it could. */
  unreadable: string;
}

/** An answer that could not be parsed at all: worth another request. */
export class UnreadableAnswer extends ProviderError {
  readonly answer: string;

  constructor(answer: string) {
    super('retry', 'an answer that cannot be read');
    this.answer = answer;
  }
}

export interface AskOptions {
  verbosity: Verbosity;
  timeoutMs: number;
  signal: AbortSignal;
  /** Called with the size of what is about to be sent. */
  onQuestion: (characters: number) => void;
  /** Called for every answer that was paid for. */
  onReply: (reply: Reply) => void;
}

/** Throws a ProviderError if there is no answer, or none that can be parsed. */
export async function compressWithModel(
  provider: Provider,
  material: Material,
  digest: SessionDigest,
  options: AskOptions,
): Promise<ModelAnswer> {
  // What the tools prove about files and titles needs no model; and what fails here must not have cost anything.
  const proven = compressEmbedded(material);
  const system = instructions(options.verbosity);
  const user = buildQuestion(material, digest);
  options.onQuestion(system.length + user.length);
  const reply = await provider.ask({
    system,
    user,
    maxTokens: MOST_OUTPUT_TOKENS,
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]),
  });
  options.onReply(reply);
  const answer = parseAnswer(reply.text);
  if (answer.unreadable || reply.text.trim() === '') throw new UnreadableAnswer(reply.text);
  const observations: Observation[] = answer.observations.map((observation) => ({
    ...observation,
    title: observation.title?.slice(0, 200) ?? null,
    filesRead: observation.filesRead.map((path) => absolute(path, material.root)),
    filesModified: observation.filesModified.map((path) => absolute(path, material.root)),
    toolName: null,
    eventIds: cited(observation.filesModified.concat(observation.filesRead), material),
  }));
  // One answer summarizes everything new, however many Stops it spans; without a summary, the tools' evidence is used.
  const unsummed = material.final && answer.summary === null && answer.skipped === null;
  const { summary, earlier = [] }: Pick<Compressed, 'summary' | 'earlier'> = unsummed
    ? proven
    : { summary: material.final ? answer.summary : null, earlier: [] };
  return {
    compressed: {
      observations,
      summary,
      earlier,
      title: proven.title,
      subtitle: observations[0]?.title ?? proven.subtitle,
    },
    unreadable: answer.rest,
  };
}

/** The events an observation came from: those that touched its files, else all of them. */
function cited(files: string[], material: Material): number[] {
  const names = new Set(files.map(lastPart));
  const touching = material.events.filter((event) => event.files.some((file) => names.has(lastPart(file.path))));
  return (touching.length > 0 ? touching : material.events).map((event) => event.id).slice(0, 50);
}

function absolute(path: string, root: string | null): string {
  if (isAbsolutePath(path) || root === null) return path;
  return isWindowsPath(root) ? win32.join(root, path) : join(root, path);
}
