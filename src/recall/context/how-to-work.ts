// How to build, test and run a project, as far as the agent has not read it in the project's own instructions.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileCommand } from '../../domain/profile.ts';
import { profileLines } from '../profile.ts';
import type { Page } from './budgeted-text.ts';

/** What a host puts before the agent itself. */
const INSTRUCTIONS = ['CLAUDE.md', 'AGENTS.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'];
const MOST_CHARACTERS = 600;

export function howToWork(page: Page, commands: ProfileCommand[], root: string | null): void {
  if (commands.length === 0) return;
  const known = profileLines(commands, root === null ? '' : instructionsIn(root));
  if (known.length > 0)
    page.addBlock('how', '\n## Commands that worked here', [`- ${known.join('; ')}`], MOST_CHARACTERS);
}

/** A longer file is not read: it is not meant for an agent. A pipe of that name would hold up the session. */
const MOST_BYTES = 200_000;

function instructionsIn(root: string): string {
  return INSTRUCTIONS.map((name) => {
    const path = join(root, name);
    try {
      const file = statSync(path, { throwIfNoEntry: false });
      return file?.isFile() && file.size <= MOST_BYTES ? readFileSync(path, 'utf8') : '';
    } catch {
      return '';
    }
  }).join('\n');
}
