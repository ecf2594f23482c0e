// Loads a part of a program with what V8 compiled of it the last time: compiling it anew would take a hook as long as
// answering does.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface LoadedPart<Exports> {
  exports: Exports;
  /** At the end: keeps what was compiled, where there is nothing kept yet. */
  keep(): void;
}

declare const require: NodeJS.Require;
/** A digest of each part, told by the build: to ask the file system would take longer. */
declare const C_MEM_PARTS: Record<string, string>;

/** Both copies of what is kept; more than this is not kept. */
const MOST_BYTES = 8 * 1024 * 1024;

export function loadPart<Exports>(name: string, bundleFolder: string, cacheFolder: string): LoadedPart<Exports> {
  const file = join(bundleFolder, `${name}.cjs`);
  // V8 itself tells two sources apart by their length alone.
  const kept = join(cacheFolder, `${name}-${process.version}-${process.arch}-${C_MEM_PARTS[name]}.bin`);
  const cachedData = readKept(kept);
  const { Script } = process.getBuiltinModule('node:vm');
  // The build wraps it into a function, as Node does with a module.
  const script = new Script(readFileSync(file, 'utf8'), { filename: file, ...(cachedData ? { cachedData } : {}) });
  let isKept = cachedData !== undefined && script.cachedDataRejected === false;
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, bundleFolder);
  return {
    exports: module.exports as Exports,
    keep() {
      if (isKept) return;
      isKept = true;
      // Not without the data folder: that is not ours to make here.
      if (!existsSync(cacheFolder)) mkdirSync(cacheFolder, { mode: 0o700 });
      for (const old of readdirSync(cacheFolder))
        if (old.startsWith(`${name}-`)) rmSync(join(cacheFolder, old), { force: true });
      const compiled = script.createCachedData();
      if (compiled.length * 2 > MOST_BYTES) return;
      // Under a name of its own: others may be keeping the same.
      const part = `${kept}.${process.pid}.part`;
      writeFileSync(part, Buffer.concat([compiled, compiled]), { mode: 0o600 });
      renameSync(part, kept);
    },
  };
}

/**
 * V8 runs what it is given: one flipped bit made a hook hang. So it is kept twice, and only used where both are the same,
 * which is the cheapest check there is.
 */
function readKept(file: string): Buffer | undefined {
  try {
    // By hand: to read a file as bytes in one call takes Node three times as long.
    const buffer = Buffer.allocUnsafeSlow(MOST_BYTES);
    const fd = openSync(file, 'r');
    const length = readSync(fd, buffer, 0, MOST_BYTES, 0);
    closeSync(fd);
    const first = buffer.subarray(0, length / 2);
    return length > 0 && first.equals(buffer.subarray(length / 2, length)) ? first : undefined;
  } catch {
    return undefined;
  }
}
