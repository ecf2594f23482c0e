// Loads a bundle together with the code that V8 compiled of it last time: compiling it again would take a hook as long as
// answering does. See README.md for what it saves.
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
  /** Call it at the end: keeps the compiled code, if none is kept yet. */
  keep(): void;
}

declare const require: NodeJS.Require;
/** A digest of each part, put in by the build: asking the file system would take longer. */
declare const C_MEM_PARTS: Record<string, string>;

/** The most that is kept, both copies together. */
const MOST_BYTES = 8 * 1024 * 1024;

export function loadPart<Exports>(name: string, bundleFolder: string, cacheFolder: string): LoadedPart<Exports> {
  const file = join(bundleFolder, `${name}.cjs`);
  // V8 compares sources only by their length, hence the digest.
  const kept = join(cacheFolder, `${name}-${process.version}-${process.arch}-${C_MEM_PARTS[name]}.bin`);
  const cachedData = readKept(kept);
  const { Script } = process.getBuiltinModule('node:vm');
  // The build wraps it in a function, as Node does with a module.
  const script = new Script(readFileSync(file, 'utf8'), { filename: file, ...(cachedData ? { cachedData } : {}) });
  let isKept = cachedData !== undefined && script.cachedDataRejected === false;
  const module = { exports: {} };
  script.runInThisContext()(module.exports, quickRequire(), module, file, bundleFolder);
  return {
    exports: module.exports as Exports,
    keep() {
      if (isKept) return;
      isKept = true;
      // Throws if the data folder is missing: creating that is not up to a hook.
      if (!existsSync(cacheFolder)) mkdirSync(cacheFolder, { mode: 0o700 });
      for (const old of readdirSync(cacheFolder))
        if (old.startsWith(`${name}-`)) rmSync(join(cacheFolder, old), { force: true });
      const compiled = script.createCachedData();
      if (compiled.length * 2 > MOST_BYTES) return;
      // Under a unique name: other hooks may be doing the same.
      const part = `${kept}.${process.pid}.part`;
      writeFileSync(part, Buffer.concat([compiled, compiled]), { mode: 0o600 });
      renameSync(part, kept);
    },
  };
}

/** A bundle asks for the same few modules of Node's again and again, and each time Node looks for them anew. */
function quickRequire(): NodeJS.Require {
  const known = new Map<string, unknown>();
  const quick = (name: string) => {
    if (!known.has(name)) known.set(name, process.getBuiltinModule(name) ?? require(name));
    return known.get(name);
  };
  return Object.assign(quick, { resolve: require.resolve }) as NodeJS.Require;
}

/**
 * V8 does not verify what it is given: one flipped bit made a hook hang. So it is stored twice and used only if both
 * copies are equal, which is the cheapest check there is.
 */
function readKept(file: string): Buffer | undefined {
  try {
    // readFileSync takes three times as long for bytes.
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
