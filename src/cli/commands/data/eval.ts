// `c-mem eval`: measures search quality, with plain full-text search and grep as baselines.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { evalCommits } from '../../../eval/commits.ts';
import { evalHistory } from '../../../eval/history.ts';
import { evalLocomo } from '../../../eval/locomo.ts';
import { DEPTHS, type EvalReport, type Measured } from '../../../eval/measure.ts';
import { type EvalWatch, Stopped } from '../../../eval/pace.ts';
import { inWords } from '../../../eval/words.ts';
import { count } from '../../args/numbers.ts';
import { print, printJson } from '../../terminal/output.ts';
import { type Progress, startProgress } from '../../terminal/progress.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';

const json = { type: 'boolean', description: 'Print JSON' } as const;

export default defineCommand({
  meta: {
    name: 'eval',
    description: 'Measure search quality',
    examples: ['c-mem eval history', 'c-mem eval locomo locomo10.json --json'],
  },
  subCommands: {
    locomo: defineCommand({
      meta: {
        name: 'locomo',
        description: 'Score search on a dataset in the LoCoMo format',
        examples: ['c-mem eval locomo locomo10.json'],
      },
      args: { file: { type: 'positional', required: true, description: 'JSON file of conversations' }, json },
      async run({ args }) {
        const report = await evalLocomo(args.file);
        if (args.json) return printJson(report);
        print(count(report.queries, 'question'));
        printTable(report);
      },
    }),
    commits: defineCommand({
      meta: {
        name: 'commits',
        description: 'Score how well searching for a commit subject finds the session that made the commit',
        examples: ['c-mem eval commits queries.json --transcripts sessions'],
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
        await watched(args.json, (watch) => evalCommits(args.queries, args.transcripts, watch));
      },
    }),
    history: defineCommand({
      meta: {
        name: 'history',
        description: 'Score how well your memories are found, on the commits made in your sessions',
        examples: ['c-mem eval history'],
      },
      args: { json },
      async run({ args }) {
        await watched(args.json, (watch) => evalHistory(resolvePaths().database, watch));
      },
    }),
  },
});

type CommitReport = EvalReport & { note?: string | undefined };

/** Shows its progress, and ends at Ctrl-C without a trace. */
async function watched(asJson: boolean | undefined, run: (watch: EvalWatch) => Promise<CommitReport>): Promise<void> {
  let shown: { what: string; progress: Progress } | null = null;
  const onProgress: EvalWatch['onProgress'] = (what, done, total) => {
    if (shown?.what !== what) {
      shown?.progress.end();
      shown = { what, progress: startProgress(what, total) };
    }
    shown.progress.update(done);
  };
  const end = (note: string) => (shown as { progress: Progress } | null)?.progress.end(note);
  try {
    const report = await withStopSignal((isStopped) => run({ isStopped, onProgress }));
    end('done');
    show(report, asJson);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    end('stopped');
    process.stderr.write('Stopped. Nothing was measured or changed.\n');
    process.exitCode = 1;
  }
}

function show(report: CommitReport, asJson: boolean | undefined): void {
  if (asJson) return printJson(report);
  if (report.queries > 0) print(...inWords(report));
  if (report.note) print(report.note);
  if (report.queries > 0) printTable(report);
}

function printTable(report: EvalReport): void {
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
