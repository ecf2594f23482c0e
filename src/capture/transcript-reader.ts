// Takes the lines of one transcript in order, remembers what the next line needs to know, and records what no hook told.

import type { Capture, EventKind } from '../domain/event.ts';
import type { Json, JsonObject } from '../domain/json.ts';
import { type Cursor, isStoreTrouble, type Store, type Turn } from '../store/index.ts';
import type { ShapeOptions } from './claude-code.ts';
import { cleanseText } from './clean/fields.ts';
import { type Line, tailDigest } from './json-lines.ts';
import type { Ledger, SessionPlace } from './ledger.ts';
import { isSkippedTool, shapePrompt, shapeTool } from './shape.ts';
import { type RecordMeta, readRecord, resultText, type Told } from './transcript.ts';

export interface ReaderOptions extends ShapeOptions {
  now: () => number;
}

interface PendingCall {
  told: Told & { what: 'call' };
  offset: number;
  turn: Turn | undefined;
}

/** Takes lines in order, and remembers what the next line needs to know. */
export class TranscriptReader {
  added = 0;
  readonly #pending = new Map<string, PendingCall>();
  /** Given up when a new prompt came, but their result may still follow. */
  readonly #givenUp = new Map<string, PendingCall>();
  #end: number;
  #lastSubagentWords: { text: string; final: boolean; meta: RecordMeta } | null = null;

  constructor(
    private readonly store: Store,
    private readonly ledger: Ledger,
    private readonly place: SessionPlace,
    private readonly cursor: Cursor,
    private readonly options: ReaderOptions,
  ) {
    this.#end = cursor.offset;
  }

  take(line: Line): void {
    let damaged = line.damaged;
    for (const record of line.records) {
      try {
        this.#takeRecord(record, line.offset);
      } catch (error) {
        // A record of a shape that nobody thought of costs itself, not the rest of the transcript.
        if (isStoreTrouble(error)) throw error;
        damaged = true;
      }
    }
    if (damaged) this.cursor.unreadable += 1;
    this.#end = line.end;
  }

  /** No results will come any more: the calls are recorded as interrupted. */
  giveUpPending(): void {
    this.#givenUp.clear();
    for (const [id, call] of this.#pending) {
      this.#recordCall(call, undefined);
      this.#givenUp.set(id, call);
    }
    this.#pending.clear();
  }

  /** The next read starts at the first call that still waits for its result. */
  save(last: boolean): void {
    if (this.cursor.agentId !== null) this.#recordSubagentStop();
    if (last) this.#forgetPrivate(Number.MAX_SAFE_INTEGER);
    let offset = this.#end;
    for (const call of this.#pending.values()) offset = Math.min(offset, call.offset);
    this.cursor.offset = offset;
    this.cursor.tail = tailDigest(this.cursor.path, offset);
    this.store.transcripts.saveCursor(this.cursor, this.options.now());
  }

  #takeRecord(record: JsonObject, offset: number): void {
    this.store.savepoint(() => {
      for (const told of readRecord(record)) this.#takeTold(told, offset);
    });
  }

