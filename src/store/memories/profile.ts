// The profile of a project: its commands, the failures that came back, and the files that change together.
import type { ProfileCommand, ProfileFailure, ProjectProfile } from '../../domain/profile.ts';
import { RUN_KINDS } from '../../domain/profile.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { findPairs } from './changed-together.ts';

/** Older runs say little about how one works here today. */
const MOST_RUNS = 2000;
const MOST_OF_KIND = 4;
const MOST_FAILURES = 8;
const HALF_LIFE_MS = 30 * 24 * 3600_000;

export function readProfile(db: Database, projectId: number): ProjectProfile {
  return {
    commands: profileCommands(db, projectId),
    failures: recurringFailures(db, projectId),
    pairs: findPairs(db, projectId),
  };
}

interface RunRow {
  kind: ProfileCommand['kind'];
  command: string;
  partial: number;
  failed: number;
  at: number;
}

/** For each kind, the best command first, then its alternatives. What was never run here comes from colleagues. */
export function profileCommands(db: Database, projectId: number, most = MOST_RUNS): ProfileCommand[] {
  const own = ownCommands(db, projectId, most);
  const shared = sql<[number], { commands: string }>(
    db,
    'select commands from team_profiles where project_id = ? order by id',
  ).all(projectId);
  if (shared.length === 0) return own;
  const others = shared
    .flatMap(({ commands }) => JSON.parse(commands) as ProfileCommand[])
    .sort((a, b) => b.lastAt - a.lastAt);
  return RUN_KINDS.flatMap((kind) => {
    const here = own.filter((command) => command.kind === kind);
    return here.length > 0 ? here : others.filter((command) => command.kind === kind).slice(0, 1);
  });
}

export function ownCommands(db: Database, projectId: number, most = MOST_RUNS): ProfileCommand[] {
  const rows = sql<[number, number], RunRow>(
    db,
    `select kind, command, partial, failed, created_at as at from runs where project_id = ?
     order by created_at desc, id desc limit ?`,
  ).all(projectId, most);
  const latest = rows[0]?.at ?? 0;
  const groups = new Map<string, RunRow[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.command}`;
    const known = groups.get(key);
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  const ranked = [...groups.values()]
    .map((runs) => ({ command: describe(runs), score: scoreOf(runs, latest) }))
    // A command that never passed shows nobody how it is done.
    .filter(({ command }) => command.passed > 0)
    .sort(
      (a, b) =>
        Number(a.command.partial) - Number(b.command.partial) ||
        b.score - a.score ||
        b.command.lastAt - a.command.lastAt,
    )
    .map(({ command }) => command);
  return RUN_KINDS.flatMap((kind) => chooseOfKind(ranked.filter((command) => command.kind === kind)));
}

/** Runs of the entire project count; those of parts only if there are no others. */
function describe(all: RunRow[]): ProfileCommand {
  const whole = all.filter(({ partial }) => partial === 0);
  const runs = whole.length > 0 ? whole : all;
  const last = runs[0] as RunRow;
  return {
    kind: last.kind,
    command: last.command,
    passed: runs.filter(({ failed }) => failed === 0).length,
    runs: runs.length,
    partial: whole.length === 0,
    lastFailed: last.failed === 1,
    lastAt: last.at,
  };
}

/** A formatter is a linter's little sister. */
const FORMATS = /\b(?:fmt|format|gofmt|prettier)\b|--(?:fix|write)\b|:fix\b/;

/** Recent and frequent first. What one ran for a part counts less, and what failed counts less. */
function scoreOf(runs: RunRow[], latest: number): number {
  const sum = runs.reduce((total, { at, partial, failed }) => {
    return total + 0.5 ** ((latest - at) / HALF_LIFE_MS) * (partial ? 0.5 : 1) * (failed ? 0.5 : 1);
  }, 0);
  return FORMATS.test(runs[0]?.command ?? '') ? sum * 0.4 : sum;
}

/** What ran once is an alternative only if there is little else. */
function chooseOfKind([best, ...others]: ProfileCommand[]): ProfileCommand[] {
  if (!best) return [];
  const repeated = others.filter(({ runs, partial }) => runs > 1 && !(partial && !best.partial));
  return [best, ...repeated].slice(0, MOST_OF_KIND);
}

interface TroubleRow {
  kind: ProfileCommand['kind'];
  command: string;
  trouble: string;
  turn: string;
  endedBy: string | null;
  /** Of a memory about the fix. */
  title: string | null;
  at: number;
}

/** The same trouble in at least two turns. */
function recurringFailures(db: Database, projectId: number): ProfileFailure[] {
  const rows = sql<[number], TroubleRow>(
    db,
    `select r.kind, r.command, r.trouble, e.session_id || ' ' || coalesce(e.prompt_number, '') as turn,
       r.created_at as at, r.ended_by as endedBy, case when r.ended_by is null then null else (
         select o.title from observation_events oe join observations o on o.id = oe.observation_id
         where oe.event_id = r.event_id and o.type = 'bugfix' and o.hidden_until is null and o.superseded_by is null
         order by o.id limit 1) end as title
     from runs r join events e on e.id = r.event_id
     where r.project_id = ? and r.failed = 1 and r.trouble is not null
     order by r.created_at desc, r.id desc limit ${MOST_RUNS}`,
  ).all(projectId);
  const groups = new Map<string, TroubleRow[]>();
  for (const row of rows) {
    const key = normalTrouble(row);
    const known = groups.get(key);
    if (known) known.push(row);
    else if (key.length >= 8) groups.set(key, [row]);
  }
  return [...groups.values()]
    .map((seen) => {
      const { command, trouble, at } = seen[0] as TroubleRow;
      const turns = new Set(seen.map(({ turn }) => turn)).size;
      const ended = seen.find(({ endedBy }) => endedBy !== null);
      return { command, trouble, turns, endedBy: ended ? accountOf(ended) : null, lastAt: at };
    })
    .filter(({ turns }) => turns >= 2)
    .sort((a, b) => b.turns - a.turns || b.lastAt - a.lastAt)
    .slice(0, MOST_FAILURES);
}

/** The title of a memory says best what the fix was, unless it only repeats what failed. */
function accountOf({ title, endedBy }: TroubleRow): string | null {
  return title && !/^Fix (?:failing|(?:test|build|lint)? ?(?:failure|error))\b/.test(title) ? title : endedBy;
}

/** Without what differs each time: numbers, addresses, times, folders. */
function normalTrouble({ kind, trouble }: TroubleRow): string {
  // A linter's rule is the same trouble wherever it is broken.
  const rule = /\(([a-z][\w-]{2,30})\)$|^(lint\/\S+)/.exec(trouble);
  if (kind === 'lint' && rule) return `rule: ${rule[1] ?? rule[2]}`;
  return trouble
    .toLowerCase()
    .replace(/(?:[a-z]:)?(?:[\w.@~-]*[\\/])+(?=[\w.-])/g, '')
    .replace(/0x[\da-f]+|\b[\da-f]{7,40}\b|\d+(?:\.\d+)*/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}
