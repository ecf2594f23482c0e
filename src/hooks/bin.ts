// The hook's bundle: one small CommonJS file that loads nothing it does not need.
import { runHook } from './main.ts';

process.on('uncaughtException', () => process.exit(0));
// Never in the way: what could not be written comes back from the transcript.
// What it printed is written, and nothing else is to come: to tidy up a process that ends takes longer than to end it.
runHook(process.argv[2] ?? '', __dirname).then(end, end);

function end(): void {
  process.exit(0);
}
