// Examines an interrupted JSON Lines export: how much of it is complete, and where it can resume.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { version } from '../config/version.ts';
import { isObject, type JsonObject, text } from '../domain/json.ts';
import { type ExportLine, isExportLine } from '../store/index.ts';

export const FORMAT = 'c-mem-export';
export const MADE_BY = `c-mem ${version}`;

export interface Unfinished {
  /** The state of the store when it was made. */
  state: string;
  /** The size of its complete lines. */
  bytes: number;
  /** Its last row; null if it has only a header. */
  last: ExportLine | null;
}

const CHUNK = 256 * 1024;
const NEWLINE = 0x0a;

/** The usable part of the file; null if it does not exist or cannot be resumed. */
export function readUnfinished(file: string): Unfinished | null {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const header = firstLine(fd);
    const state =
      header && text(header, 'format') === FORMAT && text(header, 'made_by') === MADE_BY && text(header, 'state');
    const end = state ? lastLine(fd) : null;
    if (!state || !end) return null;
    const { is, ...row } = end.record;
    if (is === 'header') return { state, bytes: end.bytes, last: null };
    if (!isExportLine(String(is), row) || hasHoles(fd)) return null;
    return { state, bytes: end.bytes, last: { type: is as ExportLine['type'], row } };
  } finally {
    closeSync(fd);
  }
}

/** Whether a file begins like an export of any version; an empty file has nothing to lose. */
export function isExport(file: string): boolean {
  const fd = openSync(file, 'r');
  try {
    const header = firstLine(fd);
    return fstatSync(fd).size === 0 || (header !== null && text(header, 'format') === FORMAT);
  } finally {
    closeSync(fd);
  }
}

function firstLine(fd: number): JsonObject | null {
  const beginning = Buffer.alloc(CHUNK);
  const length = readSync(fd, beginning, 0, CHUNK, 0);
  return parse(beginning.toString('utf8', 0, Math.max(0, beginning.subarray(0, length).indexOf(NEWLINE))));
}

/** The last complete line, searched from the end because the file may be large. */
function lastLine(fd: number): { record: JsonObject; bytes: number } | null {
  let tail = Buffer.alloc(0);
  for (let at = fstatSync(fd).size; ; ) {
    const end = tail.lastIndexOf(NEWLINE);
    const before = end > 0 ? tail.lastIndexOf(NEWLINE, end - 1) : -1;
    if (before >= 0 || (end >= 0 && at === 0)) {
      const record = parse(tail.toString('utf8', before + 1, end));
      return record && { record, bytes: at + end + 1 };
    }
    if (at === 0) return null;
    const step = Math.min(CHUNK, at);
    at -= step;
    const chunk = Buffer.alloc(step);
    readSync(fd, chunk, 0, step, at);
    tail = Buffer.concat([chunk, tail]);
  }
}

/** After a power failure, the file may contain zeros instead of data. */
function hasHoles(fd: number): boolean {
  const chunk = Buffer.alloc(CHUNK);
  for (let at = 0; ; ) {
    const length = readSync(fd, chunk, 0, CHUNK, at);
    if (length === 0) return false;
    if (chunk.subarray(0, length).includes(0)) return true;
    at += length;
  }
}

function parse(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
