// The `c-mem` program: as small as possible, because `c-mem hook` must be as fast as a hook.
import { fstatSync } from 'node:fs';
import { readPayload } from './args/stdin-payload.ts';

/** Aliases for hooks, for people who configure them manually. */
const STAGES = ['new', 'save', 'summary', 'cleanup'];

const [, , command = '', first, ...more] = process.argv;
const wantsHelp = more.length === 0 && (first === '--help' || first === '-h');

if (command === 'hook' && !wantsHelp && !(first === undefined && isTerminal())) {
  // Its arguments are for the hook to check: it never fails and never prints an error.
  runHook(process.argv.slice(3));
} else if (STAGES.includes(command) && !wantsHelp && !isTerminal()) {
  runHook(process.argv.slice(2));
} else if (command === 'context' && (first === undefined || first.startsWith('--host')) && !isTerminal()) {
  void readPayload(process.stdin).then((payload) => {
    if (payload === null) return require('./cli.cjs');
    // The hook reads stdin itself, so what was already read is passed on.
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

/** `node:tty` loads the network modules, which is too slow for a hook: it is loaded only if needed. */
function isTerminal(): boolean {
  return fstatSync(0).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(0);
}
