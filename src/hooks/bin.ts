// The hook's bundle: one small CommonJS file that loads nothing it does not need.
import { runHook } from './main.ts';

process.on('uncaughtException', () => process.exit(0));
// Never in the way: what could not be written comes back from the transcript.
runHook(process.argv[2] ?? '', __dirname).catch(() => undefined);
