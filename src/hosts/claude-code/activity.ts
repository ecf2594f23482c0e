// When Claude Code was last used, judging by its transcripts.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { literalFolder } from '../../config/excluded.ts';
import { projectFolderName } from './project-folder.ts';
import { transcripts } from './transcript.ts';

const MOST_FILES = 5000;

/** When Claude Code last wrote a transcript in a project that is not excluded. */
export function lastActivity(excluded: readonly string[]): number | null {
  const literal = excluded.map(literalFolder);
  // Folder names do not show which folders a pattern matches.
  if (literal.includes(null)) return null;
  const slugs = literal.map((folder) => projectFolderName(folder as string));
  const root = transcripts.folder();
  let newest: number | null = null;
  let files = 0;
  for (const project of list(root)) {
    if (slugs.some((slug) => project === slug || project.startsWith(`${slug}-`))) continue;
    for (const name of list(join(root, project))) {
      if (!name.endsWith('.jsonl')) continue;
      files += 1;
      if (files > MOST_FILES) return newest;
      const at = statSync(join(root, project, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (newest === null || at > newest) newest = at;
    }
  }
  return newest;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Past sessions that could be imported. */
export function countPastSessions(): number {
  const root = transcripts.folder();
  return list(root)
    .flatMap((project) => list(join(root, project)))
    .filter((name) => name.endsWith('.jsonl')).length;
}
