// What a record of a transcript says about itself, if it has only an ID and a time.
import { type JsonObject, text } from '../domain/json.ts';
import type { RecordMeta } from './host.ts';

export function recordMeta(record: JsonObject): RecordMeta {
  const at = Date.parse(text(record, 'timestamp') ?? '');
  return {
    recordId: text(record, 'id'),
    promptId: null,
    at: Number.isNaN(at) ? null : at,
    cwd: null,
    branch: null,
    agentId: null,
    sidechain: false,
  };
}
