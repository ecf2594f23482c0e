// `c-mem eval`: measures search quality, with plain full-text search and grep as baselines.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { evalCommits } from '../../../eval/commits.ts';
import { evalHistory } from '../../../eval/history.ts';
import { evalLocomo } from '../../../eval/locomo.ts';
import { DEPTHS, type EvalReport, type Measured } from '../../../eval/measure.ts';
import { count } from '../../args/numbers.ts';
import { print, printJson } from '../../terminal/output.ts';

const json = { type: 'boolean', description: 'Print JSON' } as const;

export default defineCommand({
  meta: {
    name: 'eval',
    description: 'Measure search quality',
    examples: ['c-mem eval history', 'c-mem eval locomo locomo10.json --json'],
  },
  subCommands: {
    locomo: defineCommand({
      meta: { name: 'locomo', description: 'Score search on a dataset in the LoCoMo format' },
      args: { file: { type: 'positional', required: true, description: 'JSON file of conversations' }, json },
      async run({ args }) {
        show(await evalLocomo(args.file), 'question', args.json);
      },
    }),
    commits: defineCommand({
      meta: {
        name: 'commits',
        description: 'Score how well searching for a commit subject finds the session that made the commit',
      },
      args: {
        queries: {
          type: 'positional',
          required: true,
          description: 'JSON file with a list of {subject, gold: [session…]}',
        },
        transcripts: { type: 'string', required: true, description: 'Folder of <session>.jsonl files' },
        json,
      },
      async run({ args }) {
        show(await evalCommits(args.queries, args.transcripts), 'commit', args.json);
      },
    }),
    history: defineCommand({
      meta: { name: 'history', description: 'Run the `commits` test on commits from your own projects' },
      args: { json },
      async run({ args }) {
        show(await evalHistory(resolvePaths().database), 'commit', args.json);
      },
    }),
  },
});

function show(report: EvalReport & { note?: string | undefined }, what: string, asJson: boolean | undefined): void {
  if (asJson) return printJson(report);
  print(count(report.queries, what));
  if (report.note) print(report.note);
  if (report.queries === 0) return;
  print(
    '',
    `${''.padEnd(8)}${DEPTHS.map((k) => `recall@${k}`.padStart(11)).join('')}${columns('strict@10', 'hit@1', 'hit@5', 'hit@10', 'p50 ms', 'p95 ms', 'tokens')}`,
  );
  for (const name of ['ours', 'bm25', 'grep'] as const) print(`${name.padEnd(8)}${row(report[name])}`);
}

function row({ recall, strict, hit, p50ms, p95ms, tokens }: Measured): string {
  const share = (value: number | undefined) => `${((value ?? 0) * 100).toFixed(1)} %`;
  return (
    DEPTHS.map((k) => share(recall[k]).padStart(11)).join('') +
    columns(
      share(strict[10]),
      share(hit[1]),
      share(hit[5]),
      share(hit[10]),
      p50ms.toFixed(1),
      p95ms.toFixed(1),
      String(tokens),
    )
  );
}

const columns = (...values: string[]) => values.map((value) => value.padStart(11)).join('');
