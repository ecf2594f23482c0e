// A question that is answered with yes or no, if somebody is there to answer it.
import { createInterface } from 'node:readline';
import { CMemError } from '../../domain/errors.ts';

export interface Question {
  /** What would happen, shown before the question. */
  shows?: string[];
  asks: string;
  yes: boolean;
  /** Whether the command has --dry-run: only flags that exist are named. */
  hasDryRun: boolean;
}

/** Without a terminal only --yes will do: nobody is asked in a script. */
export async function confirm({ shows = [], asks, yes, hasDryRun }: Question): Promise<boolean> {
  if (yes) return true;
  if (shows.length > 0) process.stderr.write(`${shows.join('\n')}\n`);
  if (!process.stdin.isTTY) {
    throw new CMemError('USAGE', 'This needs a yes, and there is no terminal to ask on', {
      fix: hasDryRun ? 'Add --yes to do it, or --dry-run to only see what would happen.' : 'Add --yes to do it.',
    });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((done) => {
    // Ctrl-C and Ctrl-D are a no.
    terminal.once('close', () => done(''));
    terminal.question(`${asks} [y/N] `, done);
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
