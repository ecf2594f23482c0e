// Bundles a small script against our sources, for tests that need it in a process of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { ROOT } from './scratch.ts';

export function bundleScript(folder: string, source: string): string {
  const entry = join(folder, 'script.ts');
  const outfile = join(folder, 'script.cjs');
  writeFileSync(entry, source.replaceAll('SRC/', `${ROOT}/src/`).replaceAll('TEST/', `${ROOT}/test/`));
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Some packages' CommonJS cannot be bundled; their modules can.
    mainFields: ['module', 'main'],
    loader: { '.sql': 'text' },
    define: {
      'import.meta.url': JSON.stringify(`file://${ROOT}/dist/test.cjs`),
      'import.meta.dirname': JSON.stringify(`${ROOT}/test/helpers`),
    },
  });
  return outfile;
}
