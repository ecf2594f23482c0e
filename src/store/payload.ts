// Payloads as they lie in the ledger: deflated JSON. The library is loaded only where one is read: hooks rarely do.
import type { JsonObject } from '../domain/json.ts';

export function decodePayload(payload: Buffer): JsonObject {
  const { inflateRawSync } = process.getBuiltinModule('node:zlib');
  return JSON.parse(inflateRawSync(payload).toString('utf8')) as JsonObject;
}
