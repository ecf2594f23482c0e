// What forgetting deletes, in words: counts and examples, for a person and for an agent.

import { hostNamed } from '../hosts/index.ts';
import type { ForgetTarget, Forgotten, Store } from '../store/index.ts';
import { count, counts } from '../text/plural.ts';
import { clock, cut, day } from './format.ts';
import { formatId } from './ids.ts';

/** `1 session, 3 prompts, 2 observations` */
export function forgottenInWords({
  sessions,
  prompts,
  events,
  observations,
  summaries,
  hostMemories,
}: Forgotten): string {
  return counts(
    [sessions, 'session'],
    [prompts, 'prompt'],
    [events, 'event'],
    [observations, 'observation'],
    [summaries, 'summary', 'summaries'],
    [hostMemories, 'host memory', 'host memories'],
  );
}

/** `#12 Mar 2, 2026 14:05 Count totals in cents`, one per line, and how many more there are. */
export function exampleLines(store: Store, targets: ForgetTarget[], gone: Forgotten, most: number): string[] {
  const examples = store.forgetting.examples(targets, most);
  const lines = examples.map(
    ({ kind, id, at, text }) => `${formatId(kind, id)} ${day(at)} ${clock(at)} ${cut(text || '(untitled)', 70)}`,
  );
  const isMemory = examples.some(({ kind }) => kind !== 'prompt');
  const all = gone.observations + gone.summaries + gone.hostMemories;
  const shown = examples.filter(({ kind }) => kind !== 'prompt').length;
  if (isMemory && all > shown) lines.push(`… and ${count(all - shown, 'more memory', 'more memories')}`);
  return lines;
}

/**
 * What forgetting does not reach: the files of the host that still contain it. To be asked before it is forgotten.
 */
export function hostFileLines(store: Store, targets: ForgetTarget[]): string[] {
  return store.forgetting.hostFiles(targets).map(({ path, host }) => {
    const { title, memoryFiles } = hostNamed(host);
    const how = memoryFiles ? ` To remove it there, ${memoryFiles.removal}.` : '';
    return `${cut(path, 400)} belongs to ${title} and still contains it.${how}`;
  });
}
