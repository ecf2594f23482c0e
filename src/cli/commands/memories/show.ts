// `c-mem show`: memories in full.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import { describeMemory } from '../../../recall/show.ts';
import { memoryId } from '../../args/memory-id.ts';
import { checkStaleness, projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'show',
    description: 'Show memories in full',
    examples: ['c-mem show 12', 'c-mem show 12 S3 P4 --json'],
  },
  args: {
    ids: {
      type: 'positional',
      variadic: true,
      description: 'Memory IDs: 12 is an observation, S3 a summary, P4 a prompt, H5 host memory',
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const ids = args._.map(memoryId);
    const root = projectHere().worktree;
    const shown = await withStore(async (store) => {
      const sources = {
        reader: store.memories,
        stale: checkStaleness(root),
        prompt: (id: number) => store.turns.findPrompt(id),
        root,
      };
      const found = [];
      for (const [index, id] of ids.entries()) {
        const memory = describeMemory(id, sources);
        if (!memory) throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${args._[index]}`);
        // Forgetting a memory takes the words of its prompt that say the same, sometimes all of them.
        if (memory.record['text'] === '') memory.lines.splice(1, 1, '(its words were forgotten)');
        found.push(memory);
      }
      return found;
    });
    if (args.json) return printJson(shown.map(({ record }) => record));
    print(...shown.flatMap(({ lines }, index) => (index === 0 ? lines : ['', ...lines])));
  },
});
