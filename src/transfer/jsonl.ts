// Our own export format: a header line, then one line per row of the store. It can be imported into an empty or
// existing store any number of times. See docs/EXPORT.md.

import { stat } from 'node:fs/promises';
import { readLines } from '../capture/json-lines.ts';
import { CMemError } from '../domain/errors.ts';
import { type JsonObject, number, text } from '../domain/json.ts';
import { type ExportLine, type ImportOutcome, isStoreTrouble, type Store } from '../store/index.ts';
import { FORMAT, MADE_BY, type Unfinished } from './unfinished.ts';

const VERSION = 1;
const LINES_A_COMMIT = 500;
const CHUNK = 64 * 1024;

export interface Piece {
  text: string;
  /** How many rows are written including this piece, and the total. */
  rows: number;
  of: number;
  /** How many bytes of the unfinished file to keep before the first piece. */
  keep: number;
}

/**
 * The export as pieces of text, several lines each. If the store has not changed since, it resumes after the last
 * complete line of an unfinished export.
 */
export function* exportLines(store: Store, now: number, unfinished: Unfinished | null = null): Generator<Piece> {
  const piece: Piece = { text: '', rows: 0, of: 0, keep: 0 };
  const begin = (rows: number, state: string): ExportLine | null => {
    piece.of = rows;
    if (unfinished && state !== '' && unfinished.state === state) {
      piece.keep = unfinished.bytes;
      if (unfinished.last) piece.rows = store.rows.count(unfinished.last);
      return unfinished.last;
    }
    const header = { is: 'header', format: FORMAT, version: VERSION, made_by: MADE_BY, made_at: now, rows, state };
    piece.text = `${JSON.stringify(header)}\n`;
    return null;
  };
  for (const { type, row } of store.rows.export(begin)) {
    piece.text += `${JSON.stringify({ is: type, ...row })}\n`;
    piece.rows += 1;
    if (piece.text.length < CHUNK) continue;
    yield { ...piece };
    piece.text = '';
  }
  yield { ...piece };
}

export interface JsonlImportResult {
  rows: number;
  added: number;
  known: number;
  forgotten: number;
  /** Lines that could not be imported: damaged, of an unknown type, or conflicting with existing data. */
  refused: number;
  stopped: boolean;
}

export interface JsonlImportOptions {
  store: Store;
  isStopped: () => boolean;
  pause: () => Promise<void>;
  onRead: (bytes: number) => void;
}

export async function importJsonl(
  file: string,
  { store, isStopped, pause, onRead }: JsonlImportOptions,
): Promise<JsonlImportResult> {
  const done: JsonlImportResult = { rows: 0, added: 0, known: 0, forgotten: 0, refused: 0, stopped: false };
  const rows = store.rows.createImport();
  let batch: JsonObject[] = [];
  let isFirst = true;
  const commit = () => {
    const lines = batch;
    batch = [];
    store.transact(() => {
      for (const line of lines) done[takeLine(line)] += 1;
    });
  };
  const takeLine = (line: JsonObject): ImportOutcome => {
    const { is, ...row } = line;
    try {
      return rows.take(String(is), row);
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      return 'refused';
    }
  };
  let read = 0;
  for await (const line of readLines(file, 0)) {
    if (isFirst) {
      checkHeader(file, line.records[0]);
      isFirst = false;
    } else {
      done.rows += 1;
      if (line.damaged) done.refused += 1;
      else batch.push(...line.records);
    }
    if (batch.length < LINES_A_COMMIT) continue;
    commit();
    onRead(line.end - read);
    read = line.end;
    await pause();
    if (isStopped()) return { ...done, stopped: true };
  }
  if (isFirst) checkHeader(file, undefined);
  commit();
  store.transact(() => rows.finish());
  onRead((await stat(file)).size - read);
  return done;
}

function checkHeader(file: string, header: JsonObject | undefined): void {
  if (!header || text(header, 'format') !== FORMAT) {
    throw new CMemError('IMPORT_UNREADABLE', `${file} is not a C-Mem export`);
  }
  const found = number(header, 'version') ?? 0;
  if (found > VERSION) {
    throw new CMemError(
      'IMPORT_UNREADABLE',
      `${file} has export version ${found}, but this c-mem supports up to ${VERSION}`,
      {
        fix: 'Upgrade c-mem (`npm install -g c-mem@latest`).',
      },
    );
  }
}
