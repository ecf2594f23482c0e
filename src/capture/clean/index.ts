// Creates the cleaner, which is applied to everything before it is stored, from the settings.
import type { Settings } from '../../config/settings.ts';
import { createEnvelopeCleanser, type EnvelopeCleanser } from './envelope.ts';
import { type CleanseOptions, cleanseText } from './fields.ts';
import { buildRedact } from './secrets.ts';

export type { CleanseOptions } from './fields.ts';

export interface Cleaner extends CleanseOptions, EnvelopeCleanser {
  /** Removes private text and injected context, redacts secrets, and cuts to size. */
  text(raw: string): string;
}

export function createCleaner(settings: Pick<Settings, 'fieldLimitKb' | 'redactPatterns'>): Cleaner {
  const options = { limit: settings.fieldLimitKb * 1024, redact: buildRedact(settings.redactPatterns) };
  return { ...options, ...createEnvelopeCleanser(options), text: (raw) => cleanseText(raw, options) };
}
