// Several machines with real workers, set up by the real commands, on a real PostgreSQL.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureSession, payload, prompt } from '../helpers/payloads.ts';
import { type Cluster, createCluster, hasPostgres } from '../helpers/postgres.ts';
import { filesContaining, waitFor } from '../helpers/scratch.ts';
import { createTeamHome, createTeamWith, joinTeam, runKills, type TeamHome } from '../helpers/team-homes.ts';

describe.skipIf(!hasPostgres)('a team of machines with workers', () => {
  let cluster: Cluster;
  let ann: TeamHome;
  let bob: TeamHome;
  let rob: TeamHome;
  let eve: TeamHome;
  const homes: TeamHome[] = [];
  const home = (projects?: string[]) => {
    const made = createTeamHome(projects);
    homes.push(made);
    return made;
  };
  const has = (of: TeamHome, title: string) => of.titles().find((row) => row.title === title);
  const arrives = (of: TeamHome, title: string) => waitFor(() => has(of, title), `${title} to arrive`);

  beforeAll(async () => {
    cluster = await createCluster();
    ann = home(['shop', 'wiki']);
    await createTeamWith(cluster, ann, 'ann');
    await ann.cli(['team', 'share', '--yes']);
    await ann.cli(['team', 'share', '--yes'], { project: 'wiki' });
    bob = home(['shop', 'wiki']);
    rob = home();
    eve = home(['shop', 'wiki']);
    await joinTeam(ann, bob, 'bob', { project: 'shop' });
    await joinTeam(ann, rob, 'rob', { project: 'shop', role: 'reader' });
    await joinTeam(ann, eve, 'eve', { project: 'wiki' });
  }, 180_000);
  afterAll(async () => {
    for (const each of homes) await each.scratch.dispose();
    await cluster?.dispose();
  });

  it('exchanges nothing before the match is confirmed, and everything after', async () => {
    await ann.cli(['remember', 'Invoices are numbered per year']);
    await ann.cli(['team', 'sync']);
    // The project is known there, and matches: it waits for a person.
    await bob.cli(['remember', 'A thought of bob before he accepted']);
    await bob.cli(['team', 'sync']);
    expect(await bob.cli(['team', 'status'])).toContain('To confirm  shop (github.com/acme/shop)');
    expect(bob.titles().filter(({ author }) => author !== null)).toEqual([]);
    expect(cluster.dump()).not.toContain('A thought of bob');
    await bob.cli(['team', 'accept', '--yes']);
    expect(has(bob, 'Invoices are numbered per year')).toEqual({
      title: 'Invoices are numbered per year',
      author: 'ann',
    });
    await arrives(ann, 'A thought of bob before he accepted');
    expect(await ann.cli(['search', 'thought'])).toContain('[by bob]');
    expect(await ann.cli(['search', 'thought', '--author', 'me'])).toContain('No memories match');
  });

  it('lets a reader read and not write, and an outsider see nothing', async () => {
    await rob.cli(['team', 'accept', '--yes']);
    await arrives(rob, 'Invoices are numbered per year');
    await rob.cli(['remember', 'A note of the reader']);
    await rob.cli(['team', 'sync']);
    expect(cluster.dump()).not.toContain('A note of the reader');
    expect((await eve.tryCli(['team', 'accept', '--yes'])).stderr).toContain('is not shared with you');
    expect((await eve.tryCli(['team', 'share', '--yes'])).stderr).toContain('You cannot share this project');
    await eve.cli(['team', 'accept', '--yes'], { project: 'wiki' });
    expect(await eve.cli(['search', 'invoices', '--team'])).toContain('No memories match');
    expect(eve.titles()).toEqual([]);
    expect(await eve.cli(['team', 'members'])).not.toContain('bob');
  });

  it('sends exactly what the preview shows', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await ann.cli([
      'remember',
      `The export in ${ann.folder('shop')}/src/export.ts needs ${secret} <private>and a wink</private>`,
    ]);
    const items = JSON.parse(await ann.cli(['team', 'preview', '--json'])) as { body: { title: string } }[];
    const shown = items.find(({ body }) => body.title.startsWith('The export'));
    expect(shown?.body.title).toBe('The export in src/export.ts needs [redacted:github-token]');
    await ann.cli(['team', 'sync']);
    const admin = await cluster.admin();
    const { rows } = await admin.query(`select body from c_mem.memories where body ->> 'title' like 'The export%'`);
    await admin.end();
    expect(rows).toEqual([{ body: shown?.body }]);
    const dump = cluster.dump();
    for (const leak of [secret, 'wink', ann.scratch.home]) expect(dump).not.toContain(leak);
  });

  it('forgets everywhere: the server, every machine, every backup', async () => {
    await ann.cli(['remember', 'The xylophone decision was reversed']);
    await arrives(bob, 'The xylophone decision was reversed');
    await arrives(rob, 'The xylophone decision was reversed');
    await bob.cli(['backup']);
    const id = ann.scratch.rows<{ id: number }>("select id from observations where title like '%xylophone%'")[0]?.id;
    expect(await ann.cli(['forget', String(id), '--yes'])).toContain("Also deleted from the team's server");
    for (const each of [bob, rob])
      await waitFor(() => !has(each, 'The xylophone decision was reversed'), 'the memory to go');
    expect(cluster.dump()).not.toContain('xylophone');
    for (const each of [ann, bob, rob])
      await waitFor(() => filesContaining(each.scratch.home, 'xylophone').length === 0, 'its last bytes to go', 60_000);
  });

  it('gives an ephemeral machine the context of the team at its first prompt', async () => {
    const file = join(ann.scratch.home, 'cloud.json');
    await ann.cli(['team', 'invite', '--machine', '--file', file, '--days', '1']);
    const cloud = home();
    const copy = join(cloud.scratch.home, 'team.json');
    writeFileSync(copy, readFileSync(file), { mode: 0o600 });
    cloud.scratch.env['C_MEM_TEAM_FILE'] = copy;
    const session = fixtureSession(cloud.folder('shop'));
    await cloud.scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }), {
      CLAUDE_PROJECT_DIR: cloud.folder('shop'),
    });
    await waitFor(() => existsAndHas(cloud, 'Invoices are numbered per year'), 'the pull');
    const { stdout } = await cloud.scratch.hook('UserPromptSubmit', prompt(session, 'hello there'), {
      CLAUDE_PROJECT_DIR: cloud.folder('shop'),
    });
    expect(stdout).toContain('Invoices are numbered per year');
    expect(stdout).toContain('[by bob]');
  });

  it('redacts C_MEM_TEAM_URL wherever it turns up, and warns', async () => {
    const password = 'Tr0ub4dor-and-more';
    const cloud = home();
    cloud.scratch.env['C_MEM_TEAM_URL'] = `postgres://nobody:${password}@127.0.0.1:${cluster.port}/team`;
    await cloud.cli(['remember', `env says ${password} and ${cloud.scratch.env['C_MEM_TEAM_URL']}`]);
    await cloud.cli(['worker', 'start']);
    expect(await cloud.cli(['team', 'status'])).toContain('every tool of the agent inherits it');
    await waitFor(async () => (await cloud.cli(['status'])).includes('refuses'), 'the refusal in the status');
    expect(filesContaining(cloud.scratch.paths.home, password)).toEqual([]);
  });

  it('keeps the password in one file, and shows it nowhere', async () => {
    const { password } = JSON.parse(readFileSync(bob.scratch.paths.team, 'utf8')) as { password: string };
    expect(filesContaining(bob.scratch.home, password)).toEqual([bob.scratch.paths.team]);
    expect(readFileSync(join(cluster.folder, 'log'), 'utf8')).not.toContain(password);
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      let command = '';
      try {
        command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        // it ended
      }
      expect(command).not.toContain(password);
    }
  });

  it('loses nothing and doubles nothing if workers are killed and the server restarts', async () => {
    const { made, seen } = await runKills(cluster, [ann, bob], { memories: 12, kills: 6, restarts: 2, seed: 7 });
    for (const titles of seen) expect(titles).toEqual(made);
  }, 300_000);

  it('cuts a removed member off immediately, and says so in one line', async () => {
    await ann.cli(['team', 'remove', 'bob', '--yes']);
    const { code, stderr } = await bob.tryCli(['team', 'sync']);
    expect(code).toBe(1);
    expect(stderr).toContain("The team's server refuses");
    await waitFor(async () => (await bob.cli(['team', 'status'])).includes('refuses'), 'the reason in the status');
    await bob.cli(['remember', 'Bob works on, alone']);
    expect(has(bob, 'Bob works on, alone')).toBeDefined();
    expect(await ann.cli(['search', 'thought'])).toContain('[by bob]');
  });
});

function existsAndHas(home: TeamHome, title: string): boolean {
  try {
    return home.titles().some((row) => row.title === title);
  } catch {
    return false;
  }
}
