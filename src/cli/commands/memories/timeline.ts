// `c-mem timeline`: what happened around a memory.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import { timeline } from '../../../recall/search/timeline.ts';
import { timelineLines } from '../../../recall/show.ts';
import { memoryId } from '../../args/memory-id.ts';
import { wholeNumber } from '../../args/numbers.ts';
import { withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'timeline',
    description: 'Show what happened before and after a memory',
    examples: ['c-mem timeline 12', 'c-mem timeline S3 --before 3 --after 3 --session'],
  },
  args: {
    id: { type: 'positional', required: true, description: 'Memory to center the timeline on, such as 12 or S3' },
    before: { type: 'string', description: 'Number of memories before it', default: '10' },
    after: { type: 'string', description: 'Number of memories after it', default: '10' },
    session: { type: 'boolean', description: 'Only memories from the same session' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const { kind, id } = memoryId(args.id);
    if (kind !== 'observation' && kind !== 'summary')
      throw new CMemError(
        'USAGE',
        `${args.id} is ${kind === 'prompt' ? 'a prompt' : 'host memory'}, and a timeline needs an observation or a summary`,
        {
          fix: 'Use an ID such as 12 or S3; `c-mem search` shows them.',
        },
      );
    const before = wholeNumber('before', args.before, 0, 200);
    const after = wholeNumber('after', args.after, 0, 200);
    const found = await withStore((store) =>
      timeline(store.memories, {
        anchor: { kind, id },
        before,
        after,
        sessionOnly: args.session ?? false,
      }),
    );
    if (!found) throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${args.id}`);
    if (args.json) return printJson(found.entries.map(({ kind: of, record }) => ({ kind: of, ...record })));
    print(...timelineLines(found));
  },
});
