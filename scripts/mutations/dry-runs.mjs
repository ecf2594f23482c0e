// Faults in dry runs.

const FORGET = ['src/store/forgetting/forget.test.ts'];
const DESTRUCTIVE = ['test/e2e/destructive.test.ts'];
const dry = (command) => `^${command} .*a dry run shows it`;
export const dryRuns = [
  {
    name: 'a dry run of forget forgets',
    file: 'src/cli/commands/memories/forget.ts',
    find: "if (args['dry-run']) return { forgotten: would, examples, rest, done: false };",
    replace: "if (args['dry-run'] && !args.yes) return { forgotten: would, examples, rest, done: false };",
    tests: DESTRUCTIVE,
    only: dry('forget \\["--session","two"\\]'),
    build: true,
  },
  {
    name: 'counting what would be forgotten forgets it',
    file: 'src/store/forgetting/forget.ts',
    find: 'if (dryRun) throw new DryRun();',
    replace: '',
    tests: FORGET,
    only: 'a dry run reports the same',
  },
  {
    name: 'a dry run of restore restores',
    file: 'src/cli/commands/data/restore.ts',
    find: "    if (args['dry-run']) {",
    replace: "    if (args['dry-run'] && !args.yes) {",
    tests: DESTRUCTIVE,
    only: dry('restore'),
    build: true,
  },
  {
    name: 'a dry run of recompress compresses again',
    file: 'src/cli/commands/data/recompress.ts',
    find: '      answer = change();\n      throw new Undo();',
    replace: '      answer = change();',
    tests: DESTRUCTIVE,
    only: dry('recompress'),
    build: true,
  },
  {
    name: 'a dry run of uninstall uninstalls',
    file: 'src/cli/commands/setup/uninstall.ts',
    find: "    if (args['dry-run']) {",
    replace: "    if (args['dry-run'] && !args.yes) {",
    tests: DESTRUCTIVE,
    only: dry('uninstall \\[\\]'),
    build: true,
  },
  {
    name: 'a dry run of a merge merges',
    file: 'src/cli/commands/memories/projects.ts',
    find: '    if (dryRun) {',
    replace: '    if (dryRun && !yes) {',
    tests: DESTRUCTIVE,
    only: dry('projects'),
    build: true,
  },
  {
    name: 'a dry run of redact redacts',
    file: 'src/cli/commands/data/redact.ts',
    find: "      if (args['dry-run']) {",
    replace: "      if (args['dry-run'] && !args.yes) {",
    tests: DESTRUCTIVE,
    only: dry('redact'),
    build: true,
  },
  {
    name: 'without a terminal nobody is asked, and it is done',
    file: 'src/cli/terminal/confirm.ts',
    find: '  if (!process.stdin.isTTY) {',
    replace: '  if (!process.stdin.isTTY) return true;\n  if (!process.stdout) {',
    tests: DESTRUCTIVE,
    only: '^forget .*without a terminal',
    build: true,
  },
].map((fault) => ({ area: 'Dry runs', ...fault }));
