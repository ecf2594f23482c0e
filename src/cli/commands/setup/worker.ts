// `c-mem worker start|stop|restart|status|run|logs`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { defineCommand } from 'citty';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { workerState } from '../../../health/index.ts';
import { wholeNumber } from '../../args/numbers.ts';
import { print, printJson } from '../../terminal/output.ts';
import { startWorker, stopWorker } from '../../worker-control.ts';

const json = { json: { type: 'boolean', description: 'Print JSON' } } as const;

const start = defineCommand({
  meta: { name: 'start', description: 'Start the worker in the background', examples: ['c-mem worker start'] },
  args: json,
  run: ({ args }) => report(startWorker, args.json === true),
});
const stop = defineCommand({
  meta: { name: 'stop', description: 'Stop the worker after its current job', examples: ['c-mem worker stop'] },
  args: json,
  run: ({ args }) => report(stopWorker, args.json === true),
});
const restart = defineCommand({
  meta: { name: 'restart', description: 'Stop the worker and start it again', examples: ['c-mem worker restart'] },
  args: json,
  run: ({ args }) =>
    report(async (paths) => {
      await stopWorker(paths);
      return startWorker(paths);
    }, args.json === true),
});
const status = defineCommand({
  meta: { name: 'status', description: 'Show whether the worker is running', examples: ['c-mem worker status'] },
  args: json,
  run: ({ args }) => report(async () => null, args.json === true),
});
const run = defineCommand({
  meta: {
    name: 'run',
    description: 'Run the worker in the foreground and print its log (Ctrl-C to stop)',
    examples: ['c-mem worker run'],
  },
  async run() {
    const { runWorker } = await import('../../../worker/bin.ts');
    process.exitCode = await runWorker(true);
  },
});
const logs = defineCommand({
  meta: {
    name: 'logs',
    description: 'Print the most recent worker log lines',
    examples: ['c-mem worker logs --lines 100'],
  },
  args: { lines: { type: 'string', description: 'Number of lines', default: '50' } },
  async run({ args }) {
    const wanted = wholeNumber('lines', args.lines, 1, 1_000_000);
    const { workerLog } = resolvePaths();
    if (!existsSync(workerLog)) return print('No log yet.');
    const lines = (await readFile(workerLog, 'utf8')).trimEnd().split('\n');
    print(...lines.slice(-wanted));
  },
});

export default defineCommand({
  meta: {
    name: 'worker',
    description: 'Control the background worker',
    examples: ['c-mem worker restart', 'c-mem worker logs --lines 100'],
  },
  subCommands: { start, stop, restart, status, run, logs },
});

async function report(act: (paths: Paths) => Promise<string | null>, asJson: boolean): Promise<void> {
  const paths = resolvePaths();
  const done = await act(paths);
  const now = workerState(paths);
  if (asJson) return printJson(now);
  if (!now.running) return print(done ?? 'The worker is not running.');
  print(`${done ?? 'The worker is running.'} Process ${now.pid}, ${now.rssMb} MB${now.url ? `, ${now.url}` : ''}.`);
}
