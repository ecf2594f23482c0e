// How to build, test and run a project, as far as the agent has not read it in the project's own instructions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileCommand } from '../../domain/profile.ts';
import { profileLines } from '../profile.ts';
import type { Page } from './budgeted-text.ts';

/** What a host puts before the agent itself. */
const INSTRUCTIONS = ['CLAUDE.md', 'AGENTS.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'];
const MOST_CHARACTERS = 500;

export function howToWork(page: Page, commands: ProfileCommand[], root: string | null): void {
  if (commands.length === 0) return;
  const lines = profileLines(commands, root === null ? '' : instructionsIn(root)).map((line) => `- ${line}`);
  page.addBlock('how', '\n## Commands that worked here', lines, MOST_CHARACTERS);
}

function instructionsIn(root: string): string {
  return INSTRUCTIONS.map((name) => {
    try {
      return readFileSync(join(root, name), 'utf8');
    } catch {
      return '';
    }
  }).join('\n');
}
