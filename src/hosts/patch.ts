// Reads a patch in the format of the `apply_patch` tool, which several hosts use: which files it changes, and how.

export interface PatchedFile {
  path: string;
  change: 'add' | 'update' | 'delete';
  /** The lines of the patch, each starting with "+", "-" or a space. */
  diff: string[];
}

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const MOST_FILES = 200;

/** A moved file counts twice: the old path is deleted, the new one added or updated. */
export function readPatch(patch: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  let current: PatchedFile | null = null;
  for (const line of patch.split(/\r?\n/)) {
    const start = FILE.exec(line);
    const moved = MOVE.exec(line)?.[1];
    if (start) {
      if (files.length === MOST_FILES) break;
      const change = (start[1] as string).toLowerCase() as PatchedFile['change'];
      current = { path: (start[2] as string).trim(), change, diff: [] };
      files.push(current);
    } else if (moved && current) {
      current.change = 'delete';
      current = { path: moved.trim(), change: 'update', diff: [] };
      files.push(current);
    } else if (line.startsWith('***')) {
      current = null;
    } else if (current && /^[-+ ]/.test(line)) {
      current.diff.push(line);
    }
  }
  return files;
}

/** The removed and the added text of all files. */
export function textsOf(files: PatchedFile[]): { before: string; after: string; diff: string[] } {
  const diff = files.flatMap((file) => file.diff);
  const lines = (mark: string) =>
    diff
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  return { before: lines('-'), after: lines('+'), diff };
}
