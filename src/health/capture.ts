// Whether events arrive: what is switched off, and whether hosts were in use since the last event.
import { isDisabled } from '../config/environment.ts';
import { isExcludedHere } from '../config/excluded.ts';
import { readExclusions } from '../config/exclusions.ts';
import type { Paths } from '../config/paths.ts';
import { readPauses } from '../config/pause.ts';
import { type Finding, ok, stop, warning } from '../domain/finding.ts';
import { HOSTS, launchFolder } from '../hosts/index.ts';
import { ago } from '../recall/format.ts';

/** Claude Code may write a line of its own to a transcript after the last event. */
const SLACK_MS = 10 * 60_000;
/** The system dates files by a clock that lags behind by some milliseconds. */
const FILE_CLOCK_MS = 50;
/** Older transcripts say nothing about the present. */
const RECENT_MS = 7 * 24 * 3600_000;

export function checkSwitches(paths: Paths, now: number, here: string | null): Finding[] {
  const findings: Finding[] = [];
  if (isDisabled()) findings.push(stop('capture', 'C_MEM_DISABLE is set in this environment', 'Unset C_MEM_DISABLE.'));
  const paused = readPauses(paths).find(({ until }) => until === null);
  if (paused) findings.push(stop('capture', `Capture was paused ${ago(paused.from, now)}`, 'Run `c-mem resume`.'));
  if (here !== null && isExcludedHere(paths.excluded, [launchFolder(), here]))
    findings.push(stop('capture', 'This folder is excluded', 'Run `c-mem projects --include .`.'));
  return findings;
}

/** `lastEventAt` is from the ledger; events waiting in the spool have arrived too. */
export function checkArrival(
  paths: Paths,
  excluded: readonly string[],
  lastEventAt: number | null,
  waiting: number,
  now: number,
): Finding {
  const last = lastEventAt === null ? 'nothing captured yet' : `last event ${ago(lastEventAt, now)}`;
  const [host, newest, name] = lastInUse(paths, excluded);
  const inPause = (at: number) =>
    [...readPauses(paths), ...pastExclusions(paths)].some(
      ({ from, until }) => at >= from - FILE_CLOCK_MS && (until === null || at < until + SLACK_MS),
    );
  const unseen =
    newest !== null &&
    now - newest < RECENT_MS &&
    newest > (lastEventAt ?? 0) + SLACK_MS &&
    !inPause(newest) &&
    waiting === 0;
  if (!unseen) return ok('capture', lastEventAt === null ? `${last}: start a session` : last);
  return warning(
    'capture',
    `${host} was in use ${ago(newest, now)}, but none of its events arrived (${last})`,
    `Restart sessions that were open before the installation; \`c-mem import ${name}\` imports what was missed.`,
  );
}

/** The host does not say in which folder it was in use: it may have been one that was excluded then. */
const pastExclusions = (paths: Paths) => readExclusions(paths.exclusions).filter(({ until }) => until !== null);

/** The host that was in use last, and when; null if none can say. */
function lastInUse(paths: Paths, excluded: readonly string[]): [string, number | null, string] {
  let last: [string, number | null, string] = ['', null, ''];
  for (const [index, { name, title, integration }] of HOSTS.entries()) {
    // A host without C-Mem sends nothing.
    if (index > 0 && integration?.installedFolder(paths) == null) continue;
    const at = integration?.lastActivity(excluded) ?? null;
    if (at !== null && at > (last[1] ?? 0)) last = [title, at, name];
  }
  return last;
}
