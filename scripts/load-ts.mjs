// Lets plain scripts use one of our TypeScript modules without a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

export function loadTs(entry) {
  // Below node_modules, so that what is not bundled is found.
  const scratch = mkdtempSync(join(root, 'node_modules', '.c-mem-load-'));
  const outfile = join(scratch, 'module.cjs');
  try {
    buildSync({
      entryPoints: [join(root, entry)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      // Some packages' CommonJS cannot be bundled; their modules can.
      mainFields: ['module', 'main'],
      loader: { '.sql': 'text' },
      external: ['better-sqlite3', 'playwright-core', 'vitest'],
      define: {
        'import.meta.url': JSON.stringify(pathToFileURL(join(root, entry)).href),
        'import.meta.dirname': JSON.stringify(dirname(join(root, entry))),
      },
      logLevel: 'error',
    });
    return require(outfile);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
