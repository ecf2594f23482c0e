// Imports claude-mem databases of every generation.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AT, makeDatabase, makeFirst, makeMiddle, makeNewest } from '../../../test/helpers/claude-mem.ts';
import { createStore, type TestStore } from '../../../test/helpers/store.ts';
import { buildRedact } from '../../capture/clean/secrets.ts';
import { forget } from '../../store/forgetting/forget.ts';
import { ensureProject } from '../../store/ledger/projects.ts';
import { importClaudeMem } from './mapping.ts';

let store: TestStore;
let file: string;
beforeEach(() => {
  store = createStore();
  file = join(store.folder, 'claude-mem.db');
});
afterEach(() => store.close());

const read = () =>
  importClaudeMem(file, {
    store: store.parts,
    scratch: join(store.folder, 'copy.db'),
    cleaner: { limit: 65_536, redact: buildRedact() },
    now: () => AT + 1e9,
    isStopped: () => false,
    pause: async () => undefined,
    onTotal: () => undefined,
    onRow: () => undefined,
  });
const all = (query: string) => store.db.prepare(query).all();

describe('a claude-mem database', () => {
  it('of the newest kind is imported with dates, prompts, types and files, cleaned; what has no equivalent is reported', async () => {
    makeNewest(file);
    const shop = ensureProject(store.db, { key: '/home/dev/shop/.git', name: 'shop' }, 1);
    const before = readFileSync(file);
    const { mtimeMs } = statSync(file);
    const done = await read();
    expect(done).toMatchObject({
      sessions: { added: 1 },
      prompts: { added: 2 },
      observations: { added: 3 },
      summaries: { added: 1 },
      withoutSession: 1,
      unmapped: [
        { table: 'pending_messages', rows: 2 },
        { table: 'directives', rows: 1 },
      ],
    });
    expect(all('select id, host, project_id, status, title, prompt_count, started_at, ended_at from sessions')).toEqual(
      [
        {
          id: 'host-1',
          host: 'claude-code',
          project_id: shop,
          status: 'completed',
          title: 'Orders',
          prompt_count: 2,
          started_at: AT,
          ended_at: AT + 9000,
        },
      ],
    );
    expect(all('select number, text from prompts order by number')).toEqual([
      { number: 1, text: 'Fix the order parser' },
      { number: 2, text: 'Now the tests' },
    ]);
    expect(
      all('select type, title, facts, session_id, prompt_number, created_at from observations order by id'),
    ).toEqual([
      {
        type: 'bugfix',
        title: 'Parser skipped the last order',
        facts: '["off by one","found by a test"]',
        session_id: 'host-1',
        prompt_number: 1,
        created_at: AT + 1000,
      },
      {
        type: 'change',
        title: 'A key lay in the log',
        facts: '[]',
        session_id: 'host-1',
        prompt_number: 2,
        created_at: AT + 6000,
      },
      {
        type: 'discovery',
        title: 'The bank closes at four',
        facts: '[]',
        session_id: null,
        prompt_number: null,
        created_at: AT + 7000,
      },
    ]);
    expect(JSON.stringify(all('select * from observations'))).not.toContain('ghp_');
    expect(all("select rowid from observations_fts where observations_fts match 'loop ended'")).toEqual([{ rowid: 1 }]);
    expect(all('select path, role from observation_files')).toEqual([{ path: 'src/parser.ts', role: 'modified' }]);
    expect(all('select request, next_steps from summaries')).toEqual([
      { request: 'Fix the parser', next_steps: 'Write more tests' },
    ]);
    // The source is unchanged, and nothing is next to it.
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(store.folder).filter((name) => /claude-mem|copy/.test(name))).toEqual(['claude-mem.db']);
  });

  it('of the middle and the first kind is imported too', async () => {
    makeMiddle(file);
    expect(await read()).toMatchObject({ sessions: { added: 1 }, observations: { added: 1 }, summaries: { added: 1 } });
    expect(all('select type, title, narrative from observations')).toEqual([
      {
        type: 'decision',
        title: 'The gateway is called heron now.',
        narrative: 'The gateway is called heron now. The old name was taken.',
      },
    ]);
    expect(all('select text from prompts')).toEqual([{ text: 'Rename the gateway' }]);
    expect(all('select key, name from projects')).toEqual([{ key: 'claude-mem:shop', name: 'shop' }]);
    file = join(store.folder, 'older.db');
    makeFirst(file);
    expect(await read()).toMatchObject({
      generation: 'memories and overviews',
      sessions: { added: 1 },
      observations: { added: 1 },
      summaries: { added: 1 },
    });
    expect(
      all("select type, title, concepts, files_read, created_at from observations where session_id = 'host-3'"),
    ).toEqual([
      {
        type: 'discovery',
        title: 'Invoices are numbered by year.',
        concepts: '["invoices","numbers"]',
        files_read: '["src/invoice.ts"]',
        created_at: AT,
      },
    ]);
  });

  it('is imported once, and what was forgotten stays forgotten', async () => {
    makeNewest(file);
    await read();
    const again = await read();
    expect([again.sessions, again.prompts, again.observations, again.summaries].map(({ added }) => added)).toEqual([
      0, 0, 0, 0,
    ]);
    forget(store.db, [{ kind: 'observation', id: 1 }], AT + 1e9);
    expect(await read()).toMatchObject({ observations: { added: 0, forgotten: 1 } });
    forget(store.db, [{ kind: 'session', id: 'host-1' }], AT + 1e9);
    expect(await read()).toMatchObject({ sessions: { added: 0, forgotten: 1 } });
    expect(all('select title from observations')).toEqual([{ title: 'The bank closes at four' }]);
  });

  it('that is not one is refused', async () => {
    writeFileSync(file, 'no database');
    await expect(read()).rejects.toMatchObject({ code: 'IMPORT_UNREADABLE' });
    file = join(store.folder, 'other.db');
    makeDatabase(file, 'create table other (id integer)', () => undefined);
    await expect(read()).rejects.toMatchObject({ code: 'IMPORT_UNREADABLE' });
  });
});
