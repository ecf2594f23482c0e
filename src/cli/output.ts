// How commands speak: data as JSON when asked, errors with the way to mend them.
import { CMemError } from '../domain/errors.ts';

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Tells an error on stderr and sets the exit code: 2 for wrong usage, 1 for everything else. */
export function fail(error: unknown): void {
  if (error instanceof CMemError) {
    process.stderr.write(`c-mem: ${error.message}.\n${error.fix}\n`);
    process.exitCode = error.code === 'USAGE' ? 2 : 1;
    return;
  }
  process.stderr.write(`c-mem: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
