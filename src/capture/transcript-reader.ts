// Reads the lines of one transcript in order and records what no hook has reported.

import type { Capture, EventKind } from '../domain/event.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Host, HostTranscripts, RecordMeta, TranscriptEntry } from '../hosts/index.ts';
import { type Cursor, isStoreTrouble, type Store, type Turn } from '../store/index.ts';
import { cleanText } from './clean/fields.ts';
import { stripPrivateValue } from './clean/private.ts';
import { type Line, tailDigest } from './json-lines.ts';
import type { Ledger, SessionPlace } from './ledger.ts';
import { noteKey, type ShapeOptions, shapeNote, shapePrompt, shapeTool } from './shape.ts';

export interface ReaderOptions extends ShapeOptions {
  now: () => number;
}

interface PendingCall {
  entry: TranscriptEntry & { what: 'call' };
  offset: number;
  turn: Turn | undefined;
}

/** Takes lines in order, and keeps the state that the next line needs. */
export class TranscriptReader {
  added = 0;
  /** How many records of each type were skipped because this version does not know them. */
  readonly unknown: Record<string, number> = {};
  readonly #pending = new Map<string, PendingCall>();
  /** Given up when a new prompt came, but their results may still follow. */
  readonly #givenUp = new Map<string, PendingCall>();
  #end: number;
  #lastSubagentWords: { text: string; final: boolean; meta: RecordMeta } | null = null;

  constructor(
    private readonly store: Store,
    private readonly ledger: Ledger,
    private readonly place: SessionPlace,
    private readonly cursor: Cursor,
    private readonly options: ReaderOptions,
    private readonly host: Host & { transcripts: HostTranscripts },
  ) {
    this.#end = cursor.offset;
  }

  take(line: Line): void {
    let damaged = line.damaged;
    for (const record of line.records) {
      try {
        this.#takeRecord(record, line.offset);
      } catch (error) {
        // A record of unexpected shape is lost, but not the rest of the transcript.
        if (isStoreTrouble(error)) throw error;
        damaged = true;
      }
    }
    if (damaged) this.cursor.unreadable += 1;
    this.#end = line.end;
  }

  /** No more results will come: records the calls as interrupted. */
  giveUpPending(): void {
    this.#givenUp.clear();
    for (const [id, call] of this.#pending) {
      this.#recordCall(call, undefined);
      this.#givenUp.set(id, call);
    }
    this.#pending.clear();
  }

  /** The next read starts at the first call that is still waiting for its result. */
  save(last: boolean): void {
    if (this.cursor.agentId !== null) this.#recordSubagentStop();
    if (last) this.#forgetPrivate(Number.MAX_SAFE_INTEGER);
    let offset = this.#end;
    for (const call of this.#pending.values()) offset = Math.min(offset, call.offset);
    this.cursor.offset = offset;
    this.cursor.tail = tailDigest(this.cursor.path, offset);
    this.#saveCursor();
  }

  /** The same for a document, which is read as a whole whenever its version changes. */
  saveDocument(version: string): void {
    this.#forgetPrivate(Number.MAX_SAFE_INTEGER);
    this.cursor.tail = version;
    this.#saveCursor();
  }

  #saveCursor(): void {
    this.store.transcripts.saveCursor(this.cursor, this.options.now());
  }

