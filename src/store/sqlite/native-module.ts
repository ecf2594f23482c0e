// Where SQLite's native module is, for a Node without SQLite of its own: in the data folder, where `c-mem install` puts it,
// or beside the program, as in a checkout.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nativeFolder } from '../../config/paths.ts';
import { CMemError } from '../../domain/errors.ts';

declare const C_MEM_NATIVE_VERSION: string | undefined;
declare const require: NodeJS.Require | undefined;

/** The version of better-sqlite3 whose other half is in our bundles, inserted by the bundler. */
export const NATIVE_VERSION: string = typeof C_MEM_NATIVE_VERSION === 'string' ? C_MEM_NATIVE_VERSION : 'development';

/** Its place in the data folder: one file for each version, ABI of Node and kind of machine. */
export function installedNativeModule(folder: string = nativeFolder()): string {
  const { versions, platform, arch } = process;
  return join(folder, `better-sqlite3-${NATIVE_VERSION}-${platform}-${arch}-${versions.modules}.node`);
}

let found: string | null = null;

/** The compiled SQLite, by its path: the library's own way of finding it walks the disk. */
export function nativeModule(): string {
  if (found) return found;
  const installed = installedNativeModule();
  return (found = existsSync(installed) ? installed : join(packageFolder(), 'build', 'Release', 'better_sqlite3.node'));
}

function packageFolder(): string {
  const name = 'better-sqlite3/package.json';
  try {
    if (typeof require === 'function') return dirname(require.resolve(name));
  } catch {
    // Not beside the bundle.
  }
  try {
    // To make a `require` loads half of Node's module system, so it comes second.
    const { createRequire } = process.getBuiltinModule('node:module');
    return dirname(createRequire(import.meta.url).resolve(name));
  } catch (error) {
    throw new CMemError(
      'NATIVE_MODULE_MISSING',
      `Node ${process.version} has no SQLite, and none is installed for it`,
      {
        cause: error,
      },
    );
  }
}
