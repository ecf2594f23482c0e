// What a job's commands prove about the project: which build, test, lint or run it, how they ended, and what ended a failure.
// Only calls of the agent's own tools count; nothing is taken from what was said, read or printed.
import type { ProjectRun } from '../domain/memory.ts';
import { below, isAbsolutePath, isWindowsPath } from '../text/path.ts';
import { projectRunsOf } from './commands/results.ts';
import { describeRun } from './embedded/turn/runs.ts';
import { type MaterialEvent, shortPath, type ToolUse, toolsOf } from './material.ts';

interface PlacedRun extends ProjectRun {
  order: number;
}

/** The runs of these events, which are in order. */
export function findProjectRuns(events: MaterialEvent[], host: string): ProjectRun[] {
  const calls = events.filter(didRun);
  const tools = toolsOf(calls, host);
  const runs: PlacedRun[] = [];
  for (const [order, tool] of tools.entries()) {
    if (tool.facts.action !== 'run') continue;
    const event = calls[order] as MaterialEvent;
    for (const { folders, ...run } of projectRunsOf(tool, event.worktree ?? null)) {
      const place = folderOf(event, folders);
      if (place === null) continue;
      const command = place === '' ? run.command : `cd ${place} && ${run.command}`;
      runs.push({ ...run, command, eventId: event.id, at: event.at, endedBy: null, order });
    }
  }
  for (const run of runs) if (run.failed) run.endedBy = endOf(run, runs, tools, calls);
  return runs.map(({ order: _, ...run }) => run);
}

/** Refused by the user or the host, or broken off: it did not run, or not to its end. */
const REFUSED =
  /doesn't want to (?:proceed|take this action)|requires approval|permission to use|has been denied|<tool_use_error>|sibling tool call|InputValidationError|blocked by/i;

function didRun({ kind, body }: MaterialEvent): boolean {
  if (kind !== 'tool' && kind !== 'tool_failure') return false;
  if (!body || body['interrupted'] || body['rejection']) return false;
  const { error, response } = body;
  if (
    typeof response === 'object' &&
    response !== null &&
    'interrupted' in response &&
    response['interrupted'] === true
  )
    return false;
  return !(typeof error === 'string' && REFUSED.test(error.slice(0, 300)));
}

/** Where a command ran, relative to its working tree; empty for its root, null if it is outside or unknown. */
function folderOf({ cwd = null, worktree = null }: MaterialEvent, moves: string[]): string | null {
  if (worktree === null) return moves.length === 0 ? '' : null;
  let place = cwd ?? worktree;
  for (const [index, typed] of moves.entries()) {
    const to = isWindowsPath(worktree) ? typed.replace(/^\/([a-z])\//i, '$1:/') : typed;
    if (isAbsolutePath(to)) place = to;
    else if (!/^[\w./@+-]+$/.test(to) || to.startsWith('-')) return null;
    // A host may report the folder in which the call ended.
    else if (!(index === 0 && `/${slashes(place)}`.endsWith(`/${to.replace(/\/+$/, '')}`))) place = `${place}/${to}`;
  }
  const path = normal(place);
  const root = normal(worktree);
  if (path === null || root === null) return null;
  if (path.toLowerCase() === root.toLowerCase()) return '';
  const inside = below(path, root);
  return inside !== null && /^[\w./@+-]{1,60}$/.test(inside) ? inside : null;
}

const slashes = (path: string) => path.replaceAll('\\', '/');

/** With slashes and without `.` and `..`; null if it leads above its start. */
function normal(path: string): string | null {
  const parts: string[] = [];
  for (const part of slashes(path).split('/')) {
    if (part === '..' && parts.length <= 1) return null;
    if (part === '..') parts.pop();
    else if (part !== '.' && !(part === '' && parts.length > 0)) parts.push(part);
  }
  return parts.join('/');
}

const MOST_FILES = 2;

/** Also without the wrapper that did not know it. */
const isSame = (run: PlacedRun, broken: PlacedRun) =>
  run.command === broken.command || broken.command.endsWith(` ${run.command}`);

/** What happened between a failure and the next time the same command passed; null if it did not, or nothing did. */
function endOf(broken: PlacedRun, runs: PlacedRun[], tools: ToolUse[], calls: MaterialEvent[]): string | null {
  const fixed = runs.find(
    (run) => run.order > broken.order && !run.failed && run.kind === broken.kind && isSame(run, broken),
  );
  if (!fixed) return null;
  if (fixed.command !== broken.command) return `ran ${fixed.command}`;
  const between = tools.slice(broken.order + 1, fixed.order);
  const root = calls[broken.order]?.worktree ?? null;
  const edited = between
    .filter(({ failed }) => !failed)
    .flatMap(({ files }) => files.filter(({ role }) => role === 'modified').map(({ path }) => shortPath(path, root)));
  const names = [...new Set(edited)];
  if (names.length > 0) {
    const more = names.length > MOST_FILES ? ` and ${names.length - MOST_FILES} more` : '';
    return `edited ${names.slice(0, MOST_FILES).join(', ')}${more}`.slice(0, 200);
  }
  // Without an edit: another command of the same kind, such as a formatter, or an installation.
  const ran = between.findLast((tool, index) => {
    if (tool.failed || tool.facts.action !== 'run') return false;
    const order = broken.order + 1 + index;
    return (
      runs.some((run) => run.order === order && !run.failed && run.kind === broken.kind) ||
      describeRun(tool, 0).kind === 'install'
    );
  });
  return ran ? `ran ${describeRun(ran, 0).command}`.slice(0, 200) : null;
}
