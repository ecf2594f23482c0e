// How a turn ended: done, cut off by the user, or with a rejected call.
import { text } from '../../../domain/json.ts';
import type { MaterialEvent } from '../../material.ts';

export type Outcome = { kind: 'done' } | { kind: 'interrupted' } | { kind: 'rejected'; words: string | null };

/** By the last thing that happened: what the user stopped is not followed by a message. */
export function outcomeOf(events: MaterialEvent[]): Outcome {
  const last = events.findLast(({ kind, agentId }) => agentId === null && HAPPENS.has(kind));
  if (last?.kind !== 'tool_failure' || last.body?.['interrupted'] !== true) return { kind: 'done' };
  const error = text(last.body, 'error') ?? '';
  const words = text(last.body, 'rejection');
  return words !== null || /rejected/.test(error) ? { kind: 'rejected', words } : { kind: 'interrupted' };
}

const HAPPENS = new Set(['tool', 'tool_failure', 'message', 'stop']);

/** For people and agents; null if there is nothing to say. */
export function describeOutcome(outcome: Outcome): string | null {
  if (outcome.kind === 'interrupted') return 'Interrupted by the user before it was done.';
  if (outcome.kind === 'done') return null;
  return outcome.words ? `The user rejected the last step: "${outcome.words}"` : 'The user rejected the last step.';
}
