// Where we left off: this branch, its last work, and what is next.
import { describe, expect, it } from 'vitest';
import { at, contextOf, OPEN } from '../../../test/helpers/context.ts';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { useStore } from '../../../test/helpers/use-store.ts';
import type { ContextRequest } from './start-request.ts';

const store = useStore();
const context = (more: Partial<ContextRequest> = {}) => contextOf(store, more);

describe('where we left off', () => {
  it('prefers the branch that is checked out, and still tells what happened since elsewhere', async () => {
    addSummary(
      store.db,
      { session: 'a', at: at(30), branch: 'login' },
      {
        request: 'Build the login',
        completed: 'The login form posts to /session, and the cookie is set.',
        filesEdited: ['x'],
      },
    );
    addSummary(
      store.db,
      { session: 'b', at: at(2), branch: 'main' },
      { request: 'Bump versions', completed: 'Bumped.', filesEdited: ['y'] },
    );
    const { text } = await context({ tree: { branch: 'login', changed: [] } });
    expect(text).toContain('Asked: Build the login');
    expect(text).toContain('- In another session since then on branch main (2 h ago): asked “Bump versions”');
    expect((await context()).text).toContain('Asked: Bump versions');
  });

  it('finds this branch’s last work however much was done elsewhere since', async () => {
    const turn = (session: string, hours: number, branch: string, what: string, prompt = 1) =>
      addSummary(
        store.db,
        { session, at: at(hours), branch, prompt },
        { request: `Ask for ${what}`, completed: `${what} is done.`, nextSteps: `After ${what}.`, filesEdited: ['x'] },
      );
    turn('a', 500, 'main', 'the release notes');
    for (let i = 0; i < 40; i += 1) turn(`b${i}`, 40 - i, 'login', `login part ${i}`);
    const { text } = await context();
    const section = text.slice(text.indexOf('## Where we left off'));
    expect(section).toContain('Asked: Ask for the release notes\nDone: the release notes is done.');
    expect(section).toContain('Next: After the release notes.');
    expect(section).toContain(
      '- In another session since then on branch login (1 h ago): asked “Ask for login part 39”; done: login part 39',
    );
    expect(section.match(/login part/g)).toHaveLength(2);
    expect(section).toMatch(/^## Where we left off \(.*, branch main\)/);
    // Where nobody knows the branch, or nothing was done on it yet, it is simply the last work.
    for (const branch of [null, 'brand-new'])
      expect((await context({ tree: { branch, changed: [] } })).text).toContain('Asked: Ask for login part 39');
  });

  it('a session that changed branches is this branch’s work only as far as it was on it', async () => {
    const turn = (prompt: number, branch: string | null, what: string) =>
      addSummary(
        store.db,
        { session: 'a', at: at(20 - prompt), branch, prompt },
        { request: `Ask for ${what}`, completed: `${what} is done.`, filesEdited: ['x'] },
      );
    turn(1, 'main', 'the readme');
    turn(2, 'login', 'the form');
    turn(3, 'main', 'the licence');
    turn(4, 'login', 'the cookie');
    const { text } = await context();
    const section = text.slice(text.indexOf('## Where we left off'));
    expect(section).toContain('Asked: Ask for the licence');
    expect(section).toContain('- Before that: asked “Ask for the readme”');
    expect(section).toContain('- Since then on branch login (16 h ago): asked “Ask for the cookie”');
    expect(section).not.toContain('the form');
    // Without git it is the whole session, and what was done on another branch says so.
    const all = (await context({ tree: { branch: null, changed: [] } })).text;
    expect(all).toContain('Asked: Ask for the cookie');
    expect(all).toContain('- Before that on branch main: asked “Ask for the licence”');
    expect(all).toContain('- Before that: asked “Ask for the form”');
    const openTurns = [{ ...OPEN, branch: 'login' }];
    expect((await context({ openTurns })).text).toContain('- Not yet summarized on branch login (6 min ago)');
  });

  it('of several Stops in one turn the newest says what is next, and the request is shown once', async () => {
    const stop = (hours: number, completed: string, nextSteps: string | null, filesEdited: string[]) =>
      addSummary(
        store.db,
        { session: 'a', at: at(hours), branch: 'main', prompt: 7 },
        { request: 'Ask for taxes', completed, nextSteps, filesEdited },
      );
    stop(3, 'Taxes are counted.', 'Wait for the slow suite.', ['/home/dev/shop/tax.ts']);
    stop(2, 'The suite passed.', null, []);
    const section = (text: string) =>
      text.slice(text.indexOf('## Where we left off'), text.indexOf('## Recent sessions'));
    const { text, summaries } = await context();
    expect(section(text)).toContain('Asked: Ask for taxes\nDone: Taxes are counted.\nFiles: tax.ts');
    expect(section(text)).toContain('- After that: done: The suite passed.');
    expect(section(text)).not.toContain('slow suite');
    expect(text.match(/Ask for taxes/g)).toHaveLength(1);
    expect(summaries).toEqual([1]);
    stop(1, 'Pushed.', 'Tell the bookkeeper.', []);
    expect(section((await context()).text)).toContain('Next: Tell the bookkeeper.');
    const compacted = (await context({ beginning: 'compacted', sessionId: 'a' })).text;
    expect(compacted).toContain('Asked: Ask for taxes\nDone: Pushed.\nNext: Tell the bookkeeper.');
    expect(compacted).toContain('- Turn 7: done: The suite passed.\n- Turn 7: done: Taxes are counted.');
  });

  it('tests that failed are not open any more once the session went on', async () => {
    const turn = (prompt: number, what: string, nextSteps: string | null) =>
      addSummary(
        store.db,
        { session: 'a', at: at(10 - prompt), branch: 'main', prompt },
        { request: `Please do ${what} in the shop`, completed: `${what} is done.`, nextSteps, filesEdited: ['x'] },
      );
    turn(1, 'the first part', 'Tests still fail: cart.test.ts');
    expect((await context()).text).toContain('Next: Tests still fail: cart.test.ts');
    addSummary(
      store.db,
      { session: 'a', at: at(2), branch: 'main', prompt: 2 },
      { request: 'again', completed: 'Ok.' },
    );
    const { text } = await context();
    expect(text).toContain('Asked: Please do the first part');
    expect(text).not.toContain('Next:');
  });

  it('around it, turns that only said how it went are left out', async () => {
    const turn = (prompt: number, title: string, file: string | null) => {
      const id = addSummary(
        store.db,
        { session: 'a', at: at(10 - prompt), branch: 'main', prompt },
        { request: 'ok', completed: title, filesEdited: file ? [file] : [] },
      );
      store.db.prepare('update summaries set title = ? where id = ?').run(title, id);
    };
    turn(1, 'Count the taxes of a cart per line', null);
    turn(2, 'Clean — no warnings', null);
    turn(3, 'Round taxes once', '/home/dev/shop/tax.ts');
    turn(4, 'Sounds good', null);
    turn(5, 'All 10 tests of the shop passed', null);
    turn(6, 'Shipping is free from fifty euros on', null);
    turn(7, 'Shipping is free from fifty euros on (follow-up)', null);
    addSummary(
      store.db,
      { session: 'a', at: at(2), branch: 'main', prompt: 8 },
      { request: 'I think we call it a day', completed: 'Enjoy the evening.' },
    );
    const { text } = await context();
    expect(text).toContain('Title: Round taxes once');
    expect(text).toContain('- After that: Shipping is free from fifty euros on');
    expect(text).toContain('- Before that: Count the taxes of a cart per line');
    expect(text).not.toMatch(/Sounds good|no warnings|tests of the shop passed|follow-up|call it a day/);
  });

  it('what only followed a turn is told with it, once', async () => {
    const turn = (prompt: number, title: string) => {
      const id = addSummary(
        store.db,
        { session: 'a', at: at(10 - prompt), branch: 'main', prompt },
        { request: 'ok', completed: `${title}.`, filesEdited: ['/home/dev/shop/tax.ts'] },
      );
      store.db.prepare('update summaries set title = ? where id = ?').run(title, id);
    };
    turn(1, 'Shipping is free from fifty euros on (follow-up)');
    turn(2, 'Count the taxes of a cart per line');
    turn(3, 'Count the taxes of a cart per line (follow-up)');
    turn(4, 'Round taxes once');
    const { text } = await context();
    expect(text).toContain('Title: Round taxes once');
    expect(text.match(/Before that: .*/g)).toEqual([
      expect.stringMatching(/: Count the taxes of a cart per line$/),
      expect.stringMatching(/: Shipping is free from fifty euros on \(follow-up\)$/),
    ]);
  });

  it('a draft in a folder of the host is not the work', async () => {
    const turn = (prompt: number, request: string, file: string) =>
      addSummary(
        store.db,
        { session: 'a', at: at(10 - prompt), branch: 'main', prompt },
        { request, completed: 'Done.', filesEdited: [file] },
      );
    turn(1, 'Add taxes', '/home/dev/shop/tax.ts');
    turn(2, 'Plan it', '/home/dev/.claude/plans/next.md');
    expect((await context()).text).toContain('Asked: Add taxes');
  });

  it('continues from the last turn that did something, not from "commit it"', async () => {
    addSummary(
      store.db,
      { session: 'a', at: at(3), prompt: 1 },
      {
        request: 'Cache the prices',
        completed: 'Prices are cached for a minute.',
        filesEdited: ['/home/dev/shop/p.ts'],
      },
    );
    addSummary(store.db, { session: 'a', at: at(2), prompt: 2 }, { request: 'commit it', completed: 'Committed.' });
    const { text } = await context();
    expect(text).toContain('Asked: Cache the prices');
    expect(text).toContain('- After that: asked “commit it”; done: Committed.');
  });

  it('turns that are not yet summarized are shown with their prompt and last message', async () => {
    addObservation(store.db, { session: 'a', at: at(3) });
    expect((await context({ openTurns: [OPEN] })).text).toContain(
      '- Not yet summarized (6 min ago): asked “Add taxes”; last message: Taxes are in tax.ts.',
    );
  });
});
