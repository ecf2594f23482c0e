// The `c-mem` program: as small as can be, because `c-mem hook` must be as quick as a hook.
if (
  process.argv[2] === 'hook' &&
  process.argv[3] !== '--help' &&
  process.argv[3] !== '-h' &&
  !(process.argv[3] === undefined && process.stdin.isTTY)
) {
  process.argv[2] = '--open';
  require('./hook.cjs');
} else if (process.argv[2] === 'mcp' && process.argv.length === 3) {
  require('./mcp.cjs');
} else {
  require('./cli.cjs');
}
