// Whether events arrive: what is switched off, and whether Claude Code was in use since the last event.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isExcludedHere, literalFolder } from '../config/excluded.ts';
import { claudeFolder, isDisabled, projectFolder } from '../config/host.ts';
import type { Paths } from '../config/paths.ts';
import { readPauses } from '../config/pause.ts';
import { ago } from '../recall/format.ts';
import { type Finding, ok, stop, warning } from './finding.ts';

/** Claude Code may write a line of its own to a transcript after the last event. */
const SLACK_MS = 10 * 60_000;
/** Older transcripts say nothing about the present. */
const RECENT_MS = 7 * 24 * 3600_000;
const MOST_FILES = 5000;

export function checkSwitches(paths: Paths, now: number, here: string | null): Finding[] {
  const findings: Finding[] = [];
  if (isDisabled()) findings.push(stop('capture', 'C_MEM_DISABLE is set in this environment', 'Unset C_MEM_DISABLE.'));
  const paused = readPauses(paths).find(({ until }) => until === null);
  if (paused) findings.push(stop('capture', `Capture was paused ${ago(paused.from, now)}`, 'Run `c-mem resume`.'));
  if (here !== null && isExcludedHere(paths.excluded, [projectFolder(), here]))
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
  const newest = newestTranscript(excluded);
  const inPause = (at: number) =>
    readPauses(paths).some(({ from, until }) => at >= from && (until === null || at < until + SLACK_MS));
  const unseen =
    newest !== null &&
    now - newest < RECENT_MS &&
    newest > (lastEventAt ?? 0) + SLACK_MS &&
    !inPause(newest) &&
    waiting === 0;
  if (!unseen) return ok('capture', lastEventAt === null ? `${last}: start a session` : last);
  return warning(
    'capture',
    `Claude Code was in use ${ago(newest, now)}, but none of its events arrived (${last})`,
    'Restart sessions that were open before the installation; `c-mem import claude-code` imports what was missed.',
  );
}

/** When Claude Code last wrote to a transcript of a project that is not excluded. */
function newestTranscript(excluded: readonly string[]): number | null {
  const literal = excluded.map(literalFolder);
  // A pattern cannot be compared with the folder names that Claude Code makes from paths.
  if (literal.includes(null)) return null;
  const slugs = literal.map((folder) => (folder as string).replace(/[^A-Za-z0-9]/g, '-'));
  const root = join(claudeFolder(), 'projects');
  let newest: number | null = null;
  let files = 0;
  for (const project of list(root)) {
    if (slugs.some((slug) => project === slug || project.startsWith(`${slug}-`))) continue;
    for (const name of list(join(root, project))) {
      if (!name.endsWith('.jsonl')) continue;
      files += 1;
      if (files > MOST_FILES) return newest;
      const at = statSync(join(root, project, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (newest === null || at > newest) newest = at;
    }
  }
  return newest;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
