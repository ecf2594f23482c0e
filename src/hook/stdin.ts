// All of stdin, read at once: a hook has nothing else to do meanwhile.
import { readFileSync, readSync } from 'node:fs';

const NON_BLOCKING = 0o4000;

export function readStdin(): string {
  // `c-mem context` had to look whether there is a payload, and leaves what it read here.
  const { cMemStdin } = globalThis as { cMemStdin?: string };
  if (cMemStdin !== undefined) return cMemStdin;
  return isBlocking() ? readFileSync(0, 'utf8') : readInPieces();
}

/** Linux tells; elsewhere nobody knows. Where a read waits for what is to come, Node's quickest way can be taken. */
function isBlocking(): boolean {
  try {
    const [, , name, flags] = readFileSync('/proc/self/fdinfo/0', 'utf8').split(/\s/, 4);
    return name === 'flags:' && (Number.parseInt(flags as string, 8) & NON_BLOCKING) === 0;
  } catch {
    return false;
  }
}

/** Also where it was set to non-blocking: what was read before it had nothing more must not be lost. */
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
