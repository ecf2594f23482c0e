// `npm run test:nodes [-- MAJOR… [PATH…]]`: runs the tests on several versions of Node, all of them or those named, with
// real binaries from npm, which are kept in a cache. `--install` only gets them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const CACHE =
  process.env.C_MEM_NODES_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'c-mem-nodes');

/** The newest of each line that was tested. */
const VERSIONS = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };

/** The Node of this major version: the one that runs this, or one from npm. */
export function nodeOf(major) {
  // SQLite's native module, which Node 20 needs, was built for the Node that ran `npm ci`.
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(CACHE, VERSIONS[major]);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    console.log(`Getting Node ${VERSIONS[major]} from npm`);
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    execFileSync('npm', [...args, `${name}@${VERSIONS[major]}`], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
  return program;
}

function main(words) {
  const named = words.filter((word) => word in VERSIONS);
  const paths = words.filter((word) => !(word in VERSIONS) && word !== '--install');
  const failed = [];
  for (const major of named.length > 0 ? named : Object.keys(VERSIONS)) {
    const node = nodeOf(major);
    if (words.includes('--install')) continue;
    if (Number(major) < 22 && node !== process.execPath) {
      console.log(`Node ${major} needs a native module built for it: run \`npm ci\` and this with Node ${major}.`);
      failed.push(major);
      continue;
    }
    console.log(`\nNode ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
    const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...paths];
    // For tests of two versions on one store.
    const other = node === process.execPath ? {} : { C_MEM_OTHER_NODE: process.execPath };
    const env = { ...process.env, ...other, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    if (spawnSync(node, args, { cwd: root, env, stdio: 'inherit' }).status !== 0) failed.push(major);
  }
  if (failed.length > 0) console.log(`\nFailed on Node ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
