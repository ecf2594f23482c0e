// Writes what was pulled into the local tables, so that everything that reads memories finds it there.
import { EMPTY_OBSERVATION } from '../../domain/memory.ts';
import type {
  GoneReason,
  IncomingItem,
  PullCursor,
  SharedContent,
  SharedObservation,
  SharedProfile,
  SharedSummary,
} from '../../domain/team.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { deleteWithdrawn, forget } from '../forgetting/forget.ts';
import { freeId } from '../memories/free-id.ts';
import { SUMMARY_TEXTS } from '../memories/summary-texts.ts';
import { observationExtra, summaryExtra } from '../search/fill.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';
import { ensureForeignSession, type Place, sessionFor, titleSession } from './foreign-sessions.ts';
import { saveCursor } from './projects.ts';

export interface Applied {
  added: number;
  changed: number;
  forgotten: number;
}

/** Applies versions from the server and moves the cursor, in one transaction. */
export function applyPulled(
  db: Database,
  remoteId: number,
  items: IncomingItem[],
  cursor: PullCursor | null,
  now: number,
): Applied {
  const applied: Applied = { added: 0, changed: 0, forgotten: 0 };
  transact(db, () => {
    const project = sql<[number], Place>(
      db,
      'select t.project_id as projectId, p.key from team_projects t join projects p on p.id = t.project_id where t.remote_id = ?',
    ).get(remoteId);
    // It was unshared meanwhile.
    if (!project) return;
    const place = { ...project, remoteId, root: project.key.replace(/\/\.git$/, '') };
    sql(db, "insert or ignore into team_flags (name) values ('applying')").run();
    const ended: Ended = { forgotten: [], withdrawn: [] };
    for (const item of items) applyItem(db, item, place, applied, ended);
    resolveSupersession(db, items);
    sql(db, "delete from team_flags where name = 'applying'").run();
    endHere(db, ended, items, now);
    deleteEmpty(db, items, now);
    if (cursor) saveCursor(db, remoteId, cursor);
  });
  return applied;
}

/** Memories that have to leave this machine, by why. */
type Ended = Record<GoneReason, { kind: 'observation' | 'summary'; id: number }[]>;

/** What repeats forgotten words here loses them, and that is sent: only this machine may know that version. */
function endHere(db: Database, { forgotten, withdrawn }: Ended, items: IncomingItem[], now: number): void {
  if (forgotten.length + withdrawn.length === 0) return;
  if (forgotten.length > 0) forget(db, forgotten, now, false, 'elsewhere');
  if (withdrawn.length > 0) deleteWithdrawn(db, withdrawn, now);
  const gone = JSON.stringify(items.filter((item) => item.gone !== null).map(({ uid }) => uid));
  sql(db, 'delete from team_outbox where uid in (select value from json_each(?))').run(gone);
}

/** A summary of one's own that lost its last word on another machine. */
function deleteEmpty(db: Database, items: IncomingItem[], now: number): void {
  const own = items.filter(({ author, content }) => author === null && content?.kind === 'summary');
  if (own.length === 0) return;
  const empty = sql<[string], { kind: 'summary'; id: number }>(
    db,
    `select 'summary' as kind, s.id from team_items i join summaries s on s.id = i.local_id
     where i.kind = 'summary' and i.uid in (select value from json_each(?))
       and coalesce(${SUMMARY_TEXTS.join(', ')}) is null`,
  ).all(JSON.stringify(own.map(({ uid }) => uid)));
  if (empty.length > 0) forget(db, empty, now, false, 'elsewhere');
}

interface ItemRow {
  uid: string;
  kind: string;
  local_id: number | string | null;
  rev: number;
  digest: string | null;
  made_here: number;
  is_private: number;
  pending: number;
}

