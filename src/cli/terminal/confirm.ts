// Asks a yes-or-no question on the terminal.
import { createInterface } from 'node:readline';
import { CMemError } from '../../domain/errors.ts';

export interface Question {
  /** What would happen, shown before the question. */
  shows?: string[];
  asks: string;
  yes: boolean;
  /** Whether the command has --dry-run, so that the advice names only flags that exist. */
  hasDryRun: boolean;
}

/** Without a terminal, --yes is required: nobody can answer in a script. */
export async function confirm({ shows = [], asks, yes, hasDryRun }: Question): Promise<boolean> {
  if (yes) return true;
  if (shows.length > 0) process.stderr.write(`${shows.join('\n')}\n`);
  if (!process.stdin.isTTY) {
    throw new CMemError('USAGE', 'This needs confirmation, but stdin is not a terminal', {
      fix: hasDryRun ? 'Add --yes to confirm, or --dry-run to see what would change.' : 'Add --yes to confirm.',
    });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((done) => {
    // Ctrl-C and Ctrl-D mean no.
    terminal.once('close', () => done(''));
    terminal.question(`${asks} [y/N] `, done);
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
