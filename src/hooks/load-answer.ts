// Loads the answering half of the hook, with what V8 compiled of it the last time: compiling it anew would take as long
// as answering does.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { answer } from './answer-start.ts';

export interface Answering {
  answer: typeof answer;
  /** After the answer: keeps what was compiled for it, where there is nothing kept yet. */
  keep(): void;
}

declare const require: NodeJS.Require;

export function loadAnswer(name: string, bundleFolder: string, cacheFolder: string): Answering {
  const file = join(bundleFolder, `${name}.cjs`);
  const { size, mtimeMs } = statSync(file);
  // V8 itself tells two sources apart by their length alone.
  const kept = join(cacheFolder, `${name}-${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}.bin`);
  const cachedData = readKept(kept);
  const { Script } = process.getBuiltinModule('node:vm');
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, bundleFolder);
  return {
    ...(module.exports as { answer: typeof answer }),
    keep() {
      if (cachedData && !script.cachedDataRejected) return;
      mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
      for (const old of readdirSync(cacheFolder))
        if (old.startsWith(`${name}-`)) rmSync(join(cacheFolder, old), { force: true });
      const compiled = script.createCachedData();
      writeFileSync(`${kept}.part`, Buffer.concat([compiled, compiled]), { mode: 0o600 });
      renameSync(`${kept}.part`, kept);
    },
  };
}

/**
 * V8 runs what it is given: one flipped bit made a hook hang. So it is kept twice, and only used where both are the same,
 * which is the cheapest check there is.
 */
function readKept(file: string): Buffer | undefined {
  try {
    const twice = readFileSync(file);
    const half = twice.length / 2;
    const [first, second] = [twice.subarray(0, half), twice.subarray(half)];
    return half > 0 && first.equals(second) ? first : undefined;
  } catch {
    return undefined;
  }
}
