// `c-mem sessions`: the sessions of a project, newest first.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import { HOSTS } from '../../../hosts/index.ts';
import { clock, day } from '../../../recall/format.ts';
import { wholeNumber } from '../../args/numbers.ts';
import { chosenProject, projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'sessions',
    description: "List a project's sessions, newest first",
    examples: ['c-mem sessions', 'c-mem sessions --project shop --limit 5'],
  },
  args: {
    project: { type: 'string', description: "Project ID, path, or name (default: this folder's project)" },
    limit: { type: 'string', description: 'Maximum number of sessions', default: '20' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const limit = wholeNumber('limit', args.limit, 1, 10_000);
    const sessions = await withStore((store) => {
      const project = chosenProject(store, args.project);
      if (!project) throw new CMemError('PROJECT_UNKNOWN', `No sessions captured for ${projectHere().name} yet`);
      return store.memories.recentSessions(project.id, limit, null);
    });
    if (args.json) return printJson(sessions);
    if (sessions.length === 0) return print('No sessions yet.');
    for (const session of sessions) {
      print(
        `${day(session.lastEventAt)} ${clock(session.lastEventAt)}  ${session.id}  ${titleOf(session.host)}, ${session.status}, ${session.prompts} prompt${session.prompts === 1 ? '' : 's'}`,
        `    ${session.title ?? '(no title yet)'}`,
      );
    }
  },
});

const titleOf = (host: string) => HOSTS.find(({ name }) => name === host)?.title ?? host;
