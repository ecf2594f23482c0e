// `npm run mutate [-- NAME]`: plants each fault of scripts/mutations/ in a scratch copy of the working tree, and runs the tests
// that must notice it. A fault that no test notices is a promise that nobody checks.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { MUTATIONS } from './mutations.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const LANES = 2;
/** A fault may make a test hang; then it is a bad fault. */
const LONGEST_MS = 120_000;
const started = Date.now();

const wanted = process.argv.slice(2).join(' ').toLowerCase();
const titleOf = ({ area, name }) => `${area}: ${name}`;
const chosen = MUTATIONS.filter((fault) => titleOf(fault).toLowerCase().includes(wanted));
if (chosen.length === 0) {
  console.error(`No fault has "${wanted}" in its name. See scripts/mutations/.`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'c-mem-mutate-'));
// PostgreSQL runs as another user, in a folder below.
chmodSync(scratch, 0o711);
const children = new Set();
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
  process.once(signal, () => {
    cleanUp();
    process.exit(code);
  });

let results;
try {
  results = await runAll();
} finally {
  cleanUp();
}
report(results);

function cleanUp() {
  // Each test run leads a process group of its own.
  for (const child of children) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // ended by itself
    }
  }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function runAll() {
  const bad = chosen.flatMap((fault) => {
    const why = misfit(fault);
    return why === null ? [] : [{ fault, verdict: 'BAD FAULT', detail: why, ms: 0 }];
  });
  const fitting = chosen.filter((fault) => !bad.some((each) => each.fault === fault));
  const lanes = Array.from({ length: LANES }, (_, number) => makeLane(number));

  const broken = await inLanes(lanes, baselines(fitting), async (lane, baseline) => {
    if (baseline.build) await build(lane);
    const outcome = await test(lane, [baseline.file], baseline.only);
    const why = outcome.error ?? (outcome.failed.length > 0 ? `"${outcome.failed[0].name}" fails` : null);
    if (why === null) return null;
    console.log(`unmodified, ${baseline.file}: ${why}`);
    return baseline.file;
  });
  const unusable = new Set(broken.filter((file) => file !== null));

  const tried = await inLanes(lanes, fitting, async (lane, fault) => {
    const start = Date.now();
    const file = fault.tests.find((each) => unusable.has(each));
    const result = file ? { verdict: 'BAD FAULT', detail: `${file} fails without it` } : await plant(lane, fault);
    console.log(
      `${result.verdict.padEnd(9)}  ${titleOf(fault)}${result.verdict === 'caught' ? '' : ` (${result.detail})`}`,
    );
    return { fault, ...result, ms: Date.now() - start };
  });
  return [...bad, ...tried].sort((a, b) => chosen.indexOf(a.fault) - chosen.indexOf(b.fault));
}

/** Why a fault cannot be planted; null if it can. */
function misfit({ file, find, replace, tests }) {
  for (const each of [file, ...tests]) if (!existsSync(join(root, each))) return `${each} is gone: rewrite it`;
  const source = readFileSync(join(root, file), 'utf8');
  const times = source.split(find).length - 1;
  if (times !== 1) return `its text occurs ${times} times in ${file}: rewrite it`;
  if (!file.endsWith('.ts')) return null;
  try {
    transformSync(
      source.replace(find, () => replace),
      { loader: 'ts' },
    );
  } catch (error) {
    return `the changed ${file} cannot be parsed: ${String(error.message).split('\n')[1]}`;
  }
  return null;
}

/** One run for each test file: only the tests that some fault names, or all if a fault names none. */
function baselines(faults) {
  const files = [...new Set(faults.flatMap(({ tests }) => tests))];
  return files.map((file) => {
    const users = faults.filter(({ tests }) => tests.includes(file));
    const names = [...new Set(users.map(({ only }) => only))];
    return {
      file,
      only: names.includes(undefined) ? undefined : names.join('|'),
      build: users.some((user) => user.build),
    };
  });
}

