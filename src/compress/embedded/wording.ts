// Evidence said in words: what changed, what ran, and lists that stay short.
import type { Evidence, FileChange } from './evidence.ts';
import { shorten } from './words.ts';

export function changeFact(change: FileChange): string {
  const symbols = change.symbols.length > 0 ? `: ${list(change.symbols, 5)}` : '';
  return `${change.name} ${change.isNew ? 'is new' : `changed (+${change.added} −${change.removed})`}${symbols}`;
}

export function changesInWords(changes: FileChange[]): string {
  return `${changes.slice(0, 6).map(changeFact).join('; ')}.`;
}

export function runFacts(evidence: Evidence): string[] {
  const run = evidence.lastTest;
  return run
    ? [
        `${shorten(run.command, 100)}: ${run.failed ? `failed${run.trouble ? ` (${shorten(run.trouble, 120)})` : ''}` : 'passed'}`,
      ]
    : [];
}

export function list(items: string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}

export function join(parts: string[], limit: number): string | null {
  const words = parts.join(' ');
  return words === '' ? null : shorten(words, limit);
}
