// A memory of any kind, or a prompt, as one number, and the tables that the kinds lie in.
import { MEMORY_KINDS, type MemoryKind, type SearchFilter } from '../domain/recall.ts';

/** Cheap to keep by the thousand. */
export type MemoryKey = number;
export const keyOf = (kind: MemoryKind, id: number): MemoryKey => id * 4 + MEMORY_KINDS.indexOf(kind);
export const kindOf = (key: MemoryKey): MemoryKind => MEMORY_KINDS[key % 4] as MemoryKind;
export const idOf = (key: MemoryKey): number => Math.floor(key / 4);

export const TABLES: Record<MemoryKind, { name: string; index: string }> = {
  observation: { name: 'observations', index: 'observations_fts' },
  summary: { name: 'summaries', index: 'summaries_fts' },
  prompt: { name: 'prompts', index: 'prompts_fts' },
};

/** The kinds that a filter lets through. */
export function kindsOf(filter: SearchFilter): MemoryKind[] {
  const kinds = filter.kinds ?? MEMORY_KINDS;
  return MEMORY_KINDS.filter((kind) => kinds.includes(kind));
}