  #takeTold(told: Told, offset: number): void {
    const { state } = this.cursor;
    if (told.what === 'caveat' || told.what === 'aside') {
      state.afterCaveat = told.what === 'caveat';
      return;
    }
    if (told.meta.recordId && this.#isCopied(told.meta.recordId)) {
      if (told.what === 'prompt' || told.what === 'command') this.#passCopiedPrompt(told.text, told.meta);
      return;
    }
    switch (told.what) {
      case 'command':
        // The client's own commands (/exit, /clear) follow a caveat; the others start a turn.
        if (!state.afterCaveat) this.#takePrompt(told.text, told.meta);
        state.afterCaveat = false;
        return;
      case 'prompt':
        state.afterCaveat = false;
        this.#takePrompt(told.text, told.meta);
        return;
      case 'message':
        state.afterCaveat = false;
        if (this.cursor.agentId !== null) this.#lastSubagentWords = told;
        else if (!told.meta.sidechain) this.#takeMessage(told.text, told.index, told.meta);
        return;
      case 'call':
        if (!isSkippedTool(told.name, this.options.skipTools)) {
          this.#pending.set(told.id, { told, offset, turn: this.#turn(told.meta) });
        }
        return;
      case 'result': {
        const call = this.#pending.get(told.id) ?? this.#givenUp.get(told.id) ?? this.#givenUpBefore(told);
        if (call) this.#recordCall(call, told);
        this.#pending.delete(told.id);
        return;
      }
    }
  }

  /** The parent's prompt is not ours to record, but what follows it in the copy is private if it is. */
  #passCopiedPrompt(raw: string, meta: RecordMeta): void {
    const prompt = shapePrompt(raw, this.options);
    if (prompt.kind === 'machine') return;
    const at = meta.at ?? this.options.now();
    this.cursor.state.private = prompt.kind === 'private' ? { since: at, promptId: null } : null;
    if (prompt.kind === 'private') this.ledger.privateTurn(this.place.sessionId, null, at);
  }

  /** A call that an earlier reading gave up. */
  #givenUpBefore(told: Told & { what: 'result' }): PendingCall | null {
    const known = this.store.events.interruptedCall(this.place.sessionId, told.id);
    if (!known) return null;
    const turn = { number: known.promptNumber, private: false };
    return {
      told: { what: 'call', id: told.id, name: known.name, input: known.input, meta: told.meta },
      offset: 0,
      turn,
    };
  }

  #takePrompt(raw: string, meta: RecordMeta): void {
    const { state } = this.cursor;
    const at = meta.at ?? this.options.now();
    const prompt = shapePrompt(raw, this.options);
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
    const words = cleanseText(raw, this.options);
    if (words.trim() === '') return;
    this.#record({
      ...this.#capture('message', `message:${meta.recordId}${index > 0 ? `:${index}` : ''}`, meta),
      body: { text: words },
    });
  }

  #recordCall(call: PendingCall, result: (Told & { what: 'result' }) | undefined): void {
    const { told } = call;
    const failed = result === undefined || result.failed;
    const shape = shapeTool(
      {
        name: told.name,
        input: told.input,
        ...(result === undefined
          ? { interrupted: 'unknown' as const }
          : failed
            ? { error: errorText(result.response), interrupted: isInterrupt(result.response) }
            : { response: result.response }),
      },
      this.options,
    );
    const capture = this.#capture(failed ? 'tool_failure' : 'tool', `tool:${told.id}`, {
      ...told.meta,
      promptId: told.meta.promptId ?? result?.meta.promptId ?? null,
    });
    this.#record({ ...capture, ...shape, toolName: told.name, toolUseId: told.id }, call.turn);
  }

  /** A private turn whose hook never ran: what hooks told of it meanwhile goes. */
  #forgetPrivate(until: number): void {
    const open = this.cursor.state.private;
    if (open) this.ledger.forgetSpan(this.place.sessionId, open.promptId, open.since, until);
  }

  /** A subagent that has said its last word, where no hook told of it. */
  #recordSubagentStop(): void {
    const words = this.#lastSubagentWords;
    if (!words?.final || this.#pending.size > 0) return;
    this.#lastSubagentWords = null;
    const capture = this.#capture(
      'subagent_stop',
      `subagent:${words.meta.recordId ?? this.cursor.agentId}`,
      words.meta,
    );
    this.#record({ ...capture, body: { message: cleanseText(words.text, this.options) } });
  }

  #record(capture: Capture, turn: Turn | undefined = this.#turn(capture)): void {
    if (this.ledger.record(capture, this.place, turn).result === 'added') this.added += 1;
  }

  /** In the main transcript, order tells the turn; a subagent's runs beside it, and goes by id or time. */
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
      host: 'claude-code',
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

function errorText(response: Json): string {
  return resultText(response)
    .replace(/^Error: /, '')
    .replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1');
}

function isInterrupt(response: Json): boolean {
  return /doesn't want to proceed|interrupted by user|Request interrupted/.test(resultText(response));
}
