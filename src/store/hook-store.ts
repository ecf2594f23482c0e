// The store as a hook sees it: only the parts it needs, opened without waiting and without migrating.
import { bind } from './bind.ts';
import { contextsOf, lastInjectionOfProject, openTurns, recordInjection } from './ledger/injections.ts';
import { findProject } from './ledger/projects.ts';
import { knownAbout } from './memories/known-about.ts';
import { createMemoryReader } from './memories/read.ts';
import { createSearchStore, type SearchStore } from './search/index.ts';
import { type Database, openForHook, writeLightly } from './sqlite/connect.ts';

export type HookStore = ReturnType<typeof hookStoreOn>;

/** For session start: without search, to keep the bundle small. */
export function openForStart(file: string): HookStore {
  return hookStoreOn(openForHook(file));
}

export function openForPrompt(file: string): HookStore & { search: SearchStore } {
  const db = openForHook(file);
  return { ...hookStoreOn(db), search: createSearchStore(db) };
}

function hookStoreOn(db: Database) {
  return {
    projects: bind(db, { find: findProject, known: knownAbout }),
    turns: bind(db, { open: openTurns }),
    memories: createMemoryReader(db),
    injections: {
      ...bind(db, { ofSession: contextsOf, lastOfProject: lastInjectionOfProject }),
      record(injection: Parameters<typeof recordInjection>[1]) {
        writeLightly(db);
        recordInjection(db, injection);
      },
    },
    close: () => void db.close(),
  };
}
