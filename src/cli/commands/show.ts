// `c-mem show`: memories in full.
import { defineCommand } from 'citty';
import { CMemError } from '../../domain/errors.ts';
import { parseId } from '../../recall/ids.ts';
import { describeObservation, describeSummary } from '../../recall/show.ts';
import { createStalenessCheck } from '../../recall/staleness.ts';
import { createMemoryReader } from '../../store/recall.ts';
import { findPromptRow } from '../../store/turns.ts';
import { print, printJson } from '../output.ts';
import { projectHere, withStore } from '../store.ts';

export default defineCommand({
  meta: { name: 'show', description: 'Shows memories in full, by their ids, such as: c-mem show 12 S3 P4' },
  args: {
    ids: { type: 'positional', description: 'Ids as search shows them' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    const ids = args._.map((text) => {
      const id = parseId(text);
      if (!id) throw new CMemError('MEMORY_UNKNOWN', `"${text}" is no id of a memory`);
      return { ...id, text };
    });
    const root = projectHere().worktree;
    const shown = await withStore(async (db) => {
      const reader = createMemoryReader(db);
      const stale = createStalenessCheck(root);
      const found = [];
      for (const { kind, id, text } of ids) {
        if (kind === 'observation') {
          const [record] = await reader.observations([id]);
          const freshness = record ? stale.of(record.touches, record.at) : 'unknown';
          if (record)
            found.push({ record: { kind, ...record, freshness }, lines: describeObservation(record, freshness, root) });
          else throw unknown(text);
        } else if (kind === 'summary') {
          const [record] = await reader.summaries([id]);
          if (record) found.push({ record: { kind, ...record }, lines: describeSummary(record, root) });
          else throw unknown(text);
        } else {
          const record = findPromptRow(db, id);
          if (record)
            found.push({
              record: { kind, ...record },
              lines: [`P${id} prompt ${record.number} of session ${record.sessionId}`, record.text],
            });
          else throw unknown(text);
        }
      }
      return found;
    });
    if (args.json) return printJson(shown.map(({ record }) => record));
    print(...shown.flatMap(({ lines }, index) => (index === 0 ? lines : ['', ...lines])));
  },
});

const unknown = (text: string) => new CMemError('MEMORY_UNKNOWN', `There is no memory ${text}`);
