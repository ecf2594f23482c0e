// All of stdin, read at once: a hook has nothing else to do meanwhile.
import { readSync } from 'node:fs';

/** Also where it was set to non-blocking and comes in pieces. */
export function readStdin(): string {
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
