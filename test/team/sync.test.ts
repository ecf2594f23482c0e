// Stores that exchange memories through a real PostgreSQL.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readItem } from '../../src/team/incoming.ts';
import { searchTeam } from '../../src/team/search.ts';
import type { TeamAccess } from '../../src/team/team-file.ts';
import { writeTurn } from '../helpers/memories.ts';
import { createCluster, hasPostgres } from '../helpers/postgres.ts';
import { filesContaining } from '../helpers/scratch.ts';
import { createHome, createTeam, type TestHome, type TestTeam } from '../helpers/team.ts';

describe.skipIf(!hasPostgres)('exchange', () => {
  let team: TestTeam;
  let bobs: TeamAccess;
  let shop: number;
  const homes: TestHome[] = [];
  const REMOTE = 'github.com/acme/shop';

  beforeAll(async () => {
    team = await createTeam();
    shop = await team.as(team.owner, (server) => server.share(REMOTE, 'shop'));
    bobs = await team.invite('bob', shop, 'writer');
  }, 120_000);
  afterAll(() => team?.dispose());
  afterEach(() => {
    for (const home of homes.splice(0)) home.close();
  });

  async function machine(access: TeamAccess): Promise<TestHome & { key: string }> {
    const home = createHome(access);
    homes.push(home);
    const key = home.repository(REMOTE);
    home.store.projects.ensure({ key, name: 'shop' }, 1);
    await home.sync();
    return Object.assign(home, { key });
  }

  let turns = 0;
  const write = (home: TestHome & { key: string }, title: string, more: object = {}) => {
    turns += 1;
    const at = Date.UTC(2026, 1, 1) + turns * 60_000;
    const observation = { type: 'bugfix' as const, title, narrative: `About ${title}`, ...more };
    return writeTurn(home.db, {
      session: `s-${turns}`,
      project: home.key,
      at,
      observations: [observation],
      summary: { request: `do ${title}` },
    });
  };
  const titles = (home: TestHome) =>
    home.rows<{ title: string; author: string | null }>('select title, author from observations order by title');

  it('brings a memory to the others, with its author, once', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'Totals are cents', {
      narrative: `See ${ann.folder}/shop/src/cart.ts and ${ann.folder}/shop.`,
      filesModified: [`${ann.folder}/shop/src/cart.ts`],
    });
    await ann.sync();
    await bob.sync();
    await bob.sync();
    await ann.sync();
    expect(titles(bob)).toEqual([{ title: 'Totals are cents', author: 'ann' }]);
    expect(titles(ann)).toEqual([{ title: 'Totals are cents', author: null }]);
    expect(bob.rows('select title, files_modified, created_at from observations')).toEqual([
      {
        title: 'Totals are cents',
        files_modified: JSON.stringify([`${bob.folder}/shop/src/cart.ts`]),
        created_at: expect.any(Number),
      },
    ]);
    expect(bob.rows('select request, author from summaries')).toEqual([
      { request: 'do Totals are cents', author: 'ann' },
    ]);
    expect(bob.store.team.outbox()).toMatchObject({ waiting: 0 });
    expect(team.cluster.dump()).not.toContain(ann.folder);
  });

  it('is the same person on two machines', async () => {
    const one = await machine(team.owner);
    await write(one, 'Known on both');
    await one.sync();
    const two = await machine(await team.addMachine(team.owner));
    expect(titles(two)).toContainEqual({ title: 'Known on both', author: null });
    const [{ id } = { id: 0 }] = two.rows<{ id: number }>("select id from observations where title = 'Known on both'");
    two.store.memories.editObservation(id, { title: 'Edited on two' }, Date.now());
    await two.sync();
    await one.sync();
    expect(titles(one).map(({ title }) => title)).toContain('Edited on two');
    expect(titles(one).map(({ title }) => title)).not.toContain('Known on both');
  });

  it('keeps the later of two edits everywhere, and the other in the history', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'Contested');
    await ann.sync();
    await bob.sync();
    const idOf = (home: TestHome) =>
      home.rows<{ id: number }>("select id from observations where title = 'Contested'")[0]?.id as number;
    const uid = ann.store.team.shared('observation', idOf(ann))?.uid as string;
    bob.store.memories.editObservation(idOf(bob), { title: 'By bob, later' }, Date.UTC(2026, 3, 2));
    ann.store.memories.editObservation(idOf(ann), { title: 'By ann, earlier' }, Date.UTC(2026, 3, 1));
    await bob.sync();
    await ann.sync();
    await bob.sync();
    for (const home of [ann, bob]) {
      expect(titles(home).map(({ title }) => title)).toContain('By bob, later');
      expect(titles(home).map(({ title }) => title)).not.toContain('By ann, earlier');
    }
    const versions = await team.as(team.owner, (server) => server.history(uid));
    expect(versions.map(({ editor, body }) => [editor, body['title']])).toEqual([
      ['bob', 'By bob, later'],
      ['ann', 'By ann, earlier'],
      ['ann', 'Contested'],
    ]);
  });

  it('forgets everywhere', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The wombat password policy', { facts: ['wombats are secret'] });
    await ann.sync();
    await bob.sync();
    expect(titles(bob).map(({ title }) => title)).toContain('The wombat password policy');
    const [{ id } = { id: 0 }] = ann.rows<{ id: number }>("select id from observations where title like '%wombat%'");
    ann.store.forgetting.forget([{ kind: 'observation', id }], ann.now);
    ann.store.forgetting.wipeFreed();
    await ann.sync();
    await bob.sync();
    for (const home of [ann, bob]) {
      expect(filesContaining(home.folder, 'wombat')).toEqual([]);
      expect(home.rows("select 1 from summaries where request like '%wombat%'")).toEqual([]);
    }
    expect(team.cluster.dump()).not.toMatch(/wombat/i);
  });

  it('keeps a colleague’s rule inactive until it is accepted, and asks again if it changes', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    const [{ id: project } = { id: 0 }] = ann.rows<{ id: number }>('select id from projects');
    const id = ann.store.rules.add(
      { text: 'Use pnpm, never npm', scope: 'project', projectId: project, branch: null, by: 'person' },
      ann.now,
    ) as number;
    await ann.sync();
    await bob.sync();
    const rule = () => bob.store.rules.list(null).find(({ author }) => author === 'ann');
    expect(rule()).toMatchObject({ text: 'Use pnpm, never npm', state: 'off', source: 'team' });
    expect(bob.store.memories.rules(rule()?.projectId ?? null)).toEqual([]);
    bob.store.rules.change(rule()?.id as number, { state: 'confirmed' }, 6);
    await bob.sync();
    expect(ann.store.rules.find(id).state).toBe('confirmed');
    expect(bob.store.memories.rules(rule()?.projectId ?? null)).toHaveLength(1);
    ann.store.rules.change(id, { text: 'Use yarn, never npm' }, Date.UTC(2026, 4, 1));
    await ann.sync();
    await bob.sync();
    expect(rule()).toMatchObject({ text: 'Use yarn, never npm', state: 'off' });
  });

  it('shares supersession, also before what replaces it is there', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The retry limit is 5');
    await write(ann, 'Something else about parsing');
    const [old, newer] = ann
      .rows<{ id: number }>(
        "select id from observations where title in ('The retry limit is 5', 'Something else about parsing') order by id",
      )
      .map(({ id }) => id) as [number, number];
    ann.store.memories.supersede(old, newer);
    await ann.sync();
    await bob.sync();
    expect(
      bob.rows(
        `select n.title from observations o join observations n on n.id = o.superseded_by where o.title = 'The retry limit is 5'`,
      ),
    ).toEqual([{ title: 'Something else about parsing' }]);
    ann.store.memories.supersede(old, null);
    await ann.sync();
    await bob.sync();
    expect(bob.rows("select superseded_by from observations where title = 'The retry limit is 5'")).toEqual([
      { superseded_by: null },
    ]);
  });

  it('takes single memories back, and keeps them here', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'Not for everybody');
    await ann.sync();
    await bob.sync();
    const [{ id } = { id: 0 }] = ann.rows<{ id: number }>(
      "select id from observations where title = 'Not for everybody'",
    );
    ann.store.team.setPrivate('observation', id, true, 9);
    await ann.sync();
    await bob.sync();
    expect(titles(ann).map(({ title }) => title)).toContain('Not for everybody');
    expect(titles(bob).map(({ title }) => title)).not.toContain('Not for everybody');
    ann.store.memories.editObservation(id, { subtitle: 'still mine' }, 10);
    ann.store.team.setPrivate('observation', id, false, 11);
    await ann.sync();
    await bob.sync();
    expect(titles(bob).map(({ title }) => title)).toContain('Not for everybody');
  });

  it('sends again what a server lost that was restored from a backup, and what was forgotten since', async () => {
    const ann = await machine(team.owner);
    await write(ann, 'Known to the backup');
    await ann.sync();
    const dump = team.cluster.dump();
    await write(ann, 'Newer than the backup');
    const [{ id } = { id: 0 }] = ann.rows<{ id: number }>(
      "select id from observations where title = 'Known to the backup'",
    );
    ann.store.forgetting.forget([{ kind: 'observation', id }], ann.now);
    await ann.sync();
    const other = await createCluster();
    try {
      await other.restore(dump);
      expect(other.dump()).toContain('Known to the backup');
      ann.access = { ...ann.access, host: other.socket, port: other.port };
      await ann.sync();
      const after = other.dump();
      expect(after).toContain('Newer than the backup');
      expect(after).not.toContain('Known to the backup');
      // And a cursor from before finds what is new there.
      const bob = await machine({ ...bobs, host: other.socket, port: other.port });
      expect(titles(bob).map(({ title }) => title)).toContain('Newer than the backup');
    } finally {
      await other.dispose();
    }
  });

  it('pulls what the limits allow, and finds the rest on the server', async () => {
    const ann = await machine(team.owner);
    turns += 1;
    await writeTurn(ann.db, {
      ...{ session: `old-${turns}`, project: ann.key, at: Date.UTC(2020, 1, 1) },
      observations: [{ type: 'decision', title: 'Ancient hedgehog protocol' }],
    });
    await ann.sync();
    const bob = await machine(bobs);
    expect(titles(bob).map(({ title }) => title)).not.toContain('Ancient hedgehog protocol');
    const request = { text: 'hedgehogs', projectIds: null, limit: 5, offset: 0 };
    const found = await team.as(bobs, async (server) => searchTeam(server, await server.hello(), bob.store, request));
    expect(found.hits).toMatchObject([
      { title: 'Ancient hedgehog protocol', author: 'ann', isHere: false, type: 'decision' },
    ]);
    await expect(
      team.as(bobs, async (server) =>
        searchTeam(server, await server.hello(), bob.store, { ...request, branch: 'main' }),
      ),
    ).rejects.toThrow('--branch does not work with --team');
  });

  it('shares the commands of a project, for those who never ran any', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'Ran the tests');
    const [session] = ann.rows<{ id: string; project_id: number }>('select id, project_id from sessions limit 1');
    const at = ann.now;
    ann.db.exec(
      `insert into events (id, session_id, project_id, key, kind, source, payload_bytes, created_at, stored_at)
       values (900, '${session?.id}', ${session?.project_id}, 'run', 'tool', 'hook', 0, ${at}, ${at});
       insert into runs (event_id, position, project_id, kind, command, partial, failed, created_at)
       values (900, 0, ${session?.project_id}, 'test', 'pnpm test', 0, 0, ${at})`,
    );
    await ann.sync();
    await bob.sync();
    const [{ id } = { id: 0 }] = bob.rows<{ id: number }>('select id from projects');
    expect(bob.store.profile.commands(id)).toMatchObject([{ kind: 'test', command: 'pnpm test', passed: 1 }]);
  });

  it('withdraws a project: gone for the others, still here', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(bob, 'Withdrawn by bob');
    await bob.sync();
    await ann.sync();
    expect(titles(ann).map(({ title }) => title)).toContain('Withdrawn by bob');
    await team.as(bobs, (server) => server.withdraw(shop));
    bob.store.team.unshare(bob.rows<{ id: number }>('select id from projects')[0]?.id as number);
    await ann.sync();
    expect(titles(ann).map(({ title }) => title)).not.toContain('Withdrawn by bob');
    expect(titles(bob).map(({ title }) => title)).toContain('Withdrawn by bob');
    const dump = team.cluster.dump();
    expect(dump).not.toContain('Withdrawn by bob');
    // Shared again, it gets a new ID, and colleagues' memories are not doubled.
    await bob.sync();
    await ann.sync();
    expect(titles(ann).filter(({ title }) => title === 'Withdrawn by bob')).toHaveLength(1);
    const all = titles(bob).map(({ title }) => title);
    expect(new Set(all).size).toBe(all.length);
  });

  it('lets nobody into another’s session, nor forget what is in it', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'A finding of ann');
    await ann.sync();
    const [{ uid } = { uid: '' }] = ann.rows<{ uid: string }>(
      "select uid from team_items where kind = 'session' and made_here = 1",
    );
    const intruder = {
      ...{ op: 'put', project: shop, kind: 'observation', type: 'bugfix', rev: 5, at: ann.now },
      uid: randomUUID(),
    };
    const body = {
      title: 'A finding of ann',
      session: uid,
      turn: 1,
      filesModified: ['../../etc/passwd', '/etc/passwd', 'src/ok.ts'],
      touches: 7,
      facts: 'x',
    };
    const push = (item: object) => team.as(bobs, (server) => server.push([item as never]));
    await push({ ...intruder, body, title: 'x', words: '', supersededRev: 0 });
    await ann.sync();
    const rows = ann.rows<{ author: string | null; session_id: string; files_modified: string }>(
      "select author, session_id, files_modified from observations where title = 'A finding of ann' order by author is not null",
    );
    expect(rows).toHaveLength(2);
    expect(rows[1]?.session_id).not.toBe(rows[0]?.session_id);
    expect(rows[1]?.files_modified).toBe(JSON.stringify([`${ann.folder}/shop/src/ok.ts`]));
    await push({ ...intruder, op: 'forget' });
    await ann.sync();
    expect(titles(ann).filter(({ title }) => title === 'A finding of ann')).toEqual([
      { title: 'A finding of ann', author: null },
    ]);
    expect(ann.rows("select 1 from summaries where request = 'do A finding of ann'")).toHaveLength(1);
    await bob.sync();
  });

  it('does not overwrite an edit that waits: the answer to it decides', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'Edited by both');
    await ann.sync();
    await bob.sync();
    const idOf = (home: TestHome) =>
      home.rows<{ id: number }>("select id from observations where title = 'Edited by both'")[0]?.id as number;
    const id = idOf(ann);
    const uid = ann.store.team.shared('observation', id)?.uid as string;
    bob.store.memories.editObservation(idOf(bob), { title: 'Later, by bob' }, Date.UTC(2026, 5, 2));
    await bob.sync();
    ann.store.memories.editObservation(id, { title: 'Earlier, by ann' }, Date.UTC(2026, 5, 1));
    // A pull that comes before the push.
    const [shared] = ann.store.team.projects();
    const { remoteId: project, epoch, xid, seq } = shared as NonNullable<typeof shared>;
    const [pulled] = await team.as(team.owner, (server) => server.pull([{ project, epoch, xid, seq, since: 0 }], 100));
    const items = pulled?.rows.map(readItem).filter((item) => item !== null) ?? [];
    expect(items.map((item) => item.uid)).toContain(uid);
    ann.store.team.apply(project, items, null, ann.now);
    expect(titles(ann).map(({ title }) => title)).toContain('Earlier, by ann');
    await ann.sync();
    expect(titles(ann).map(({ title }) => title)).toContain('Later, by bob');
    const versions = await team.as(team.owner, (server) => server.history(uid));
    expect(versions.map(({ body }) => body['title'])).toEqual(['Later, by bob', 'Earlier, by ann', 'Edited by both']);
  });

  it('removes forgotten words from what a colleague edited meanwhile', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The marmot settlement was moved');
    // A summary that says nothing else would go with the observation.
    const [own] = ann.rows<{ id: number }>("select id from summaries where request like '%marmot%'");
    ann.store.memories.editSummary(own?.id as number, { learned: 'The river is cold' }, Date.UTC(2026, 5, 30));
    await ann.sync();
    await bob.sync();
    const [summary] = bob.rows<{ id: number }>("select id from summaries where request like '%marmot%'");
    bob.store.memories.editSummary(summary?.id as number, { completed: 'Added by bob' }, Date.UTC(2026, 6, 1));
    const [{ id } = { id: 0 }] = ann.rows<{ id: number }>("select id from observations where title like '%marmot%'");
    ann.store.forgetting.forget([{ kind: 'observation', id }], ann.now);
    for (const home of [bob, ann, bob, ann]) await home.sync();
    for (const home of [ann, bob]) {
      expect(home.rows("select 1 from summaries where request like '%marmot%'")).toEqual([]);
      expect(home.rows("select completed from summaries where completed = 'Added by bob'")).toHaveLength(1);
    }
    expect(team.cluster.dump()).not.toContain('marmot');
  });
});