async function plant(lane, fault) {
  const path = join(lane.folder, fault.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(fault.find, () => fault.replace),
  );
  try {
    if (fault.build) await build(lane);
    const outcome = await test(lane, fault.tests, fault.only, ['--bail=1']);
    if (outcome.error !== null) return { verdict: 'BAD FAULT', detail: outcome.error };
    const [first] = outcome.failed;
    if (!first)
      return { verdict: 'SURVIVED', detail: `${outcome.ran} tests of ${fault.tests.join(', ')} do not notice` };
    const asserted = outcome.failed.find(({ message }) => isAssertion(message));
    if (asserted) return { verdict: 'caught', detail: asserted.name };
    return {
      verdict: 'BAD FAULT',
      detail: `"${first.name}" fails without an assertion: ${first.message.split('\n')[0]}`,
    };
  } catch (error) {
    return { verdict: 'BAD FAULT', detail: error.message.split('\n')[0] };
  } finally {
    writeFileSync(path, source);
  }
}

/** An expectation that does not hold, and not an error of the fault's own; fast-check tells the expectation in its words. */
function isAssertion(message) {
  return /^(?:AssertionError|Error: expect\(|Error: Property failed)/.test(message);
}

async function build(lane) {
  const { code, output } = await run(lane, [join('scripts', 'build.mjs')]);
  if (code !== 0) throw new Error(`the build fails: ${output.trim().split('\n').at(-1)}`);
}

/** Runs test files, or those of their tests whose name matches `only`. */
async function test(lane, files, only, more = []) {
  const file = join(lane.folder, 'vitest.json');
  rmSync(file, { force: true });
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...files,
    '--reporter=json',
    `--outputFile=${file}`,
  ];
  const { code, output } = await run(lane, [...args, '--maxWorkers=1', ...(only ? ['-t', only] : []), ...more]);
  if (code === null) return { error: `the tests did not end within ${LONGEST_MS / 1000} s`, failed: [], ran: 0 };
  if (!existsSync(file)) return { error: `no test ran: ${output.trim().split('\n')[0]}`, failed: [], ran: 0 };
  const told = JSON.parse(readFileSync(file, 'utf8'));
  const ran = told.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  if (ran.length === 0)
    return { error: `no test ran: ${told.testResults[0]?.message.split('\n')[0]}`, failed: [], ran: 0 };
  const failed = ran
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ name: fullName, message: failureMessages.join('\n') }));
  return { error: null, failed, ran: ran.length };
}

/** A copy of what git knows of the working tree, with the same modules. */
function makeLane(number) {
  const folder = join(scratch, String(number));
  const temporary = join(scratch, `tmp${number}`);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of new Set(listed.toString('utf8').split('\0').filter(Boolean)))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(temporary);
  return { folder, temporary };
}

/** Hands the items out to the lanes, each as it comes free. */
async function inLanes(lanes, items, work) {
  const answers = new Array(items.length);
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (next < items.length) {
        const index = next;
        next += 1;
        answers[index] = await work(lane, items[index]);
      }
    }),
  );
  return answers;
}

function run({ folder, temporary }, args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    children.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid, 'SIGKILL');
    }, LONGEST_MS);
    child.on('exit', (code) => {
      clearTimeout(late);
      children.delete(child);
      done({ code: isLate ? null : code, output });
    });
  });
}

function report(all) {
  const count = (verdict) => all.filter((each) => each.verdict === verdict).length;
  const areas = [...new Set(all.map(({ fault }) => fault.area))];
  console.log('');
  for (const area of areas) {
    console.log(area);
    for (const { fault, verdict, detail, ms } of all.filter((each) => each.fault.area === area))
      console.log(
        `  ${verdict.padEnd(9)}  ${`${(ms / 1000).toFixed(1)} s`.padStart(6)}  ${fault.name}\n${' '.repeat(21)}${detail}`,
      );
  }
  const survived = count('SURVIVED');
  const bad = count('BAD FAULT');
  console.log(
    `\nFaults planted: ${all.length}. Caught: ${count('caught')}. Survived: ${survived}. To rewrite: ${bad}. ` +
      `Time: ${Math.round((Date.now() - started) / 1000)} s.`,
  );
  if (survived + bad > 0) process.exitCode = 1;
}
