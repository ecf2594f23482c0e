// Machines of a team as their users have them: homes with real workers, set up with the real commands.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './postgres.ts';
import { createScratch, killAndWait, type Ran, ROOT, run, type Scratch, waitFor } from './scratch.ts';
import { createRandom } from './team-torture.ts';

export interface TeamHome {
  scratch: Scratch;
  /** Runs `c-mem …` in the folder of a project; fails the test if the command fails. */
  cli(args: string[], options?: { project?: string; input?: string }): Promise<string>;
  /** The same, whatever comes of it. */
  tryCli(args: string[], options?: { project?: string; input?: string }): Promise<Ran>;
  folder(project: string): string;
  titles(): { title: string; author: string | null }[];
}

export function createTeamHome(projects: string[] = ['shop']): TeamHome {
  const scratch = createScratch();
  Object.assign(scratch.env, { C_MEM_PORT: '0' });
  const folder = (project: string) => join(scratch.home, 'code', project);
  for (const project of projects) {
    mkdirSync(folder(project), { recursive: true });
    execFileSync('git', ['init', '-q', folder(project)]);
    execFileSync('git', ['-C', folder(project), 'remote', 'add', 'origin', `https://github.com/acme/${project}.git`]);
  }
  const tryCli: TeamHome['tryCli'] = (args, { project = 'shop', input } = {}) =>
    run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...args], scratch.env, input, folder(project));
  return {
    ...{ scratch, folder, tryCli },
    async cli(args, options) {
      const { code, stdout, stderr } = await tryCli(args, options);
      if (code !== 0) throw new Error(`c-mem ${args.join(' ')}: ${stderr}${stdout}`);
      return stdout;
    },
    titles: () => scratch.rows("select title, author from observations where type <> 'rule' order by title"),
  };
}

/** Creates the team with the owner's home. */
export async function createTeamWith(cluster: Cluster, owner: TeamHome, name: string): Promise<void> {
  const file = join(owner.scratch.home, 'admin-password');
  writeFileSync(file, cluster.adminPassword, { mode: 0o600 });
  await owner.cli(['team', 'create', cluster.address, '--as', name, '--password-file', file]);
}

/** Invites somebody and has them join, and accept the projects. */
export async function joinTeam(
  owner: TeamHome,
  home: TeamHome,
  name: string,
  options: { project?: string; role?: string } = {},
): Promise<void> {
  const { project, role = 'writer' } = options;
  const args = ['team', 'invite', name, '--role', role, '--json', ...(project ? ['--project', project] : [])];
  const { link } = JSON.parse(await owner.cli(args)) as { link: string };
  await home.cli(['team', 'join'], { input: link });
}

/** Kills workers and restarts the server while memories are made on all machines; then all must have all of them, once. */
export async function runKills(
  cluster: Cluster,
  homes: TeamHome[],
  size: { memories: number; kills: number; restarts: number; seed: number },
): Promise<{ made: string[]; seen: string[][] }> {
  const random = createRandom(size.seed);
  const made: string[] = [];
  const making = homes.map(async (home, place) => {
    for (let n = 0; n < size.memories; n += 1) {
      const title = `torture ${size.seed} ${place} ${n}`;
      await home.cli(['remember', title]);
      made.push(title);
    }
  });
  const breaking = (async () => {
    for (let kill = 0; kill < size.kills; kill += 1) {
      const home = homes[random(homes.length)] as TeamHome;
      await home.tryCli(['worker', 'start']);
      await sleep(random(400));
      const { pid } = (await home.scratch.status()).worker;
      if (pid !== null) await killAndWait(pid, 'SIGKILL');
      if (size.restarts > 0 && kill % Math.ceil(size.kills / size.restarts) === 0) {
        await cluster.stop(random(2) ? 'fast' : 'immediate');
        await sleep(random(300));
        await cluster.start();
      }
    }
  })();
  await Promise.all(making);
  await breaking;
  for (const home of homes) await home.cli(['worker', 'start']);
  const titlesOf = (home: TeamHome) =>
    home
      .titles()
      .map(({ title }) => title)
      .filter((title) => title.startsWith(`torture ${size.seed} `))
      .sort();
  await waitFor(
    () => homes.every((home) => titlesOf(home).length >= made.length),
    'all memories on all machines',
    180_000,
  );
  return { made: made.sort(), seen: homes.map(titlesOf) };
}
