// The worker's bundle: started detached by hooks and the CLI.
import { runWorker } from './main.ts';

runWorker(process.argv.includes('--foreground')).then(
  (code) => process.exit(code),
  () => process.exit(1),
);
