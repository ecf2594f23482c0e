// Forgetting reaches everybody in the same way, whatever each machine knew and in whichever order it learns.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/domain/json.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import type { TeamAccess } from '../../src/team/team-file.ts';
import { writeTurn } from '../helpers/memories.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { createHome, createTeam, type TestHome, type TestTeam } from '../helpers/team.ts';

const REMOTE = 'github.com/acme/shop';
const JUNE = Date.UTC(2026, 5, 1);

type Machine = TestHome & { key: string };

describe.skipIf(!hasPostgres)('forgetting in a team', () => {
  let team: TestTeam;
  let bobs: TeamAccess;
  let robs: TeamAccess;
  let annsOther: TeamAccess;
  const homes: Machine[] = [];

  beforeAll(async () => {
    team = await createTeam();
    const shop = await team.as(team.owner, (server) => server.share(REMOTE, 'shop'));
    bobs = await team.invite('bob', shop, 'writer');
    robs = await team.invite('rob', shop, 'reader');
    annsOther = await team.addMachine(team.owner);
  }, 120_000);
  afterAll(() => team?.dispose());
  afterEach(() => {
    for (const home of homes.splice(0)) home.close();
  });

  async function machine(access: TeamAccess): Promise<Machine> {
    const home = createHome(access);
    const key = home.repository(REMOTE);
    home.store.projects.ensure({ key, name: 'shop' }, 1);
    const made = Object.assign(home, { key });
    homes.push(made);
    await home.sync();
    return made;
  }

  let turns = 0;
  const write = (home: Machine, title: string, more: { learned?: string } = {}) => {
    turns += 1;
    return writeTurn(home.db, {
      session: `f-${turns}`,
      project: home.key,
      at: Date.UTC(2026, 1, 1) + turns * 60_000,
      observations: [{ type: 'bugfix', title, narrative: `About ${title}` }],
      summary: { request: `do ${title}`, learned: more.learned ?? null },
    });
  };
  const observation = (home: TestHome, like: string) =>
    home.rows<{ id: number }>(`select id from observations where narrative like '%${like}%'`)[0]?.id as number;
  const summary = (home: TestHome, like: string) =>
    home.rows<{ id: number }>(
      `select id from summaries where coalesce(request, '') || coalesce(learned, '') like '%${like}%'`,
    )[0]?.id as number;
  const rows = (home: TestHome) => [
    ...home.rows(`select i.uid, o.title, o.narrative, o.facts, o.edited_at from observations o
      join team_items i on i.kind = 'observation' and i.local_id = o.id where i.is_private = 0 order by i.uid`),
    ...home.rows(`select i.uid, s.title, s.request, s.learned, s.completed, s.edited_at from summaries s
      join team_items i on i.kind = 'summary' and i.local_id = s.id where i.is_private = 0 order by i.uid`),
  ];
  const rounds = async (...order: Machine[]) => {
    for (let n = 0; n < 3; n += 1) for (const home of order) await home.sync();
  };

  for (const order of ['ann first', 'bob first'] as const)
    it(`leaves to who forgets which summary goes: an edited finding, superseded elsewhere, ${order}`, async () => {
      const [ann, bob, other, rob] = (await Promise.all([team.owner, bobs, annsOther, robs].map(machine))) as [
        Machine,
        Machine,
        Machine,
        Machine,
      ];
      await write(ann, `The ibex fence of ${order} was mended`, { learned: `Wire rusts, ${order}` });
      await write(ann, `Unrelated goats of ${order} graze`);
      await rounds(ann, bob, other, rob);
      // In ann's words of today the summary says something else; in those that everybody knows it only repeats.
      ann.store.memories.editObservation(observation(ann, 'ibex'), { title: 'A thing about posts' }, JUNE);
      ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, 'ibex') }], JUNE + 1);
      for (const home of [bob, other])
        home.store.memories.supersede(observation(home, 'ibex'), observation(home, 'goats'));
      await rounds(...(order === 'ann first' ? [ann, bob, other, rob] : [bob, other, rob, ann]));
      expect(ann.rows(`select learned from summaries where learned = 'Wire rusts, ${order}'`)).toHaveLength(1);
      for (const home of [bob, other, rob]) expect(rows(home)).toEqual(rows(ann));
      expect(team.cluster.dump()).not.toContain('ibex');
    });

  it('deletes a summary that lost its last word, everywhere', async () => {
    const [ann, bob, other] = (await Promise.all([team.owner, bobs, annsOther].map(machine))) as [
      Machine,
      Machine,
      Machine,
    ];
    await write(ann, 'The lynx gate was painted');
    await write(ann, 'Unrelated sheep graze');
    await rounds(ann, bob, other);
    ann.store.memories.editObservation(observation(ann, 'lynx'), { title: 'A thing about colors' }, JUNE);
    ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, 'lynx') }], JUNE + 1);
    for (const home of [bob, other])
      home.store.memories.supersede(observation(home, 'lynx'), observation(home, 'sheep'));
    await rounds(other, bob, ann);
    for (const home of [ann, bob, other]) {
      expect(home.rows('select 1 from summaries where coalesce(title, request, learned, completed) is null')).toEqual(
        [],
      );
      expect(rows(home)).toEqual(rows(ann));
    }
    expect(team.cluster.dump()).not.toContain('lynx');
  });

  it('does not bring forgotten words back with what a colleague made of other words', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    // Of two versions with the same number, it depends on their digests which of them holds.
    const names = ['amber', 'birch', 'cedar', 'delta', 'ebony', 'fjord', 'grove', 'heath'];
    for (const name of names) {
      await write(ann, `The ${name} quokka bridge opens`, {
        learned: `Zebra ${name} crossings need lights. Rain is wet`,
      });
      const zebra = `Zebra ${name} crossings need lights`;
      const more = { notes: 'kept', investigated: zebra, completed: zebra, nextSteps: zebra };
      ann.store.memories.editSummary(summary(ann, `${name} quokka`), more, JUNE);
    }
    await rounds(ann, bob);
    for (const name of names) {
      // Bob's copy says nothing of what ann forgets, and something else that the summary says.
      const zebra = { title: `Zebra ${name} crossings need lights`, narrative: null };
      bob.store.memories.editObservation(observation(bob, `${name} quokka`), zebra, JUNE + 1);
      ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, `${name} quokka`) }], JUNE + 2);
    }
    await rounds(ann, bob);
    for (const home of [ann, bob])
      expect(
        home.rows("select 1 from summaries where coalesce(title, '') || coalesce(request, '') like '%quokka%'"),
      ).toEqual([]);
    expect(rows(bob)).toEqual(rows(ann));
    expect(team.cluster.dump()).not.toContain('quokka');
  });

  it('keeps the summary of a turn that is compressed again', async () => {
    const [ann, bob, other] = (await Promise.all([team.owner, bobs, annsOther].map(machine))) as [
      Machine,
      Machine,
      Machine,
    ];
    await write(ann, 'The otter pond was cleaned');
    await rounds(ann, bob, other);
    // As a compressor does it: the finding is replaced, and the summary says the same.
    const id = observation(ann, 'otter');
    ann.db.prepare('delete from observations where id = ?').run(id);
    await rounds(ann, bob, other);
    for (const home of [ann, bob, other]) {
      expect(home.rows("select request from summaries where request like '%otter%'")).toEqual([
        { request: 'do The otter pond was cleaned' },
      ]);
      expect(home.rows("select 1 from observations where narrative like '%otter%'")).toEqual([]);
      expect(rows(home)).toEqual(rows(ann));
    }
    expect(team.cluster.dump()).not.toContain('About The otter');
  });

  it('forgets a colleague’s memory on this machine only', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The raven tower was measured', { learned: 'Stones are heavy' });
    ann.store.memories.editSummary(summary(ann, 'raven'), { notes: 'with a tape' }, JUNE);
    await rounds(ann, bob);
    const before = rows(ann);
    bob.store.forgetting.forget([{ kind: 'observation', id: observation(bob, 'raven') }], JUNE + 1);
    expect(bob.rows("select 1 from summaries where request like '%raven%'")).toEqual([]);
    await rounds(bob, ann);
    expect(rows(ann)).toEqual(before);
    expect(bob.rows("select learned from summaries where learned = 'Stones are heavy'")).toHaveLength(1);
  });

  it('takes back the summary with the memory that it tells, and nothing of it from who made it', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The heron clause was added', { learned: 'Contracts are long' });
    await rounds(ann, bob);
    ann.store.team.setPrivate('observation', observation(ann, 'heron'), true, JUNE);
    await rounds(ann, bob);
    expect(bob.rows("select 1 from summaries where request like '%heron%'")).toEqual([]);
    expect(ann.rows("select request, learned from summaries where request like '%heron%'")).toEqual([
      { request: 'do The heron clause was added', learned: 'Contracts are long' },
    ]);
    expect(team.cluster.dump()).not.toContain('heron');
  });

  it('lets an owner forget a colleague’s memory with the summary that only repeats it', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(bob, 'The badger route was closed');
    await rounds(bob, ann);
    ann.store.team.forgetOnServer('observation', observation(ann, 'badger'), JUNE);
    await ann.sync();
    // Whoever made it may never come back.
    expect(team.cluster.dump()).not.toContain('badger');
    expect(ann.rows("select 1 from summaries where request like '%badger%'")).toEqual([]);
    await rounds(bob, ann);
    expect(rows(bob)).toEqual(rows(ann));
  });

  it('an edit here and a forgetting there: gone, in every order', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    const other = await machine(annsOther);
    for (const [name, order] of [
      ['weasel', [bob, ann, other]],
      ['stoat', [ann, bob, other]],
      ['marten', [other, bob, ann]],
    ] as const) {
      await write(ann, `The ${name} burrow is deep`);
      await rounds(ann, bob, other);
      bob.store.memories.editObservation(observation(bob, name), { title: `${name}, by bob` }, JUNE + 5);
      other.store.memories.editObservation(observation(other, name), { title: `${name}, by ann` }, JUNE + 9);
      ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, name) }], JUNE);
      await rounds(...order);
      for (const home of [ann, bob, other]) expect(rows(home)).toEqual(rows(ann));
      expect(JSON.stringify(rows(ann))).not.toContain(name);
      expect(team.cluster.dump()).not.toContain(name);
    }
  });

  it('removes forgotten words from earlier versions of a summary that no longer says them', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The capybara raft was sunk', { learned: 'Rafts need ropes' });
    await rounds(ann, bob);
    const other = { title: 'About ropes', request: 'something else' };
    ann.store.memories.editSummary(summary(ann, 'capybara'), other, JUNE);
    await rounds(ann, bob);
    expect(team.cluster.dump()).toContain('do The capybara raft');
    ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, 'capybara') }], JUNE + 1);
    await rounds(ann, bob);
    expect(team.cluster.dump()).not.toContain('capybara');
    for (const home of [ann, bob])
      expect(home.rows("select 1 from summaries where title = 'About ropes'")).toHaveLength(1);
    expect(rows(bob)).toEqual(rows(ann));
  });

  it('removes forgotten words from a summary that a colleague edited, with the finding itself', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    for (const [name, order] of [
      ['narwhal', [bob, ann]],
      ['walrus', [ann, bob]],
    ] as const) {
      await write(ann, `The ${name} route was drawn`, { learned: 'Ice moves' });
      await rounds(ann, bob);
      bob.store.memories.editSummary(summary(bob, name), { completed: `Checked by bob, ${order.length}` }, JUNE + 5);
      const other = { title: 'Maps', narrative: 'Maps are old', facts: [] };
      bob.store.memories.editObservation(observation(bob, name), other, JUNE + 5);
      bob.store.memories.editObservation(observation(bob, 'Maps are old'), { title: 'Charts' }, JUNE + 6);
      // What bob made of it may be on the server already.
      if (order[0] === bob) await bob.sync();
      ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, name) }], JUNE + 7);
      await rounds(...order);
      expect(team.cluster.dump()).not.toContain(name);
      for (const home of [ann, bob]) {
        expect(rows(home)).toEqual(rows(ann));
        expect(home.rows(`select 1 from team_items where before_edit is not null`)).toEqual([]);
      }
    }
  });

  it('withdraws a project and shares it again: what is left comes once', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The puffin charter was signed');
    await write(ann, 'The gannet charter was signed');
    await rounds(ann, bob);
    bob.store.memories.editObservation(observation(bob, 'puffin'), { title: 'Puffins, by bob' }, JUNE);
    const [shared] = ann.store.team.projects();
    const { projectId, remoteId } = shared as NonNullable<typeof shared>;
    await team.as(team.owner, (server) => server.withdraw(remoteId));
    ann.store.team.unshare(projectId);
    ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, 'gannet') }], JUNE);
    await rounds(bob);
    expect(JSON.stringify(rows(bob))).not.toMatch(/puffin|gannet/i);
    expect(team.cluster.dump()).not.toMatch(/puffin|gannet/i);
    expect(ann.rows("select 1 from observations where title like '%puffin%'")).toHaveLength(1);
    const hello = await team.as(team.owner, (server) => server.hello());
    ann.store.team.share(projectId, hello.projects.find(({ id }) => id === remoteId) as never, JUNE);
    await rounds(ann, bob);
    for (const home of [ann, bob]) {
      expect(home.rows("select 1 from observations where title like '%puffin%'")).toHaveLength(1);
      expect(home.rows("select 1 from summaries where request like '%puffin%'")).toHaveLength(1);
      expect(JSON.stringify(rows(home))).not.toContain('gannet');
    }
    expect(rows(bob)).toEqual(rows(ann));
  });

  it('removes a member with their memories, and leaves what others made of their own', async () => {
    const shop = await team.as(team.owner, (server) => server.share(REMOTE, 'shop'));
    const eve = await machine(await team.invite('eve', shop, 'writer'));
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(eve, 'The magpie stash was counted');
    await write(ann, 'The jackdaw stash was counted');
    await rounds(eve, ann, bob);
    eve.store.memories.editObservation(observation(eve, 'jackdaw'), { title: 'Jackdaws, by eve' }, JUNE);
    bob.store.memories.editObservation(observation(bob, 'magpie'), { title: 'Magpies, by bob' }, JUNE);
    await rounds(eve, ann);
    await write(eve, 'The magpie nest was not sent yet');
    await team.as(team.owner, (server) => server.removeMember('eve', true));
    await expect(eve.sync()).rejects.toThrow('refuses');
    await rounds(bob, ann);
    for (const home of [ann, bob]) {
      expect(JSON.stringify(rows(home))).not.toMatch(/magpie/i);
      expect(home.rows("select author from observations where title = 'Jackdaws, by eve'")).toHaveLength(1);
    }
    expect(rows(bob)).toEqual(rows(ann));
    expect(team.cluster.dump()).not.toMatch(/magpie/i);
    expect(eve.rows("select 1 from observations where title like '%magpie%'")).toHaveLength(2);
  });

  it('redacts from the server and its history, and lets others work meanwhile', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The kestrel key is opal7391');
    await rounds(ann, bob);
    bob.store.memories.editSummary(summary(bob, 'opal7391'), { completed: 'Seen by bob' }, JUNE);
    await rounds(bob, ann);
    const beside = openDatabase(ann.db.name);
    const flags = () => beside.prepare('select name from team_flags').all();
    const redactor = {
      text: (text: string) => text.replaceAll('opal7391', '[redacted]'),
      body: (body: JsonObject) => body,
    };
    let looked = 0;
    ann.store.forgetting.redact(redactor, false, () => {
      looked += 1;
      // What another process deletes or edits now was not forgotten.
      expect(flags()).toEqual([]);
    });
    expect(looked).toBeGreaterThan(0);
    beside.close();
    await rounds(ann, bob);
    expect(team.cluster.dump()).not.toContain('opal7391');
    expect(JSON.stringify(rows(bob))).not.toContain('opal7391');
    expect(rows(bob)).toEqual(rows(ann));
  });

  it('forgets what was never sent without sending it', async () => {
    const ann = await machine(team.owner);
    const bob = await machine(bobs);
    await write(ann, 'The dormouse ledger was wrong');
    ann.store.forgetting.forget([{ kind: 'observation', id: observation(ann, 'dormouse') }], JUNE);
    await rounds(ann, bob);
    expect(team.cluster.dump()).not.toContain('dormouse');
    expect(rows(bob)).toEqual(rows(ann));
  });
});
