// `c-mem worker start|stop|restart|status|run|logs`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { defineCommand } from 'citty';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { workerState } from '../../../health/index.ts';
import { wholeNumber } from '../../args/numbers.ts';
import { print, printJson } from '../../terminal/output.ts';
import { startWorker, stopWorker } from '../../worker-control.ts';

const json = { json: { type: 'boolean', description: 'Print as JSON' } } as const;

const start = defineCommand({
  meta: { name: 'start', description: 'Starts the worker in the background; does nothing where one runs.' },
  args: json,
  run: ({ args }) => tell(startWorker, args.json === true),
});
const stop = defineCommand({
  meta: { name: 'stop', description: 'Lets the worker finish what it holds, and ends it.' },
  args: json,
  run: ({ args }) => tell(stopWorker, args.json === true),
});
const restart = defineCommand({
  meta: { name: 'restart', description: 'Stops the worker and starts it again.' },
  args: json,
  run: ({ args }) =>
    tell(async (paths) => {
      await stopWorker(paths);
      return startWorker(paths);
    }, args.json === true),
});
const status = defineCommand({
  meta: { name: 'status', description: 'Tells whether the worker runs.' },
  args: json,
  run: ({ args }) => tell(async () => null, args.json === true),
});
const run = defineCommand({
  meta: { name: 'run', description: 'Runs the worker in the foreground, its log on the screen. Ctrl-C ends it.' },
  async run() {
    const { runWorker } = await import('../../../worker/main.ts');
    process.exitCode = await runWorker(true);
  },
});
const logs = defineCommand({
  meta: { name: 'logs', description: "Prints the end of the worker's log." },
  args: { lines: { type: 'string', description: 'How many lines', default: '50' } },
  async run({ args }) {
    const wanted = wholeNumber('lines', args.lines, 1, 1_000_000);
    const { workerLog } = resolvePaths();
    if (!existsSync(workerLog)) return print('There is no log yet.');
    const lines = (await readFile(workerLog, 'utf8')).trimEnd().split('\n');
    print(...lines.slice(-wanted));
  },
});

export default defineCommand({
  meta: { name: 'worker', description: 'Controls the background worker.' },
  subCommands: { start, stop, restart, status, run, logs },
});

async function tell(act: (paths: Paths) => Promise<string | null>, asJson: boolean): Promise<void> {
  const paths = resolvePaths();
  const said = await act(paths);
  const now = workerState(paths);
  if (asJson) return printJson(now);
  print(
    ...(said ? [said] : []),
    now.running
      ? `The worker is running: process ${now.pid}, ${now.rssMb} MB${now.url ? `, ${now.url}` : ''}.`
      : 'The worker is not running.',
  );
}
