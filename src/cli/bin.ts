// The command line's bundle. `c-mem hook` must be as quick as a hook: it loads nothing else of the CLI.
if (process.argv[2] === 'hook' && process.argv[3] !== undefined && !process.argv[3].startsWith('-')) {
  process.argv.splice(2, 1);
  require('./hook.cjs');
} else {
  import('./main.ts').then(({ main }) => main(process.argv.slice(2)));
}
