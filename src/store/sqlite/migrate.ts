// Forward-only numbered migrations. If two processes run them at the same time, the second waits and then finds nothing
// to do.
import { CMemError } from '../../domain/errors.ts';
import { type Database, transact } from './connect.ts';
import foundation from './migrations/0001_foundation.sql';
import search from './migrations/0002_search.sql';
import { fillSearchExtra } from './migrations/0002_search_fill.ts';
import forgetting from './migrations/0003_forgetting.sql';
import injections from './migrations/0004_injections.sql';
import checkpoints from './migrations/0005_checkpoints.sql';
import openLists from './migrations/0006_open_lists.sql';
import worthHaving from './migrations/0007_worth_having.sql';
import vectors from './migrations/0008_vectors.sql';
import hostMemories from './migrations/0009_host_memories.sql';
import shownBecause from './migrations/0010_shown_because.sql';
import team from './migrations/0011_team.sql';
import beforeEdit from './migrations/0012_before_edit.sql';
import { SCHEMA_VERSION } from './schema-version.ts';

interface Migration {
  version: number;
  name: string;
  sql: string;
  /** What SQL cannot do: frozen code, next to the SQL. */
  code?: (db: Database) => void;
  /** Edits a table's definition in place, which SQLite allows only in unsafe mode. */
  editsSchema?: boolean;
}

const MIGRATIONS: Migration[] = [
  { version: 1, name: 'foundation', sql: foundation },
  { version: 2, name: 'search', sql: search, code: fillSearchExtra },
  { version: 3, name: 'forgetting', sql: forgetting },
  { version: 4, name: 'injections', sql: injections },
  { version: 5, name: 'checkpoints', sql: checkpoints },
  { version: 6, name: 'open_lists', sql: openLists, editsSchema: true },
  { version: 7, name: 'worth_having', sql: worthHaving },
  { version: 8, name: 'vectors', sql: vectors },
  { version: 9, name: 'host_memories', sql: hostMemories },
  { version: 10, name: 'shown_because', sql: shownBecause },
  { version: 11, name: 'team', sql: team },
  { version: 12, name: 'before-edit', sql: beforeEdit },
];

/** Every schema that a store of a user may have, oldest first. */
export const SCHEMA_VERSIONS = MIGRATIONS.map(({ version }) => version);

export function migrate(db: Database, upTo: number = SCHEMA_VERSION): void {
  if (version(db) >= upTo) return;
  const step = () => {
    for (const migration of MIGRATIONS) {
      if (migration.version <= version(db) || migration.version > upTo) continue;
      db.unsafeMode(migration.editsSchema === true);
      db.exec(migration.sql);
      migration.code?.(db);
      db.pragma(`user_version = ${migration.version}`);
    }
  };
  try {
    transact(db, step);
  } catch (error) {
    throw new CMemError('MIGRATION_FAILED', `The database could not be migrated to schema ${upTo}`, { cause: error });
  } finally {
    db.unsafeMode(false);
  }
}

function version(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}
