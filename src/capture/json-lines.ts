// Reads a file of JSON Lines as a stream from an offset, in constant memory, and recovers what it can from damaged
// lines.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { isObject, type JsonObject } from '../domain/json.ts';

export interface Line {
  /** Where the line starts, in bytes. */
  offset: number;
  /** Where the next one starts. */
  end: number;
  /**
   * The objects on the line: one, several (two writes without a line break between them), or none that could be parsed.
   */
  records: JsonObject[];
  /** True if part of the line could not be parsed. */
  damaged: boolean;
}

const CHUNK = 1024 * 1024;
/** A longer line is not a record of a conversation; it is skipped and counted. */
const MAX_LINE = 32 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Used if the caller does not specify the start of a record. */
const ANY_START = /\{"\w+":/;

/** Yields complete lines. A last line without a line break is yielded only if it is already complete JSON. */
export async function* readLines(path: string, from: number, recordStart: RegExp = ANY_START): AsyncGenerator<Line> {
  const file = await open(path, 'r');
  try {
    let parts: Buffer[] = [];
    let length = 0;
    let start = from;
    let position = from;
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK, position);
      if (bytesRead === 0) break;
      let at = 0;
      while (at < bytesRead) {
        const newline = chunk.subarray(0, bytesRead).indexOf(NEWLINE, at);
        const stop = newline < 0 ? bytesRead : newline;
        if (length <= MAX_LINE) parts.push(Buffer.from(chunk.subarray(at, stop)));
        length += stop - at;
        if (newline < 0) break;
        const end = position + newline + 1;
        if (length > 0) yield toLine(parts, length, start, end, recordStart);
        parts = [];
        length = 0;
        start = end;
        at = newline + 1;
      }
      position += bytesRead;
    }
    if (length > 0 && length <= MAX_LINE) {
      const last = toLine(parts, length, start, start + length, recordStart);
      if (!last.damaged) yield last;
    }
  } finally {
    await file.close();
  }
}

function toLine(parts: Buffer[], length: number, offset: number, end: number, recordStart: RegExp): Line {
  if (length > MAX_LINE) return { offset, end, records: [], damaged: true };
  const text = (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString('utf8');
  if (text.trim() === '') return { offset, end, records: [], damaged: false };
  return { offset, end, ...parseRecords(text, recordStart) };
}

/** The objects in a line, also if two were written without a line break between them. */
function parseRecords(text: string, recordStart: RegExp): { records: JsonObject[]; damaged: boolean } {
  const whole = tryParse(text);
  if (whole) return { records: [whole], damaged: false };
  const records: JsonObject[] = [];
  let damaged = false;
  let at = 0;
  // Recovery restarts after each damaged record; all attempts together may not cost more than a few passes.
  let looked = 0;
  while (at < text.length && looked < 4 * text.length) {
    const end = objectEnd(text, at);
    looked += (end ?? text.length) - at;
    const record = end === null ? null : tryParse(text.slice(at, end));
    if (record && end !== null) {
      records.push(record);
      at = end;
      while (at < text.length && /[\s\0]/.test(text[at] as string)) at += 1;
      continue;
    }
    damaged = true;
    const next = nextStart(text, at + 1, recordStart);
    if (next === null) break;
    at = next;
  }
  return { records, damaged };
}

/** A digest of the bytes just before `offset`: if it changes, the file was rewritten. */
export function tailDigest(path: string, offset: number): string | null {
  if (offset === 0) return null;
  const length = Math.min(256, offset);
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const bytesRead = readSync(fd, bytes, 0, length, offset - length);
    return createHash('sha256').update(bytes.subarray(0, bytesRead)).digest('hex').slice(0, 16);
  } finally {
    closeSync(fd);
  }
}

/** Where the object that starts at `at` ends, respecting strings; null if it does not end. */
function objectEnd(text: string, at: number): number | null {
  if (text[at] !== '{') return null;
  let depth = 0;
  let quoted = false;
  for (let i = at; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === 0x5c) i += 1;
      else if (unit === 0x22) quoted = false;
    } else if (unit === 0x22) quoted = true;
    else if (unit === 0x7b) depth += 1;
    else if (unit === 0x7d) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return null;
}

/** The next possible start of a record: a partial write may be followed by a complete one. */
function nextStart(text: string, from: number, recordStart: RegExp): number | null {
  const start = new RegExp(recordStart, 'g');
  start.lastIndex = from;
  return start.exec(text)?.index ?? null;
}

function tryParse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
