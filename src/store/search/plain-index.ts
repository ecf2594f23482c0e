// A full-text index in memory with FTS5's defaults: the baseline for `c-mem eval`.
import { connect, transact } from '../sqlite/open.ts';

export interface PlainIndex {
  /** The indexes of the best texts that contain any of the words. */
  search(text: string, limit: number): number[];
  close(): void;
}

export function createPlainIndex(texts: string[]): PlainIndex {
  const db = connect(':memory:');
  db.exec('create virtual table plain using fts5(text)');
  const insert = db.prepare('insert into plain (rowid, text) values (?, ?)');
  transact(db, () => {
    for (const [index, text] of texts.entries()) insert.run(index + 1, text);
  });
  const find = db.prepare<[string, number], number>(
    'select rowid from plain where plain match ? order by rank, rowid limit ?',
  );
  return {
    search(text, limit) {
      const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
      if (words.length === 0) return [];
      return (find.pluck().all(words.map((word) => `"${word}"`).join(' OR '), limit) as number[]).map((id) => id - 1);
    },
    close: () => db.close(),
  };
}
