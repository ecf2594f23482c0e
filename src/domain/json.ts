// Reads JSON of unknown shape: every accessor tolerates any input.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The non-empty string at `key`, otherwise null. */
export function text(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function number(object: JsonObject, key: string): number | null {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function object(parent: JsonObject, key: string): JsonObject | null {
  const value = parent[key];
  return isObject(value) ? value : null;
}
