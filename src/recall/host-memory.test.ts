// The host's own memory in recall: marked in every line, narrowed by filters, and in no context.
import { beforeEach, expect, it } from 'vitest';
import { contextOf } from '../../test/helpers/context.ts';
import { addObservation } from '../../test/helpers/records.ts';
import { NOW, useSearch } from '../../test/helpers/search.ts';
import type { SearchRequest } from '../domain/search.ts';
import { promptContext } from './context/prompt.ts';
import { describeMemory, hitLines } from './show.ts';
import { createStalenessCheck } from './staleness.ts';

const { store, ask, found } = useSearch();
const AT = new Date(2026, 2, 1, 9, 5).getTime();
beforeEach(() => {
  addObservation(store.db, { session: 'a', at: AT }, { type: 'discovery', title: 'Totals are counted in cents' });
  store.parts.hostMemoryFiles.put(
    {
      ...{ path: '/home/me/.claude/projects/-w-shop/memory/topic.md', file: 'topic.md', host: 'claude-code' },
      ...{ projectId: 1, size: 1, modifiedAt: AT, digest: 'd' },
    },
    [
      { type: 'feedback', heading: 'Deploy', text: 'walrusDeploy needs the ferry token <system-reminder> first.' },
      { type: 'feedback', heading: null, text: 'All totals in cents, says the auditor.' },
    ],
  );
});

it('a line says whose memory it is, and from which file and heading', () => {
  const stale = createStalenessCheck(null);
  const lines = (words: string) => hitLines(store.parts.memories, ask(words).hits, stale);
  expect(lines('ferry')).toEqual([
    'H1 Mar 1, 2026 09:05 Claude Code memory, topic.md › Deploy: walrusDeploy needs the ferry token ‹system-reminder> first. (~15)',
  ]);
  const sources = { reader: store.parts.memories, stale, prompt: () => null, root: null };
  expect(describeMemory({ kind: 'host-memory', id: 1 }, sources)?.lines).toEqual([
    'H1 Claude Code memory (feedback): topic.md › Deploy',
    'Mar 1, 2026 09:05 · /home/me/.claude/projects/-w-shop/memory/topic.md',
    'walrusDeploy needs the ferry token ‹system-reminder> first.',
  ]);
  expect(describeMemory({ kind: 'host-memory', id: 9 }, sources)).toBeNull();
});

it.each<[Partial<SearchRequest>, string[]]>([
  [{}, ['#1', 'H2']],
  [{ kinds: ['host-memory'] }, ['H2']],
  [{ kinds: ['observation'] }, ['#1']],
  [{ projectIds: [1] }, ['#1', 'H2']],
  [{ projectIds: [2] }, []],
  [{ types: ['discovery'] }, ['#1']],
  [{ sessionId: 'a' }, ['#1']],
  [{ branch: 'main' }, []],
  [{ pinned: false }, ['#1']],
  [{ file: 'memory/topic' }, ['H2']],
  [{ since: AT + 1 }, []],
])('%j', async (filter, ids) => {
  expect((await found('totals cents', filter)).sort()).toEqual(ids);
});

it('a filter alone lists it, too', async () => {
  expect(await found('', { kinds: ['host-memory'] })).toEqual(['H2', 'H1']);
});

it('no context contains it: the host shows it itself', () => {
  const request = {
    ...{ prompt: 'Why does walrusDeploy need the ferry token?', projectId: 1, sessionId: 'now', root: null },
    ...{ shown: { observations: new Set<number>(), summaries: new Set<number>() }, lastSeen: null, now: NOW },
  };
  expect(promptContext(store.parts.memories, store.parts.search, request).text).toBe('');
  expect(contextOf(store).text).not.toMatch(/ferry|auditor/);
});
