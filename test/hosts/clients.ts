// The real clients of other hosts, from npm: installed once into a cache, at the versions that were tried.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../helpers/scratch.ts';

const CLIENTS = {
  codex: { package: '@openai/codex', version: '0.166.0' },
  copilot: { package: '@github/copilot', version: '1.0.102' },
} as const;
export type ClientName = keyof typeof CLIENTS;

const cache = join(ROOT, 'node_modules', '.cache', 'host-clients');

/** The path of a client's program; `scripts/test-hosts.mjs` has installed it. */
export function clientProgram(name: ClientName): string {
  const program = join(folderOf(name), 'node_modules', '.bin', name);
  if (!existsSync(program)) throw new Error(`${name} is not installed: run \`npm run test:hosts\``);
  return program;
}

export function installClients(): void {
  for (const [name, client] of Object.entries(CLIENTS)) {
    const folder = folderOf(name as ClientName);
    if (existsSync(join(folder, 'installed'))) continue;
    mkdirSync(folder, { recursive: true });
    const spec = `${client.package}@${client.version}`;
    console.log(`Installing ${spec}`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder, spec], {
      stdio: 'inherit',
    });
    writeFileSync(join(folder, 'installed'), '');
  }
}

const folderOf = (name: ClientName) => join(cache, `${name}-${CLIENTS[name].version}`);
