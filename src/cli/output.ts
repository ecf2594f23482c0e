// How commands speak: data as JSON when asked, errors with the way to mend them.
import { wantsColour } from '../config/host.ts';
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

const COLOURS = { red: 31, green: 32, yellow: 33, blue: 34, bold: 1, dim: 2 };

/** Colours are for a terminal, and for those who want them. */
export function paint(colour: keyof typeof COLOURS, text: string): string {
  return process.stdout.isTTY && wantsColour() ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
}
