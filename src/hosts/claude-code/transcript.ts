// Claude Code's transcripts: where they are and what their records contain. The format is the client's own and changes,
// so every field is optional and unknown records are skipped.
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { NoteKind } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type Json, type JsonObject, object, text } from '../../domain/json.ts';
import { compactSummary } from '../generic/payload.ts';
import type { HostTranscripts, RecordMeta, TranscriptEntry } from '../host.ts';
import { configFolder } from './environment.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export const transcripts: HostTranscripts = {
  folder: () => join(configFolder(), 'projects'),
  readRecord,
  recordStart: /\{"(?:parentUuid|type|uuid|sessionId|isSidechain|logicalParentUuid)":/,
  async subagents(transcript, sessionId) {
    const folder = join(dirname(transcript), sessionId, 'subagents');
    const names = await readdir(folder).catch(() => [] as string[]);
    return (
      names
        .map((name) => ({ path: join(folder, name), agentId: agentOf(name) }))
        // The client's own agent that compacts the conversation; its hook does not name an agent type.
        .filter(
          (file): file is { path: string; agentId: string } => !(file.agentId ?? 'acompact').startsWith('acompact'),
        )
        .sort((a, b) => (a.path < b.path ? -1 : 1))
    );
  },
  agentOf,
  sessionOf: (path) => (agentOf(path) === null ? (UUID.exec(basename(path))?.[0] ?? null) : null),
  describe(record) {
    const at = Date.parse(text(record, 'timestamp') ?? '');
    const isWord = record['type'] === 'user' || record['type'] === 'assistant';
    return {
      sessionId: text(record, 'sessionId'),
      cwd: text(record, 'cwd'),
      at: isWord && !Number.isNaN(at) ? at : null,
    };
  },
};

/** Older clients put a subagent's transcript next to its session's. */
function agentOf(path: string): string | null {
  return /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1] ?? null;
}

/** Everything in one record, in order. */
function readRecord(record: JsonObject, joinPieces: (pieces: string[]) => string): TranscriptEntry[] {
  const type = text(record, 'type');
  if (type === 'progress') return readProgress(record, joinPieces);
  if (type !== 'user' && type !== 'assistant') return readNote(type, record);
  const message = object(record, 'message');
  if (!message) return [];
  const meta = readMeta(record);
  const content = message['content'] ?? null;
  return type === 'assistant' ? readAssistant(message, content, meta) : readUser(record, content, meta, joinPieces);
}

/** Where the client keeps its own words about a session, by type of record. */
const NOTES: Record<string, { kind: NoteKind; field: string }> = {
  'ai-title': { kind: 'title', field: 'aiTitle' },
  'custom-title': { kind: 'given-title', field: 'customTitle' },
  // Of older clients: a title of the session that contains the record it names, which is often another one.
  summary: { kind: 'title', field: 'summary' },
  system: { kind: 'recap', field: 'content' },
  'pr-link': { kind: 'pull-request', field: 'prUrl' },
};

function readNote(type: string | null, record: JsonObject): TranscriptEntry[] {
  const source = type !== null && Object.hasOwn(NOTES, type) ? NOTES[type] : undefined;
  if (!source || (type === 'system' && record['subtype'] !== 'away_summary')) return [];
  const words = text(record, source.field)?.trim();
  if (!words) return [];
  const leaf = text(record, 'leafUuid');
  const isOlder = type === 'summary';
  if (isOlder && !leaf) return [];
  const note = { kind: source.kind, text: words };
  return [{ what: 'note', note, ...(isOlder && leaf ? { leaf } : {}), meta: readMeta(record) }];
}

/** Older clients wrote a subagent's records into the main transcript, wrapped in `progress` lines. */
function readProgress(record: JsonObject, joinPieces: (pieces: string[]) => string): TranscriptEntry[] {
  const data = object(record, 'data');
  const inner = data && object(data, 'message');
  if (!data || !inner) return [];
  return readRecord(
    {
      ...inner,
      isSidechain: true,
      agentId: data['agentId'] ?? null,
      cwd: record['cwd'] ?? null,
      gitBranch: record['gitBranch'] ?? null,
      promptId: record['promptId'] ?? null,
      timestamp: inner['timestamp'] ?? record['timestamp'] ?? null,
    },
    joinPieces,
  );
}

function readMeta(record: JsonObject): RecordMeta {
  const at = Date.parse(text(record, 'timestamp') ?? '');
  const branch = text(record, 'gitBranch');
  return {
    recordId: text(record, 'uuid'),
    promptId: text(record, 'promptId'),
    at: Number.isNaN(at) ? null : at,
    cwd: text(record, 'cwd'),
    branch: branch === 'HEAD' ? null : branch,
    agentId: text(record, 'agentId'),
    sidechain: record['isSidechain'] === true,
  };
}

