// The worker's bundle: started detached by hooks and the CLI, or loaded by `c-mem worker run`.
import { basename } from 'node:path';
import { runWorker } from './main.ts';

export { runWorker };

if (basename(process.argv[1] ?? '') === 'worker.cjs')
  runWorker(process.argv.includes('--foreground')).then(
    (code) => process.exit(code),
    () => process.exit(1),
  );
