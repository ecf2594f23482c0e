// Files that change in the same turns, from the ledger's list of touched files, which outlives the payloads.
import type { FileTouch } from '../../domain/event.ts';
import type { ProfilePair } from '../../domain/profile.ts';
import { below } from '../../text/path.ts';
import { type Database, sql } from '../sqlite/connect.ts';

/** Bounds that keep it fast in a store of any size. */
const MOST_SESSIONS = 200;
const MOST_TURNS = 400;
const MOST_EVENTS = 5000;
/** A turn that changed more than this renamed or formatted everything. */
const MOST_FILES = 25;
const FEWEST_TURNS = 3;
/** Below this, they change together because one of them changes all the time. */
const LEAST_LIFT = 1.5;
const MOST_PAIRS = 8;

export function findPairs(db: Database, projectId: number): ProfilePair[] {
  const turns = [...changedByTurn(db, projectId)].filter(({ size }) => size > 0);
  const single = new Map<string, number>();
  const both = new Map<string, number>();
  for (const files of turns) {
    const sorted = [...files].sort();
    for (const [index, file] of sorted.entries()) {
      single.set(file, (single.get(file) ?? 0) + 1);
      if (files.size > MOST_FILES) continue;
      for (const other of sorted.slice(index + 1)) {
        const key = `${file}\0${other}`;
        both.set(key, (both.get(key) ?? 0) + 1);
      }
    }
  }
  return [...both]
    .filter(([, together]) => together >= FEWEST_TURNS)
    .map(([key, together]) => {
      const files = key.split('\0') as [string, string];
      const [first, second] = files.map((file) => single.get(file) ?? 1) as [number, number];
      const lift = Math.round(((together * turns.length) / (first * second)) * 10) / 10;
      return { files, together, turns: Math.min(first, second), lift };
    })
    .filter(({ together, turns: rarer, lift }) => lift >= LEAST_LIFT && together * 2 >= rarer)
    .sort((a, b) => b.together - a.together || b.lift - a.lift || (a.files[0] < b.files[0] ? -1 : 1))
    .slice(0, MOST_PAIRS);
}

/** The files that each of the last turns changed, relative to their working tree. */
function changedByTurn(db: Database, projectId: number): Iterable<Set<string>> {
  const sessions = sql<[number], { id: string }>(
    db,
    `select id from sessions where project_id = ? order by last_event_at desc limit ${MOST_SESSIONS}`,
  ).all(projectId);
  const turns = new Map<string, Set<string>>();
  let seen = 0;
  for (const { id } of sessions) {
    const rows = sql<[string, number], { turn: number | null; worktree: string | null; files: string }>(
      db,
      `select prompt_number as turn, worktree, files from events where session_id = ? and kind = 'tool' and instr(files, '"modified"') > 0
       order by prompt_number desc limit ?`,
    ).all(id, MOST_EVENTS - seen);
    seen += rows.length;
    for (const { turn, worktree, files } of rows) {
      if (worktree === null) continue;
      for (const { path, role } of JSON.parse(files) as FileTouch[]) {
        const name = role === 'modified' ? below(path, worktree) : null;
        if (name === null) continue;
        const key = `${id} ${turn}`;
        const known = turns.get(key);
        if (known) known.add(name);
        else turns.set(key, new Set([name]));
      }
    }
    if (seen >= MOST_EVENTS || turns.size >= MOST_TURNS) break;
  }
  return turns.values();
}
