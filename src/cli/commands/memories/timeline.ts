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
  meta: { name: 'timeline', description: 'Shows what happened around a memory, such as: c-mem timeline 12' },
  args: {
    id: { type: 'positional', required: true, description: 'the memory in the middle: 12 or S3' },
    before: { type: 'string', description: 'How many before it', default: '10' },
    after: { type: 'string', description: 'How many after it', default: '10' },
    session: { type: 'boolean', description: 'Only its own session' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    const { kind, id } = memoryId(args.id);
    if (kind === 'prompt')
      throw new CMemError('USAGE', `${args.id} is a prompt; a timeline is drawn around a memory, such as 12 or S3`);
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
