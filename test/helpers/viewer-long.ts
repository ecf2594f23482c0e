// A store that strains a page: long titles and paths without a break, Windows paths, six projects of one name, and a session
// of 300 turns.
import { recordInjection } from '../../src/store/ledger/injections.ts';
import { recordPrompt } from '../../src/store/ledger/turns.ts';
import type { Database } from '../../src/store/sqlite/open.ts';
import { addObservation, addSession, addSummary } from './records.ts';
import type { Shop } from './shop.ts';

export const LONG_SESSION = 'long-session';
export const TURNS = 300;
/** Words that a line can be broken between, and one that it cannot. */
export const LONG_TITLE = `${'Configuration of the gateway '.repeat(6)}${'x'.repeat(120)}`;
export const LONG_PATH = `/home/dev/${'deeply/nested/'.repeat(12)}${'component'.repeat(12)}.ts`;
export const WINDOWS_PATH = 'D:\\work\\Meine Dateien\\src\\segments\\path.go';
const LONG_BRANCH = `feature/${'a-branch-name-'.repeat(8)}`;
const PLACES = [
  '/home/ann/work/cli',
  '/home/ben/src/cli',
  '/Users/carol/Code/cli',
  '/srv/build/cli',
  'D:\\dev\\cli',
  `/home/eve/${'projects/'.repeat(10)}cli`,
];
const MINUTE = 60_000;

export function fillLong(db: Database, now: number): Shop {
  const ids: Record<string, number> = {};
  for (const [index, project] of PLACES.entries())
    addObservation(
      db,
      { session: `cli-${index}`, project, at: now - (index + 400) * MINUTE, branch: LONG_BRANCH },
      { type: 'decision', title: `${LONG_TITLE} ${index}`, narrative: LONG_TITLE, facts: [LONG_TITLE] },
    );
  // The name of a project is the last part of its folder, whatever the system.
  db.exec("update projects set name = 'cli'");
  const [project] = PLACES as [string];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const at = now - (TURNS - turn + 1) * MINUTE;
    const place = { session: LONG_SESSION, project, at, prompt: turn, branch: turn % 2 ? LONG_BRANCH : 'main' };
    if (turn === 1) {
      addSession(db, place);
      db.prepare('update sessions set prompt_count = 0 where id = ?').run(LONG_SESSION);
    }
    recordPrompt(db, {
      ...{ sessionId: LONG_SESSION, promptId: null, recordId: null, spoolId: `p${turn}`, source: 'hook', at },
      text: turn % 5 === 0 ? 'yes' : `Turn ${turn}: ${LONG_TITLE} \`${LONG_PATH}\``,
    });
    if (turn % 5 !== 0)
      ids[`turn ${turn}`] = addObservation(db, place, {
        type: turn % 3 ? 'bugfix' : 'discovery',
        title: `Turn ${turn} ${LONG_TITLE}`,
        subtitle: LONG_TITLE,
        narrative: `${LONG_TITLE} ${LONG_PATH}`,
        concepts: ['a-very-long-concept-name-that-does-not-end-where-one-expects-it'],
        touches: [
          { path: LONG_PATH, role: 'modified', digest: null },
          { path: WINDOWS_PATH, role: 'read', digest: null },
        ],
      });
    addSummary(
      db,
      { ...place, at: at + 30_000 },
      {
        request: `Turn ${turn}`,
        completed: `${LONG_TITLE} ${LONG_PATH}`,
        nextSteps: turn === TURNS ? LONG_TITLE : null,
      },
    );
  }
  recordInjection(db, {
    ...{ sessionId: LONG_SESSION, occasion: 'prompt', characters: 900, summaries: [], pending: false },
    ...{ observations: [1, 2, 3], terms: ['gateway', 'x'.repeat(60)], at: now - 10 * MINUTE },
  });
  db.prepare('update sessions set title = ?, subtitle = ? where id = ?').run(LONG_TITLE, LONG_TITLE, LONG_SESSION);
  return { ids, root: '' };
}
