// The `c-mem` program: as small as can be, because `c-mem hook` must be as quick as a hook.
import { fstatSync } from 'node:fs';
import { readPayload } from './args/stdin-payload.ts';

/** Other names for hooks, for people who configure them by hand. */
const STAGES = ['new', 'save', 'summary', 'cleanup'];

const [, , command = '', first, ...more] = process.argv;
const wantsHelp = more.length === 0 && (first === '--help' || first === '-h');

if (command === 'hook' && !wantsHelp && !(first === undefined && isTerminal())) {
  // Whatever its arguments are, they are for the hook to judge: it never fails and never prints an error.
  runHook(process.argv.slice(3));
} else if (STAGES.includes(command) && !wantsHelp && !isTerminal()) {
  runHook(process.argv.slice(2));
} else if (command === 'context' && (first === undefined || first.startsWith('--host')) && !isTerminal()) {
  void readPayload(process.stdin).then((payload) => {
    if (payload === null) return require('./cli.cjs');
    // The hook reads stdin itself; what was read from it is handed over.
    Object.assign(globalThis, { cMemStdin: payload });
    runHook(process.argv.slice(2));
  });
} else if (command === 'mcp' && first === undefined) {
  require('./mcp.cjs');
} else {
  require('./cli.cjs');
}

/** For a host that a user configured: see hooks/call.ts. */
function runHook(args: string[]): void {
  process.argv = [...process.argv.slice(0, 2), '--open', ...args];
  require('./hook.cjs');
}

/** The module that really knows brings the network along, which takes a hook too long: it is asked only if need be. */
function isTerminal(): boolean {
  return fstatSync(0).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(0);
}
