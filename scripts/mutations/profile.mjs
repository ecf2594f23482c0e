// Faults in the profile of a project.

const RUNS = ['src/compress/project-runs.test.ts'];
const PROFILE = ['src/store/memories/profile.test.ts'];
export const profile = [
  {
    name: 'a command that the user refused counts as run',
    file: 'src/compress/project-runs.ts',
    find: "return !(typeof error === 'string' && REFUSED.test(error.slice(0, 300)));",
    replace: 'return error !== undefined || REFUSED.test(String(response)) || true;',
    tests: RUNS,
    only: 'refused',
  },
  {
    name: 'what a here-document says is taken for a command',
    file: 'src/compress/commands/shell.ts',
    find: "if (mark) heredocs.push({ mark: unquote(target), tabs: mark[1] === '-' });",
    replace: '',
    tests: RUNS,
    only: 'becomes a command',
  },
  {
    name: 'a chain that failed blames its last command',
    file: 'src/compress/commands/results.ts',
    find: 'return tests.length === 1 && failingTest(output) !== null ? (tests[0]?.at ?? null) : null;',
    replace: 'return failingTest(output) !== null ? (tests[0]?.at ?? null) : (able.at(-1)?.at ?? null);',
    tests: RUNS,
    only: 'can be known',
  },
  {
    name: 'a secret before a command gets into the profile',
    file: 'src/compress/commands/general.ts',
    find: 'if (PLAIN_VALUE.test(unquote(value)) && !SECRET_NAME.test(name)) kept.push(word);',
    replace: 'if (PLAIN_VALUE.test(unquote(value)) || !SECRET_NAME.test(name)) kept.push(word);',
    tests: ['src/compress/commands/general.test.ts'],
    only: 'type again',
  },
  {
    name: 'a command that never passed is shown as the way to do it',
    file: 'src/store/memories/profile.ts',
    find: '.filter(({ command }) => command.passed > 0)',
    replace: '.filter(({ command }) => command.runs > 0)',
    tests: PROFILE,
    only: 'never passed',
  },
  {
    name: 'a merged project loses its profile',
    file: 'src/store/ledger/merge-projects.ts',
    find: "...BY_SESSION, 'runs', ",
    replace: '...BY_SESSION, ',
    tests: PROFILE,
    only: 'merged project',
  },
  {
    name: 'what failed stays in the profile after the memory of it was forgotten',
    file: 'src/store/forgetting/words.ts',
    find: "scrub(db, 'runs', ['trouble', 'ended_by'], texts, {",
    replace: "scrub(db, 'runs', [], texts, {",
    tests: PROFILE,
    only: 'forgotten memory',
  },
].map((fault) => ({ area: 'Profile', ...fault }));
