// Faults in merging and superseding findings.

const TESTS = ['src/store/memories/merge.test.ts'];
export const merging = [
  {
    name: 'bug 2 takes the place of bug 1',
    file: 'src/text/same-finding.ts',
    find: "  if (x.labels.length > 0 && y.labels.length > 0 && !isEqual(x.labels, y.labels)) return 'different';\n",
    replace: '  x.labels = y.labels = [];\n',
    tests: TESTS,
  },
  {
    name: '"disable" is merged into "enable"',
    file: 'src/text/same-finding.ts',
    find: '  const isOpposite = x.isNo !== y.isNo;\n',
    replace: '  const isOpposite = false;\n  y.isNo = x.isNo;\n',
    tests: TESTS,
  },
  {
    name: 'a finding that grew by another session keeps its words when that session is forgotten',
    file: 'src/store/forgetting/forget.ts',
    find: "  deleteGrown(db, tombstones, 'session_id = ?', [id], now);\n",
    replace: '',
    tests: TESTS,
  },
].map((fault) => ({ area: 'Merging', ...fault }));
