// The title of a session that lost its own to forgetting.
import { oneLine } from '../../text/truncate.ts';
import { type Database, sql } from '../sqlite/connect.ts';

const MOST_TITLE = 120;

/** Part of the session was forgotten, which the title may reveal. */
export function loseTitle(db: Database, sessionId: string): void {
  sql(db, 'update sessions set title = null, subtitle = null where id = ?').run(sessionId);
  nameSession(db, sessionId);
}

/** A session without a title is named by its first finding, else by its first summary or prompt that is left. */
export function nameSession(db: Database, sessionId: string): void {
  const named = sql<[object], { title: string }>(
    db,
    `select title from (
       select 1 as rank, title, prompt_number as number, id from observations
         where session_id = @id and type <> 'rule' and hidden_until is null
       union all select 2, coalesce(title, request), prompt_number, id from summaries
         where session_id = @id and hidden_until is null
       union all select 3, text, number, id from prompts where session_id = @id)
     where coalesce(title, '') <> '' order by rank, number, id limit 1`,
  ).get({ id: sessionId });
  if (!named) return;
  sql(db, 'update sessions set title = ? where id = ? and title is null').run(
    oneLine(named.title, MOST_TITLE),
    sessionId,
  );
}
