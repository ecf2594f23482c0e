// Event payloads in the ledger: deflated JSON. zlib is loaded lazily because hooks rarely need it.
import type { JsonObject } from '../../domain/json.ts';

export function decodePayload(payload: Buffer): JsonObject {
  const { inflateRawSync } = process.getBuiltinModule('node:zlib');
  return JSON.parse(inflateRawSync(payload).toString('utf8')) as JsonObject;
}

export function deflatePayload(body: string): Buffer {
  const { deflateRawSync } = process.getBuiltinModule('node:zlib');
  // Buffers sized for this text: most texts are small, and allocating for a large one takes longer than deflating it.
  const windowBits = Math.min(15, Math.max(10, Math.ceil(Math.log2(body.length + 1))));
  const chunkSize = Math.min(16_384, Math.max(64, body.length));
  return deflateRawSync(body, { level: 3, windowBits, memLevel: windowBits - 7, chunkSize });
}
