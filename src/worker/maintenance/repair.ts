// After a repair: reads again whatever the transcripts hold since the backup, and reports to the user what was done.

import { existsSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createOffCheck } from '../../capture/switched-off.ts';
import type { Paths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { HOSTS, hostNamed } from '../../hosts/index.ts';
import { clock, day } from '../../recall/format.ts';
import type { Repair, Store } from '../../store/index.ts';
import { importTranscripts } from '../../transfer/import-transcripts.ts';
import { listTranscripts } from '../../transfer/transcripts.ts';
import type { ReadingList } from '../intake/reading-list.ts';
import type { Log } from '../log.ts';

/** Clocks of files and of the store agree to within this time. */
const SLACK_MS = 60_000;

export interface RepairParts {
  store: Store;
  paths: Paths;
  settings: Settings;
  log: Log;
  now: () => number;
  readingList: ReadingList;
  /** Has the reading list worked off, and waits for it. */
  read: () => Promise<void>;
  isStopped: () => boolean;
  /** Where Claude Code keeps its transcripts, if not in its own folder. */
  transcripts?: string;
}

export async function readTranscriptsAgain(parts: RepairParts, repair: Repair): Promise<void> {
  const { store, log, now, readingList } = parts;
  const before = store.memories.counts();
  store.integrity.noteChecked(now());
  store.notices.put('repair', describe(repair, now(), null));
  for (const session of store.sessions.withTranscript()) {
    const path = session.transcriptPath as string;
    // Whether a document changed is for its reader to see.
    const isDocument = hostNamed(session.host).transcripts?.documents?.reads(path) ?? false;
    const changed = isDocument ? now() : (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (changed >= repair.since - SLACK_MS) readingList.addSession(session);
  }
  await parts.read();
  // Sessions that the broken file could not name: the host still has their transcripts.
  if (!repair.allSessionsKnown) await importUnknown(parts, repair.since - SLACK_MS);
  const after = store.memories.counts();
  const found = { events: after.events - before.events, sessions: after.sessions - before.sessions };
  store.notices.put('repair', describe(repair, now(), found));
  log.warn({ events: found.events }, 'the database was repaired');
}

async function importUnknown(parts: RepairParts, since: number): Promise<void> {
  const { store, settings, now, isStopped } = parts;
  for (const [index, host] of HOSTS.entries()) {
    // Sessions of a host without C-Mem were never captured, so none of them is missing.
    if (index > 0 && host.integration?.installedFolder(parts.paths) == null) continue;
    const folder = (index === 0 ? parts.transcripts : undefined) ?? host.transcripts?.folder();
    if (!host.transcripts || !folder || !existsSync(folder)) continue;
    const { found } = await listTranscripts(folder, host.transcripts);
    await importTranscripts(
      found.filter(({ modifiedAt }) => modifiedAt >= since),
      {
        ...{ store, host, settings, now, isStopped },
        owner: `import-${process.pid}`,
        compress: true,
        pause: setImmediate,
        isOff: createOffCheck(parts.paths),
        onRead: () => undefined,
      },
    );
  }
}

/** The notice that `c-mem status` shows until the next integrity check. */
function describe(repair: Repair, now: number, found: { events: number; sessions: number } | null): string {
  const from = repair.backup ? `restored from the backup ${repair.backup}` : 'no backup was available';
  const aside = repair.setAside ? `, the broken file was kept as ${repair.setAside}` : '';
  const what = repair.setAside || repair.backup ? `${from}${aside}` : 'the file was kept';
  const read = found
    ? `${found.events} events (${found.sessions} more sessions) were recovered from transcripts`
    : 'the transcripts are being read again';
  return `The database was repaired on ${day(now)} ${clock(now)} (${repair.what}): ${what}; ${read}`;
}
