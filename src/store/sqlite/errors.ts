// Interprets SQLite's errors, for users and for deciding what to do next.
import { CMemError } from '../../domain/errors.ts';

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** A problem of the store itself (a full disk, a lock): it affects everything, not only the current write. */
export function isStoreTrouble(error: unknown): boolean {
  return /^SQLITE_(?!CONSTRAINT|TOOBIG|MISMATCH|RANGE)/.test(codeOf(error));
}

export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** Maps SQLite's errors to those that users see. */
export function translate(file: string, error: unknown): unknown {
  if (error instanceof CMemError) return error;
  const code = codeOf(error);
  if (code === 'SQLITE_NOTADB')
    return new CMemError('STORE_NOT_A_DATABASE', `${file} is not a database`, { cause: error });
  if (code.startsWith('SQLITE_'))
    return new CMemError('STORE_UNUSABLE', `The store at ${file} cannot be used (${code})`, { cause: error });
  if (error instanceof TypeError && /directory does not exist/.test(error.message))
    return new CMemError('STORE_UNUSABLE', `The folder of ${file} does not exist`, { cause: error });
  return new CMemError('NATIVE_MODULE_BROKEN', `SQLite's native module cannot be loaded by Node ${process.version}`, {
    cause: error,
  });
}
