// Search on a server with so many memories that common words are no longer looked up in the index.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeamAccess } from '../../src/team/team-file.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { createTeam, type TestTeam } from '../helpers/team.ts';

const MEMORIES = 30_000;
const PROJECTS = 20;

describe.skipIf(!hasPostgres)('search among many memories', () => {
  let team: TestTeam;
  let admin: pg.Client;
  let ofOne: TeamAccess;
  let ofHalf: TeamAccess;

  beforeAll(async () => {
    team = await createTeam();
    admin = await team.cluster.admin();
    await admin.query(
      `insert into c_mem.projects (identity, name) select 'example.com/p' || n, 'p' || n from generate_series(1, ${PROJECTS}) n`,
    );
    ofOne = await team.invite('one', 3, 'reader');
    ofHalf = await team.invite('half', 1, 'writer');
    await admin.query(
      `insert into c_mem.access (member_id, project_id, role) select m.id, p, 'reader' from c_mem.members m, generate_series(2, 8) p
       where m.name = 'half'`,
    );
    // Number 1 is the oldest. All say "common", every tenth "usual", every thousandth "seldom"; each has a word of its own.
    await admin.query(
      `insert into c_mem.memories (uid, project_id, author_id, editor_id, kind, type, rev, body, happened_at, words, epoch, xid)
       select gen_random_uuid(), 1 + n % ${PROJECTS}, 1, 1, 'observation', case when n = 7 then 'decision' else 'change' end, 1,
         jsonb_build_object('n', n), now() - (${MEMORIES} - n) * interval '1 minute',
         c_mem.words_of(1 + n % ${PROJECTS}, 'title', concat('common own', n, case when n % 10 = 3 then ' usual' end,
           case when n % 1000 = 2 then ' seldom' end)), 1, pg_current_xact_id()
       from generate_series(1, ${MEMORIES}) n`,
    );
    await admin.query(
      `update c_mem.memories set author_id = (select id from c_mem.members where name = 'half') where (body ->> 'n')::int = 5`,
    );
    await admin.query('vacuum analyze c_mem.memories');
  }, 120_000);
  afterAll(async () => {
    await admin?.end();
    await team?.dispose();
  });

  const search = async (who: TeamAccess, words: string[], filter: object = {}, most = 50, skip = 0) =>
    (
      await team.as(who, (server) =>
        server.search(
          words.map((word) => ({ forms: [word], prefix: false })),
          filter,
          most,
          skip,
        ),
      )
    ).map(({ body, hasAll }) => [body['n'] as number, hasAll]);

  it('finds a word of its own, however old, in all projects, some or one', async () => {
    expect(await search(team.owner, ['own2'])).toEqual([[2, true]]);
    expect(await search(ofHalf, ['own2'])).toEqual([[2, true]]);
    expect(await search(ofOne, ['own2'])).toEqual([[2, true]]);
    expect(await search(ofOne, ['own4'])).toEqual([]);
  });

  it('finds everything that has a rare word, with a common one too', async () => {
    const all = Array.from({ length: 30 }, (_, i) => [2 + i * 1000, true]);
    const sorted = (rows: unknown[][]) => rows.sort(([a], [b]) => (a as number) - (b as number));
    for (const who of [team.owner, ofHalf, ofOne]) {
      expect(sorted(await search(who, ['seldom']))).toEqual(all);
      expect(sorted(await search(who, ['common', 'seldom'])).filter(([, hasAll]) => hasAll)).toEqual(all);
    }
  });

  it('finds the newest that have a common word, and nothing of other projects', async () => {
    for (const [who, project] of [
      [ofOne, 3],
      [team.owner, null],
    ] as const) {
      const found = (await search(who, ['common'], {}, 20)).map(([n]) => n as number);
      expect(found).toHaveLength(20);
      expect(Math.min(...found)).toBeGreaterThan(MEMORIES - 20 * PROJECTS - 1);
      if (project !== null) expect(new Set(found.map((n) => 1 + (n % PROJECTS)))).toEqual(new Set([project]));
    }
  });

  it('applies filters before it limits', async () => {
    expect(await search(team.owner, ['common'], { authors: ['half'] })).toEqual([[5, true]]);
    expect(await search(team.owner, ['common'], { types: ['decision'] })).toEqual([[7, true]]);
    expect(await search(ofHalf, ['usual'], { projects: [4], until: Date.now() - (MEMORIES - 30) * 60_000 })).toEqual([
      [23, true],
      [3, true],
    ]);
    expect(await search(team.owner, ['common'], { authors: ['nobody'] })).toEqual([]);
  });

  it('pages without gaps or repetition', async () => {
    const pages = await Promise.all([0, 10, 20].map((skip) => search(ofOne, ['seldom'], {}, 10, skip)));
    expect(new Set(pages.flat().map(([n]) => n)).size).toBe(30);
  });
});
