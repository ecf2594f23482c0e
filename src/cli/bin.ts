// The `c-mem` program: as small as can be, because `c-mem hook` must be as quick as a hook.
if (
  process.argv[2] === 'hook' &&
  !process.argv[3]?.startsWith('-') &&
  !(process.argv[3] === undefined && process.stdin.isTTY)
) {
  process.argv.splice(2, 1);
  require('./hook.cjs');
} else if (process.argv[2] === 'mcp' && process.argv.length === 3) {
  require('./mcp.cjs');
} else {
  require('./cli.cjs');
}
