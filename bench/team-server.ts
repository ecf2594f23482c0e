// One small PostgreSQL with a full team: a million memories of 100 members in 200 projects, and what to measure on it.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { parseQuery } from '../src/recall/search/query.ts';
import type { PushItem } from '../src/team/outgoing.ts';
import { openServer } from '../src/team/server.ts';
import type { TeamAccess } from '../src/team/team-file.ts';
import { fillBigStore } from '../test/helpers/big-store.ts';
import { hasPostgres } from '../test/helpers/postgres.ts';
import { Sqlite } from '../test/helpers/sqlite.ts';
import { createHome, createTeam, type TestTeam } from '../test/helpers/team.ts';

export { hasPostgres, openServer };

export interface FullTeam {
  team: TestTeam;
  admin: pg.Client;
  /** A member of 20 projects. */
  member: TeamAccess;
  words: string[];
}

export interface Sizes {
  memories: number;
  members: number;
  projects: number;
}

/** As a small server is set up: durable, and with a fraction of the memory of one. */
const SMALL_SERVER = [
  'fsync = on',
  'shared_buffers = 512MB',
  'work_mem = 16MB',
  'maintenance_work_mem = 256MB',
  'max_wal_size = 4GB',
  'random_page_cost = 1.1',
];

export async function createFullTeam(root: string, sizes: Sizes): Promise<FullTeam> {
  const team = await createTeam({ settings: SMALL_SERVER });
  const admin = await team.cluster.admin();
  const words = vocabulary(root);
  await people(admin, sizes);
  await fill(admin, words, sizes.memories);
  const member = await team.invite('measured', 1, 'writer');
  await admin.query(
    `insert into c_mem.access (member_id, project_id, role) select m.id, p.id, 'writer' from c_mem.members m, c_mem.projects p
     where m.name = 'measured' and p.id % 10 = 1 on conflict do nothing`,
  );
  return { team, admin, member, words };
}

async function people(admin: pg.Client, { members, projects }: Sizes): Promise<void> {
  await admin.query(
    `insert into c_mem.members (name, joined_at) select 'member ' || n, now() from generate_series(2, ${members}) n`,
  );
  await admin.query(
    `insert into c_mem.projects (identity, name) select 'example.com/acme/p' || n, 'p' || n from generate_series(1, ${projects}) n`,
  );
  await admin.query(
    `insert into c_mem.access (member_id, project_id, role)
     select m.id, p.id, 'writer' from c_mem.members m, c_mem.projects p where m.id > 1 and (m.id + p.id) % 10 = 0`,
  );
}

/** Sentences are made once and combined; projects and words are used unevenly, as in life. */
async function fill(admin: pg.Client, words: string[], memories: number): Promise<void> {
  await admin.query('create temp table word (id integer primary key, word text)');
  await admin.query('insert into word select n, w from unnest($1::text[]) with ordinality as u(w, n)', [words]);
  await admin.query('select setseed(0.5)');
  await admin.query(
    `create temp table sentence as select s as id, string_agg(w.word, ' ' order by n) as text
     from (select s, n, 1 + floor(power(random(), 3) * ${words.length})::integer as pick
       from generate_series(1, 20000) s, generate_series(1, 12) n) p join word w on w.id = p.pick group by s`,
  );
  await admin.query('create unique index on sentence (id)');
  await admin.query('analyze sentence');
  await admin.query('drop index c_mem.memories_words, c_mem.memories_by_author, c_mem.memories_newest');
  const step = 100_000;
  for (let from = 1; from <= memories; from += step)
    await admin.query(
      `insert into c_mem.memories (uid, project_id, author_id, editor_id, kind, type, rev, body, happened_at, words, epoch, xid)
       select gen_random_uuid(), project, author, author, 'observation', type, n, jsonb_build_object('session', null, 'host', 'claude-code',
           'turn', n % 40, 'branch', 'main', 'commit', null, 'editedAt', null, 'title', title, 'subtitle', null,
           'narrative', narrative, 'facts', jsonb_build_array(fact, fact2), 'concepts', '[]'::jsonb, 'filesRead', '[]'::jsonb,
           'filesModified', jsonb_build_array('src/' || split_part(title, ' ', 1) || '.ts'), 'touches', '[]'::jsonb, 'rule', null),
         at, c_mem.words_of(project, title, narrative || E'\\n' || fact || E'\\n' || fact2), 1, pg_current_xact_id()
       from (
         select r.n, r.project, r.author, r.type, r.at, left(a.text, 60) as title, b.text || '. ' || c.text || '. ' || d.text as narrative,
           e.text as fact, f.text as fact2
         from (select n, 1 + floor(power(random(), 2) * (select count(*) from c_mem.projects))::integer as project,
             1 + floor(random() * (select count(*) from c_mem.members))::integer as author,
             (array['decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'])[1 + floor(random() * 6)::integer] as type,
             now() - random() * interval '700 days' as at,
             1 + floor(random() * 20000)::integer as a, 1 + floor(random() * 20000)::integer as b,
             1 + floor(random() * 20000)::integer as c, 1 + floor(random() * 20000)::integer as d,
             1 + floor(random() * 20000)::integer as e, 1 + floor(random() * 20000)::integer as f
           from generate_series(${from}, ${Math.min(from + step - 1, memories)}) n) r
         join sentence a on a.id = r.a join sentence b on b.id = r.b join sentence c on c.id = r.c
         join sentence d on d.id = r.d join sentence e on e.id = r.e join sentence f on f.id = r.f) made`,
    );
  for (const index of indexesOf(readSchema())) await admin.query(index);
  await admin.query('vacuum analyze c_mem.memories');
}

