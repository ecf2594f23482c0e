// Whether a word is a name from the code, by how it is written.
import { createKnown } from './known.ts';

/** `parseOrder`, `retry_limit`, `a/b.ts`, `--watch`, `#12`, `v1.2`, `foo()`; not `well-known`, `e.g.` or `2026`. */
export const isCodeName = (token: string) => known(token, looksLikeCode);

const known = createKnown<boolean>(4000);

function looksLikeCode(token: string): boolean {
  if (/^#\d+$|^--?[a-z]|\(\)$|_\w|\w_/.test(token)) return true;
  if (/^[A-Z][a-z]+(?:-[A-Z]?[a-z]+)*$/.test(token)) return false;
  if (/[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(token)) return token.length > 3 && !/^[A-Z]+s$/.test(token);
  if (/[\p{L}\p{N}][./\\:@][\p{L}\p{N}_]/u.test(token))
    return !/^(?:e\.g|i\.e|etc)\b/i.test(token) && !/^\d+[.:/]\d+$/.test(token);
  return /[a-z]\d|\d[a-z]/i.test(token) && /^[\w.-]+$/.test(token);
}