function applyItem(db: Database, item: IncomingItem, place: Place, applied: Applied, ended: Ended): void {
  const known = sql<[string], ItemRow>(
    db,
    `select i.*, exists (select 1 from team_outbox o where o.uid = i.uid) as pending from team_items i where i.uid = ?`,
  ).get(item.uid);
  if (item.gone !== null) return applyGone(db, item, known, place, applied, ended);
  if (!item.content) return;
  // Forgotten here, or to be sent: then the answer to that says which version holds.
  if (known && (known.local_id === null || known.pending === 1)) return;
  if (known) {
    const isOther = item.digest !== known.digest && item.rev >= known.rev;
    if (isOther) {
      update(db, known.local_id as number | string, item, item.content, place);
      applied.changed += 1;
    }
    sql(
      db,
      `update team_items set remote_id = @remoteId, rev = max(rev, @rev),
         digest = case when @isOther then @digest else digest end,
         before_edit = case when @isOther then null else before_edit end,
         superseded_by = case when @markRev >= superseded_rev then @by else superseded_by end,
         superseded_rev = max(superseded_rev, @markRev) where uid = @uid`,
    ).run({
      ...{ uid: item.uid, remoteId: place.remoteId, rev: item.rev, isOther: isOther ? 1 : 0, digest: item.digest },
      ...{ by: item.supersededBy, markRev: item.supersededRev },
    });
    return;
  }
  const id = insert(db, item, item.content, place);
  remember(db, item, place, id);
  if (item.kind === 'observation' || item.kind === 'summary') applied.added += 1;
}

function remember(db: Database, item: IncomingItem, place: Place, localId: number | string | null): void {
  sql(
    db,
    `insert into team_items (uid, kind, local_id, remote_id, rev, digest, superseded_by, superseded_rev, made_here, gone)
     values (@uid, @kind, @localId, @remoteId, @rev, @digest, @by, @markRev, 0, @gone)`,
  ).run({
    ...{ uid: item.uid, kind: item.kind, localId, remoteId: place.remoteId, rev: item.rev, digest: item.digest },
    ...{ by: item.supersededBy, markRev: item.supersededRev, gone: item.gone },
  });
}

function applyGone(
  db: Database,
  item: IncomingItem,
  known: ItemRow | undefined,
  place: Place,
  applied: Applied,
  ended: Ended,
): void {
  sql(db, 'delete from team_outbox where uid = ?').run(item.uid);
  if (!known) return remember(db, item, place, null);
  const { local_id: id } = known;
  sql(db, 'update team_items set gone = ? where uid = ?').run(item.gone, item.uid);
  if (id === null) return;
  if (item.gone === 'withdrawn' && known.made_here === 1) return keepPrivate(db, known);
  if (known.kind === 'observation' || known.kind === 'summary') {
    // A colleague decides about what they made, not about the events of this machine that said the same.
    if (item.author !== null) sql(db, 'delete from observation_events where observation_id = ?').run(id);
    ended[item.gone ?? 'forgotten'].push({ kind: known.kind, id: id as number });
    applied.forgotten += 1;
    return;
  }
  if (known.kind === 'session')
    sql(db, 'update sessions set title = null, subtitle = null where id = ? and author is not null').run(id);
  if (known.kind === 'profile') sql(db, 'delete from team_profiles where id = ?').run(id);
  sql(db, 'update team_items set local_id = null where uid = ?').run(item.uid);
}

/** Taken back from the server, it stays with whoever made it, under an ID that nobody knows. */
function keepPrivate(db: Database, known: Pick<ItemRow, 'uid' | 'kind' | 'local_id' | 'rev'>): void {
  sql(db, 'update team_items set local_id = null where uid = ?').run(known.uid);
  sql(
    db,
    `insert into team_items (uid, kind, local_id, remote_id, rev, made_here, is_private)
     select lower(hex(randomblob(16))), kind, ?, remote_id, rev, 1, 1 from team_items where uid = ?`,
  ).run(known.local_id, known.uid);
}

