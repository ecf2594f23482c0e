// timeline: what happened around a memory, or around the best match for a query.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { formatId, parseId } from '../../recall/ids.ts';
import { timeline } from '../../recall/search/timeline.ts';
import { timelineLines } from '../../recall/show.ts';
import type { Store } from '../../store/index.ts';
import { answer, type Deps, projectsOf } from '../deps.ts';
import { registerTool } from '../tool.ts';

const input = z.strictObject({
  id: z.union([z.string(), z.number()]).optional().describe('Memory ID as search shows it: "#12", "S3"'),
  query: z.string().optional().describe('Instead of id: uses the best match for these words'),
  before: z.number().int().min(0).max(50).optional().describe('Default 5'),
  after: z.number().int().min(0).max(50).optional().describe('Default 5'),
  project: z.string().optional().describe('For query; as in search'),
});

export function registerTimeline(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'timeline',
    description:
      'Show what happened before and after a memory, in order. Takes an ID, or a query whose best match is used.',
    input,
    output: z.object({ entries: z.array(z.string()) }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (asked) =>
      deps.withStore(async (store) => {
        const anchor = await findAnchor(store, deps, asked);
        const { before = 5, after = 5 } = asked;
        const found = timeline(store.memories, { anchor, before, after, sessionOnly: false });
        if (!found) throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${formatId(anchor.kind, anchor.id)}`);
        const entries = timelineLines(found);
        return answer(entries, { entries });
      }),
  });
}

async function findAnchor(
  store: Store,
  deps: Deps,
  asked: z.infer<typeof input>,
): Promise<{ kind: 'observation' | 'summary'; id: number }> {
  if (asked.id !== undefined && asked.query !== undefined)
    throw new CMemError('USAGE', 'timeline takes id or query, not both', { fix: 'Use one of them.' });
  if (asked.id !== undefined) {
    const named = parseId(String(asked.id));
    if (named?.kind === 'observation' || named?.kind === 'summary') return { kind: named.kind, id: named.id };
    throw new CMemError('MEMORY_UNKNOWN', `"${asked.id}" is not the ID of an observation or a summary`);
  }
  if (!asked.query?.trim()) throw new CMemError('USAGE', 'timeline needs id or query', { fix: 'Use one of them.' });
  const { hits } = await deps.search(store, {
    text: asked.query,
    projectIds: projectsOf(store, deps, asked.project),
    kinds: ['observation', 'summary'],
    limit: 1,
    offset: 0,
  });
  const [best] = hits;
  if (!best) throw new CMemError('MEMORY_UNKNOWN', `No memories match "${asked.query}"`, { fix: 'Try other words.' });
  return { kind: best.kind === 'summary' ? 'summary' : 'observation', id: best.id };
}
