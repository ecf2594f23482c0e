// Filters: what is given narrows, or is refused.
const AGREEMENT = ['src/recall/search/filter-agreement.test.ts'];
const REQUEST = ['src/recall/request.test.ts'];

export const filters = [
  {
    name: 'pinned does not narrow',
    file: 'src/store/memories/where.ts',
    find: "sql: 'm.pinned = ?'",
    replace: "sql: '? is not null'",
    tests: AGREEMENT,
  },
  {
    name: 'a search takes types for granted that the index did not check',
    file: 'src/store/search/narrow.ts',
    find: 'const ofTypes = filter.types && anyOf',
    replace: 'const ofTypes = filter.types?.length === 0 && anyOf',
    tests: AGREEMENT,
  },
  {
    name: 'concepts are compared by their case',
    file: 'src/store/memories/where.ts',
    find: 'lower(c.value) in (select lower(value) from json_each(?))',
    replace: 'c.value in (select value from json_each(?))',
    tests: AGREEMENT,
  },
  {
    name: 'a day that ends a range is left out',
    file: 'src/recall/request.ts',
    find: "now, name === 'until')",
    replace: 'now, false)',
    tests: REQUEST,
  },
  {
    name: 'a type that does not exist is ignored',
    file: 'src/recall/request.ts',
    find: 'if (odd !== undefined && options)',
    replace: "if (odd === '' && options)",
    tests: REQUEST,
  },
  {
    name: 'a query parameter that does not exist is ignored',
    file: 'src/http/route.ts',
    find: 'spec.query && !spec.takesMore ? strict(spec.query) : spec.query',
    replace: 'spec.query',
    tests: ['src/http/routes/browse.test.ts'],
  },
  {
    name: 'a settings file that breaks switches off what was excluded and redacted',
    file: 'src/config/settings.ts',
    find: 'return stored ?? readObject(lastGood(file), []) ?? {};',
    replace: 'return stored ?? {};',
    tests: ['src/config/settings.test.ts'],
  },
  {
    name: 'a call of our own tools is recorded',
    file: 'src/capture/shape.ts',
    find: 'host.tools.isOurs(name) || ',
    replace: '',
    tests: ['src/capture/ingest.test.ts'],
  },
].map((fault) => ({ area: 'Filters', ...fault }));
