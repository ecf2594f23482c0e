// `c-mem import claude-mem`: imports a claude-mem database, which is only read.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createCleaner } from '../../../capture/clean/index.ts';
import { userFolder } from '../../../config/environment.ts';
import type { Paths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import type { Store } from '../../../store/index.ts';
import { type ClaudeMemImported, type Counted, importClaudeMem } from '../../../transfer/claude-mem/mapping.ts';
import { count } from '../../args/numbers.ts';
import { type Progress, startProgress } from '../../terminal/progress.ts';
import { hooksFirst } from './import-history.ts';

export async function importFromClaudeMem(options: {
  store: Store;
  paths: Paths;
  settings: Settings;
  file: string | undefined;
  isStopped: () => boolean;
}): Promise<{ data: unknown; lines: string[] }> {
  const { store, paths, settings, isStopped } = options;
  const file = resolve(options.file ?? join(userFolder(), '.claude-mem', 'claude-mem.db'));
  if (!existsSync(file)) throw new CMemError('IMPORT_UNREADABLE', `${file} does not exist`);
  let progress: Progress | null = null;
  let rows = 0;
  const done = await importClaudeMem(file, {
    store,
    scratch: join(paths.home, 'import-claude-mem.db'),
    cleaner: createCleaner(settings),
    now: Date.now,
    isStopped,
    pause: hooksFirst(paths),
    onTotal: (total) => {
      progress = startProgress('Reading', total);
    },
    onRow: () => {
      rows += 1;
      progress?.update(rows);
    },
  });
  (progress as Progress | null)?.end(done.stopped ? 'stopped' : 'done');
  return { data: done, lines: inWords(file, done) };
}

function inWords(file: string, done: ClaudeMemImported): string[] {
  const { sessions, prompts, observations, summaries } = done;
  const lines = [
    `Read ${file} (${done.generation}): ${count(sessions.added, 'session')}, ${count(prompts.added, 'prompt')}, ` +
      `${count(observations.added, 'observation')}, ${count(summaries.added, 'summary', 'summaries')} new.`,
  ];
  const sum = (name: keyof Counted) =>
    [sessions, prompts, observations, summaries].reduce((n, one) => n + one[name], 0);
  if (sum('known') > 0) lines.push(`${count(sum('known'), 'row')} already known.`);
  if (sum('forgotten') > 0) lines.push(`${count(sum('forgotten'), 'row')} skipped: forgotten here.`);
  if (sum('refused') > 0) lines.push(`${count(sum('refused'), 'row')} skipped: nothing to keep.`);
  if (done.withoutSession > 0)
    lines.push(`${count(done.withoutSession, 'memory', 'memories')} imported without a session.`);
  for (const { table, rows } of done.unmapped)
    lines.push(`Not imported: ${table} (${count(rows, 'row')}) has no equivalent in C-Mem.`);
  if (done.stopped) lines.push('Stopped. Rerun the command to resume.');
  return lines;
}
