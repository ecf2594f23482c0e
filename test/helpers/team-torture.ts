// Runs of the exchange that try to break it, in any size.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import type { TeamAccess } from '../../src/team/team-file.ts';
import { writeTurn } from './memories.ts';
import { createHome, createTeam, type TestHome } from './team.ts';

const REMOTE = 'github.com/acme/shop';
const DAY = 24 * 3600_000;

/** Numbers that look random and are the same in each run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return Math.abs(state ^ (state >>> 13)) % below;
  };
}

interface Machine extends TestHome {
  key: string;
}

async function machine(access: TeamAccess): Promise<Machine> {
  const home = createHome(access);
  const key = home.repository(REMOTE);
  home.store.projects.ensure({ key, name: 'shop' }, 1);
  await home.sync();
  return Object.assign(home, { key });
}

let turns = 0;
/** A turn with one finding or two, and a summary that repeats them and may say something of its own. */
function write(home: Machine, title: string, at: number, also: string | null = null, learned: string | null = null) {
  turns += 1;
  const session = `${home.access.user}-${turns}`;
  const observations = [title, also]
    .filter((each) => each !== null)
    .map((each) => ({
      type: 'discovery' as const,
      title: each,
      narrative: `More about ${each}`,
      facts: [`${each} fact`],
    }));
  const summary = { request: `ask ${title}`, learned, completed: also };
  return writeTurn(home.db, { session, project: home.key, at, observations, summary });
}

const content = (home: TestHome) =>
  home.rows(`select i.uid, o.title, o.narrative, o.facts, o.type, o.edited_at, o.created_at,
      (select uid from team_items n where n.kind = 'observation' and n.local_id = o.superseded_by) as superseded
    from observations o join team_items i on i.kind = 'observation' and i.local_id = o.id order by i.uid`);
const summaries = (home: TestHome) =>
  home.rows(`select i.uid, s.title, s.request, s.learned, s.completed, s.edited_at from summaries s
    join team_items i on i.kind = 'summary' and i.local_id = s.id order by i.uid`);

/**
 * Two machines are offline for a week, on a clock of the test's, with a day between their own; another one of the same
 * person and a reader's look on.
 */
export async function runWeekOffline(size: { seed: number; memories: number; changes: number }): Promise<void> {
  const team = await createTeam();
  const homes: Machine[] = [];
  try {
    const shop = await team.as(team.owner, (server) => server.share(REMOTE, 'shop'));
    const bobs = await team.invite('bob', shop, 'writer');
    const robs = await team.invite('rob', shop, 'reader');
    for (const access of [team.owner, bobs, await team.addMachine(team.owner), robs]) homes.push(await machine(access));
    const [one, two, ...watching] = homes as [Machine, Machine, Machine, Machine];
    const random = createRandom(size.seed);
    let now = Date.UTC(2026, 2, 1);
    for (let n = 0; n < size.memories; n += 1) {
      const also = random(4) === 0 ? `another ${size.seed} ${n}` : null;
      const learned = random(3) === 0 ? `Lesson of the day: keep calm` : null;
      await write(n % 2 ? one : two, `memory ${size.seed} ${n}`, (now += 60_000), also, learned);
    }
    for (const home of [one, two, one, two]) await home.sync();
    expect(content(one)).toEqual(content(two));
    expect(content(one).length).toBeGreaterThanOrEqual(size.memories);

    const forgotten: string[] = [];
    for (let n = 0; n < size.changes; n += 1) {
      now += Math.floor((7 * DAY) / size.changes);
      const home = random(2) ? one : two;
      const at = home === two ? now + DAY : now;
      home.now = at;
      // Not by their IDs, which depend on the order in which they came.
      const rows = home.rows<{ id: number; title: string; author: string | null }>(
        'select id, title, author from observations order by created_at, narrative',
      );
      const told = home.rows<{ id: number; author: string | null }>(
        'select id, author from summaries order by created_at, author',
      );
      const summary = told[random(Math.max(1, told.length))];
      const row = rows[random(rows.length)];
      if (!row) continue;
      const kind = random(10);
      if (kind < 5)
        home.store.memories.editObservation(row.id, { title: `edit ${size.seed} ${n}`, facts: [`fact ${n}`] }, at);
      else if (kind < 6) {
        const other = rows[random(rows.length)];
        try {
          home.store.memories.supersede(row.id, other && other.id !== row.id ? other.id : null);
        } catch {
          // a circle: refused
        }
      } else if (kind < 7) {
        if (summary) home.store.memories.editSummary(summary.id, { completed: `done ${n}` }, at);
      } else if (kind < 8) await write(home, `later ${size.seed} ${n}`, at);
      else if (kind < 9 && summary?.author === null && random(3) === 0)
        home.store.forgetting.forget([{ kind: 'summary', id: summary.id }], at);
      else if (row.author === null) {
        forgotten.push(row.title);
        home.store.forgetting.forget([{ kind: 'observation', id: row.id }], at);
      }
    }
    // What one machine takes out of its texts is news for the others: until there is none.
    for (let moved = 1, rounds = 0; moved > 0 && rounds < 10; rounds += 1) {
      moved = 0;
      for (const home of homes) {
        const { sent, added, changed, forgotten: gone } = await home.sync();
        moved += sent + added + changed + gone;
      }
    }
    expect(content(one)).toEqual(content(two));
    expect(summaries(one)).toEqual(summaries(two));
    for (const home of watching) expect(content(home)).toEqual(content(one));
    for (const home of watching) expect(summaries(home)).toEqual(summaries(one));
    for (const home of homes)
      expect(home.rows('select 1 from summaries where coalesce(title, request, learned, completed) is null')).toEqual(
        [],
      );
    expect(forgotten.length).toBeGreaterThan(0);
    for (const home of homes) expect(home.store.team.outbox().waiting).toBe(0);
    const dump = team.cluster.dump();
    for (const title of forgotten) expect(dump).not.toMatch(new RegExp(`${title}(?!\\d)`));
    const admin = await team.cluster.admin();
    const { rows } = await admin.query(
      `select replace(uid::text, '-', '') as uid, body ->> 'title' as title from c_mem.memories where gone is null and kind = 'observation' order by 1`,
    );
    await admin.end();
    expect(rows).toEqual(
      content(one).map((row) => ({ uid: (row as { uid: string }).uid, title: (row as { title: string }).title })),
    );
  } finally {
    for (const home of homes) home.close();
    await team.dispose();
  }
}

