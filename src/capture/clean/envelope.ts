// Cleans the fields by which an event is filed: names, paths, IDs.
import type { Capture } from '../../domain/event.ts';
import { type CleanOptions, cleanText } from './fields.ts';

const LIMIT = 1024;

export interface EnvelopeCleaner {
  cleanEnvelope(capture: Capture): Capture;
  cleanName(name: string): string;
}

export function createEnvelopeCleaner(options: CleanOptions): EnvelopeCleaner {
  // The same few names occur again and again.
  const known = new Map<string, string>();
  const cleanName = (name: string): string => {
    let clean = known.get(name);
    if (clean === undefined) {
      clean = cleanText(name, { ...options, limit: LIMIT });
      if (known.size > 5000) known.clear();
      if (name.length <= LIMIT) known.set(name, clean);
    }
    return clean;
  };
  const optional = (name: string | null) => (name === null ? null : cleanName(name) || null);
  return {
    cleanName,
    cleanEnvelope: (capture) => ({
      ...capture,
      toolName: optional(capture.toolName),
      agentType: optional(capture.agentType),
      agentId: optional(capture.agentId),
      cwd: optional(capture.cwd),
      branch: optional(capture.branch),
    }),
  };
}