function insert(db: Database, item: IncomingItem, content: SharedContent, place: Place): number | string {
  switch (content.kind) {
    case 'observation': {
      const { lastInsertRowid } = sql(
        db,
        `insert into observations (id, session_id, project_id, type, title, subtitle, narrative, facts, concepts, files_read,
           files_modified, search_extra, prompt_number, branch, commit_id, provider, tokens, edited_at, created_at, author,
           rule_state, rule_scope, rule_source, times_said, last_said_at)
         values (@id, @sessionId, @projectId, @type, @title, @subtitle, @narrative, @facts, @concepts, @filesRead,
           @filesModified, @extra, @turn, @branch, @commit, 'team', @tokens, @editedAt, @at, @author,
           @ruleState, @ruleScope, @ruleSource, @timesSaid, @lastSaidAt)`,
      ).run({
        id: freeId(db, 'observations'),
        ...observationRow(db, item, content.type, content.body, place),
        ...newRule(item, content.body),
      });
      linkTouches(db, Number(lastInsertRowid), content.body, place);
      return Number(lastInsertRowid);
    }
    case 'summary': {
      const { lastInsertRowid } = sql(
        db,
        `insert into summaries (id, session_id, project_id, prompt_number, title, request, investigated, learned, completed,
           next_steps, files_read, files_edited, notes, search_extra, branch, commit_id, provider, tokens, edited_at,
           created_at, author)
         values (@id, @sessionId, @projectId, @turn, @title, @request, @investigated, @learned, @completed,
           @nextSteps, @filesRead, @filesEdited, @notes, @extra, @branch, @commit, 'team', @tokens, @editedAt, @at, @author)`,
      ).run({ id: freeId(db, 'summaries'), ...summaryRow(db, item, content.body, place) });
      return Number(lastInsertRowid);
    }
    case 'session': {
      const id = `team-${item.uid}`;
      ensureForeignSession(db, id, content.body.host, item, place);
      titleSession(db, id, content.body);
      return id;
    }
    case 'profile': {
      const { lastInsertRowid } = sql(
        db,
        'insert into team_profiles (project_id, author, commands) values (?, ?, ?)',
      ).run(place.projectId, item.author, JSON.stringify((content.body as SharedProfile).commands));
      return Number(lastInsertRowid);
    }
  }
}

function update(db: Database, id: number | string, item: IncomingItem, content: SharedContent, place: Place): void {
  switch (content.kind) {
    case 'observation':
      sql(
        db,
        `update observations set type = @type, title = @title, subtitle = @subtitle, narrative = @narrative, facts = @facts,
           concepts = @concepts, files_read = @filesRead, files_modified = @filesModified, search_extra = @extra,
           branch = @branch, commit_id = @commit, tokens = @tokens, edited_at = @editedAt,
           ${item.author === null ? OWN_RULE : COLLEAGUE_RULE}
         where id = @id`,
      ).run({
        ...omit(
          observationRow(db, item, content.type, content.body, place),
          'sessionId',
          'projectId',
          'turn',
          'at',
          'author',
        ),
        ...(item.author === null ? ownRule(content.body) : {}),
        id,
      });
      sql(db, 'delete from observation_files where observation_id = ?').run(id);
      linkTouches(db, id as number, content.body, place);
      return;
    case 'summary':
      sql(
        db,
        `update summaries set title = @title, request = @request, investigated = @investigated, learned = @learned,
           completed = @completed, next_steps = @nextSteps, files_read = @filesRead, files_edited = @filesEdited,
           notes = @notes, search_extra = @extra, branch = @branch, commit_id = @commit, tokens = @tokens,
           edited_at = @editedAt, created_at = @at where id = @id`,
      ).run({ ...omit(summaryRow(db, item, content.body, place), 'sessionId', 'projectId', 'turn', 'author'), id });
      return;
    case 'session':
      return titleSession(db, id as string, content.body);
    case 'profile':
      sql(db, 'update team_profiles set commands = ? where id = ?').run(JSON.stringify(content.body.commands), id);
  }
}

/** A rule that is the user's own holds on all their machines, in the same state. */
const OWN_RULE = `rule_state = @ruleState, rule_scope = @ruleScope, rule_source = coalesce(rule_source, @ruleSource),
  times_said = @timesSaid, last_said_at = @lastSaidAt`;
/** With other words, a colleague's rule has to be accepted again. */
const COLLEAGUE_RULE = `rule_state = case when rule_state is null or title is @title then rule_state else 'off' end,
  confirmed_at = case when title is @title then confirmed_at end`;

