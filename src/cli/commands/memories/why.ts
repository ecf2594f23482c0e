// `c-mem why`: what C-Mem put before an agent in a session, and why.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import { explain, whyLines } from '../../../recall/why.ts';
import type { Store } from '../../../store/index.ts';
import { chosenProject, projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

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
  if (id !== undefined) return store.sessions.named(id);
  const project = chosenProject(store, named);
  if (!project) throw new CMemError('PROJECT_UNKNOWN', `No sessions captured for ${named ?? projectHere().name} yet`);
  const [session] = store.memories.recentSessions(project.id, 1, null);
  if (!session) throw new CMemError('SESSION_UNKNOWN', 'No sessions yet');
  return session;
}

const sourcesOf = (store: Store, { id }: Found) => ({
  injections: store.injections.ofSession(id),
  prompts: store.turns.prompts(id),
  reader: store.memories,
});
