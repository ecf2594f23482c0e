// Faults in recording everything once.

const INGEST = ['src/capture/ingest.test.ts'];
const MATCHING = ['src/capture/reconcile-matching.test.ts'];
const FORKS = ['src/capture/reconcile-forks.test.ts'];
export const once = [
  {
    name: 'a repeated event counts twice',
    file: 'src/store/ledger/events.ts',
    find: 'on conflict (session_id, key) do nothing`',
    replace: 'on conflict (session_id, key) do update set stored_at = excluded.stored_at`',
    tests: INGEST,
    only: 'sessions and turns',
  },
  {
    name: 'a tool call reported by both hook and transcript counts twice',
    file: 'src/capture/shape.ts',
    find: '      if (call.id) capture.key = `tool:${call.id}`;\n',
    replace: '',
    tests: MATCHING,
    only: 'a call and a prompt seen by both',
  },
  {
    name: 'a tool call without an ID counts twice',
    file: 'src/capture/ledger.ts',
    find: "if (store.events.matchesCallWithoutId(capture)) return { result: 'known', promptNumber: belongs.number };",
    replace: '',
    tests: MATCHING,
    only: 'hooks without call IDs',
  },
  {
    name: 'a fork stores the tool calls of its parent again',
    file: 'src/capture/ledger.ts',
    find: 'return line.length > 0 && store.events.sessionOfToolCall(capture.toolUseId, line) !== null;',
    replace: 'return line.length < 0;',
    tests: FORKS,
    only: 'forks',
  },
  {
    name: 'a fork stores the records of its parent again',
    file: 'src/store/ledger/transcripts.ts',
    find: 'if (owner !== null) return owner === sessionId ? null : owner;',
    replace: 'if (owner !== null) return null;',
    tests: FORKS,
    only: 'forks',
  },
  {
    name: 'a prompt whose spool file is read again counts twice',
    file: 'src/store/ledger/turns.ts',
    find: '  if (again) return again;\n',
    replace: '',
    tests: INGEST,
    only: 'sessions and turns',
  },
  {
    name: 'the same text typed twice counts once',
    file: 'src/store/ledger/turns.ts',
    find: 'where session_id = @sessionId and text_hash = @hash and ${seen} = 0',
    replace: 'where session_id = @sessionId and text_hash = @hash',
    tests: INGEST,
    only: 'sessions and turns',
  },
  {
    name: 'a fork whose prompts share one ID loses all but one',
    file: 'src/store/ledger/turns.ts',
    find: '(text_hash = @hash or (${seen} = 0 and abs(created_at - @at) < ${TOGETHER_MS}))',
    replace: '@hash is not null and @at is not null',
    tests: FORKS,
    only: 'forks',
  },
  {
    name: 'the end of a subagent is stored twice',
    file: 'src/capture/ledger.ts',
    find: "if (isSecondSighting(capture)) return { result: 'known', promptNumber: belongs.number };",
    replace: '',
    tests: ['src/capture/reconcile-subagents.test.ts'],
  },
  {
    name: 'events that arrived before their prompt stay with the previous turn',
    file: 'src/store/ledger/turns.ts',
    find: '...(sighting.promptId ? adoptEvents(db, sessionId, sighting.promptId, number) : []),',
    replace: '',
    tests: MATCHING,
    only: 'arrived before its prompt',
  },
].map((fault) => ({ area: 'Everything once', ...fault }));
