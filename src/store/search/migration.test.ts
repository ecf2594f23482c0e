// Upgrading a store of version 1 to the current search index.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Sqlite } from '../../../test/helpers/sqlite.ts';
import { idOf, kindOf } from '../memories/key.ts';
import { migrate } from '../sqlite/migrate.ts';
import { openDatabase } from '../sqlite/open.ts';
import { createSearchStore } from './index.ts';

it('a store of version 1 is upgraded, and everything in it is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-upgrade-'));
  const file = join(folder, 'c-mem.db');
  const old = new Sqlite(file);
  old.pragma('journal_mode = wal');
  migrate(old, 1);
  old.exec(`
    insert into projects (id, key, name, created_at) values (1, '/p', 'p', 0), (2, '/q', 'q', 0);
    insert into sessions (id, host, project_id, started_at, last_event_at) values ('s', 'h', 1, 0, 0), ('t', 'h', 2, 0, 0);
    insert into prompts (session_id, number, text_hash, text, created_at)
      values ('s', 1, 'x', 'why does retryBudget shrink', 0), ('t', 1, 'y', 'retryBudget again', 0);
    insert into summaries (session_id, project_id, request, created_at) values ('s', 1, 'retryBudget を直す', 0);
  `);
  const insert = old.prepare(
    "insert into observations (session_id, project_id, type, title, created_at) values ('t', 2, 'bugfix', ?, 0)",
  );
  for (let i = 0; i < 600; i += 1) insert.run(`Fix number ${i} of retryBudget${i === 550 ? ' 文字化け' : ''}`);
  old.close();

  const db = openDatabase(file);
  for (const table of ['observations_fts', 'summaries_fts', 'prompts_fts'])
    db.exec(`insert into ${table} (${table}, rank) values ('integrity-check', 1)`);
  const store = createSearchStore(db);
  const find = async (form: string, projectIds: number[] | null) =>
    (await store.match([{ forms: [form], prefix: false }], { projectIds })).terms[0]?.keys ?? [];
  expect(await find('budget', null)).toHaveLength(603);
  expect((await find('budget', [1])).map(kindOf).sort()).toEqual(['prompt', 'summary']);
  expect(await find('budget', [2])).toHaveLength(601);
  const { characterPairs } = await import('../../text/words.ts');
  expect((await find(characterPairs('字化')[0] as string, [2])).map(idOf)).toEqual([551]);
  // What is deleted also leaves the index.
  db.exec("delete from sessions where id = 's'");
  expect(await find('budget', [1])).toEqual([]);
  db.exec("insert into prompts_fts (prompts_fts, rank) values ('integrity-check', 1)");
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
