// How memories are printed: marks, IDs, times and cuts.

import type { ObservationType } from '../domain/memory-types.ts';
import { typeRow } from '../domain/memory-types.ts';
import type { ObservationRecord } from '../domain/record.ts';
import type { RuleFacts } from '../domain/rule.ts';
import { below } from '../text/path.ts';
import { truncate } from '../text/truncate.ts';
import { defuse } from './escape-tags.ts';
import type { Freshness } from './staleness.ts';

export const markOf = (type: ObservationType): string => typeRow(type).mark;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Local time without Intl, which costs a hook more than everything else. */
export function day(at: number): string {
  const date = new Date(at);
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

export function clock(at: number): string {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

export function ago(at: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - at) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  const days = Math.round(minutes / 1440);
  if (days < 60) return `${days} days ago`;
  return days < 730 ? `${Math.round(days / 30.4)} months ago` : `${Math.round(days / 365)} years ago`;
}

/** One line of plain text that no agent mistakes for markup, cut between words. */
export function cut(text: string | null, limit: number): string {
  // Text that will be cut off need not be checked.
  return truncate(defuse((text ?? '').slice(0, limit * 4 + 200)), limit);
}

export const STALE: Record<Freshness, string> = {
  fresh: '',
  unknown: '',
  changed: ' [file changed since]',
  gone: ' [file deleted]',
};

export function titleOf(
  memory: Pick<ObservationRecord, 'title' | 'narrative' | 'facts'> & RulePart,
  limit = 120,
): string {
  return ruleTitle(memory.rule, cut(memory.title ?? memory.narrative ?? memory.facts[0] ?? '(untitled)', limit));
}

interface RulePart {
  rule?: RuleFacts | null;
}

/** Until a person confirms it, a rule is shown as what it is: something that was said, or proposed. */
export function ruleTitle(rule: RuleFacts | null | undefined, title: string): string {
  if (!rule || rule.state === 'confirmed') return title;
  if (rule.state === 'off' && rule.source === 'team') return `a colleague’s rule, not accepted here: “${title}”`;
  if (rule.source === 'team') return `a colleague said: “${title}”`;
  if (rule.state === 'off') return `(rule switched off) “${title}”`;
  if (rule.source === 'agent') return `an agent proposed, not the user: “${title}”`;
  return rule.source === 'import' ? `imported, not confirmed: “${title}”` : `the user said: “${title}”`;
}

/** Who found it, if it was not the user. */
export const byAuthor = (author: string | null | undefined): string => (author ? ` [by ${cut(author, 40)}]` : '');

/** `#12 14:05 B Count totals in cents (~120)` */
export function indexLine(
  memory: Pick<ObservationRecord, 'id' | 'type' | 'title' | 'pinned' | 'tokens' | 'at' | 'author'> & RulePart,
  freshness: Freshness = 'unknown',
): string {
  const pin = memory.pinned ? ' (pinned)' : '';
  return `#${memory.id} ${clock(memory.at)} ${markOf(memory.type)} ${ruleTitle(memory.rule, cut(memory.title || '(untitled)', 120))}${pin} (~${memory.tokens})${byAuthor(memory.author)}${STALE[freshness]}`;
}

export function shortPath(path: string, root: string | null): string {
  return (root && below(path, root)) ?? path;
}

export function files(paths: string[], root: string | null, most = 5): string {
  const shown = paths.slice(0, most).map((path) => cut(shortPath(path, root), 100));
  return paths.length > most ? `${shown.join(', ')} and ${paths.length - most} more` : shown.join(', ');
}
