// The state of the exchange with the team, as the viewer asks for it.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addShopMemories, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { teamRoutes } from './team.ts';

const bench = useHttpBench();

it('says that there is none, and who made what', async () => {
  addShopMemories(bench.db);
  bench.db.exec("update observations set author = 'ann' where id = 1");
  const { status, body } = await bench.ask('GET', '/api/team');
  expect([status, body.team]).toEqual([200, null]);
  expect(body.authors.find(({ author }: { author: string | null }) => author === 'ann').memories).toBe(1);
});

it('shows how the exchange goes, without a password', async () => {
  const access = { host: 'db.example.com', port: 5432, database: 'memories', user: 'u', password: 'of-this-machine' };
  writeFileSync(bench.deps.paths.team, JSON.stringify(access), { mode: 0o600 });
  const problem = { code: 'TEAM_REFUSED', message: 'It refuses', fix: 'Ask', since: 5 };
  bench.deps.store.team.setState({ team: 'Shop', member: 'ann', pushedAt: 3, pulledAt: 4, problem });
  const { body } = await bench.ask('GET', '/api/team');
  expect(body.team).toMatchObject({
    name: 'Shop',
    member: 'ann',
    server: 'db.example.com:5432/memories',
    waiting: 0,
    problem,
  });
  expect(JSON.stringify(body)).not.toContain('of-this-machine');
});

it('no route is left without a test', () => {
  expect(unserved(bench, teamRoutes(bench.deps))).toEqual([]);
});
