// Reads parts of the host's own memory files.
import type { HostMemoryRecord } from '../../domain/host-memory.ts';
import { type Database, sql } from '../sqlite/connect.ts';

export function hostMemories(db: Database, ids: number[]): HostMemoryRecord[] {
  return sql<[string], HostMemoryRecord>(
    db,
    `select id, host, project_id as projectId, path, file, type, heading, text, tokens, created_at as at
     from host_memories where hidden_until is null and id in (select value from json_each(?)) order by id`,
  ).all(JSON.stringify(ids));
}
