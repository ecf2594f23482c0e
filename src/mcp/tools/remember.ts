// remember: adds a memory that the user or the agent wants to keep.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createCleaner } from '../../capture/clean/index.ts';
import { remember } from '../../capture/remember.ts';
import { FINDING_TYPES } from '../../domain/memory-types.ts';
import { branchOf } from '../../recall/context/working-tree.ts';
import { answer, type Deps } from '../deps.ts';
import { registerTool } from '../tool.ts';

export function registerRemember(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'remember',
    description:
      'Save something for future sessions in this project: a decision, a gotcha. Work is recorded automatically. Never save secrets.',
    input: z.strictObject({
      text: z.string().min(1).max(20_000),
      title: z.string().max(200).optional(),
      type: z.enum(FINDING_TYPES).optional(),
      concepts: z.array(z.string()).max(10).optional(),
      files: z.array(z.string()).max(20).optional().describe('Files it is about'),
    }),
    output: z.object({ outcome: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    run: (wish) =>
      deps.withStore((store) => {
        const settings = deps.settings();
        const made = remember(store, wish, {
          project: deps.project,
          branch: branchOf(deps.project.worktree),
          now: deps.now(),
          cleaner: createCleaner(settings),
        });
        const outcome = `Remembered as #${made.id}: ${made.title}`;
        return answer([outcome], { outcome });
      }),
  });
}
