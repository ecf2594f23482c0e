// `npm run check`: types, lint, import rules, wording, unused code, generated docs, links, workflows, package. Runs all and reports all.
import { spawnSync } from 'node:child_process';

const checks = [
  ['types', 'npx', ['tsc', '-p', '.']],
  ['viewer types', 'npx', ['tsc', '-p', 'viewer']],
  ['extension types', 'npx', ['tsc', '-p', 'editors/vscode']],
  ['lint and format', 'npx', ['biome', 'check', '--error-on-warnings', '.']],
  ['layers', process.execPath, ['scripts/layers.mjs']],
  ['wording', process.execPath, ['scripts/wording.mjs']],
  ['unused code', 'npx', ['knip']],
  ['generated docs', process.execPath, ['scripts/docs.mjs', '--check']],
  ['generated examples', process.execPath, ['scripts/examples.mjs', '--check']],
  ['links', process.execPath, ['scripts/links.mjs']],
  ['workflows', process.execPath, ['scripts/workflows.mjs']],
  ['package', 'npx', ['publint', '--strict']],
];
let failed = 0;
for (const [name, command, args] of checks) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (status !== 0) {
    failed += 1;
    console.log(`${stdout}${stderr}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
