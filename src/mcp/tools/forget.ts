// forget: deletes memories permanently, at the user's request.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { exampleLines, forgottenInWords } from '../../recall/forgetting.ts';
import { parseId } from '../../recall/ids.ts';
import type { ForgetTarget } from '../../store/index.ts';
import { answer, type Deps } from '../deps.ts';
import { registerTool } from '../tool.ts';

const MOST_EXAMPLES = 50;

export function registerForget(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'forget',
    description:
      'Permanently delete memories and the events behind them. Only use it when the user asks. "P4" deletes a whole turn.',
    input: z.strictObject({
      ids: z
        .array(z.union([z.string(), z.number()]))
        .min(1)
        .max(50),
      dry_run: z.boolean().optional().describe('Show what would be deleted'),
    }),
    output: z.object({ outcome: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async run({ ids, dry_run: dryRun = false }) {
      const targets: ForgetTarget[] = ids.map(String).map((text) => {
        const id = parseId(text);
        if (!id) throw new CMemError('MEMORY_UNKNOWN', `"${text}" is not a memory ID`);
        return id;
      });
      return deps.withStore((store) => {
        const would = store.forgetting.forget(targets, deps.now(), true);
        if (would.observations + would.summaries + would.prompts === 0)
          throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${ids.join(', ')}`);
        const examples = exampleLines(store, targets, would, MOST_EXAMPLES);
        const outcome = dryRun
          ? `Would forget ${forgottenInWords(would)}:\n${examples.join('\n')}`
          : `Forgotten: ${forgottenInWords(store.forgetting.forgetEverywhere(deps.paths, targets, deps.now()).forgotten)}.`;
        return answer([outcome], { outcome });
      });
    },
  });
}