function readAssistant(message: JsonObject, content: Json, meta: RecordMeta): TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  // Messages that the client attributes to the agent.
  if (text(message, 'model') === '<synthetic>') return entries;
  for (const [index, block] of blocks(content).entries()) {
    const type = text(block, 'type');
    const words = text(block, 'text');
    if (type === 'text' && words?.trim()) {
      entries.push({ what: 'message', text: words, index, final: text(message, 'stop_reason') === 'end_turn', meta });
    }
    const id = text(block, 'id');
    if (type === 'tool_use' && id) {
      entries.push({ what: 'call', id, name: text(block, 'name'), input: block['input'] ?? null, meta });
    }
  }
  return entries;
}

function readUser(
  record: JsonObject,
  content: Json,
  meta: RecordMeta,
  joinPieces: (pieces: string[]) => string,
): TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const typed: string[] = [];
  let pictured = false;
  for (const block of blocks(content)) {
    const type = text(block, 'type');
    const id = text(block, 'tool_use_id');
    if (type === 'tool_result' && id) {
      const response = record['toolUseResult'] ?? block['content'] ?? null;
      entries.push({ what: 'result', id, result: resultOf(response, block['is_error'] === true), meta });
    } else if (type === 'text') {
      typed.push(text(block, 'text') ?? '');
    } else if (type === 'image' || type === 'document') {
      pictured = true;
    }
  }
  if (meta.sidechain) return entries;
  const words = joinPieces(typed).trim();
  if (words !== '') entries.push(...readTyped(record, words, meta));
  else if (pictured && entries.length === 0 && record['isMeta'] !== true)
    entries.push({ what: 'prompt', text: '', meta });
  return entries;
}

/** Classifies the text of a user record: a prompt, a slash command, or output of the client itself. */
function readTyped(record: JsonObject, words: string, meta: RecordMeta): TranscriptEntry[] {
  if (words.startsWith('<local-command-caveat>') || words.startsWith('Caveat: The messages below')) {
    return [{ what: 'caveat' }];
  }
  if (record['isCompactSummary'] === true) {
    const summary = compactSummary(words);
    return summary === '' ? [] : [{ what: 'note', note: { kind: 'compaction', text: summary }, meta }];
  }
  if (record['isMeta'] === true || record['isVisibleInTranscriptOnly'] === true) {
    return [];
  }
  if (/^\[Request interrupted by user/.test(words)) return [];
  if (/^<(?:local-command-stdout|local-command-stderr|bash-input|bash-stdout|bash-stderr)>/.test(words)) {
    return [{ what: 'aside' }];
  }
  if (/^<command-(?:name|message|args)>/.test(words)) {
    const name = inner(words, 'command-name');
    if (name) {
      const args = inner(words, 'command-args');
      const slashed = name.startsWith('/') ? name : `/${name}`;
      return [{ what: 'command', text: args ? `${slashed} ${args}` : slashed, meta }];
    }
  }
  return [{ what: 'prompt', text: words, meta }];
}

/** The trimmed text between a tag's first opening and its next closing. */
function inner(words: string, tag: string): string {
  const start = words.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : words.indexOf(`</${tag}>`, start);
  return end < 0 ? '' : words.slice(start + tag.length + 2, end).trim();
}

/** Content is a string or a list of blocks. */
function blocks(content: Json): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/**
 * The client hands the user's words over inside the result of the call that they rejected. Its own words come first:
 * the output of a failed command could hold the same further on.
 */
const REJECTED =
  /^(?:Error: )?The user doesn't want to proceed with this tool use\. The tool use was rejected[^\n]{0,200}?the user said:\s*([\s\S]+)$/;
/** What the client itself says there, when the user wants to talk about its questions. */
const CLIENT_WORDS = /^The user wants to clarify these questions\./;

/** A failed result holds its text as a string or as blocks. */
function resultOf(response: Json, failed: boolean): Pick<ToolCall, 'response' | 'error' | 'interrupted' | 'rejection'> {
  if (!failed) return { response };
  const said = blocks(response)
    .map((block) => text(block, 'text') ?? '')
    .join('\n');
  const rejection = REJECTED.exec(said)?.[1]?.trim();
  return {
    ...(rejection && !CLIENT_WORDS.test(rejection) ? { rejection } : {}),
    error: said.replace(/^Error: /, '').replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1'),
    interrupted: /doesn't want to proceed|interrupted by user|Request interrupted/.test(said),
  };
}
