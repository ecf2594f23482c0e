// `c-mem import FILE`: imports a C-Mem export.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Paths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import type { Store } from '../../../store/index.ts';
import { grouped } from '../../../text/plural.ts';
import { importJsonl } from '../../../transfer/jsonl.ts';
import { count } from '../../args/numbers.ts';
import { bytes, startProgress } from '../../terminal/progress.ts';
import { hooksFirst } from './import-history.ts';

export async function importExport(options: {
  store: Store;
  paths: Paths;
  file: string;
  isStopped: () => boolean;
}): Promise<{ data: unknown; lines: string[] }> {
  const { store, paths, isStopped } = options;
  const file = resolve(options.file);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new CMemError('IMPORT_UNREADABLE', `${file} does not exist`);
  const progress = startProgress('Reading', size, { unit: bytes });
  let read = 0;
  const done = await importJsonl(file, {
    store,
    isStopped,
    pause: hooksFirst(paths),
    onRead: (some) => {
      read += some;
      progress.update(read);
    },
  });
  progress.end(done.stopped ? 'stopped' : 'done');
  const lines = [
    `${count(done.rows, 'line')} read from ${file}: ${grouped(done.added)} new, ${grouped(done.known)} already known.`,
  ];
  if (done.forgotten > 0) lines.push(`${count(done.forgotten, 'line')} skipped: forgotten here.`);
  if (done.refused > 0) lines.push(`${count(done.refused, 'line')} could not be imported.`);
  if (done.stopped) lines.push('Stopped. Rerun the command to resume.');
  return { data: done, lines };
}