function ownRule({ rule }: SharedObservation) {
  return {
    ruleState: rule?.state ?? null,
    ruleScope: rule?.scope ?? null,
    ruleSource: rule?.source ?? null,
    timesSaid: rule?.timesSaid ?? null,
    lastSaidAt: rule?.lastSaidAt ?? null,
  };
}

/** A colleague's rule holds here only after it was accepted here. */
function newRule(item: IncomingItem, body: SharedObservation) {
  if (item.author === null || body.rule === null) return ownRule(body);
  return { ...ownRule(body), ruleState: 'off', ruleSource: 'team', ruleScope: 'project' };
}

function observationRow(db: Database, item: IncomingItem, type: string, body: SharedObservation, place: Place) {
  const filesRead = body.filesRead.map((path) => here(path, place));
  const filesModified = body.filesModified.map((path) => here(path, place));
  const memory = { ...EMPTY_OBSERVATION, ...body, filesRead, filesModified };
  const { title, subtitle, narrative, facts, concepts } = body;
  return {
    ...{ type, title, subtitle, narrative, facts: JSON.stringify(facts), concepts: JSON.stringify(concepts) },
    ...{ filesRead: JSON.stringify(filesRead), filesModified: JSON.stringify(filesModified) },
    extra: observationExtra(memory, item.at),
    tokens: estimateTokens(JSON.stringify([title, subtitle, narrative, facts, concepts, filesRead, filesModified])),
    ...placement(db, item, body, place),
  };
}

function summaryRow(db: Database, item: IncomingItem, body: SharedSummary, place: Place) {
  const filesRead = body.filesRead.map((path) => here(path, place));
  const filesEdited = body.filesEdited.map((path) => here(path, place));
  const { title, request, investigated, learned, completed, nextSteps, notes } = body;
  const texts = { title, request, investigated, learned, completed, nextSteps, notes };
  const memory = { ...texts, filesRead, filesEdited };
  const placed = placement(db, item, body, place);
  return {
    ...texts,
    ...{ filesRead: JSON.stringify(filesRead), filesEdited: JSON.stringify(filesEdited) },
    extra: summaryExtra(memory, item.at),
    tokens: estimateTokens(JSON.stringify(memory)),
    ...placed,
    // A summary always belongs to a session.
    sessionId: placed.sessionId ?? sessionFor(db, item.uid, body.host, item, place),
  };
}

function placement(db: Database, item: IncomingItem, body: SharedObservation | SharedSummary, place: Place) {
  const sessionId = body.session === null ? null : sessionFor(db, body.session, body.host, item, place, body.turn);
  return {
    ...{ sessionId, projectId: place.projectId, turn: body.turn, branch: body.branch, commit: body.commit },
    ...{ editedAt: body.editedAt, at: item.at, author: item.author },
  };
}

function linkTouches(db: Database, id: number, { touches }: SharedObservation, place: Place): void {
  for (const { path, role, digest } of touches)
    sql(db, 'insert or ignore into observation_files (observation_id, path, role, digest) values (?, ?, ?, ?)').run(
      id,
      here(path, place),
      role,
      digest,
    );
}

/** Paths are stored as they would be if the work had been done here. */
const here = (path: string, { root }: Place) => `${root}/${path}`;

/** What replaces a memory may come before or after it. */
function resolveSupersession(db: Database, items: IncomingItem[]): void {
  const uids = JSON.stringify(items.filter(({ kind }) => kind === 'observation').map(({ uid }) => uid));
  sql(
    db,
    `update observations set superseded_by = (
       select newer.local_id from team_items i left join team_items newer on newer.uid = i.superseded_by
       where i.kind = 'observation' and i.local_id = observations.id)
     where id in (
       select local_id from team_items where uid in (select value from json_each(@uids)) and superseded_rev > 0
       union select local_id from team_items where superseded_by in (select value from json_each(@uids)))`,
  ).run({ uids });
}

function omit<T extends object, Name extends keyof T>(row: T, ...names: Name[]): Omit<T, Name> {
  const kept = { ...row };
  for (const name of names) delete kept[name];
  return kept;
}
