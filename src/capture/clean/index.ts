// Creates the cleaner, which is applied to everything before it is stored, from the settings.
import type { Settings } from '../../config/settings.ts';
import { createEnvelopeCleaner, type EnvelopeCleaner } from './envelope.ts';
import { type CleanOptions, cleanText } from './fields.ts';
import { buildRedact } from './secrets.ts';

export type { CleanOptions } from './fields.ts';

export interface Cleaner extends CleanOptions, EnvelopeCleaner {
  /** Removes private text and injected context, redacts secrets, and cuts to size. */
  text(raw: string): string;
}

export function createCleaner(settings: Pick<Settings, 'fieldLimitKb' | 'redactPatterns'>): Cleaner {
  const options = { limit: settings.fieldLimitKb * 1024, redact: buildRedact(settings.redactPatterns) };
  return { ...options, ...createEnvelopeCleaner(options), text: (raw) => cleanText(raw, options) };
}
