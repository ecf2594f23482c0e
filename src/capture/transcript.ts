// Claude Code's transcript records -> what they tell. The format is the client's own and changes: everything is
// optional, and what is not known is passed over.
import { isObject, type Json, type JsonObject, object, text } from '../domain/json.ts';
import { stripPrivateValue } from './clean/private.ts';

export interface RecordMeta {
  recordId: string | null;
  promptId: string | null;
  at: number | null;
  cwd: string | null;
  branch: string | null;
  agentId: string | null;
  /** Part of a subagent's conversation: its prompts are not the user's. */
  sidechain: boolean;
}

export type Told =
  | { what: 'prompt'; text: string; meta: RecordMeta }
  | { what: 'command'; text: string; meta: RecordMeta }
  | { what: 'caveat' }
  /** What a command of the client itself took in or gave out. */
  | { what: 'aside' }
  | { what: 'message'; text: string; index: number; final: boolean; meta: RecordMeta }
  | { what: 'call'; id: string; name: string | null; input: Json; meta: RecordMeta }
  | { what: 'result'; id: string; response: Json; failed: boolean; meta: RecordMeta };

/** Everything one record tells, in order. */
export function readRecord(record: JsonObject): Told[] {
  const type = text(record, 'type');
  if (type === 'progress') return readProgress(record);
  if (type !== 'user' && type !== 'assistant') return [];
  const message = object(record, 'message');
  if (!message) return [];
  const meta = readMeta(record);
  const content = message['content'] ?? null;
  return type === 'assistant' ? readAssistant(message, content, meta) : readUser(record, content, meta);
}

/** Older clients wrote a subagent's records into the main transcript, wrapped in `progress` lines. */
function readProgress(record: JsonObject): Told[] {
  const data = object(record, 'data');
  const inner = data && object(data, 'message');
  if (!data || !inner) return [];
  return readRecord({
    ...inner,
    isSidechain: true,
    agentId: data['agentId'] ?? null,
    cwd: record['cwd'] ?? null,
    gitBranch: record['gitBranch'] ?? null,
    promptId: record['promptId'] ?? null,
    timestamp: inner['timestamp'] ?? record['timestamp'] ?? null,
  });
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

function readAssistant(message: JsonObject, content: Json, meta: RecordMeta): Told[] {
  const told: Told[] = [];
  // Words that the client puts into the agent's mouth.
  if (text(message, 'model') === '<synthetic>') return told;
  for (const [index, block] of blocks(content).entries()) {
    const type = text(block, 'type');
    const words = text(block, 'text');
    if (type === 'text' && words?.trim()) {
      told.push({ what: 'message', text: words, index, final: text(message, 'stop_reason') === 'end_turn', meta });
    }
    const id = text(block, 'id');
    if (type === 'tool_use' && id) {
      told.push({ what: 'call', id, name: text(block, 'name'), input: block['input'] ?? null, meta });
    }
  }
  return told;
}

function readUser(record: JsonObject, content: Json, meta: RecordMeta): Told[] {
  const told: Told[] = [];
  const typed: string[] = [];
  let pictured = false;
  for (const block of blocks(content)) {
    const type = text(block, 'type');
    const id = text(block, 'tool_use_id');
    if (type === 'tool_result' && id) {
      const failed = block['is_error'] === true;
      told.push({ what: 'result', id, response: record['toolUseResult'] ?? block['content'] ?? null, failed, meta });
    } else if (type === 'text') {
      typed.push(text(block, 'text') ?? '');
    } else if (type === 'image' || type === 'document') {
      pictured = true;
    }
  }
  if (meta.sidechain) return told;
  // A tag may be cut in two by the end of a block: then the blocks are one text.
  const words = typed.join(stripPrivateValue(typed).stripped ? '' : '\n').trim();
  if (words !== '') told.push(...readTyped(record, words, meta));
  else if (pictured && told.length === 0 && record['isMeta'] !== true) told.push({ what: 'prompt', text: '', meta });
  return told;
}

/** What a user record's own words are: a prompt, a slash command, or the client talking to itself. */
function readTyped(record: JsonObject, words: string, meta: RecordMeta): Told[] {
  if (words.startsWith('<local-command-caveat>') || words.startsWith('Caveat: The messages below')) {
    return [{ what: 'caveat' }];
  }
  if (
    record['isMeta'] === true ||
    record['isCompactSummary'] === true ||
    record['isVisibleInTranscriptOnly'] === true
  ) {
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

/** Content is a plain text or a list of blocks. */
function blocks(content: Json): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** A failed result carries its text either bare or as blocks. */
export function resultText(response: Json): string {
  if (typeof response === 'string') return response;
  return blocks(response)
    .map((block) => text(block, 'text') ?? '')
    .join('\n');
}
