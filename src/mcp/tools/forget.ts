// forget: removes memories for good, at the user's wish.
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { parseId } from '../../recall/ids.ts';
import { forgetEverywhere } from '../../store/copies.ts';
import { type ForgetTarget, forget } from '../../store/forget.ts';
import { answer, type Desk, guarded } from '../desk.ts';

export function registerForget(server: McpServer, desk: Desk): void {
  server.registerTool(
    'forget',
    {
      description:
        'Delete memories for good, with what they were made of. Only when the user asks for it. "P4" deletes a whole turn.',
      inputSchema: z.object({
        ids: z
          .array(z.union([z.string(), z.number()]))
          .min(1)
          .max(50),
        dry_run: z.boolean().optional().describe('Only tell what would go'),
      }),
      outputSchema: z.object({ outcome: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ ids, dry_run: dryRun = false }) =>
      guarded(() =>
        desk.withStore((db) => {
          const targets: ForgetTarget[] = ids.map(String).map((text) => {
            const id = parseId(text);
            if (!id) throw new CMemError('MEMORY_UNKNOWN', `"${text}" is no id of a memory`);
            return id;
          });
          const { observations, summaries, prompts, events } = dryRun
            ? forget(db, targets, desk.now(), true)
            : forgetEverywhere(db, desk.paths, targets, desk.now()).forgotten;
          if (observations + summaries + prompts === 0)
            throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${ids.join(', ')}`);
          const gone = `${observations} observations, ${summaries} summaries, ${prompts} prompts, ${events} raw events`;
          const outcome = dryRun ? `Would forget ${gone}.` : `Forgotten: ${gone}.`;
          return answer([outcome], { outcome });
        }),
      ),
  );
}
