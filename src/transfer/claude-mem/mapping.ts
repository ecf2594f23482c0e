// Imports claude-mem's sessions, prompts, observations and summaries, with their dates. The source is copied before it
// is opened, so that not even a lock file appears next to it. Everything is cleaned like our own data.

import { copyFileSync, existsSync } from 'node:fs';
import { type CleanOptions, cleanText } from '../../capture/clean/fields.ts';
import { CMemError } from '../../domain/errors.ts';
import { FINDING_TYPES } from '../../domain/memory-types.ts';
import {
  isStoreTrouble,
  observationExtra,
  promptHash,
  type Row,
  type RowImport,
  removeCopy,
  type Store,
  summaryExtra,
} from '../../store/index.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { searchExtra } from '../../text/words.ts';
import { type ForeignMemory, type ForeignStore, openClaudeMem } from './reader.ts';

const ROWS_A_COMMIT = 200;

export interface ClaudeMemOptions {
  store: Store;
  /** Where the temporary copy is stored. */
  scratch: string;
  cleaner: CleanOptions;
  now: () => number;
  isStopped: () => boolean;
  pause: () => Promise<void>;
  onTotal: (rows: number) => void;
  onRow: () => void;
}

export interface Counted {
  added: number;
  known: number;
  forgotten: number;
  refused: number;
}

export interface ClaudeMemImported {
  generation: string;
  sessions: Counted;
  prompts: Counted;
  observations: Counted;
  summaries: Counted;
  /** Memories whose session is missing from the file: they are imported without one. */
  withoutSession: number;
  unmapped: { table: string; rows: number }[];
  stopped: boolean;
}

export async function importClaudeMem(file: string, options: ClaudeMemOptions): Promise<ClaudeMemImported> {
  const source = openCopy(file, options.scratch);
  try {
    options.onTotal(source.total);
    return await importRows(source, options);
  } finally {
    source.close();
    removeCopy(options.scratch);
  }
}

