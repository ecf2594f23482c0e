// `npm run doctor:dev`: whether this machine has what building and testing need, and how to get what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const hasSqlite = major > 22 || (major === 22 && minor >= 16);

const has = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
const apt = (name) => `apt install ${name} (or your system's package)`;

function loads(name) {
  try {
    require(name);
    return true;
  } catch {
    return false;
  }
}

const sqlite = () => {
  try {
    new (require('better-sqlite3'))(':memory:').close();
    return true;
  } catch {
    return false;
  }
};

const clientPath = () => join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'claude.cmd' : 'claude');
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What is checked, whether nothing works without it, the result, and how to fix it. */
const checks = [
  ['Node', true, major > 20 || (major === 20 && minor >= 19), `install Node ${engines.node}`],
  ['npm ci', true, existsSync(join(root, 'node_modules', 'vitest')) && loads('esbuild'), 'run npm ci'],
  ['git', true, has('git'), 'install git'],
  [
    hasSqlite ? 'SQLite (built into this Node)' : 'SQLite (native module)',
    true,
    hasSqlite || sqlite(),
    'run npm rebuild better-sqlite3, with a C++ compiler; or use Node 22.16 or later',
  ],
  ['a build', false, existsSync(join(root, 'plugin', 'dist', 'cli.cjs')), 'run npm run build'],
  [
    'Claude Code, for test/e2e',
    false,
    existsSync(clientPath()) && has(clientPath()),
    'run npm ci without --ignore-scripts',
  ],
  ['Chromium, for the viewer', false, ['chromium', 'chromium-browser', 'google-chrome'].some(has), apt('chromium')],
  ...['mawk', 'gawk', 'busybox', 'ksh'].map((name) => [`${name}, for hooks`, false, onPath(name), apt(name)]),
  ['original-awk, for hooks as on macOS', false, onPath('original-awk'), apt('original-awk')],
  ['unshare, for the clients of other hosts', false, has('unshare'), apt('util-linux')],
];

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(process.platform === 'win32' ? ';' : ':')
    .some((folder) => existsSync(join(folder, name)));
}

for (const [name, needed, ok, fix] of checks) {
  const mark = ok ? 'ok      ' : needed ? 'MISSING ' : 'optional';
  console.log(`${mark}  ${name}${ok ? '' : `: ${fix}`}`);
}
const missing = checks.filter(([, needed, ok]) => needed && !ok).length;
console.log(
  `\nNode ${process.versions.node}. ${missing === 0 ? 'Ready: npm run build && npx vitest run src' : 'Fix what is missing first.'}`,
);
process.exitCode = missing === 0 ? 0 : 1;
