// Reads a hook's payload from stdin if there is one, without waiting for a pipe that stays silent: `c-mem context` is
// called by people, by scripts with whatever stdin they happen to have, and by hosts.
import type { Readable } from 'node:stream';

/** A host writes immediately. A pipe that stays empty for this long carries no payload. */
const FIRST_BYTES_MS = 500;
/** Between two chunks of a payload that has begun. */
const NEXT_BYTES_MS = 5000;
/** The payload of a session start is small. */
const MOST_BYTES = 1024 * 1024;

/** The payload, a JSON object with a session ID; null for everything else. */
export function readPayload(stdin: Readable): Promise<string | null> {
  return new Promise((done) => {
    let read = Buffer.alloc(0);
    let timer = setTimeout(giveUp, FIRST_BYTES_MS);

    /** On a busy machine, the time may run out while there is something to read: read that first. */
    function giveUp(): void {
      const length = read.length;
      setImmediate(() => read.length === length && end());
    }

    function end(): void {
      clearTimeout(timer);
      stdin.off('data', take).off('end', end);
      // Stop reading, so that an open pipe does not keep the process alive. Errors of a late close do not matter.
      stdin.on('error', () => undefined).destroy();
      const text = read.toString('utf8');
      done(isPayload(text) ? text : null);
    }

    function take(chunk: Buffer): void {
      clearTimeout(timer);
      read = Buffer.concat([read, chunk]);
      const text = read.toString('utf8');
      const other = !/^\s*(?:\{|$)/.test(text) || read.length > MOST_BYTES;
      // Some hosts never close stdin: a complete payload is enough.
      if (other || (/\}\s*$/.test(text) && isPayload(text))) return end();
      timer = setTimeout(giveUp, NEXT_BYTES_MS);
    }

    stdin.on('error', end).on('end', end).on('data', take);
  });
}

function isPayload(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'session_id' in value && typeof value.session_id === 'string';
  } catch {
    return false;
  }
}
