// What the commands of `c-mem team` have in common.
import { identifyProject } from '../../../capture/project.ts';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { isAgentShell } from '../../../hosts/index.ts';
import type { KnownProject, Store } from '../../../store/index.ts';
import { type Hello, openServer, type TeamServer } from '../../../team/server.ts';
import { type Exchanged, exchange } from '../../../team/sync.ts';
import { type FoundAccess, findAccess } from '../../../team/team-file.ts';
import { projectHere } from '../../store.ts';
import { startWorker } from '../../worker-control.ts';

export const json = { json: { type: 'boolean', description: 'Print JSON' } } as const;
export const project = {
  type: 'positional',
  required: false,
  description: "Project ID, path, or name (default: this folder's)",
} as const;

/** Whoever can run commands could otherwise send memories to a server of their own. */
export function requirePerson(what: string): void {
  if (isAgentShell())
    throw new CMemError('USAGE', `Only a person can ${what}, and this runs in an agent's shell`, {
      fix: 'Run it in your own terminal.',
    });
}

export function requireAccess(): FoundAccess {
  const found = findAccess(resolvePaths());
  if (!found) throw new CMemError('TEAM_UNKNOWN', 'No team is set up on this machine');
  return found;
}

export async function withServer<T>(work: (server: TeamServer, hello: Hello) => Promise<T>): Promise<T> {
  const server = await openServer(requireAccess().access);
  try {
    return await work(server, await server.hello());
  } finally {
    await server.end();
  }
}

/** One exchange in this process, beside that of the worker. */
export function exchangeNow(store: Store, server: TeamServer): Promise<Exchanged> {
  const { settings } = loadSettings(resolvePaths().settings);
  return exchange(server, { store, settings, now: Date.now, accept: requireAccess().access.accept });
}

/** The worker exchanges in the background. */
export async function wakeWorker(): Promise<void> {
  await startWorker(resolvePaths()).catch(() => undefined);
}

/** The named project, or that of this folder, which is created if nothing was captured here yet. */
export function localProject(store: Store, named: string | undefined): KnownProject {
  if (named !== undefined) return store.projects.named(named, identifyProject);
  const here = projectHere();
  store.projects.ensure(here, Date.now());
  return store.projects.find(here.key) as KnownProject;
}

/** The project on the server with this name, identity or ID. */
export function remoteProject(hello: Hello, named: string): Hello['projects'][number] {
  const found = hello.projects.filter(
    ({ id, name, identity }) => name === named || identity === named || String(id) === named,
  );
  const [only, second] = found;
  if (only && !second) return only;
  throw new CMemError(
    'PROJECT_UNKNOWN',
    only ? `There are several projects named "${named}"` : `There is no shared project "${named}"`,
    {
      fix: `Shared with you: ${hello.projects.map(({ name, identity }) => `${name} (${identity})`).join(', ') || 'none'}.`,
    },
  );
}