async function importRows(source: ForeignStore, options: ClaudeMemOptions): Promise<ClaudeMemImported> {
  const { store, isStopped } = options;
  const rows = store.rows.createImport();
  const none = (): Counted => ({ added: 0, known: 0, forgotten: 0, refused: 0 });
  const done: ClaudeMemImported = {
    generation: source.generation,
    sessions: none(),
    prompts: none(),
    observations: none(),
    summaries: none(),
    withoutSession: 0,
    unmapped: source.unmapped,
    stopped: false,
  };
  const sessions = new Set<string>();
  const clean = (text: string | null) => (text === null ? null : cleanText(text, options.cleaner).trim() || null);
  const projectOf = projectFinder(store, options.now);

  await inBatches(source.sessions(), (session) => {
    sessions.add(session.id);
    const row = {
      id: session.id,
      host: session.host,
      project_id: projectOf(session.project),
      status: 'completed',
      start_source: 'import',
      title: clean(session.title),
      started_at: session.startedAt,
      last_event_at: session.endedAt ?? session.startedAt,
      ended_at: session.endedAt ?? session.startedAt,
    };
    const result = put(rows, 'session', row);
    done.sessions[result] += 1;
    // Older versions kept only the first prompt, and kept it here.
    if (result === 'added' && session.firstPrompt) prompt(session.id, 1, session.firstPrompt, session.startedAt);
  });
  await inBatches(source.prompts(), ({ sessionId, number, text, at }) => {
    done.prompts[prompt(sessionId, number, text, at)] += 1;
  });
  await inBatches(source.memories(), (memory) => {
    const known = memory.sessionId !== null && sessions.has(memory.sessionId);
    if (!known) done.withoutSession += 1;
    if (memory.kind === 'observation') done.observations[observation(memory, known)] += 1;
    // A summary belongs to a turn of a session; without a session it becomes an observation.
    else if (known) done.summaries[summary(memory)] += 1;
    else done.observations[observation(asObservation(memory), false)] += 1;
  });
  return { ...done, stopped: isStopped() };

  function prompt(sessionId: string, number: number, raw: string, at: number): keyof Counted {
    const text = clean(raw);
    if (text === null || !sessions.has(sessionId)) return 'refused';
    const row = { session_id: sessionId, number, text, text_hash: promptHash(text), created_at: at };
    const projectId = store.sessions.find(sessionId)?.projectId ?? null;
    const result = put(rows, 'prompt', { ...row, project_id: projectId, search_extra: searchExtra([text], at) });
    if (result === 'added') store.sessions.raisePromptCount(sessionId);
    // The same turn is already known from the host's transcript, or occurs twice in this file: ours is kept.
    return result === 'refused' ? 'known' : result;
  }

  function observation(memory: ForeignMemory, known: boolean): keyof Counted {
    const { narrative, title } = memory.texts;
    const body = clean(narrative ?? null);
    const texts = {
      title: (clean(title ?? null) ?? firstSentence(body))?.slice(0, 200) ?? null,
      subtitle: clean(memory.texts['subtitle'] ?? null),
      narrative: body,
    };
    if (!texts.title && !texts.narrative) return 'refused';
    const lists = cleanLists(memory);
    const type = FINDING_TYPES.find((one) => one === memory.type) ?? 'change';
    const { facts = [], concepts = [], filesRead = [], filesModified = [] } = lists;
    return put(rows, 'observation', {
      ...place(memory, known),
      ...texts,
      type,
      ordinal: null,
      facts,
      concepts,
      files_read: filesRead,
      files_modified: filesModified,
      files: [
        ...filesRead.map((path) => ({ path, role: 'read' })),
        ...filesModified.map((path) => ({ path, role: 'modified' })),
      ],
      search_extra: observationExtra({ ...texts, facts, concepts, filesRead, filesModified }, memory.at),
    });
  }

  function summary(memory: ForeignMemory): keyof Counted {
    const texts = Object.fromEntries(
      ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'].map((name) => [
        name,
        clean(memory.texts[name] ?? null),
      ]),
    ) as Record<string, string | null>;
    if (Object.values(texts).every((text) => text === null)) return 'refused';
    const { filesRead = [], filesEdited = [] } = cleanLists(memory);
    const { request = null, investigated = null, learned = null, completed = null, notes = null } = texts;
    const nextSteps = texts['next_steps'] ?? null;
    const words = { title: null, request, investigated, learned, completed, nextSteps, notes, filesRead, filesEdited };
    return put(rows, 'summary', {
      ...place(memory, true),
      ...texts,
      files_read: filesRead,
      files_edited: filesEdited,
      search_extra: summaryExtra(words, memory.at),
    });
  }

  function place(memory: ForeignMemory, known: boolean): Row {
    return {
      session_id: known ? memory.sessionId : null,
      project_id: store.sessions.find(memory.sessionId ?? '')?.projectId ?? projectOf(memory.project),
      prompt_number: memory.promptNumber,
      provider: 'claude-mem',
      tokens: estimateTokens(JSON.stringify([memory.texts, memory.lists])),
      created_at: memory.at,
    };
  }

  function cleanLists(memory: ForeignMemory): Record<string, string[]> {
    const entries = Object.entries(memory.lists).map(([name, items]) => {
      const kept = items.map((item) => clean(item)).filter((item) => item !== null);
      return [name, [...new Set(kept)]] as [string, string[]];
    });
    return Object.fromEntries(entries);
  }

  async function inBatches<T>(items: Iterable<T>, take: (item: T) => void): Promise<void> {
    let batch: T[] = [];
    const commit = async () => {
      const some = batch;
      batch = [];
      store.transact(() => {
        for (const item of some) take(item);
      });
      for (const _ of some) options.onRow();
      await options.pause();
    };
    for (const item of items) {
      if (isStopped()) return;
      batch.push(item);
      if (batch.length >= ROWS_A_COMMIT) await commit();
    }
    await commit();
  }
}

function put(rows: RowImport, type: string, row: Row): keyof Counted {
  try {
    return rows.take(type, row);
  } catch (error) {
    if (isStoreTrouble(error)) throw error;
    return 'refused';
  }
}

/**
 * claude-mem identifies a project only by its folder's name: use our only project with that name, otherwise create one.
 */
function projectFinder(store: Store, now: () => number): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    let id = known.get(name);
    if (id === undefined) {
      id = store.projects.onlyOneNamed(name) ?? store.projects.ensure({ key: `claude-mem:${name}`, name }, now());
      known.set(name, id);
    }
    return id;
  };
}

function asObservation(memory: ForeignMemory): ForeignMemory {
  const { request = null, ...rest } = memory.texts;
  const narrative =
    Object.values(rest)
      .filter((text) => text !== null)
      .join('\n') || null;
  const { filesRead = [], filesEdited = [] } = memory.lists;
  return {
    ...memory,
    type: 'change',
    texts: { title: request, narrative },
    lists: { filesRead, filesModified: filesEdited },
  };
}

function firstSentence(text: string | null): string | null {
  return text === null
    ? null
    : (/^.{1,160}?(?:[.!?](?=\s|$)|$)/s.exec(text.replace(/\s+/g, ' '))?.[0] ?? text.slice(0, 160));
}

/** Includes the write-ahead log, which is part of the database. */
function openCopy(file: string, scratch: string): ForeignStore {
  removeCopy(scratch);
  copyFileSync(file, scratch);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${scratch}-wal`);
  let source: ForeignStore | null = null;
  try {
    source = openClaudeMem(scratch);
  } catch (cause) {
    removeCopy(scratch);
    throw new CMemError('IMPORT_UNREADABLE', `${file} is not a readable database`, { cause });
  }
  if (source) return source;
  removeCopy(scratch);
  throw new CMemError('IMPORT_UNREADABLE', `${file} is not a supported claude-mem database`);
}
