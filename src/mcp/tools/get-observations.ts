// get_observations: memories in full, by ID.
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CMemError } from '../../domain/errors.ts';
import type { MemoryKind } from '../../domain/filter.ts';
import { parseId } from '../../recall/ids.ts';
import { describeMemory } from '../../recall/show.ts';
import { createStalenessCheck } from '../../recall/staleness.ts';
import { noteAsked } from '../asked.ts';
import { answer, type Deps } from '../deps.ts';
import { registerTool } from '../tool.ts';

export function registerGetObservations(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'get_observations',
    description: 'Read memories in full, by the IDs that search, timeline and session start show.',
    input: z.strictObject({
      ids: z
        .array(z.union([z.string(), z.number()]))
        .min(1)
        .max(50),
    }),
    output: z.object({ memories: z.array(z.string()), unknown: z.array(z.string()).optional() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: ({ ids }) =>
      deps.withStore(async (store) => {
        const root = deps.project.worktree;
        const sources = {
          reader: store.memories,
          stale: createStalenessCheck(root),
          prompt: (id: number) => store.turns.findPrompt(id),
          root,
        };
        const unknown: string[] = [];
        const memories: string[] = [];
        const known: { kind: MemoryKind; id: number }[] = [];
        for (const text of ids.map(String)) {
          const id = parseId(text);
          const memory = id && describeMemory(id, sources);
          if (memory) {
            memories.push(memory.lines.join('\n'));
            known.push(id);
          } else unknown.push(text);
        }
        if (memories.length === 0)
          throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${unknown.join(', ')}`, {
            fix: 'IDs look like "#12" or "S3"; search shows them.',
          });
        noteAsked(store, deps, null, known, memories.join('\n').length);
        const missing = unknown.length > 0 ? [`Not found: ${unknown.join(', ')}`] : [];
        return answer([memories.join('\n\n'), ...missing], {
          memories,
          ...(unknown.length > 0 ? { unknown } : {}),
        });
      }),
  });
}
