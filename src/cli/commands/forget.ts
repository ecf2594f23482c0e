// `c-mem forget`: memories, turns, sessions, projects or times go for good.
import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { resolvePaths } from '../../config/paths.ts';
import { ensureWorker } from '../../control/start.ts';
import { CMemError } from '../../domain/errors.ts';
import { parseId } from '../../recall/ids.ts';
import { SPOOL_SUFFIX } from '../../spool/format.ts';
import { dropQuarantined } from '../../spool/quarantine.ts';
import { countFiles } from '../../spool/take.ts';
import { forgetEverywhere } from '../../store/copies.ts';
import type { Database } from '../../store/database.ts';
import { type ForgetTarget, type Forgotten, forget, wipeFreed } from '../../store/forget.ts';
import { findHolding, nameTargets } from '../../store/forget-search.ts';
import { findSession, sessionsOfProject } from '../../store/sessions.ts';
import { confirm } from '../confirm.ts';
import { moment } from '../numbers.ts';
import { print, printJson } from '../output.ts';
import { chosenProject, withWritableStore } from '../store.ts';

const DRAIN_MS = 10_000;
const MOST_NAMES = 30;

export default defineCommand({
  meta: { name: 'forget', description: 'Forgets for good: memories by id, by words, a session, a project, or a time.' },
  args: {
    ids: { type: 'positional', description: 'Ids of memories: 12, S3; P4 is a whole turn', required: false },
    search: { type: 'string', description: 'Everything that holds these words: memories, prompts, raw events' },
    session: { type: 'string', description: 'A session, by its id' },
    project: { type: 'string', description: 'A project, by its id, path or name; with --since only that time of it' },
    since: { type: 'string', description: 'From this time on: 2026-03-02, 12h, 7d' },
    until: { type: 'string', description: 'Until this time' },
    'dry-run': { type: 'boolean', description: 'Only tell what would go' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print as JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    // What still waits may hold the words, too.
    if (args.search !== undefined) await drain(paths.spool, () => ensureWorker(paths, __dirname, Date.now()));
    const now = Date.now();
    const outcome = await withWritableStore(async (db) => {
      const targets = chosen(db, args, now);
      const would = forget(db, targets, now, true);
      if (small(targets) && Object.values(would).every((count) => count === 0))
        throw new CMemError('MEMORY_UNKNOWN', `There is no memory ${args._.join(', ')}`);
      if (args['dry-run']) return { forgotten: would, names: nameTargets(db, targets, MOST_NAMES), done: false };
      // A single memory can be named only on purpose; more than that is asked about.
      const named = small(targets) && args.search === undefined;
      const sure = named || (await confirm(`Forget ${inWords(would)} for good?`, args.yes ?? false));
      if (!sure) return { forgotten: would, done: false };
      const sessions = sessionsOf(db, targets);
      const { forgotten, copies } = forgetEverywhere(db, paths, targets, now);
      await dropQuarantined(
        paths.quarantine,
        (text, at) => isMeant(targets, sessions, text, at) || holdsAll(text, args.search),
      );
      if (!small(targets) && (await countFiles(paths.spool, SPOOL_SUFFIX)) > 0)
        await drain(paths.spool, () => ensureWorker(paths, __dirname, Date.now()));
      wipeFreed(db);
      return { forgotten, copies: copies.rewritten, dropped: copies.dropped, done: true };
    });
    if (args.json) return printJson(outcome);
    const copies = 'copies' in outcome && outcome.copies > 0 ? `, also in ${outcome.copies} backups` : '';
    print(
      outcome.done
        ? `Forgotten: ${inWords(outcome.forgotten)}${copies}.`
        : `Would forget ${inWords(outcome.forgotten)}. Nothing was changed.`,
      ...('names' in outcome ? outcome.names : []),
    );
  },
});

const small = (targets: ForgetTarget[]) =>
  targets.every((target) => target.kind === 'observation' || target.kind === 'summary');

interface ForgetArgs {
  _: string[];
  search?: string | undefined;
  session?: string | undefined;
  project?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

function chosen(db: Database, args: ForgetArgs, now: number): ForgetTarget[] {
  const targets: ForgetTarget[] = args._.map((text) => {
    const id = parseId(text);
    if (!id) throw new CMemError('MEMORY_UNKNOWN', `"${text}" is no id of a memory`);
    return id;
  });
  if (args.session !== undefined) {
    if (!findSession(db, args.session)) throw new CMemError('SESSION_UNKNOWN', `There is no session ${args.session}`);
    targets.push({ kind: 'session', id: args.session });
  }
  const project = args.project === undefined ? null : chosenProject(db, args.project);
  if (args.search !== undefined) return [...targets, ...holding(db, args.search, project?.id ?? null)];
  if (args.since !== undefined || args.until !== undefined) {
    targets.push({
      kind: 'range',
      from: args.since === undefined ? 0 : moment('since', args.since, now),
      until: args.until === undefined ? now : moment('until', args.until, now, true),
      projectId: project?.id ?? null,
    });
  } else if (project) targets.push({ kind: 'project', id: project.id });
  if (targets.length === 0) {
    throw new CMemError('USAGE', 'Say what to forget: ids, --search, --session, --project, or --since and --until');
  }
  return targets;
}

/** Everything whose words hold all of these. */
function holding(db: Database, words: string, projectId: number | null): ForgetTarget[] {
  const found = findHolding(db, words, projectId);
  if (found.length === 0) throw new CMemError('MEMORY_UNKNOWN', `Nothing holds "${words}"`);
  return found;
}

function sessionsOf(db: Database, targets: ForgetTarget[]): string[] {
  return targets.flatMap((target) =>
    target.kind === 'session' ? [target.id] : target.kind === 'project' ? sessionsOfProject(db, target.id) : [],
  );
}

function isMeant(targets: ForgetTarget[], sessions: string[], text: string, at: number): boolean {
  if (sessions.some((id) => text.includes(id))) return true;
  return targets.some(
    (target) => target.kind === 'range' && target.projectId === null && at >= target.from && at <= target.until,
  );
}

function holdsAll(text: string, words: string | undefined): boolean {
  const wanted = (words ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return wanted.length > 0 && wanted.every((word) => text.toLowerCase().includes(word));
}

/** What still lies in the spool is dropped by the worker, which knows the tombstones. */
async function drain(spool: string, start: () => void): Promise<void> {
  for (const end = Date.now() + DRAIN_MS; Date.now() < end; await sleep(100)) {
    if ((await countFiles(spool, SPOOL_SUFFIX)) === 0) return;
    start();
  }
}

function inWords(gone: Forgotten): string {
  const parts = Object.entries(gone)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${count === 1 ? singular(name) : name}`);
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

const singular = (name: string) => (name === 'summaries' ? 'summary' : name.slice(0, -1));
