// The commit that a turn made, from git's own output: never from the repository, which may have moved on.
import type { ToolUse } from './material.ts';

/** `[main 1a2b3c4] The subject`, also with `(root-commit)`. */
const ANSWER = /^\[[^\]\n]+ (?:\([^)\n]*\) )?([0-9a-f]{7,40})\] /m;

/** The last one; null if the turn made none. */
export function commitOf(tools: ToolUse[]): string | null {
  for (const { failed, facts } of [...tools].reverse()) {
    if (failed || !/\bgit\b[\s\S]*\bcommit\b/.test(facts.command)) continue;
    const id = ANSWER.exec(facts.output)?.[1];
    if (id) return id;
  }
  return null;
}
