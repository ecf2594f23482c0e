// `npm start`: the demo of the program that was just built.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = join(dirname(fileURLToPath(import.meta.url)), '..', 'plugin', 'dist', 'c-mem.cjs');
process.exitCode = spawnSync(process.execPath, [program, 'demo'], { stdio: 'inherit' }).status ?? 1;
