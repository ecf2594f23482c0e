// How commands speak: data as JSON when asked, errors with the way to mend them.
import { wantsColor } from '../../config/environment.ts';
import { CMemError } from '../../domain/errors.ts';

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Tells an error on stderr and sets the exit code: 2 for wrong usage, 1 for everything else. */
export function fail(thrown: unknown): void {
  const error = translate(thrown);
  if (error instanceof CMemError) {
    process.stderr.write(`c-mem: ${error.message}.\n${error.fix}\n`);
    process.exitCode = error.code === 'USAGE' || error.code === 'SETTING_INVALID' ? 2 : 1;
    return;
  }
  process.stderr.write(`c-mem: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

const FILE_FAULTS: Record<string, [what: string, fix: string]> = {
  EROFS: ['the file system is read-only', 'Make it writable; the data folder can be moved with C_MEM_HOME.'],
  EACCES: ['permission is denied', 'Make it yours and writable (`ls -ld` shows whose it is).'],
  EPERM: ['the operation is not permitted', 'Make it yours and writable (`ls -ld` shows whose it is).'],
  EEXIST: ['something is in its place that cannot be replaced', 'Make its folder writable, or move it away.'],
  ENOTDIR: ['a file is where a folder should be', 'Move that file away.'],
  EISDIR: ['a folder is where a file should be', 'Move that folder away.'],
  ENOSPC: ['the disk is full', 'Free some space.'],
  EDQUOT: ['your disk quota is used up', 'Free some space.'],
};

/** An error of the file system, in words and with a fix. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CMemError) return error;
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const fault = Object.hasOwn(FILE_FAULTS, code) ? FILE_FAULTS[code] : undefined;
  if (!fault || typeof path !== 'string') return error;
  return new CMemError('FILE_UNUSABLE', `${dest ?? path} cannot be used: ${fault[0]} (${code})`, {
    cause: error,
    fix: fault[1],
  });
}

const COLOURS = { red: 31, green: 32, yellow: 33, blue: 34, bold: 1, dim: 2 };

/** Colours are for a terminal, and for those who want them. */
export function paint(colour: keyof typeof COLOURS, text: string): string {
  return process.stdout.isTTY && wantsColor() ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
}
