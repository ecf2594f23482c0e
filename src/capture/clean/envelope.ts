// Cleans the fields by which an event is filed: names, paths, IDs.
import type { Capture } from '../../domain/event.ts';
import { type CleanseOptions, cleanseText } from './fields.ts';

const LIMIT = 1024;

export interface EnvelopeCleanser {
  cleanseEnvelope(capture: Capture): Capture;
  cleanseName(name: string): string;
}

export function createEnvelopeCleanser(options: CleanseOptions): EnvelopeCleanser {
  // The same few names occur again and again.
  const known = new Map<string, string>();
  const cleanseName = (name: string): string => {
    let clean = known.get(name);
    if (clean === undefined) {
      clean = cleanseText(name, { ...options, limit: LIMIT });
      if (known.size > 5000) known.clear();
      if (name.length <= LIMIT) known.set(name, clean);
    }
    return clean;
  };
  const optional = (name: string | null) => (name === null ? null : cleanseName(name) || null);
  return {
    cleanseName,
    cleanseEnvelope: (capture) => ({
      ...capture,
      toolName: optional(capture.toolName),
      agentType: optional(capture.agentType),
      agentId: optional(capture.agentId),
      cwd: optional(capture.cwd),
      branch: optional(capture.branch),
    }),
  };
}
