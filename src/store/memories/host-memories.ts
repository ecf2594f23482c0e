// The host's own memory files in the index: what was read of each, and bringing it in step with the file.

import type { HostMemoryPart, MemoryFileState } from '../../domain/host-memory.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { searchExtra } from '../../text/words.ts';
import { isForgottenHostMemory } from '../forgetting/tombstones.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';

export interface KnownMemoryFile {
  path: string;
  projectId: number;
  size: number;
  modifiedAt: number;
  digest: string;
}

/** Where a project is, for a host to find its memory files. */
export interface ProjectPlace {
  projectId: number;
  /** The repository, or the folder outside any repository. */
  key: string;
  /** Where its sessions were launched, and a transcript of each folder; newest first. */
  sessions: { folder: string | null; transcript: string | null }[];
}

/** The projects that have sessions of a host. */
export function placesOfHost(db: Database, host: string): ProjectPlace[] {
  const rows = sql<
    [string],
    { projectId: number; key: string; folder: string | null; transcript: string | null; at: number }
  >(
    db,
    `select p.id as projectId, p.key, s.folder, s.transcript_path as transcript, max(s.last_event_at) as at
     from sessions s join projects p on p.id = s.project_id where s.host = ?
     group by p.id, s.folder order by at desc`,
  ).all(host);
  const places = new Map<number, ProjectPlace>();
  for (const { projectId, key, folder, transcript } of rows) {
    const place = places.get(projectId) ?? { projectId, key, sessions: [] };
    place.sessions.push({ folder, transcript });
    places.set(projectId, place);
  }
  return [...places.values()];
}

export function knownMemoryFiles(db: Database, host: string): KnownMemoryFile[] {
  return sql<[string], KnownMemoryFile>(
    db,
    `select path, project_id as projectId, size, modified_at as modifiedAt, digest from host_memory_files where host = ?`,
  ).all(host);
}

/** What is known about the file, with the digest of its content. */
export interface ReadMemoryFile extends MemoryFileState {
  host: string;
  projectId: number;
  digest: string;
}

/**
 * Brings the index in step with a file. A part that is still there keeps its ID, as does one whose text changed under the
 * same heading. Null for `parts` if only the file's time changed. Returns whether anything did.
 */
export function putMemoryFile(db: Database, read: ReadMemoryFile, parts: HostMemoryPart[] | null): boolean {
  return transact(db, () => {
    const { path, host, projectId, size, modifiedAt, digest } = read;
    sql(
      db,
      `insert into host_memory_files (path, host, project_id, size, modified_at, digest)
       values (@path, @host, @projectId, @size, @modifiedAt, @digest)
       on conflict (path) do update set host = @host, project_id = @projectId, size = @size,
         modified_at = @modifiedAt, digest = @digest`,
    ).run({ path, host, projectId, size, modifiedAt, digest });
    const moved = sql(db, 'update host_memories set project_id = ? where path = ? and project_id <> ?').run(
      projectId,
      path,
      projectId,
    ).changes;
    return (parts !== null && replaceParts(db, read, parts)) || moved > 0;
  });
}

/** The file is gone, or no longer belongs to the host. */
export function dropMemoryFile(db: Database, path: string): void {
  sql(db, 'delete from host_memory_files where path = ?').run(path);
}

interface PartRow extends HostMemoryPart {
  id: number;
  position: number;
  hidden_until: number | null;
}

function replaceParts(db: Database, read: ReadMemoryFile, parts: HostMemoryPart[]): boolean {
  const at = Math.round(read.modifiedAt);
  const rows = sql<[string], PartRow>(
    db,
    'select id, position, type, heading, text, hidden_until from host_memories where path = ? order by position',
  ).all(read.path);
  // Somebody is just forgetting these.
  const hidden = rows.filter((row) => row.hidden_until !== null).map((row) => row.text);
  const left = rows.filter((row) => row.hidden_until === null);
  const take = (fits: (row: PartRow) => boolean): PartRow | undefined => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const wanted = parts.filter(
    ({ text }) => !hidden.includes(text) && !isForgottenHostMemory(db, { ...read, text, at }),
  );
  const same = wanted.map((part) =>
    take((row) => row.text === part.text && row.heading === part.heading && row.type === part.type),
  );
  let changed = false;
  for (const [position, part] of wanted.entries()) {
    const kept = same[position];
    if (kept?.position === position) continue;
    if (kept) {
      sql(db, 'update host_memories set position = ? where id = ?').run(position, kept.id);
      continue;
    }
    writePart(db, read, part, { position, at, id: take((row) => row.heading === part.heading)?.id ?? null });
    changed = true;
  }
  for (const { id } of left) sql(db, 'delete from host_memories where id = ?').run(id);
  return changed || left.length > 0;
}

function writePart(
  db: Database,
  { path, host, projectId, file }: ReadMemoryFile,
  { type, heading, text }: HostMemoryPart,
  place: { id: number | null; position: number; at: number },
): void {
  const searchable = searchExtra([file, heading, text], place.at);
  sql(
    db,
    `insert into host_memories (id, path, host, project_id, file, position, type, heading, text, search_extra, tokens, created_at)
     values (@id, @path, @host, @projectId, @file, @position, @type, @heading, @text, @searchable, @tokens, @at)
     on conflict (id) do update set position = @position, type = @type, heading = @heading, text = @text,
       search_extra = @searchable, tokens = @tokens, created_at = @at`,
  ).run({ ...place, path, host, projectId, file, type, heading, text, searchable, tokens: estimateTokens(text) });
}
