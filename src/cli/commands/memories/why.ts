// `c-mem why`: what C-Mem put before an agent in a session, and why.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import { explain, whyLines } from '../../../recall/why.ts';
import type { Store } from '../../../store/index.ts';
import { chosenProject, projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

const MOST_SESSIONS = 10_000;
/** Fewer characters of an ID are a guess. */
const FEWEST_OF_ID = 4;

export default defineCommand({
  meta: {
    name: 'why',
    description: 'Show what an agent was told in a session, and why',
    examples: ['c-mem why', 'c-mem why 3f2a9c1d'],
  },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "Session ID or its beginning (default: this project's last session)",
    },
    project: { type: 'string', description: "Project ID, path, or name (default: this folder's project)" },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const { session, whys } = await withStore((store) => {
      const found = findSession(store, args.session, args.project);
      return { session: found, whys: explain(sourcesOf(store, found)) };
    });
    if (args.json) return printJson({ session: session.id, injections: whys });
    print(`Session ${session.id}${session.title ? `: ${session.title}` : ''}`);
    print(...(whys.length === 0 ? ['Nothing was put before its agent.'] : whyLines(whys)));
  },
});

interface Found {
  id: string;
  title: string | null;
}

function findSession(store: Store, id: string | undefined, named: string | undefined): Found {
  const exact = id === undefined ? null : store.sessions.find(id);
  if (id !== undefined && exact) return { id, title: exact.title };
  const project = chosenProject(store, named);
  if (!project) throw new CMemError('PROJECT_UNKNOWN', `No sessions captured for ${named ?? projectHere().name} yet`);
  const sessions = store.memories.recentSessions(project.id, id === undefined ? 1 : MOST_SESSIONS, null);
  const matching = sessions.filter((session) => id === undefined || session.id.startsWith(id));
  const [session] = matching;
  if (id !== undefined && (id.length < FEWEST_OF_ID || matching.length > 1))
    throw new CMemError('USAGE', `"${id}" is not enough of a session ID`, { fix: 'Give more of its characters.' });
  if (!session)
    throw new CMemError('SESSION_UNKNOWN', id === undefined ? 'No sessions yet' : `There is no session ${id}`, {
      fix: '`c-mem sessions` lists them.',
    });
  return { id: session.id, title: session.title };
}

const sourcesOf = (store: Store, { id }: Found) => ({
  injections: store.injections.ofSession(id),
  prompts: store.turns.prompts(id),
  reader: store.memories,
});
