// Values that an edit changed, told by their keys: what a small edit of a configuration or a constant did.
import { isCodeName } from '../../../text/code-name.ts';
import { lastPart } from '../../../text/path.ts';
import type { ToolUse } from '../../material.ts';

export interface ValueChange {
  key: string;
  before: string | null;
  after: string | null;
  file: string;
}

const MOST_LINES = 12;
const MOST_CHANGES = 3;
const CONFIGURATION =
  /\.(?:ya?ml|toml|json5?|jsonc|ini|env|properties|cfg|conf|plist|tf)$|(?:^|[\\/])\.[\w.-]*(?:rc|env)$/i;
/** `timeout: 30`, `"timeout": 30,`, `MAX_RETRIES = 5;`, `const limit = 10`. */
const ASSIGNMENT =
  /^\s*(?:-\s+)?(?:(?:export|public|private|static|final|pub|const|let|var|val)\s+)*["']?([A-Za-z_][\w.-]{1,40})["']?(?:\s*:\s*[A-Z]\w*)?\s*(?::|:?=)\s+?(.+?)[,;]?\s*$/;

/** None if the edits of the turn did more than set a few values. */
export function valuesChanged(tools: ToolUse[]): ValueChange[] {
  const found: ValueChange[] = [];
  for (const { facts, failed, files } of tools) {
    const path = files.find(({ role }) => role === 'modified')?.path ?? facts.paths[0];
    if (failed || facts.action !== 'edit' || !path) continue;
    if (facts.isNew) return [];
    const lines = facts.diff.filter((line) => /^[+-]\s*\S/.test(line));
    if (lines.length === 0 || lines.length > MOST_LINES) return [];
    const changes = changesIn(lines, lastPart(path));
    // In code, only a value that became another one tells what the edit was for.
    const isTold = CONFIGURATION.test(path)
      ? changes.length > 0
      : changes.every(({ before, after }) => before && after);
    if (!isTold || changes.length === 0) return [];
    found.push(...changes);
    if (found.length > MOST_CHANGES) return [];
  }
  return found;
}

function changesIn(lines: string[], file: string): ValueChange[] {
  const values = (mark: string) =>
    new Map(
      lines
        .filter((line) => line.startsWith(mark))
        .flatMap((line) => {
          const found = ASSIGNMENT.exec(line.slice(1));
          return found ? [[found[1] as string, literal(found[2] as string)] as const] : [];
        }),
    );
  const before = values('-');
  const after = values('+');
  const changes: ValueChange[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, fresh] = [before.get(key) ?? null, after.get(key) ?? null];
    if (old !== fresh) changes.push({ key, before: old, after: fresh, file });
  }
  return changes;
}

/** Without its quotes. */
const literal = (value: string) => value.replace(/^(["'`])(.*)\1$/, '$2').trim();

const LONGEST_VALUE = 32;

/** The lines that say it, best first. */
export function tellValues(changes: ValueChange[]): string[] {
  return changes.flatMap(({ key, before, after, file }) => {
    const isShort = [before, after].every((value) => value === null || (value.length <= LONGEST_VALUE && value !== ''));
    if (before && after) return isShort ? [`Change ${key} from ${before} to ${after} in ${file}`] : [];
    if (after !== null)
      return isShort && after !== '{' ? [`Set ${key} to ${after} in ${file}`] : [`Add ${key} to ${file}`];
    return [`Remove ${key} from ${file}`];
  });
}

const LONGEST_REPLACED = 30;
const MOST_PAIRS = 8;

/** "Replace bytes with []byte in redact_test.go": if all that the edits of the turn did is one replacement. */
export function tellReplaced(tools: ToolUse[]): string[] {
  const found = new Set<string>();
  const edited = new Set<string>();
  for (const { facts, failed, files } of tools) {
    const path = files.find(({ role }) => role === 'modified')?.path ?? facts.paths[0];
    if (failed || facts.action !== 'edit' || !path) continue;
    const before = facts.diff.filter((line) => /^-\s*\S/.test(line)).map((line) => line.slice(1).trim());
    const after = facts.diff.filter((line) => /^\+\s*\S/.test(line)).map((line) => line.slice(1).trim());
    if (facts.isNew || before.length === 0 || before.length !== after.length || before.length > MOST_PAIRS) return [];
    edited.add(lastPart(path));
    for (const [index, line] of before.entries()) found.add(replacedIn(line, after[index] as string));
  }
  const [only] = found;
  const [file] = edited;
  return only && found.size === 1 && edited.size === 1 ? [`${only} in ${file}`] : [];
}

/** What stands between the beginning and the end that two lines share, by whole words. */
function replacedIn(before: string, after: string): string {
  const isWord = (text: string, at: number) => /[\w.]/.test(text[at] ?? '');
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  while (start > 0 && isWord(before, start - 1)) start -= 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  while (end > 0 && isWord(before, before.length - end)) end -= 1;
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const isTold = (text: string) =>
    /^\S*[A-Za-z]{2}/.test(text) && text.length <= LONGEST_REPLACED && !/\s\S+\s/.test(text);
  // One everyday word for another says nothing.
  const isNamed = isCodeName(old) || isCodeName(fresh) || /[^\w\s-]/.test(old + fresh);
  return old !== fresh && isNamed && isTold(old) && isTold(fresh) ? `Replace ${old} with ${fresh}` : '';
}
