// What every measurement of main.mjs shares: a scratch home, the hooks and commands in it, and the report of budgets.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const plugin = join(root, 'plugin');
export const cli = join(root, 'dist', 'c-mem.cjs');
export const scratch = mkdtempSync(join(tmpdir(), 'c-mem-bench-'));
export const env = {
  PATH: process.env.PATH,
  HOME: scratch,
  C_MEM_HOME: join(scratch, 'data'),
  CLAUDE_PLUGIN_ROOT: plugin,
};
export const spool = join(env.C_MEM_HOME, 'spool');
export const misses = [];
/** Everything that was measured, under its heading, for docs/BENCHMARKS.md. */
export const results = [];

export function heading(text) {
  results.push({ title: text, rows: [] });
  console.log(`\n${text}`);
}

export const session = 'bench-session';
export const transcript = join(scratch, '.claude', 'projects', '-bench', `${session}.jsonl`);
export const call = (size, id) =>
  JSON.stringify({
    session_id: session,
    transcript_path: transcript,
    // The client names the prompt of every call.
    prompt_id: 'bench-prompt',
    cwd: scratch,
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_use_id: id,
    tool_input: { file_path: '/w/src/app.ts' },
    tool_response: {
      file: { content: 'const a = <T,>(x: T) => x; // "quoted"\n'.repeat(Math.ceil(size / 42)).slice(0, size) },
    },
  });
export const file = (name, content) => {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
};

export function hook(event) {
  const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8'));
  return ['/bin/sh', '-c', hooks[event][0].hooks[0].command];
}

/** Milliseconds per run, measured over a loop inside one shell, so that starting it does not count. */
export function perRun(command, stdin, times, environment = env) {
  const loop = 'n=$1 f=$2; shift 2; i=0; while [ $i -lt $n ]; do "$@" <"$f" >/dev/null; i=$((i+1)); done';
  const start = process.hrtime.bigint();
  const { status } = spawnSync('sh', ['-c', loop, 'sh', String(times), stdin, ...command], {
    env: environment,
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e6 / times;
}

export const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
export const percentile = (numbers, p) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * p))];

export function report(name, value, unit, budget) {
  const held = budget === undefined || value <= budget.at;
  if (!held) misses.push(name);
  const limit = budget === undefined ? '' : `  ${held ? 'holds' : 'MISSED'}: ${budget.text}`;
  const figure = value.toFixed(unit === 'ms' || unit === '×' ? 2 : 0);
  results.at(-1)?.rows.push({ name, figure: `${figure} ${unit}`.trim(), budget: budget?.text ?? '', held });
  console.log(`  ${name.padEnd(34)} ${figure.padStart(9)} ${unit}${limit}`);
}

export function command(...args) {
  return spawnSync(process.execPath, [cli, ...args], { env, encoding: 'utf8' }).stdout;
}
export const status = () => JSON.parse(command('status', '--json'));

/** A module in TypeScript, bundled for this run. */
export function load(name) {
  const folder = mkdtempSync(join(root, 'node_modules', '.c-mem-bench-'));
  try {
    const outfile = join(folder, `${name}.cjs`);
    buildSync({
      entryPoints: [join(root, 'bench', `${name}.ts`)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      loader: { '.sql': 'text' },
      external: ['better-sqlite3', 'pg-native', 'pg-cloudflare'],
      define: {
        'import.meta.url': JSON.stringify(import.meta.url),
        'import.meta.dirname': JSON.stringify(join(root, 'test', 'helpers')),
      },
    });
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `c-mem install` does: a hook finds the native module in the data folder, and need not look for the package. */
export function installNative(home) {
  const folder = join(root, 'node_modules', 'better-sqlite3');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const built = join(folder, 'build', 'Release', 'better_sqlite3.node');
  const name = `better-sqlite3-${version}-${process.platform}-${process.arch}-${process.versions.modules}.node`;
  mkdirSync(join(home, 'native'), { recursive: true });
  if (existsSync(built)) copyFileSync(built, join(home, 'native', name));
}
