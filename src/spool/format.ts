// The spool's file format, written by spool.sh and by the Node hook alike: one header line, then the host's bytes.
import { CMemError } from '../domain/errors.ts';
import { isObject, type JsonObject } from '../domain/json.ts';

export const SPOOL_VERSION = 1;
export const SPOOL_SUFFIX = '.json';
export const TMP_SUFFIX = '.tmp';

export interface SpoolHeader {
  version: number;
  event: string;
  projectDir: string | null;
}

/** A folder with a line break in its name cannot stand in the header; the payload's cwd then serves. */
export function formatHeader(event: string, projectDir: string | undefined): string {
  const folder = projectDir && !/[\r\n]/.test(projectDir) ? projectDir : '';
  return `c-mem-spool ${SPOOL_VERSION} ${event} ${folder}\n`;
}

export function parseHeader(bytes: Buffer): { header: SpoolHeader; body: Buffer } {
  const end = bytes.indexOf(0x0a);
  const line = end < 0 || end > 8192 ? '' : bytes.toString('utf8', 0, end);
  const match = /^c-mem-spool (\d+) (\S*) ([\s\S]*)$/.exec(line);
  if (!match) throw new CMemError('SPOOL_HEADER_UNKNOWN', 'A spool file does not begin with our header');
  return {
    header: { version: Number(match[1]), event: match[2] as string, projectDir: match[3] || null },
    body: bytes.subarray(end + 1),
  };
}

export function parseBody(body: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: false }).decode(body));
    if (isObject(value)) return value;
  } catch {
    // told below, without the parser's message: it quotes the payload
  }
  throw new CMemError('SPOOL_BODY_UNREADABLE', 'A spool file does not hold a JSON object');
}
