// `node scripts/retry-failed.mjs REPORT [COMMAND…]`: runs the files of the failed tests once more, by themselves, and names the
// tests that were unstable. Ends with 1 if one fails again, or if too many failed for that.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MOST_FILES = 4;

const [report, ...given] = process.argv.slice(2);
const command = given.length > 0 ? given : ['npx', 'vitest', 'run'];
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
const failed = testResults.filter(({ status }) => status === 'failed');
const files = failed.map(({ name }) => relative(process.cwd(), name));
if (files.length === 0) fail('The run failed, and not because of a test');
if (files.length > MOST_FILES) fail(`Too many test files failed to try them again: ${files.length}`);

const [program, ...args] = command;
console.log(`\nOnce more, by themselves: ${files.join(', ')}`);
const again = spawnSync(program, [...args, ...files, '--maxWorkers=1'], { stdio: 'inherit' });
if (again.status !== 0) fail('They fail again');
for (const { assertionResults } of failed)
  for (const { status, fullName } of assertionResults)
    if (status === 'failed') console.log(`UNSTABLE: ${fullName} failed beside other tests, and passes by itself`);

function fail(why) {
  console.error(`${why}.`);
  process.exit(1);
}