  #takeRecord(record: JsonObject, offset: number): void {
    const type = this.host.transcripts.unknownType?.(record);
    if (type) this.unknown[type] = (this.unknown[type] ?? 0) + 1;
    const entries = [...this.host.transcripts.readRecord(record, joinPieces)];
    const take = () => {
      for (const entry of entries) this.#takeEntry(entry, offset);
    };
    // A call is only kept in mind until its result comes.
    if (entries.every(({ what }) => what === 'call' || what === 'caveat' || what === 'aside')) take();
    else this.store.transact(take);
  }

  #takeEntry(entry: TranscriptEntry, offset: number): void {
    const { state } = this.cursor;
    if (entry.what === 'caveat' || entry.what === 'aside') {
      state.afterCaveat = entry.what === 'caveat';
      return;
    }
    if (entry.meta.recordId && this.#isCopied(entry.meta.recordId)) {
      if (entry.what === 'prompt' || entry.what === 'command') this.#passCopiedPrompt(entry.text, entry.meta);
      return;
    }
    switch (entry.what) {
      case 'command':
        // The client's own commands (/exit, /clear) follow a caveat; the others start a turn.
        if (!state.afterCaveat) this.#takePrompt(entry.text, entry.meta);
        state.afterCaveat = false;
        return;
      case 'prompt':
        state.afterCaveat = false;
        this.#takePrompt(entry.text, entry.meta);
        return;
      case 'message':
        state.afterCaveat = false;
        if (this.cursor.agentId !== null) this.#lastSubagentWords = entry;
        else if (!entry.meta.sidechain) this.#takeMessage(entry.text, entry.index, entry.meta);
        return;
      case 'note':
        this.#takeNote(entry);
        return;
      case 'call':
        if (!this.options.isSkipped(entry.name, this.host)) {
          this.#pending.set(entry.id, { entry, offset, turn: this.#turn(entry.meta) });
        }
        return;
      case 'result': {
        const call = this.#pending.get(entry.id) ?? this.#givenUp.get(entry.id) ?? this.#givenUpBefore(entry);
        if (call) this.#recordCall(call, entry);
        this.#pending.delete(entry.id);
        return;
      }
    }
  }

  /** The parent's prompt is not recorded, but what follows it in the copy is private if it is. */
  #passCopiedPrompt(raw: string, meta: RecordMeta): void {
    const prompt = shapePrompt(raw, this.host, this.options.cleaner);
    if (prompt.kind === 'machine') return;
    const at = meta.at ?? this.options.now();
    this.cursor.state.private = prompt.kind === 'private' ? { since: at, promptId: null } : null;
    if (prompt.kind === 'private') this.ledger.privateTurn(this.place.sessionId, null, at);
  }

  /** A call that an earlier read gave up. */
  #givenUpBefore(entry: TranscriptEntry & { what: 'result' }): PendingCall | null {
    const known = this.store.events.unsettledCall(this.place.sessionId, entry.id);
    // Of a call that a hook reported with its result, only the transcript may know that it failed.
    if (!known || (known.hasResult && entry.result.response !== undefined)) return null;
    const turn = { number: known.promptNumber, private: false };
    return {
      entry: { what: 'call', id: entry.id, name: known.name, input: known.input, meta: entry.meta },
      offset: 0,
      turn,
    };
  }

  #takePrompt(raw: string, meta: RecordMeta): void {
    const { state } = this.cursor;
    const at = meta.at ?? this.options.now();
    const prompt = shapePrompt(raw, this.host, this.options.cleaner);
    if (prompt.kind === 'machine') return;
    this.giveUpPending();
    this.#forgetPrivate(at);
    state.private = null;
    if (prompt.kind === 'private') {
      state.private = { since: at, promptId: meta.promptId };
      this.ledger.privateTurn(this.place.sessionId, meta.promptId, at);
      return;
    }
    const capture = this.#capture('prompt', `record:${meta.recordId}`, meta);
    const recorded = this.ledger.record({ ...capture, body: { text: prompt.text } }, this.place);
    state.prompt = recorded.promptNumber;
    if (recorded.result === 'added') this.added += 1;
  }

  #takeMessage(raw: string, index: number, meta: RecordMeta): void {
    if (!meta.recordId) return;
    const words = cleanText(raw, this.options.cleaner);
    if (words.trim() === '') return;
    this.#record({
      ...this.#capture('message', `message:${meta.recordId}${index > 0 ? `:${index}` : ''}`, meta),
      body: { text: words },
    });
  }

  /** A title that names a record belongs to the session of that record. */
  #takeNote({ note, leaf, meta }: TranscriptEntry & { what: 'note' }): void {
    if (meta.sidechain || this.cursor.agentId !== null) return;
    if (leaf !== undefined && this.store.transcripts.ownerOf(leaf) !== this.place.sessionId) return;
    const at = meta.at ?? this.store.sessions.find(this.place.sessionId)?.lastEventAt ?? this.options.now();
    const body = shapeNote(note, this.options.cleaner);
    if (body['text'] !== '') this.#record({ ...this.#capture('note', noteKey(note), { ...meta, at }), body });
  }

  #recordCall(call: PendingCall, result: (TranscriptEntry & { what: 'result' }) | undefined): void {
    const { entry } = call;
    const failed = result === undefined || result.result.response === undefined;
    const made = {
      id: entry.id,
      name: entry.name,
      input: entry.input,
      ...(result?.result ?? { interrupted: 'unknown' as const }),
    };
    const meta = { ...entry.meta, promptId: entry.meta.promptId ?? result?.meta.promptId ?? null };
    const note = this.host.tools.note(made);
    // A plan that the user rejected is known by the words of the rejection.
    if (note === null || (note && failed && !result?.result.rejection)) return;
    if (note && !failed) {
      const capture = this.#capture('note', `tool:${entry.id}`, meta);
      this.#record({ ...capture, toolUseId: entry.id, body: shapeNote(note, this.options.cleaner) }, call.turn);
      return;
    }
    const shape = shapeTool(made, this.host, this.options.cleaner);
    const capture = this.#capture(failed ? 'tool_failure' : 'tool', `tool:${entry.id}`, meta);
    this.#record({ ...capture, ...shape, toolName: entry.name, toolUseId: entry.id }, call.turn);
  }

  /** For a private turn whose hook never ran: deletes what other hooks reported in the meantime. */
  #forgetPrivate(until: number): void {
    const open = this.cursor.state.private;
    if (open) this.ledger.forgetSpan(this.place.sessionId, open.promptId, open.since, until);
  }

  /** Records the end of a subagent that has finished, if no hook reported it. */
  #recordSubagentStop(): void {
    const words = this.#lastSubagentWords;
    if (!words?.final || this.#pending.size > 0) return;
    this.#lastSubagentWords = null;
    const capture = this.#capture(
      'subagent_stop',
      `subagent:${words.meta.recordId ?? this.cursor.agentId}`,
      words.meta,
    );
    this.#record({ ...capture, body: { message: cleanText(words.text, this.options.cleaner) } });
  }

  #record(capture: Capture, turn: Turn | undefined = this.#turn(capture)): void {
    if (this.ledger.record(capture, this.place, turn).result === 'added') this.added += 1;
  }

  /**
   * In the main transcript, order determines the turn. A subagent's transcript runs in parallel and goes by ID or time.
   */
  #turn(meta: { promptId: string | null; at: number | null }): Turn | undefined {
    const { state } = this.cursor;
    if (this.cursor.agentId !== null) {
      return this.store.turns.find(this.place.sessionId, meta.promptId, meta.at ?? this.options.now());
    }
    if (state.private) return { number: null, private: true };
    return state.prompt === undefined ? undefined : { number: state.prompt, private: false };
  }

  #isCopied(recordId: string): boolean {
    const owner = this.store.transcripts.claimRecord(recordId, this.place.sessionId);
    if (owner === null) return false;
    if (this.store.sessions.startedBefore(owner, this.place.sessionId))
      this.store.sessions.setParent(this.place.sessionId, owner);
    return true;
  }

  #capture(kind: EventKind, key: string, meta: RecordMeta): Capture {
    return {
      kind,
      key,
      source: 'transcript',
      host: this.host.name,
      sessionId: this.place.sessionId,
      at: meta.at ?? this.options.now(),
      promptId: meta.promptId,
      toolName: null,
      toolUseId: null,
      agentId: meta.agentId ?? this.cursor.agentId,
      agentType: null,
      cwd: meta.cwd,
      branch: meta.branch,
      durationMs: null,
      files: [],
      recordId: meta.recordId,
      body: {},
    };
  }
}

/** The end of a piece may split a private tag: then the pieces are one text. */
function joinPieces(pieces: string[]): string {
  return pieces.join(stripPrivateValue(pieces).stripped ? '' : '\n');
}
