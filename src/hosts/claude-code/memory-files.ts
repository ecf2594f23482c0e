// Claude Code's own memory: Markdown files in `<configuration folder>/projects/<project>/memory`. `MEMORY.md` is the
// index that the client loads into every session; the other files are topics, with a type in their front matter. The
// folder is that of the repository, whichever worktree or subfolder a session runs in.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MemoryFileState } from '../../domain/host-memory.ts';
import type { HostMemoryFiles, MemoryPlace } from '../host.ts';
import { splitMemory } from '../memory-markdown.ts';
import { configFolder } from './environment.ts';
import { projectFolderName } from './project-folder.ts';

const MOST_FILES = 500;

export const memoryFiles: HostMemoryFiles | undefined = {
  list: (place) => foldersOf(place).flatMap((folder) => filesIn(folder)),
  split: splitMemory,
  removal: 'run /memory in Claude Code, or edit or delete the file',
};

/** The folder of the repository first, then those of the folders in which its sessions were launched. */
function foldersOf({ root, sessions }: MemoryPlace): string[] {
  const roots = new Set([join(configFolder(), 'projects')]);
  for (const { transcript } of sessions) if (transcript) roots.add(dirname(dirname(transcript)));
  const names = new Set([projectFolderName(root)]);
  for (const { folder } of sessions) if (folder) names.add(projectFolderName(folder));
  const folders = [...roots].flatMap((projects) => [...names].map((name) => join(projects, name, 'memory')));
  // The folder of a transcript is known even if its name was made in a way that we do not know.
  for (const { transcript } of sessions) if (transcript) folders.push(join(dirname(transcript), 'memory'));
  return [...new Set(folders)];
}

function filesIn(folder: string): MemoryFileState[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // Most projects have no such folder.
    return [];
  }
  const files: MemoryFileState[] = [];
  for (const file of names.filter((name) => name.endsWith('.md')).sort()) {
    if (files.length >= MOST_FILES) break;
    const path = join(folder, file);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) files.push({ path, file, size: found.size, modifiedAt: found.mtimeMs });
  }
  return files;
}
