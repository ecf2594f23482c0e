// The commit that a turn made, as git itself told it: never from a repository looked at later.
import { isObject, text } from '../domain/json.ts';
import type { MaterialEvent } from './material.ts';

/** `[main 1a2b3c4] The subject`, also with `(root-commit)`. */
const ANSWER = /^\[[^\]\n]+ (?:\([^)\n]*\) )?([0-9a-f]{7,40})\] /m;

/** The last one; null where the turn made none. */
export function commitOf(events: MaterialEvent[]): string | null {
  for (const event of [...events].reverse()) {
    const input = event.body?.['input'] ?? null;
    if (event.kind !== 'tool' || !isObject(input) || !/\bgit\b[\s\S]*\bcommit\b/.test(text(input, 'command') ?? ''))
      continue;
    const response = event.body?.['response'] ?? null;
    const told = isObject(response) ? text(response, 'stdout') : typeof response === 'string' ? response : null;
    const id = ANSWER.exec(told ?? '')?.[1];
    if (id) return id;
  }
  return null;
}
