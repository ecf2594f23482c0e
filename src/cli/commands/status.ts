// `c-mem status`: is it capturing, and is anything wrong.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../config/paths.ts';
import { loadSettings } from '../../config/settings.ts';
import { version } from '../../config/version.ts';
import { print, printJson } from '../output.ts';
import { readStatus, type Status } from '../status.ts';

export default defineCommand({
  meta: { name: 'status', description: 'Tells whether it is capturing, and whether anything is wrong.' },
  args: { json: { type: 'boolean', description: 'Print as JSON' } },
  async run({ args }) {
    const paths = resolvePaths();
    const status = await readStatus(paths, loadSettings(paths.settings).problems);
    if (args.json) return printJson(status);
    print(...describe(status));
  },
});

function describe(status: Status): string[] {
  const { worker, queue } = status;
  const lines = [
    `c-mem ${version}  ${status.home}`,
    '',
    worker.running
      ? `Worker      running (process ${worker.pid}, ${worker.rssMb} MB)`
      : 'Worker      not running; it starts with the next session',
    `Captured    ${count(status.events, 'event')} in ${count(status.sessions, 'session')}, ${count(status.prompts, 'prompt')}`,
    `Remembered  ${count(status.observations, 'observation')}, ${status.summaries} ${status.summaries === 1 ? 'summary' : 'summaries'}`,
    `Last event  ${status.lastEventAt ?? 'none yet'}`,
    `Waiting     ${status.spool} in the spool, ${queue.waiting} in the queue${queue.failed > 0 ? `, ${queue.failed} failed` : ''}`,
  ];
  if (status.quarantine > 0) lines.push(`Quarantine  ${count(status.quarantine, 'file')} that could not be read`);
  if (status.unreadable > 0)
    lines.push(`Unreadable  ${count(status.unreadable, 'answer')} of the model, in part or as a whole`);
  for (const problem of status.problems) lines.push('', `! ${problem.message}.`, `  ${problem.fix}`);
  return lines;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
