// A question that is answered with yes or no, where somebody is there to answer it.
import { createInterface } from 'node:readline/promises';
import { CMemError } from '../domain/errors.ts';

/** Without a terminal only --yes will do: nobody is asked in a script. */
export async function confirm(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) {
    throw new CMemError('USAGE', 'This needs a yes', { fix: 'Add --yes, or --dry-run to see what would go.' });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
