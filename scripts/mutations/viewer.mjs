// Faults in what the viewer asks for.

const FEED = ['src/http/routes/feed.test.ts'];
const NOW = ['src/http/routes/now.test.ts'];
const FORGET = ['src/http/routes/forget.test.ts'];
export const viewer = [
  {
    name: 'of two tabs that edit the same memory, the later one wins',
    file: 'src/http/routes/memories.ts',
    find: 'if (at !== undefined && store.memories.editedAt(kind, id) !== at)',
    replace: 'if (at === 0)',
    tests: ['src/http/routes/memories.test.ts'],
  },
  {
    name: 'the facets of a search ignore what it found',
    file: 'src/http/found.ts',
    find: 'count: ofType.filter(({ type }) => type === name).length,',
    replace: 'count: ofType.length,',
    tests: FEED,
  },
  {
    name: 'the feed lists the summary of a turn beside its findings',
    file: 'src/http/turn-feed.ts',
    find: "kind === 'observation' || !hasFinding || pinned || edited",
    replace: 'true',
    tests: FEED,
  },
  {
    name: 'the headline of a turn is what the agent was doing',
    file: 'src/http/turn-feed.ts',
    find: '(PROGRESS.test(title) ? 10 : 0)',
    replace: '0',
    tests: FEED,
  },
  {
    name: 'a facet counts only what its own filter leaves',
    file: 'src/store/memories/activity.ts',
    find: "'m.type as name', ['types']",
    replace: "'m.type as name', []",
    tests: FEED,
  },
  {
    name: 'every turn of a session that planned something is an open end',
    file: 'src/store/memories/left-off.ts',
    find: 'join summaries m on m.id = (\n       select id from summaries where session_id = s.id and hidden_until is null order by created_at desc, id desc limit 1)',
    replace: 'join summaries m on m.session_id = s.id',
    tests: NOW,
  },
  {
    name: 'the words of a forgotten memory stay in the explanation of why it was shown',
    file: 'src/store/forgetting/forget.ts',
    find: '      clearTermsOfForgotten(db);\n',
    replace: '',
    tests: NOW,
  },
  {
    name: 'a session that was forgotten with undo is never deleted',
    file: 'src/store/forgetting/forget.ts',
    find: '[...dueForgets(db, now), ...memories]',
    replace: 'memories',
    tests: FORGET,
  },
  {
    name: 'undo leaves the memories of a session hidden',
    file: 'src/store/forgetting/delayed.ts',
    find: '    for (const { target, until } of back) setHidden(db, target, until, null);\n',
    replace: '',
    tests: FORGET,
  },
];
