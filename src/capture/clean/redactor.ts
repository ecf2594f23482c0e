// Redaction by the current rules, for data that is already stored.

import type { Settings } from '../../config/settings.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Redactor } from '../../store/index.ts';
import { cleanField } from './fields.ts';
import { buildRedact } from './secrets.ts';

export function createRedactor(settings: Settings): Redactor {
  const redact = buildRedact(settings.redactPatterns);
  // Stored data was cut when it arrived and is not cut again.
  const options = { limit: Number.MAX_SAFE_INTEGER, redact };
  return { text: redact, body: (body: JsonObject) => cleanField(body, options) };
}
