// forget: hides memories at the user's request. They are deleted a week later, until when the user can take them back.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CMemError } from '../../domain/errors.ts';
import type { MemoryKind } from '../../domain/filter.ts';
import { exampleLines, forgottenInWords, hostFileLines } from '../../recall/forgetting.ts';
import { day } from '../../recall/format.ts';
import { formatId, parseId } from '../../recall/ids.ts';
import type { Store } from '../../store/index.ts';
import { answer, type Deps } from '../deps.ts';
import { registerTool } from '../tool.ts';

const MOST_EXAMPLES = 50;
/** How long the user can take back what an agent forgot. */
const UNDO_MS = 7 * 24 * 3600_000;

export function registerForget(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'forget',
    description:
      'Delete memories and their events (hidden for 7 days first). Only when the user asks. "P4" deletes a whole turn.',
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
      const targets = ids.map(String).map((text) => {
        const id = parseId(text);
        if (!id) throw new CMemError('MEMORY_UNKNOWN', `"${text}" is not a memory ID`);
        return id;
      });
      return deps.withStore((store) => {
        const rule = targets.flatMap((target) => ruleIn(store, target))[0];
        if (rule !== undefined)
          throw new CMemError('REQUEST_INVALID', `This would forget the rule #${rule}, which only the user can do`, {
            fix: `Ask the user to run \`c-mem rules forget ${rule}\`.`,
          });
        const would = store.forgetting.forget(targets, deps.now(), true);
        if (would.observations + would.summaries + would.prompts + would.hostMemories === 0)
          throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${ids.join(', ')}`);
        const examples = exampleLines(store, targets, would, MOST_EXAMPLES);
        const rest = hostFileLines(store, targets);
        const done = dryRun
          ? `Would forget ${forgottenInWords(would)}:\n${examples.join('\n')}`
          : `Forgotten: ${forgottenInWords(would)}. ${hideFor(store, targets, deps.now())}`;
        const outcome = [done, ...rest].join('\n');
        return answer([outcome], { outcome });
      });
    },
  });
}

function hideFor(store: Store, targets: { kind: MemoryKind; id: number }[], now: number): string {
  const until = now + UNDO_MS;
  store.transact(() => {
    for (const { kind, id } of targets) {
      if (kind === 'prompt') store.forgetting.later([{ kind, id }], until);
      else if (!store.forgetting.hidden().some((each) => each.kind === kind && each.id === id))
        store.memories.hide(kind, id, until);
    }
  });
  const ids = targets.map(({ kind, id }) => formatId(kind, id)).join(' ');
  return `Hidden now, deleted on ${day(until)}. Until then, the user can run \`c-mem forget --undo ${ids}\`.`;
}

/** The rules that a target would take along. */
function ruleIn(store: Store, { kind, id }: { kind: MemoryKind; id: number }): number[] {
  if (kind === 'observation') return store.rules.is(id) ? [id] : [];
  const turn = kind === 'prompt' ? store.turns.findPrompt(id) : null;
  if (!turn) return [];
  return store.rules
    .list(null)
    .filter(({ sessionId, promptNumber }) => sessionId === turn.sessionId && promptNumber === turn.number)
    .map((rule) => rule.id);
}
