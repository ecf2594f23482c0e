// Reads what is still readable in a damaged database: the list of sessions, and memories written by people.
import { connect, type Database } from '../sqlite/open.ts';

export interface SalvagedSession {
  id: string;
  host: string;
  folder: string | null;
  transcript_path: string | null;
  status: string;
  end_reason: string | null;
  ended_at: number | null;
  started_at: number;
  last_event_at: number;
  project_key: string;
  project_name: string;
}

export type SalvagedMemory = Record<string, unknown> & { project_key: string; project_name: string };

export interface Salvaged {
  /** Whether the complete list of sessions could be read. */
  complete: boolean;
  sessions: SalvagedSession[];
  memories: SalvagedMemory[];
}

/** Never throws: unreadable rows are skipped. */
export function salvage(file: string): Salvaged {
  let db: Database;
  try {
    db = connect(file, { readonly: true });
  } catch {
    return { complete: false, sessions: [], memories: [] };
  }
  try {
    const projects = new Map(
      fromBothEnds<{ id: number; key: string; name: string }>(db, 'select id, key, name from projects', 'id').rows.map(
        (row) => [row.id, row],
      ),
    );
    const sessions = fromBothEnds<SalvagedSession & { project_id: number }>(
      db,
      'select id, host, folder, transcript_path, status, end_reason, ended_at, started_at, last_event_at, project_id from sessions',
      'id',
    );
    const memories = fromBothEnds<Record<string, unknown>>(
      db,
      'select * from observations where session_id is null',
      'id',
    );
    const placed = <T extends { project_id?: unknown }>(row: T) => {
      const project = projects.get(row.project_id as number);
      return project ? [{ ...row, project_key: project.key, project_name: project.name }] : [];
    };
    return {
      complete: sessions.complete && sessions.rows.length > 0,
      sessions: sessions.rows.flatMap(placed),
      memories: memories.rows.flatMap(placed),
    };
  } finally {
    db.close();
  }
}

/** A damaged page stops a scan; rows behind it are read from the other end. */
function fromBothEnds<Row extends { id?: unknown }>(
  db: Database,
  query: string,
  order: string,
): { rows: Row[]; complete: boolean } {
  const found = new Map<unknown, Row>();
  for (const direction of ['asc', 'desc']) {
    try {
      for (const row of db.prepare<[], Row>(`${query} order by ${order} ${direction}`).iterate())
        found.set(row.id, row);
      return { rows: [...found.values()], complete: true };
    } catch {
      // try the other end, then give up
    }
  }
  return { rows: [...found.values()], complete: false };
}
