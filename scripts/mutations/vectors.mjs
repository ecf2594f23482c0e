// Faults in vectors: what is sent, what is compared, and what an endpoint that fails may cost.

const LOOP = ['src/worker/vectors/embedding-loop.test.ts'];
const SEARCH = ['src/vectors/search.test.ts'];
export const vectors = [
  {
    name: 'memories of excluded projects are sent to the endpoint',
    file: 'src/store/vectors/keep.ts',
    find: '.all(JSON.stringify(ids), JSON.stringify(exceptProjects));',
    replace: '.all(JSON.stringify(ids), JSON.stringify([] ?? exceptProjects));',
    tests: LOOP,
  },
  {
    name: 'memories are sent while capture is paused',
    file: 'src/worker/vectors/embedding-loop.ts',
    find: 'if (ending.signal.aborted || isPaused(paths.paused)) return false;',
    replace: 'if (ending.signal.aborted) return false;',
    tests: LOOP,
  },
  {
    name: 'a secret in a search is sent to the endpoint',
    file: 'src/vectors/search.ts',
    find: 'createRedactor(settings()).text(text).slice',
    replace: 'text.slice',
    tests: SEARCH,
  },
  {
    name: 'a failed endpoint is asked by every search',
    file: 'src/vectors/search.ts',
    find: 'pause.start(embedder.identity);\n        return null;',
    replace: 'return null;',
    tests: SEARCH,
  },
  {
    name: 'what contains all words does not stay first',
    file: 'src/recall/search/fuse.ts',
    find: 'const exact = ranked.order.filter((key) => containsAll(ranked, key));',
    replace: 'const exact = ranked.order.filter((key) => containsAll(ranked, key) && false);',
    tests: ['src/recall/search/fuse.test.ts'],
  },
  {
    name: 'the vector of an edited text is stored',
    file: 'src/store/vectors/keep.ts',
    find: ' and ${EMBEDDED_TEXT[kind]} = @text`',
    replace: ' and @text = @text`',
    tests: LOOP,
  },
  {
    name: 'a superseded memory keeps its vector',
    file: 'src/store/sqlite/migrations/0008_vectors.sql',
    find: 'or new.hidden_until is not null or new.superseded_by is not null\n',
    replace: 'or new.hidden_until is not null\n',
    tests: ['src/store/vectors/keep.test.ts'],
  },
  {
    name: 'a deleted memory keeps its vector',
    file: 'src/store/sqlite/migrations/0008_vectors.sql',
    find: "create trigger observations_vector_delete after delete on observations begin\n  delete from vectors where kind = 'observation' and memory_id = old.id;",
    replace:
      "create trigger observations_vector_delete after delete on observations begin\n  delete from vectors where kind = 'observation' and memory_id = -old.id;",
    tests: LOOP,
  },
  {
    name: 'vectors are made over the budget',
    file: 'src/worker/vectors/endpoint-state.ts',
    find: 'isOverBudget = !isWithinBudget();',
    replace: 'isOverBudget = false && !isWithinBudget();',
    tests: LOOP,
  },
].map((fault) => ({ area: 'Vectors', ...fault }));
