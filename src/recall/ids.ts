// Ids as people and agents see them: #12 is an observation, S3 a summary, P4 a prompt.
import type { MemoryKind } from '../domain/recall.ts';

const LETTERS: Record<MemoryKind, string> = { observation: '#', summary: 'S', prompt: 'P' };

export function formatId(kind: MemoryKind, id: number): string {
  return `${LETTERS[kind]}${id}`;
}

/** Null for what is no id. A bare number is an observation's. */
export function parseId(text: string): { kind: MemoryKind; id: number } | null {
  const match = /^\s*([#sp]?)(\d{1,15})\s*$/i.exec(text);
  if (!match) return null;
  const letter = (match[1] as string).toUpperCase();
  const kind = letter === 'S' ? 'summary' : letter === 'P' ? 'prompt' : 'observation';
  return { kind, id: Number(match[2]) };
}
