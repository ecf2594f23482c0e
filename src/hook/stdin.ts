// All of stdin, read synchronously: a hook has nothing else to do.
import { readSync } from 'node:fs';

export function readStdin(): string {
  // `c-mem context` had to check whether there is a payload, and leaves what it read here.
  const { cMemStdin } = globalThis as { cMemStdin?: string };
  if (cMemStdin !== undefined) return cMemStdin;
  return readInPieces();
}

/** Stdin may be non-blocking: what was read before it ran dry must not be lost. */
function readInPieces(): string {
  let buffer = Buffer.allocUnsafeSlow(64 * 1024);
  let length = 0;
  for (let waits = 0; waits < 1000; ) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2);
    try {
      const read = readSync(0, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') break;
      if (code !== 'EAGAIN') return '';
      waits += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return buffer.toString('utf8', 0, length);
}
