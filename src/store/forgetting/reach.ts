// What forgetting memories would delete, and take from the user's prompts, told before it happens.
import { type Database, sql, transact } from '../sqlite/open.ts';
import { type ForgetTarget, type Forgotten, forget } from './forget.ts';

/** A prompt that says the same, and whether some of its words stay. */
export interface ReachedPrompt {
  text: string;
  keepsSome: boolean;
}

export interface Reach {
  forgotten: Forgotten;
  prompts: ReachedPrompt[];
}

/** Forgets them, looks, and takes it back. */
export function reachOf(db: Database, targets: ForgetTarget[], now: number): Reach {
  const prompts = promptsNear(db, targets);
  try {
    return transact(db, () => {
      const forgotten = forget(db, targets, now);
      const textOf = sql<[number], { text: string }>(db, 'select text from prompts where id = ?');
      const reached = prompts.flatMap(({ id, text }) => {
        const left = textOf.get(id)?.text ?? '';
        return left === text ? [] : [{ text, keepsSome: left !== '' }];
      });
      throw new Looked({ forgotten, prompts: reached });
    });
  } catch (error) {
    if (error instanceof Looked) return error.reach;
    throw error;
  }
}

class Looked extends Error {
  readonly reach: Reach;

  constructor(reach: Reach) {
    super();
    this.reach = reach;
  }
}

/** Those of the sessions that the memories come from. */
function promptsNear(db: Database, targets: ForgetTarget[]): { id: number; text: string }[] {
  const idsOf = (kind: string) =>
    JSON.stringify(targets.flatMap((target) => (target.kind === kind && 'id' in target ? [target.id] : [])));
  return sql<[object], { id: number; text: string }>(
    db,
    `select id, text from prompts where text <> '' and session_id in (
       select session_id from observations where id in (select value from json_each(@observations))
       union select session_id from summaries where id in (select value from json_each(@summaries))
       union select session_id from events where id in (select event_id from observation_events
         where observation_id in (select value from json_each(@observations)))) order by id`,
  ).all({ observations: idsOf('observation'), summaries: idsOf('summary') });
}
