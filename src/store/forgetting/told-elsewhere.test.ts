// What goes with a forgotten memory because it says the same, and what stays because it does not.
import { expect, it } from 'vitest';
import { addObservation, addSession, addSummary } from '../../../test/helpers/records.ts';
import { useStore } from '../../../test/helpers/use-store.ts';
import { recordPrompt } from '../ledger/turns.ts';
import { bringBack, hideMemory } from '../memories/edit.ts';
import { dueToForget, forget } from './forget.ts';
import { reachOf } from './reach.ts';

const store = useStore();
const AT = Date.parse('2026-03-02T09:00:00Z');
const place = (prompt: number) => ({ session: 's', at: AT + prompt * 60_000, prompt });

function say(text: string): void {
  const sighting = { sessionId: 's', promptId: null, recordId: null, spoolId: text, source: 'hook' as const, at: AT };
  if (!store.db.prepare("select 1 from sessions where id = 's'").get()) addSession(store.db, place(1));
  recordPrompt(store.db, { ...sighting, text });
}

function startSession(title: string, ...prompts: string[]): void {
  addSession(store.db, place(1));
  store.db.prepare("update sessions set title = ?, prompt_count = 0 where id = 's'").run(title);
  for (const text of prompts) say(text);
}

const titleNow = () => (store.db.prepare("select title from sessions where id = 's'").get() as { title: string }).title;
const prompts = () =>
  store.db
    .prepare('select text from prompts order by number')
    .all()
    .map((row) => (row as { text: string }).text);
const summaries = () => store.db.prepare('select id from summaries where hidden_until is null').all();

it('a prompt that is only quoted stays; one that says the same loses those sentences', () => {
  startSession(
    'Look after the shop',
    'Make the totals exact, please.',
    'Rename the gateway to heron. Then run the tests.',
  );
  const quoting = addObservation(store.db, place(1), {
    title: 'Count cents instead of floats (cart.ts)',
    subtitle: 'Asked: Make the totals exact, please.',
  });
  const saying = addObservation(store.db, place(2), { title: 'Rename the gateway to heron' });
  const reached = (id: number) => reachOf(store.db, [{ kind: 'observation', id }], AT).prompts;
  expect(reached(quoting)).toEqual([]);
  expect(reached(saying)).toEqual([{ text: 'Rename the gateway to heron.', keepsSome: true }]);
  expect(prompts()).toHaveLength(2);
  expect(prompts()[1]).toContain('heron');
  forget(
    store.db,
    [quoting, saying].map((id) => ({ kind: 'observation', id })),
    AT,
  );
  expect(prompts()).toEqual(['Make the totals exact, please.', 'Then run the tests.']);
  expect(titleNow()).toBe('Look after the shop');
  const found = store.db.prepare("select rowid from prompts_fts where prompts_fts match 'heron'").all();
  expect(found).toEqual([]);
});

it('a session whose title is forgotten is named by what is left of it', () => {
  startSession('Rename the gateway to heron', 'Rename the gateway to heron', 'Then the mail');
  const first = addObservation(store.db, place(1), { title: 'Rename the gateway to heron' });
  const second = addObservation(store.db, place(2), { title: 'Send mail from a queue' });
  forget(store.db, [{ kind: 'observation', id: first }], AT);
  expect(titleNow()).toBe('Send mail from a queue');
  forget(store.db, [{ kind: 'observation', id: second }], AT);
  expect(titleNow()).toBe('Then the mail');
  forget(store.db, [{ kind: 'prompt', id: 2 }], AT);
  expect(prompts()).toEqual(['']);
});

it('a summary that only repeats the last finding of its turn goes with it, and comes back with it', () => {
  startSession('A day', 'Do two things');
  const gateway = addObservation(store.db, place(1), { title: 'Rename the gateway to heron' });
  const mail = addObservation(store.db, place(1), { title: 'Send mail from a queue' });
  const repeats = addSummary(store.db, place(1), {
    title: 'Rename the gateway to heron',
    completed: 'All is renamed.',
  });
  const also = { events: 0, observations: 0, summaries: 0, summariesInPart: 0, sessionTitles: 0 };
  const reach = (id: number) => reachOf(store.db, [{ kind: 'observation', id }], AT).also;
  expect([reach(gateway), reach(mail)]).toEqual([{ ...also, summariesInPart: 1 }, also]);
  const differs = addSummary(store.db, place(1), { title: 'Benchmarks of the search' });
  hideMemory(store.db, 'observation', gateway, 1000);
  expect(summaries()).toEqual([{ id: repeats }, { id: differs }]);
  hideMemory(store.db, 'observation', mail, 2000);
  expect(summaries()).toEqual([{ id: differs }]);
  bringBack(store.db, 'observation', mail);
  expect(summaries()).toEqual([{ id: repeats }, { id: differs }]);
  hideMemory(store.db, 'observation', mail, 2000);
  forget(store.db, dueToForget(store.db, 3000), AT);
  expect(store.db.prepare('select id from summaries').all()).toEqual([{ id: differs }]);
  expect(prompts()).toEqual(['Do two things']);
});

it('a summary that a person edited stays', () => {
  startSession('A day', 'Do it');
  const id = addObservation(store.db, place(1), { title: 'Rename the gateway to heron' });
  addSummary(store.db, place(1), { title: 'Rename the gateway to heron' });
  store.db.exec('update summaries set edited_at = 1');
  hideMemory(store.db, 'observation', id, 1000);
  expect(summaries()).toHaveLength(1);
});

it('the index of a summary loses the words with the text', () => {
  startSession('A day', 'Do it');
  const id = addObservation(store.db, place(1), { title: 'Rename parseHeronOrder to readOrder' });
  addObservation(store.db, place(1), { title: 'Send mail from a queue' });
  addSummary(store.db, place(1), { title: 'Mail', completed: 'Rename parseHeronOrder to readOrder. Mail is queued.' });
  store.db.exec("update summaries set search_extra = 'parse heron order'");
  forget(store.db, [{ kind: 'observation', id }], AT);
  expect(store.db.prepare('select completed, search_extra from summaries').all()).toEqual([
    { completed: 'Mail is queued.', search_extra: expect.not.stringMatching(/heron/i) },
  ]);
});
