// Values that an edit changed, told by their keys: what a small edit of a configuration or a constant did.
import { lastPart } from '../../text/path.ts';
import type { ToolUse } from '../material.ts';

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
