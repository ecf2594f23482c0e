// The import rules must still see: a violation planted in each layer is found, and legal imports pass.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from './helpers/scratch.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-imports-'));
  for (const name of ['biome.json', '.gitignore']) copyFileSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lint(layer: string, imported: string): boolean {
  mkdirSync(join(folder, 'src', layer), { recursive: true });
  const file = join('src', layer, 'planted.ts');
  writeFileSync(join(folder, file), `import { x } from '${imported}';\n\nexport const y = x;\n`);
  try {
    execFileSync(join(ROOT, 'node_modules', '.bin', 'biome'), ['lint', '--only=style/noRestrictedImports', file], {
      cwd: folder,
      stdio: 'pipe',
    });
    return true;
  } catch (error) {
    expect(String((error as { stdout: Buffer }).stdout) + String((error as { stderr: Buffer }).stderr)).toContain(
      'noRestrictedImports',
    );
    return false;
  }
}

it.each([
  ['domain', '../config/paths.ts'],
  ['domain', '../store/database.ts'],
  ['config', '../store/database.ts'],
  ['store', '../capture/ledger.ts'],
  ['store', '../spool/take.ts'],
  ['capture', '../spool/take.ts'],
  ['spool', '../capture/ledger.ts'],
  ['control', '../spool/take.ts'],
  ['compress', '../capture/ledger.ts'],
  ['compress', '../worker/jobs.ts'],
  ['capture', '../worker/main.ts'],
  ['hooks', '../worker/main.ts'],
  ['hooks', '../cli/output.ts'],
  ['worker', '../hooks/run.ts'],
  ['worker', '../cli/output.ts'],
  ['recall', '../compress/parse.ts'],
  ['recall', '../cli/output.ts'],
  ['eval', '../cli/output.ts'],
  ['recall', '../eval/locomo.ts'],
  ['worker', '../eval/locomo.ts'],
  ['mcp', '../cli/output.ts'],
  ['mcp', '../worker/main.ts'],
  ['http', '../worker/main.ts'],
  ['hosts', '../cli/output.ts'],
  ['transfer', '../worker/main.ts'],
  ['transfer', '../cli/output.ts'],
  ['capture', '../transfer/claude-code.ts'],
  ['http', '../transfer/claude-code.ts'],
])('%s must not import %s', (layer, imported) => {
  expect(lint(layer, imported)).toBe(false);
});

it.each([
  ['config', '../domain/errors.ts'],
  ['store', '../domain/event.ts'],
  ['capture', '../store/events.ts'],
  ['hooks', '../capture/privacy.ts'],
  ['worker', '../spool/take.ts'],
  ['cli', '../worker/main.ts'],
  ['recall', '../store/search.ts'],
  ['eval', '../recall/search.ts'],
  ['cli', '../eval/locomo.ts'],
  ['worker', '../http/app.ts'],
  ['mcp', '../recall/search.ts'],
  ['transfer', '../capture/ledger.ts'],
  ['worker', '../transfer/claude-code.ts'],
  ['cli', '../transfer/claude-code.ts'],
])('%s may import %s', (layer, imported) => {
  expect(lint(layer, imported)).toBe(true);
});
