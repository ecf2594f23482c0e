// Whether the file is whole.
import type { Database } from './connect.ts';

/** What is wrong with the file, in a word; null where it is whole. The quick look leaves out the indexes' contents. */
export function checkIntegrity(db: Database, thorough = false): string | null {
  const rows = db.pragma(thorough ? 'integrity_check(5)' : 'quick_check(5)') as Record<string, string>[];
  const first = Object.values(rows[0] ?? {})[0] ?? 'no answer';
  return first === 'ok' ? null : (first.split('\n')[0]?.slice(0, 200) ?? 'damaged');
}