/** Writers hold their transactions open at random while others pull. */
export async function runLateCommits(size: {
  writers: number;
  pullers: number;
  batches: number;
}): Promise<{ expected: number; seen: string[][] }> {
  const team = await createTeam();
  const homes: Machine[] = [];
  try {
    const shop = await team.as(team.owner, (server) => server.share(REMOTE, 'shop'));
    for (let n = 0; n < size.pullers; n += 1) homes.push(await machine(await team.addMachine(team.owner)));
    const logins = await Promise.all(
      Array.from({ length: size.writers }, (_, n) => team.invite(`writer-${n}`, shop, 'writer')),
    );
    let expected = 0;
    const writing = logins.map(async ({ user, password, host, port, database }, n) => {
      const random = createRandom(n + 1);
      const client = new pg.Client({ user, password, host, port, database });
      client.on('error', () => undefined);
      await client.connect();
      for (let batch = 0; batch < size.batches; batch += 1) {
        const items = Array.from({ length: 1 + random(8) }, (_, place) => ({
          ...{
            uid: randomUUID(),
            op: 'put',
            project: shop,
            kind: 'observation',
            type: 'change',
            rev: 1,
            at: Date.now(),
          },
          body: { title: `by ${n}, batch ${batch}, ${place}`, facts: [] },
          ...{ title: `by ${n}`, words: '', supersededRev: 0 },
        }));
        await client.query('begin');
        await client.query('select * from c_mem.push($1)', [JSON.stringify(items)]);
        await sleep(random(60));
        // Some are taken back: nobody may have seen them.
        if (random(6) === 0) await client.query('rollback');
        else {
          await client.query('commit');
          expected += items.length;
        }
      }
      await client.end();
    });
    let isOver = false;
    const pulling = homes.map(async (home) => {
      while (!isOver) await home.sync();
      await home.sync();
    });
    await Promise.all(writing);
    isOver = true;
    await Promise.all(pulling);
    const seen = homes.map((home) => {
      const rows = home.rows<{ title: string }>(
        "select title from observations where title like 'by %' order by title",
      );
      return rows.map(({ title }) => title);
    });
    return { expected, seen };
  } finally {
    for (const home of homes) home.close();
    await team.dispose();
  }
}
