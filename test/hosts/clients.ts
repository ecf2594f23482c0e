// The real clients of other hosts, from npm: a package of their own with a lock file, installed once into a cache outside
// the repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../helpers/scratch.ts';

const CLIENTS = ['codex', 'gemini', 'opencode', 'copilot'] as const;
export type ClientName = (typeof CLIENTS)[number];

const own = join(ROOT, 'test', 'hosts', 'clients');
const FILES = ['package.json', 'package-lock.json'];

/** The path of a client's program; `scripts/test-hosts.mjs` has installed it. */
export function clientProgram(name: ClientName): string {
  const program = join(cacheFolder(), 'node_modules', '.bin', name);
  if (!existsSync(program)) throw new Error(`${name} is not installed: run \`npm run test:hosts\``);
  return program;
}

export function installClients(): void {
  const folder = cacheFolder();
  if (existsSync(join(folder, 'installed'))) return;
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(join(own, file), join(folder, file));
  console.log(`Installing the clients of other hosts into ${folder}`);
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  writeFileSync(join(folder, 'installed'), '');
}

/** Another version of the lock file is another folder. */
function cacheFolder(): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(own, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12);
  return join(process.env['C_MEM_TEST_CACHE'] ?? join(homedir(), '.cache', 'c-mem-test'), `host-clients-${lock}`);
}
