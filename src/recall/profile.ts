// How to work in a project, in a few lines for an agent.
import type { ProfileCommand } from '../domain/profile.ts';
import { RUN_KINDS } from '../domain/profile.ts';
import { cut } from './format.ts';

const LONGEST = 120;

/**
 * The best command of each kind: "test: `npm test` (passed 14 of 15, last 2026-03-02)". `known` is what the agent has read
 * anyway, such as the host's own instructions; what it says is not repeated.
 */
export function profileLines(commands: ProfileCommand[], known = ''): string[] {
  return RUN_KINDS.flatMap((kind) => {
    const best = commands.find((command) => command.kind === kind);
    if (!best || best.passed === 0 || known.includes(best.command)) return [];
    return [`${kind}: \`${cut(best.command, LONGEST)}\` (${recordOf(best)})`];
  });
}

/** `passed 14 of 15, last 2026-03-02`; a date without a time zone means the same to every reader. */
export function recordOf({ passed, runs, partial, lastFailed, lastAt }: ProfileCommand): string {
  const last = `${lastFailed ? 'failed last' : 'last'} ${new Date(lastAt).toISOString().slice(0, 10)}`;
  return `${partial ? 'parts of it ' : ''}passed ${passed} of ${runs}, ${last}`;
}