const readSchema = () =>
  readFileSync(join(import.meta.dirname, '..', '..', 'src', 'team', 'postgres', 'migrations', '0001_team.sql'), 'utf8');

/** Those that were dropped, as the schema creates them. */
function indexesOf(schema: string): string[] {
  return [...schema.matchAll(/create index memories_(?:words|by_author|newest)[^;]*;/g)].map(([text]) => text);
}

/** Words of our own documentation, the commonest first, and names as programmers make them. */
function vocabulary(root: string): string[] {
  const folder = join(root, 'docs');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const counts = new Map<string, number>();
  for (const file of files.sort())
    for (const [word] of readFileSync(join(folder, file), 'utf8')
      .toLowerCase()
      .matchAll(/[a-z]{3,14}/g))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
  const made = known
    .slice(0, 3000)
    .flatMap((word, n) =>
      Array.from({ length: 8 }, (_, i) => word + (known[(n * 7 + i * 331) % known.length] as string)),
    );
  return [...known, ...made];
}

export const WARM_UP = 150;

export interface Search {
  text: string;
  ms: number;
  hits: number;
}

/** Different queries of one to four words, from the commonest words to rare ones. */
export async function measureSearches(access: TeamAccess, words: string[], count: number): Promise<Search[]> {
  const server = await openServer(access);
  const pick = (n: number) => words[Math.floor(((n * 0.618034) % 1) ** 3 * words.length)] as string;
  const ask = async (text: string) => {
    const terms = parseQuery(text).map(({ forms, prefix }) => ({ forms, prefix }));
    const start = process.hrtime.bigint();
    const rows = await server.search(terms, {}, 21, 0);
    return { text, ms: Number(process.hrtime.bigint() - start) / 1e6, hits: rows.length };
  };
  try {
    // As on a server that is in use: what others asked before is in its memory.
    for (let n = 0; n < WARM_UP; n += 1) await ask(`${pick(n * 31 + 7)} ${pick(n * 17 + 5)}`);
    const done: Search[] = [];
    for (let n = 0; n < count; n += 1)
      done.push(await ask(Array.from({ length: 1 + (n % 4) }, (_, i) => pick(n * 5 + i * 3 + 1)).join(' ')));
    return done;
  } finally {
    await server.end();
  }
}

/** The plan of the first part of a search, with the rights of the owner, as the function runs it. */
export async function planOf(admin: pg.Client, words: string[]): Promise<string> {
  const [first, second] = [words[200], words[900]];
  const { rows } = await admin.query(
    `explain (analyze, costs off, timing off, summary off) select m.uid from c_mem.memories m
     where m.gone is null and m.words @@ (plainto_tsquery('english', '${first} ${second}') && '''cmem0p1'' | ''cmem0p11'''::tsquery)`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Seconds of processor time that the server has used: on a busy machine, this says more than a clock. */
export function processorSeconds({ team: { cluster } }: Pick<FullTeam, 'team'>): number {
  const parent = readFileSync(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0];
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      if (fields[1] === parent) ticks += Number(fields[11]) + Number(fields[12]);
      if (pid === parent) ticks += Number(fields[13]) + Number(fields[14]);
    } catch {
      // it ended
    }
  }
  return ticks / 100;
}

export interface Rates {
  /** One machine: packing, sending, and its own database. */
  machinePush: number;
  /** Several connections that send batches. */
  serverPush: number;
  /** Memories a second of processor time. */
  pushPerProcessor: number;
  /** One machine: reading, checking, and its own database; milliseconds for 10,000. */
  machinePullMs: number;
  machinePullProcessorMs: number;
  serverPull: number;
  pullPerProcessor: number;
}

