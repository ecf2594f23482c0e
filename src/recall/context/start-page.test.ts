// The page at a session's start as a whole: how to work, what follows a cleared conversation, nothing twice.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, contextOf, DEFAULTS } from '../../../test/helpers/context.ts';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { useStore } from '../../../test/helpers/use-store.ts';
import type { ContextRequest } from './start-request.ts';

const store = useStore();
const context = (more: Partial<ContextRequest> = {}) => contextOf(store, more).text;
const times = (text: string, part: string) => text.split(part).length - 1;

describe('how to work', () => {
  function work(): string {
    const root = join(store.folder, 'shop');
    mkdirSync(root);
    addObservation(store.db, { session: 'a', at: at(5) }, { title: 'Count totals in cents' });
    for (const [index, [kind, command]] of [
      ['build', 'npm run build'],
      ['test', 'npm test'],
    ].entries()) {
      const { lastInsertRowid } = store.db
        .prepare(
          `insert into events (session_id, project_id, key, kind, source, prompt_number, tool_name, files, payload_bytes,
             created_at, stored_at) values ('a', 1, ?, 'tool', 'hook', 1, 'Bash', '[]', 0, ?, 1)`,
        )
        .run(`k${index}`, at(5));
      store.db
        .prepare(
          `insert into runs (event_id, position, project_id, kind, command, partial, failed, created_at)
           values (?, 0, 1, ?, ?, 0, 0, ?)`,
        )
        .run(lastInsertRowid, kind, command, at(5));
    }
    return root;
  }
  const HEADING = '## Commands that worked here';

  it('is told in one line, with what came of the commands', () => {
    expect(context({ root: work() })).toContain(
      `${HEADING}\n- build: \`npm run build\` (passed 1 of 1, last 2026-03-10); test: \`npm test\` (passed 1 of 1, last 2026-03-10)`,
    );
  });

  it('leaves out what the instructions of the project say', () => {
    const root = work();
    writeFileSync(join(root, 'CLAUDE.md'), 'Run `npm test` before each commit.');
    const text = context({ root });
    expect(text).toContain('`npm run build`');
    expect(text).not.toContain('`npm test`');
    writeFileSync(join(root, 'AGENTS.md'), 'Build with npm run build.');
    expect(context({ root })).not.toContain(HEADING);
  });

  it('does not wait for a pipe under that name, nor read a file without end', () => {
    const root = work();
    execFileSync('mkfifo', [join(root, 'CLAUDE.md')]);
    writeFileSync(join(root, 'AGENTS.md'), `npm test ${'x'.repeat(300_000)}`);
    expect(context({ root })).toContain('`npm test`');
  });

  it('is not told again to a session that continues', () => {
    expect(context({ root: work(), beginning: 'compacted' })).not.toContain(HEADING);
  });
});

describe('a cleared conversation', () => {
  function past(minutesAgo: number): void {
    addObservation(store.db, { session: 'old', at: at(70) }, { title: 'Sessions live in Redis' });
    addSummary(
      store.db,
      { session: 'last', at: at(minutesAgo / 60), branch: 'main' },
      {
        request: 'Add taxes to the cart',
        completed: 'Taxes are added per line.',
        filesEdited: ['/home/dev/shop/tax.ts'],
      },
    );
  }

  it('gets what was just done, and nothing of the week', () => {
    past(5);
    expect(context({ beginning: 'cleared' })).toContain('Asked: Add taxes to the cart');
    expect(context({ beginning: 'cleared' })).not.toContain('Redis');
    expect(context()).toContain('Redis');
  });

  it('gets everything if the work was long ago', () => {
    past(90);
    expect(context({ beginning: 'cleared' })).toContain('Redis');
  });
});

describe('each line earns its place', () => {
  it('a session that only greeted is not where we left off', () => {
    addSummary(
      store.db,
      { session: 'work', at: at(9), branch: 'main' },
      {
        request: 'Add taxes to the cart',
        completed: 'Taxes are added per line.',
        filesEdited: ['/home/dev/shop/tax.ts'],
      },
    );
    addSummary(
      store.db,
      { session: 'hello', at: at(1), branch: 'main' },
      { request: 'hi', completed: 'Hello! How are you?' },
    );
    expect(context()).toContain('Asked: Add taxes to the cart');
    expect(context()).not.toContain('Asked: hi');
  });

  it('a title stands on the page once, whatever carries it', () => {
    const place = { session: 'a', at: at(3), branch: 'main' };
    addObservation(store.db, place, { title: 'Add taxes to the cart (tax.ts)', narrative: 'Per line.' });
    addSummary(store.db, place, { request: 'taxes please', completed: 'Taxes are per line.', filesEdited: ['tax.ts'] });
    for (const hours of [20, 30, 40])
      addObservation(store.db, { session: `b${hours}`, at: at(hours) }, { title: 'Sessions live in Redis' });
    store.db.exec(`update sessions set title = 'Add taxes to the cart' where id = 'a';
      update summaries set title = 'Add taxes to the cart'`);
    const text = context({ settings: { ...DEFAULTS, context: { ...DEFAULTS.context, full: 0 } } });
    expect(times(text, 'Add taxes to the cart')).toBe(1);
    expect(times(text, 'Sessions live in Redis')).toBe(1);
  });

  it('a session that was continued in another one is listed once', () => {
    for (const hours of [2, 20, 30, 40])
      addSummary(store.db, { session: `s${hours}`, at: at(hours) }, { request: `turn ${hours}`, completed: 'Done.' });
    store.db.exec(`update sessions set title = 'Keys in the vault' where id in ('s20', 's30');
      update sessions set title = 'Taxes per line' where id = 's40'`);
    const text = context();
    const list = text.slice(text.indexOf('## Recent sessions'));
    expect(times(list, 'Keys in the vault')).toBe(1);
    expect(list).toContain('Taxes per line');
  });

  it('names the files with the most memories, if there are several, and not those of every project', () => {
    const touch = (name: string) => [{ path: `/home/dev/shop/src/${name}`, role: 'modified' as const, digest: null }];
    const files = ['cart.ts', 'cart.ts', 'tax.ts', 'mail.ts', 'README.md', 'README.md', 'README.md'];
    for (const [index, name] of files.entries())
      addObservation(store.db, { session: 'a', at: at(index + 1) }, { title: `Change ${index}`, touches: touch(name) });
    expect(context()).not.toContain('## Files with the most memories');
    addObservation(store.db, { session: 'a', at: at(20) }, { title: 'Change 7', touches: touch('ship.ts') });
    expect(context()).toContain(
      '## Files with the most memories (search by name)\n- cart.ts, tax.ts, mail.ts, ship.ts',
    );
  });

  it('leaves out sentences that only point at something', () => {
    addObservation(
      store.db,
      { session: 'a', at: at(3) },
      {
        title: 'Keep sessions in Redis',
        narrative:
          "That's a critical distinction. Now update the list of things to do. Sticky cookies broke behind the load balancer. It is a large change, so let me make a plan first. It works now.",
      },
    );
    expect(context()).toContain('- #1 C Keep sessions in Redis — Sticky cookies broke behind the load balancer.\n');
  });
});
