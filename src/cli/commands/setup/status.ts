// `c-mem status`: whether it is capturing, and whether anything is wrong.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { version } from '../../../config/version.ts';
import { describeTeam, describeVectors, examine } from '../../../health/index.ts';
import { ago } from '../../../recall/format.ts';
import { count } from '../../args/numbers.ts';
import { readStatus, type Status } from '../../status-report.ts';
import { paint, print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'status',
    description: 'Show capture status and any problems',
    examples: ['c-mem status', 'c-mem status --json'],
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  async run({ args }) {
    const paths = resolvePaths();
    const health = await examine(paths, { now: Date.now(), here: process.cwd(), asksWorker: true });
    const status = await readStatus(paths, health);
    if (args.json) return printJson(status);
    print(...describe(status));
  },
});

function describe(status: Status): string[] {
  const { worker, queue, today } = status;
  const lines = [
    `${paint('bold', `c-mem ${version}`)}  ${paint('dim', status.home)}`,
    '',
    row('Capturing', capturing(status)),
    row('Today', `${count(today.observations, 'observation')}, ${count(today.summaries, 'summary', 'summaries')}`),
    ...today.titles.map((title) => `            ${paint('dim', '·')} ${fitted(title, 66)}`),
    row(
      'Remembered',
      `${count(status.observations, 'observation')}, ${count(status.summaries, 'summary', 'summaries')}${
        status.hostMemories > 0 ? `, ${count(status.hostMemories, 'host memory', 'host memories')}` : ''
      }`,
    ),
    row(
      'Captured',
      `${count(status.events, 'event')} in ${count(status.sessions, 'session')}, ${count(status.prompts, 'prompt')}`,
    ),
    row(
      'Worker',
      worker.running
        ? `running (process ${worker.pid}, ${worker.rssMb} MB${worker.url ? `, ${worker.url}` : ''})`
        : 'not running; it starts with the next session',
    ),
    row(
      'Waiting',
      `${status.spool} in the spool, ${queue.waiting + queue.running} in the queue${queue.failed > 0 ? `, ${queue.failed} failed` : ''}`,
    ),
  ];
  lines.push(
    row('SQLite', `${status.engine === 'node:sqlite' ? 'built into Node' : 'native module'} (${status.engine})`),
  );
  if (status.team) {
    const [team, exchanged] = describeTeam(status.team, Date.now()).lines.map(([, text]) => text);
    lines.push(row('Team', `${team}; last exchange ${exchanged}`));
  }
  if (status.hidden > 0)
    lines.push(
      row(
        'Hidden',
        `${count(status.hidden, 'memory', 'memories')} that an agent forgot; \`c-mem forget --hidden\` shows them`,
      ),
    );
  if (status.vectors) lines.push(row('Vectors', describeVectors(status.vectors)));
  if (status.quarantine > 0) lines.push(row('Quarantine', `${count(status.quarantine, 'unreadable file')}`));
  if (status.unreadable > 0)
    lines.push(row('Unreadable', `${count(status.unreadable, 'model answer')}, in part or completely`));
  for (const problem of status.problems) lines.push('', paint('yellow', `! ${problem.message}.`), `  ${problem.fix}`);
  for (const offer of status.offers) lines.push('', `${offer.message}.`, `${offer.fix}`);
  return lines;
}

const row = (name: string, text: string) => `${name.padEnd(12)}${text}`;

const fitted = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

function capturing({ stoppedBy, lastEventAt }: Status): string {
  const last = lastEventAt ? `last event ${ago(Date.parse(lastEventAt), Date.now())}` : 'nothing yet: start a session';
  return stoppedBy ? `${paint('red', 'NO')}: ${stoppedBy.message}` : `${paint('green', 'yes')}, ${last}`;
}