export async function measureRates(full: FullTeam, count: number): Promise<Rates> {
  const { team, member, words } = full;
  const remote = 'example.com/acme/rates';
  const project = await team.as(team.owner, (server) => server.share(remote, 'rates'));
  const writer = await team.invite('rates', project, 'writer');
  const home = createHome(writer);
  home.store.projects.ensure({ key: home.repository(remote), name: 'rates' }, 1);
  await home.sync();
  fillBigStore(home.db, { observations: count, projects: 1 });
  const waiting = home.store.team.outbox().waiting;
  const machinePush = await perSecond(waiting, () => home.sync());
  home.close();

  const other = createHome(await team.invite('rates reader', project, 'reader'));
  other.now = Date.now();
  other.store.projects.ensure({ key: other.repository(remote), name: 'rates' }, 1);
  const start = process.hrtime.bigint();
  const used = process.cpuUsage();
  const { added } = await other.sync();
  const { user, system } = process.cpuUsage(used);
  const machinePullProcessorMs = ((user + system) / 1000) * (10_000 / Math.max(1, added));
  const machinePullMs = (Number(process.hrtime.bigint() - start) / 1e6) * (10_000 / Math.max(1, added));
  other.close();

  const connections = await Promise.all(Array.from({ length: 8 }, () => openServer(member)));
  const batches = Math.max(1, Math.round(count / 200 / 8));
  const beforePush = processorSeconds(full);
  const serverPush = await perSecond(batches * 8 * 200, () =>
    Promise.all(
      connections.map(async (server, c) => {
        for (let n = 0; n < batches; n += 1) await server.push(itemsFor(words, 1, (c * batches + n) * 200, 200));
      }),
    ),
  );
  const pushPerProcessor = (batches * 8 * 200) / (processorSeconds(full) - beforePush);
  const pulls = Math.max(1, Math.round(count / 500 / 8));
  const beforePull = processorSeconds(full);
  const serverPull = await perSecond(pulls * 8 * 500, () =>
    Promise.all(
      connections.map(async (server) => {
        let at = { epoch: 0, xid: '0', seq: 0 };
        for (let n = 0; n < pulls; n += 1) {
          const [pulled] = await server.pull([{ project: 1, ...at, since: null }], 500);
          if (pulled) at = pulled.cursor;
        }
      }),
    ),
  );
  const pullPerProcessor = (pulls * 8 * 500) / (processorSeconds(full) - beforePull);
  for (const server of connections) await server.end();
  return {
    machinePush,
    machinePullMs,
    machinePullProcessorMs,
    serverPush,
    pushPerProcessor,
    serverPull,
    pullPerProcessor,
  };
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return (count * 1e9) / Number(process.hrtime.bigint() - start);
}

export async function sizesOf(admin: pg.Client): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await admin.query(
    `select c.relname as name, pg_relation_size(c.oid)::bigint as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'c_mem' and c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 1000000
     union all select 'memories, long texts (TOAST)', pg_relation_size(reltoastrelid) from pg_class where oid = 'c_mem.memories'::regclass
     order by 2 desc`,
  );
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

/** Whether a memory with this title is in the database of a home. */
export function hasTitle(database: string, title: string): boolean {
  const db = new Sqlite(database, { readonly: true });
  try {
    return db.prepare<[string], object>('select 1 from observations where title = ?').get(title) !== undefined;
  } finally {
    db.close();
  }
}

/** A colleague who sends 20 memories at a time, without a pause. */
export async function keepSending({ team, words }: FullTeam, project: number): Promise<{ stop(): Promise<number> }> {
  const server = await openServer(await team.invite('busy colleague', project, 'writer'));
  let sent = 0;
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      await server.push(itemsFor(words, project, sent, 20));
      sent += 20;
      await sleep(50);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await loop;
      await server.end();
      return sent;
    },
  };
}

/** Memories of about 80 words, as unevenly used as in what the server was filled with. */
function itemsFor(words: string[], project: number, from: number, count: number): PushItem[] {
  const text = (n: number, length: number) =>
    Array.from({ length }, (_, i) => words[Math.floor(((n * 7.31 + i * 0.618034) % 1) ** 3 * words.length)]).join(' ');
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const [title, narrative] = [text(n, 8), text(n * 1.7, 72)];
    return {
      ...{ uid: randomUUID(), op: 'put', project, kind: 'observation', type: 'change', rev: 1000, at: Date.now() },
      ...{ body: { title, narrative }, title, words: narrative },
      ...{ supersededBy: null, supersededRev: 0, scrub: false },
    };
  });
}
