// An event that is reported again, by another hook or by the transcript: which known event it is, and what it adds.
import { hash } from 'node:crypto';
import type { Capture } from '../../domain/event.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { decodePayload, deflatePayload } from './payload.ts';

/**
 * A second sighting may add what the first lacked: the result of an interrupted call, the branch, or that the call failed,
 * which the hooks of some hosts do not know.
 */
export function completeEvent(db: Database, capture: Capture, payload: Buffer, bytes: number): void {
  learnBranch(db, capture);
  if (capture.body['interrupted'] === 'unknown') return;
  if (capture.kind === 'tool_failure' && capture.source === 'transcript') {
    sql(
      db,
      `update events set kind = 'tool_failure', payload = ?, payload_bytes = ?
       where session_id = ? and key = ? and kind = 'tool' and source = 'hook' and payload is not null`,
    ).run(payload, bytes, capture.sessionId, capture.key);
  }
  const known = sql<[string, string], { id: number; payload: Buffer | null }>(
    db,
    "select id, payload from events where session_id = ? and key = ? and kind = 'tool_failure'",
  ).get(capture.sessionId, capture.key);
  if (!known?.payload || decodePayload(known.payload)['interrupted'] !== 'unknown') return;
  sql(
    db,
    'update events set kind = ?, source = ?, payload = ?, payload_bytes = ?, files = ?, duration_ms = ? where id = ?',
  ).run(capture.kind, capture.source, payload, bytes, JSON.stringify(capture.files), capture.durationMs, known.id);
}

/** Hooks do not know the branch; the transcript provides it later for the same event. */
export function learnBranch(db: Database, { branch, sessionId, key }: Capture): void {
  if (!branch) return;
  sql(db, 'update events set branch = ? where session_id = ? and key = ? and branch is null').run(
    branch,
    sessionId,
    key,
  );
}

/**
 * For hosts whose hooks provide no call ID: the hook's event and the transcript's call are the same if tool and input
 * are equal, matched in order. The event then gets the ID, or counts as seen by the hook.
 */
export function matchesCallWithoutId(db: Database, capture: Capture): boolean {
  if (capture.kind !== 'tool' && capture.kind !== 'tool_failure') return false;
  const fromTranscript = capture.source === 'transcript' && capture.toolUseId !== null;
  if (!fromTranscript && capture.toolUseId !== null) return false;
  // The calls of most hosts have IDs: then there is nothing to compare.
  if (fromTranscript && !hasCallWithoutId(db, capture.sessionId)) return false;
  const same = sql<[string, string | null, string | null], { id: number; key: string }>(
    db,
    fromTranscript
      ? `select id, key from events where session_id = ? and tool_name is ? and input_hash is ? and tool_use_id is null
           and kind in ('tool', 'tool_failure') order by id limit 1`
      : `select id, key from events where session_id = ? and tool_name is ? and input_hash is ? and source = 'transcript'
           and kind in ('tool', 'tool_failure') order by id limit 1`,
  ).get(capture.sessionId, capture.toolName, inputHash(capture));
  if (!same) return false;
  if (fromTranscript) {
    const known = sql(db, 'select 1 from events where session_id = ? and key = ?').get(capture.sessionId, capture.key);
    if (known) return false;
    absorb(db, same.key, capture.at);
    sql(db, 'update events set key = ?, tool_use_id = ?, branch = coalesce(branch, ?) where id = ?').run(
      capture.key,
      capture.toolUseId,
      capture.branch,
      same.id,
    );
    const body = JSON.stringify(capture.body);
    completeEvent(db, capture, deflatePayload(body), Buffer.byteLength(body));
  } else if (capture.body['interrupted'] !== 'unknown') {
    // The start of a call is followed by its end, which must find the same event.
    sql(db, "update events set source = 'hook' where id = ?").run(same.id);
  }
  if (!fromTranscript) absorb(db, capture.key, capture.at);
  return true;
}

function hasCallWithoutId(db: Database, sessionId: string): boolean {
  const query = "select 1 from events where session_id = ? and input_hash > '' and tool_use_id is null limit 1";
  return sql(db, query).get(sessionId) !== undefined;
}

/**
 * Whether a hook's event became a part of another one already. Its spool ID is no longer the key of an event then; if the
 * worker is killed before it removes the file, the file is read again.
 */
export function isAbsorbed(db: Database, { kind, source, toolUseId, key }: Capture): boolean {
  if ((kind !== 'tool' && kind !== 'tool_failure') || source === 'transcript' || toolUseId !== null) return false;
  return sql(db, 'select 1 from meta where key = ?').get(ABSORBED + key) !== undefined;
}

const ABSORBED = 'absorbed:';
/** The first key after all of them. */
const AFTER_ABSORBED = 'absorbed;';
const KEPT_MS = 2 * 86_400_000;
/** Old ones are looked for once in so many. */
const SWEEP = 64;

function absorb(db: Database, spoolId: string, time: number): void {
  const at = Math.round(time);
  sql(db, 'insert or ignore into meta (key, value) values (?, ?)').run(ABSORBED + spoolId, String(at));
  if (at % SWEEP === 0)
    sql(db, 'delete from meta where key > ? and key < ? and cast(value as integer) < ?').run(
      ABSORBED,
      AFTER_ABSORBED,
      at - KEPT_MS,
    );
}

/**
 * For hosts whose hooks report the start and the end of a call without an ID: the end completes the first call of the same
 * tool with the same input that has not ended.
 */
export function completeStarted(db: Database, capture: Capture): boolean {
  const isEnd = capture.kind === 'tool' || (capture.kind === 'tool_failure' && !capture.body['interrupted']);
  if (!isEnd || capture.source === 'transcript' || capture.toolUseId !== null) return false;
  const started = sql<[string, string | null, string | null], { id: number; payload: Buffer | null }>(
    db,
    `select id, payload from events where session_id = ? and tool_name is ? and input_hash is ?
       and source = 'hook' and kind = 'tool_failure' order by id`,
  )
    .all(capture.sessionId, capture.toolName, inputHash(capture))
    .find(({ payload }) => payload && decodePayload(payload)['interrupted'] === 'unknown');
  if (!started) return false;
  const body = JSON.stringify(capture.body);
  sql(db, 'update events set kind = ?, payload = ?, payload_bytes = ?, files = ?, duration_ms = ? where id = ?').run(
    capture.kind,
    deflatePayload(body),
    Buffer.byteLength(body),
    JSON.stringify(capture.files),
    capture.durationMs,
    started.id,
  );
  absorb(db, capture.key, capture.at);
  return true;
}

export function inputHash(capture: Capture): string | null {
  if (capture.kind !== 'tool' && capture.kind !== 'tool_failure') return null;
  return hash('sha1', JSON.stringify(capture.body['input'] ?? null), 'base64').slice(0, 16);
}
