// Memory IDs as people and agents see them: #12 is an observation, S12 a summary, P12 a prompt, H12 a part of the host's
// own memory.
import type { MemoryKind } from '../domain/filter.ts';

const MARKS: Record<MemoryKind, string> = { observation: '#', summary: 'S', prompt: 'P', 'host-memory': 'H' };

export function formatId(kind: MemoryKind, id: number): string {
  return `${MARKS[kind]}${id}`;
}

/** A bare number is an observation. Null if it is not a valid ID. */
export function parseId(text: string): { kind: MemoryKind; id: number } | null {
  const match = /^\s*([#sph])?(\d{1,15})\s*$/i.exec(text);
  if (!match) return null;
  const mark = (match[1] ?? '#').toUpperCase();
  const kind = (Object.keys(MARKS) as MemoryKind[]).find((name) => MARKS[name] === mark) as MemoryKind;
  return { kind, id: Number(match[2]) };
}
