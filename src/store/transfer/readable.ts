// Memories in chronological order, for people to read.
import { type Database, sql } from '../sqlite/open.ts';

export interface ReadableMemory {
  kind: 'observation' | 'summary';
  id: number;
  at: number;
  sessionId: string | null;
  sessionTitle: string | null;
  promptNumber: number | null;
  branch: string | null;
  type: string | null;
  title: string | null;
  subtitle: string | null;
  narrative: string | null;
  facts: string[];
  files: string[];
  superseded: boolean;
  /** Summaries only: the non-empty fields, by name. */
  fields: [string, string][];
}

const FIELDS = ['investigated', 'learned', 'completed', 'next_steps', 'notes'];

/** All memories of a project that are not about to be forgotten, oldest first. */
export function* readableMemories(db: Database, projectId: number): Generator<ReadableMemory> {
  const rows = sql<[number, number], Record<string, string | number | null>>(
    db,
    `select 'observation' as kind, o.id as id, o.created_at as created_at, o.session_id, s.title as session_title, o.prompt_number, o.branch,
       o.type, o.title, o.subtitle, o.narrative, o.facts, o.files_modified as files, o.superseded_by,
       null as investigated, null as learned, null as completed, null as next_steps, null as notes
     from observations o left join sessions s on s.id = o.session_id where o.project_id = ? and o.hidden_until is null
     union all
     select 'summary', m.id, m.created_at, m.session_id, s.title, m.prompt_number, m.branch,
       null, coalesce(m.title, m.request), null, null, '[]', m.files_edited, null,
       m.investigated, m.learned, m.completed, m.next_steps, m.notes
     from summaries m left join sessions s on s.id = m.session_id where m.project_id = ? and m.hidden_until is null
     order by created_at, kind, id`,
  ).iterate(projectId, projectId);
  for (const row of rows) {
    yield {
      kind: row['kind'] as 'observation' | 'summary',
      id: row['id'] as number,
      at: row['created_at'] as number,
      sessionId: row['session_id'] as string | null,
      sessionTitle: row['session_title'] as string | null,
      promptNumber: row['prompt_number'] as number | null,
      branch: row['branch'] as string | null,
      type: row['type'] as string | null,
      title: row['title'] as string | null,
      subtitle: row['subtitle'] as string | null,
      narrative: row['narrative'] as string | null,
      facts: JSON.parse(row['facts'] as string) as string[],
      files: JSON.parse(row['files'] as string) as string[],
      superseded: row['superseded_by'] !== null,
      fields: FIELDS.flatMap((name) =>
        row[name] ? [[name.replace('_', ' '), String(row[name])] as [string, string]] : [],
      ),
    };
  }
}
