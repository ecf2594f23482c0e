// The team, if one is set up: from what the worker stored about the last exchange.
import type { Paths } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import { type Finding, ok, warning } from '../domain/finding.ts';
import { ago } from '../recall/format.ts';
import type { Store } from '../store/index.ts';
import { showAddress } from '../team/address.ts';
import { CLIENT_LEVEL, SERVER_SCHEMA } from '../team/postgres/schema-version.ts';
import { openServer } from '../team/server.ts';
import { type AccessSource, findAccess } from '../team/team-file.ts';
import { count } from '../text/plural.ts';

export interface TeamState extends ReturnType<Store['team']['state']> {
  server: string | null;
  source: AccessSource | null;
  waiting: number;
  /** Since when the oldest waits. */
  waitingSince: number | null;
  projects: { name: string; localName: string; role: string; projectId: number }[];
}

/** Null if no team is set up. */
export function teamState(paths: Pick<Paths, 'team'>, store: Store): TeamState | null {
  let found: ReturnType<typeof findAccess> = null;
  let broken: CMemError | null = null;
  try {
    found = findAccess(paths);
    if (!found) return null;
  } catch (error) {
    if (!(error instanceof CMemError)) throw error;
    broken = error;
  }
  const state = store.team.state();
  const outbox = store.team.outbox();
  const problem = broken ? { code: broken.code, message: broken.message, fix: broken.fix, since: 0 } : state.problem;
  return {
    ...state,
    problem,
    server: found ? showAddress(found.access) : null,
    source: found?.source ?? null,
    waiting: outbox.waiting,
    waitingSince: outbox.since,
    projects: store.team
      .projects()
      .map(({ name, localName, role, projectId }) => ({ name, localName, role, projectId })),
  };
}

/** More than this, and edits of two machines may be ordered wrongly. */
const MOST_SKEW_MS = 60_000;

interface Problem {
  message: string;
  fix: string;
}

export function describeTeam(state: TeamState, now: number): { lines: [string, string][]; problems: Problem[] } {
  const { team, member, server, projects, offers } = state;
  const lines: [string, string][] = [
    ['Team', `${team ?? '(not reached yet)'}${server ? ` at ${server}` : ''}${member ? `, you are ${member}` : ''}`],
    ['Exchange', exchangeLine(state, now)],
  ];
  for (const { name, localName, role } of projects)
    lines.push([
      'Shared',
      `${localName}${localName === name ? '' : ` (there: ${name})`}, ${role === 'none' ? 'access was taken away' : role}`,
    ]);
  for (const { name, identity } of offers)
    lines.push(['To confirm', `${name} (${identity}): run \`c-mem team accept\` in its folder`]);
  return { lines, problems: problemsOf(state) };
}

function exchangeLine({ pulledAt, waiting }: TeamState, now: number): string {
  const last = pulledAt === null ? 'none yet' : ago(pulledAt, now);
  return `${last}; ${waiting === 0 ? 'nothing waits' : `${count(waiting, 'change')} to send`}`;
}

function problemsOf({ problem, source, skewMs, projects }: TeamState): Problem[] {
  const found: Problem[] = [];
  if (problem) found.push(problem);
  if (source === 'C_MEM_TEAM_URL')
    found.push({
      message: 'C_MEM_TEAM_URL contains a password, and every tool of the agent inherits it',
      fix: 'Use C_MEM_TEAM_FILE with a file from `c-mem team invite --machine --file FILE`.',
    });
  if (skewMs !== null && Math.abs(skewMs) > MOST_SKEW_MS)
    found.push({
      message: `The clock of this machine is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'behind' : 'ahead of'} the server's`,
      fix: 'Set the clock: the later of two edits wins.',
    });
  for (const { localName, role } of projects)
    if (role === 'none')
      found.push({
        message: `The access to ${localName} was taken away`,
        fix: 'Ask an owner of the team, or stop sharing it: `c-mem team unshare`.',
      });
  return found;
}

export function checkTeam(paths: Pick<Paths, 'team'>, store: Store, now: number): Finding[] {
  const state = teamState(paths, store);
  if (!state) return [];
  const { lines, problems } = describeTeam(state, now);
  if (problems.length > 0) return problems.map(({ message, fix }) => warning('team', message, fix));
  const words = lines.filter(([name]) => name === 'Team' || name === 'Exchange').map(([, text]) => text);
  return [ok('team', words.join('; last exchange '))];
}

/** Connects as the worker does: whether the server can be reached, and knows this machine and this version. */
export async function probeTeam(paths: Pick<Paths, 'team'>): Promise<Finding[]> {
  try {
    const found = findAccess(paths);
    if (!found) return [];
    const server = await openServer(found.access);
    try {
      const asked = Date.now();
      const hello = await server.hello();
      const took = Date.now() - asked;
      if (hello.schema < SERVER_SCHEMA || hello.minClient > CLIENT_LEVEL)
        return [
          warning(
            'team server',
            'The server and this c-mem have different versions',
            'Upgrade the older one: `c-mem team upgrade`, or `npm install -g c-mem@latest`.',
          ),
        ];
      const roles = hello.projects.map(({ name, role }) => `${role} of ${name}`).join(', ') || 'no projects';
      const skewMs = hello.now - (asked + took / 2);
      if (Math.abs(skewMs) > MOST_SKEW_MS)
        return [
          warning(
            'team server',
            `The clocks of this machine and the server differ by ${Math.round(Math.abs(skewMs) / 1000)} s`,
            'Set the clock: the later of two edits wins.',
          ),
        ];
      return [ok('team server', `responds in ${took} ms, schema ${hello.schema}; ${hello.member}: ${roles}`)];
    } finally {
      await server.end();
    }
  } catch (error) {
    if (!(error instanceof CMemError)) throw error;
    return [warning('team server', error.message, error.fix)];
  }
}
