// Evidence said in words: what changed, what ran, and lists that stay short.

import { isCodeName } from '../../../text/code-name.ts';
import { lastPart } from '../../../text/path.ts';
import { truncate } from '../../../text/truncate.ts';

import type { Evidence, FileChange } from './evidence.ts';

export function changeFact(change: FileChange): string {
  const symbols = change.symbols.length > 0 ? `: ${list(change.symbols, 5)}` : '';
  // Not every tool tells how much of a file it changed.
  const lines = change.added + change.removed > 0 ? ` (+${change.added} −${change.removed})` : '';
  return `${change.name} ${change.isNew ? 'is new' : `changed${lines}`}${symbols}`;
}

export function changesInWords(changes: FileChange[]): string {
  return `${changes.slice(0, 6).map(changeFact).join('; ')}.`;
}

export function runFacts(evidence: Evidence): string[] {
  const run = evidence.lastTest;
  return run
    ? [
        `${truncate(run.command, 100)}: ${run.failed ? `failed${run.trouble ? ` (${truncate(run.trouble, 120)})` : ''}` : 'passed'}`,
      ]
    : [];
}

export function list(items: string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}

/** A title made from the diff alone: what is new, and where. */
export function titleFromChanges(changes: FileChange[]): string {
  const code = changes.filter((change) => !isTest(change.name));
  const told = (code.length > 0 ? code : changes).map((change) => ({
    ...change,
    symbols: telling(change.symbols),
  }));
  const [first] = told
    .filter((change) => change.symbols.length > 0)
    .sort((x, y) => y.symbols.length - x.symbols.length);
  if (first) {
    const file = lastPart(first.name);
    // Classes have files of their own names: both are said at once.
    const classes = told.filter(
      ({ isNew, symbols, name }) => isNew && symbols[0] === lastPart(name).replace(/\.\w+$/, ''),
    );
    const both = `Add ${classes
      .slice(0, 2)
      .map(({ symbols }) => symbols[0])
      .join(' and ')}`;
    if (classes.length > 1 && both.length <= 80) return both;
    const most = Math.min(2, first.symbols.length);
    const where = ` ${first.isNew ? 'in' : 'to'} ${file}`;
    const what = [`Add ${first.symbols.slice(0, most).join(' and ')}`, `Add ${first.symbols[0]}`].find(
      (text) => text.length + where.length <= 80,
    );
    return what ? what + where : truncate(`Add ${first.symbols[0]}`, 80);
  }
  const [gone] = told.filter((change) => change.removedSymbols.length > 0);
  if (gone) {
    const what = gone.removedSymbols.slice(0, 2).join(' and ');
    const text = `Remove ${what} from ${lastPart(gone.name)}`;
    return text.length <= 80 ? text : truncate(`Remove ${what}`, 80);
  }
  const fresh = told.filter((change) => change.isNew);
  const names = (some: FileChange[]) =>
    [...new Set(some.map((change) => lastPart(change.name)))].slice(0, 2).join(' and ');
  return truncate(fresh.length > 0 ? `Add ${names(fresh)}` : `Change ${names(told)}`, 80);
}

/** Without names that every class has, and everyday words beside names. */
function telling(symbols: string[]): string[] {
  const own = symbols.filter((symbol) => !/^_+\w+_+$/.test(symbol));
  const names = own.filter((symbol) => isCodeName(symbol) || /^[A-Z]/.test(symbol));
  return names.length > 0 ? names : own;
}

/** Of new tests alone: what they test, by their names. */
export function titleFromTests(changes: FileChange[]): string | null {
  const [first] = changes.filter(({ symbols }) => symbols.length > 0);
  if (!first || !changes.every(({ name }) => isTest(name))) return null;
  const tested = first.symbols.map((symbol) => /^Test([A-Z][A-Za-z0-9]{4,})/.exec(symbol)?.[1]);
  const names = [...new Set(tested)].filter((one) => one !== undefined && /[a-z][A-Z]/.test(one)).slice(0, 2);
  const text = `Add tests for ${names.join(' and ')} to ${lastPart(first.name)}`;
  return names.length > 0 && text.length <= 80 ? text : null;
}

/** By its name within the project. */
export const isTest = (name: string) =>
  /_test\.|_spec\.|\.test\.|\.spec\.|(?:^|[\\/])(?:__)?(?:tests?|testdata|fixtures)(?:__)?(?:[\\/]|\.\w+$)|test_|conftest\.py$/i.test(
    name,
  ) || /[a-z](?:Tests?|Spec|TestCase)\.\w+$/.test(name);

/** The first heading of a text in Markdown, or its first line. */
export function firstHeading(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const heading = lines.find((line) => /^#{1,3}\s+\S/.test(line)) ?? lines.find((line) => line !== '');
  return heading ? [heading.replace(/^#+\s+/, '')] : [];
}
