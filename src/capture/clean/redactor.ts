// The redaction of today, for what is stored already.

import type { Settings } from '../../config/settings.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Redactor } from '../../store/index.ts';
import { cleanseField } from './fields.ts';
import { buildRedact } from './secrets.ts';

export function createRedactor(settings: Settings): Redactor {
  const redact = buildRedact(settings.redactPatterns);
  // Whatever is stored was cut when it came in, and is not cut again.
  const options = { limit: Number.MAX_SAFE_INTEGER, redact };
  return { text: redact, body: (body: JsonObject) => cleanseField(body, options) };
}
