// The `c-mem` program: as small as can be, because `c-mem hook` must be as quick as a hook.
import { isatty } from 'node:tty';
import { readPayload } from './stdin-payload.ts';

/** Other names for hooks, for people who configure them by hand. */
const STAGES = ['new', 'save', 'summary', 'cleanup'];

const [, , command = '', first, ...more] = process.argv;
const wantsHelp = more.length === 0 && (first === '--help' || first === '-h');

if (command === 'hook' && !wantsHelp && !(first === undefined && isatty(0))) {
  // Whatever its arguments are, they are for the hook to judge: it never fails and never prints an error.
  process.argv.splice(2, 1);
  require('./hook.cjs');
} else if (STAGES.includes(command) && !wantsHelp && !isatty(0)) {
  require('./hook.cjs');
} else if (command === 'context' && (first === undefined || first.startsWith('--host')) && !isatty(0)) {
  void readPayload(process.stdin).then((payload) => {
    if (payload === null) return require('./cli.cjs');
    // The hook reads stdin itself; what was read from it is handed over.
    Object.assign(globalThis, { cMemStdin: payload });
    require('./hook.cjs');
  });
} else if (command === 'mcp' && first === undefined) {
  require('./mcp.cjs');
} else {
  require('./cli.cjs');
}
