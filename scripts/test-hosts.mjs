// `npm run test:hosts`: the real clients of other hosts. They are installed from npm first; the tests themselves run in a
// network of their own that has only loopback, where the system allows that. `--install` only installs them.
import { spawnSync } from 'node:child_process';
import { loadTs } from './load-ts.mjs';

const { installClients } = loadTs('test/hosts/clients.ts');
installClients();
if (process.argv[2] === '--install') process.exit();
const vitest = ['npx', 'vitest', 'run', '--config', 'vitest.hosts.config.ts', ...process.argv.slice(2)];
const loopback = 'ip link set lo up 2>/dev/null && exec "$@"; exit 125';
const alone = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' }).status === 0;
if (!alone) console.log('No network of its own can be had here: the tests share this one.');
const [command, ...args] = alone ? ['unshare', '-rn', 'sh', '-c', loopback, 'sh', ...vitest] : vitest;
process.exitCode = spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;
