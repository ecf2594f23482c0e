// Identifies a memory of any kind, or a prompt, by a single number, and names the tables of the kinds.
import type { MemoryKind, SearchFilter } from '../../domain/filter.ts';
import { MEMORY_KINDS } from '../../domain/filter.ts';

/** A number, to be cheap to keep by the thousand. */
export type MemoryKey = number;
export const keyOf = (kind: MemoryKind, id: number): MemoryKey => id * 4 + MEMORY_KINDS.indexOf(kind);
export const kindOf = (key: MemoryKey): MemoryKind => MEMORY_KINDS[key % 4] as MemoryKind;
export const idOf = (key: MemoryKey): number => Math.floor(key / 4);

export const TABLES: Record<MemoryKind, { name: string; index: string }> = {
  observation: { name: 'observations', index: 'observations_fts' },
  summary: { name: 'summaries', index: 'summaries_fts' },
  prompt: { name: 'prompts', index: 'prompts_fts' },
  'host-memory': { name: 'host_memories', index: 'host_memories_fts' },
};

/** Prompts of turns that an agent forgot and a person may still take back, as SQL; the list is short or missing. */
export const SHOWN_PROMPT = `m.id not in (select json_extract(d.value, '$.target.id')
    from meta, json_each(meta.value) d where meta.key = 'delayed_forgets' and json_extract(d.value, '$.target.kind') = 'prompt')`;

/** The kinds that belong to a session; the others were not made in one. */
export const SESSION_KINDS: readonly MemoryKind[] = ['observation', 'summary', 'prompt'];

/** The title of a host memory, as SQL: file, headings, and its first words. */
export const HOST_MEMORY_TITLE = `m.file || coalesce(' › ' || m.heading, '') || ': ' || substr(m.text, 1, 200)`;

/** The kinds that pass a filter. */
export function kindsOf(filter: SearchFilter): MemoryKind[] {
  const kinds = filter.kinds ?? MEMORY_KINDS;
  return MEMORY_KINDS.filter((kind) => kinds.includes(kind));
}

/**
 * The title of a summary, as SQL: what the turn did; without such a line the request, or, if an earlier summary of the
 * turn already has that title, what was completed since.
 */
export const SUMMARY_TITLE = `coalesce(nullif(m.title, ''), case when exists (select 1 from summaries first
    where first.session_id = m.session_id and first.prompt_number is m.prompt_number and first.request is m.request
    and first.hidden_until is null and (first.created_at, first.id) < (m.created_at, m.id))
  then coalesce(nullif(m.completed, ''), m.learned, m.investigated, m.notes, m.request, '')
  else coalesce(nullif(m.request, ''), m.completed, m.learned, m.investigated, m.notes, '') end)`;

/** A summary of a turn that has findings repeats them, unless a person cares for it; as SQL. */
export const REPEATS_FINDING = `m.pinned = 0 and m.edited_at is null and exists (select 1 from observations told
    where told.session_id = m.session_id and told.prompt_number = m.prompt_number and told.type <> 'rule'
    and told.hidden_until is null)`;
