// Output of commands: text, JSON on request, and errors with their fix.
import { wantsColor } from '../../config/environment.ts';
import { CMemError } from '../../domain/errors.ts';

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints an error on stderr and sets the exit code: 2 for wrong usage, 1 for everything else. */
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
  EROFS: ['the file system is read-only', 'Make it writable, or move the data folder with C_MEM_HOME.'],
  EACCES: ['permission is denied', 'Fix its ownership and permissions (`ls -ld` shows them).'],
  EPERM: ['the operation is not permitted', 'Fix its ownership and permissions (`ls -ld` shows them).'],
  ENOENT: ['it cannot be created', 'Check that the folder above it exists and is writable.'],
  EEXIST: ['something else with that name cannot be replaced', 'Move it away, or make its folder writable.'],
  ENOTDIR: ['part of the path is a file, not a folder', 'Move that file away.'],
  EISDIR: ['it is a folder, not a file', 'Move that folder away.'],
  ENOSPC: ['the disk is full', 'Free some disk space.'],
  EDQUOT: ['your disk quota is exceeded', 'Free some disk space.'],
};

/** A file system error, in plain words and with a fix. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CMemError) return error;
  const { code = '', path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  const isKnown = Object.hasOwn(FILE_FAULTS, code) && (code !== 'ENOENT' || syscall === 'mkdir');
  const fault = isKnown ? FILE_FAULTS[code] : undefined;
  if (!fault || typeof path !== 'string') return error;
  return new CMemError('FILE_UNUSABLE', `${dest ?? path} cannot be used: ${fault[0]} (${code})`, {
    cause: error,
    fix: fault[1],
  });
}

const COLORS = { red: 31, green: 32, yellow: 33, blue: 34, bold: 1, dim: 2 };

/** Only on a terminal, and only if NO_COLOR is not set. */
export function paint(color: keyof typeof COLORS, text: string): string {
  return process.stdout.isTTY && wantsColor() ? `\u001b[${COLORS[color]}m${text}\u001b[0m` : text;
}
