// The spool's file format, written by both spool.sh and the Node hook: one header line, then the host's bytes.
//     c-mem-spool 2 <event> <door> <project folder>
// The door is `plugin:<host>` for a hook that we installed into that host, `<host>` for one that a user configured with
// `c-mem hook --host`, and `-` if the host is unknown. Version 1 had no door.
import { CMemError } from '../domain/errors.ts';
import { isObject, type JsonObject } from '../domain/json.ts';

export const SPOOL_VERSION = 2;
export const SPOOL_SUFFIX = '.json';
export const TMP_SUFFIX = '.tmp';

/** How an event was sent to us. */
export interface Door {
  /** Null if unknown. */
  host: string | null;
  /** Installed by us into that host. Payloads without the marks of that host are then ignored. */
  plugin: boolean;
}

export interface SpoolHeader {
  version: number;
  event: string;
  door: Door;
  projectDir: string | null;
}

const PLUGIN = 'plugin:';

export function parseDoor(word: string): Door {
  const plugin = word.startsWith(PLUGIN);
  const host = plugin ? word.slice(PLUGIN.length) : word;
  return { host: host === '-' || host === '' ? null : host, plugin };
}

export function formatDoor({ host, plugin }: Door): string {
  return `${plugin ? PLUGIN : ''}${host?.replace(/\s+/g, '-') || '-'}`;
}

/** The header cannot hold a folder name with a line break; the payload's cwd is used instead. */
export function formatHeader(event: string, door: Door, projectDir: string | undefined): string {
  const folder = projectDir && !/[\r\n]/.test(projectDir) ? projectDir : '';
  return `c-mem-spool ${SPOOL_VERSION} ${event} ${formatDoor(door)} ${folder}\n`;
}

export function parseHeader(bytes: Buffer): { header: SpoolHeader; body: Buffer } {
  const end = bytes.indexOf(0x0a);
  const line = end < 0 || end > 8192 ? '' : bytes.toString('utf8', 0, end);
  const match = /^c-mem-spool (\d+) (\S*) ([\s\S]*)$/.exec(line);
  if (!match) throw new CMemError('SPOOL_HEADER_UNKNOWN', 'A spool file does not begin with our header');
  const [, version = '', event = '', rest = ''] = match;
  const space = version === '1' ? -1 : rest.indexOf(' ');
  return {
    header: {
      version: Number(version),
      event,
      door: space < 0 ? { host: null, plugin: false } : parseDoor(rest.slice(0, space)),
      projectDir: rest.slice(space + 1) || null,
    },
    body: bytes.subarray(end + 1),
  };
}

export function parseBody(body: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: false }).decode(body));
    if (isObject(value)) return value;
  } catch {
    // reported below without the parser's message, which quotes the payload
  }
  throw new CMemError('SPOOL_BODY_UNREADABLE', 'A spool file does not hold a JSON object');
}
