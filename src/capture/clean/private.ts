// Removes private text and injected context from whatever a host sends. Every scan is a single pass with bounded
// lookahead, so hostile input costs linear time.
import type { Json, JsonObject } from '../../domain/json.ts';

/** Tags handled individually; with more, everything from the first tag on is dropped. */
const MAX_PAIRS = 100;

// `\u003c` as text: JSON inside a JSON string. Attributes need no parsing: they are dropped with the rest.
const PRIVATE_TAG = /(?:<|\\u003c)(\\{0,8}\/)?private(?![\w-])/gi;
const PRIVATE_CLOSE_END = /\s{0,64}(?:>|\\u003e)/iy;
const EMPTY_ELEMENT_END = /\s{0,64}\/(?:>|\\u003e)/iy;

// spool.sh uses the same pattern: a tag, an escaped character that could be part of one, or a string that ends inside
// one.
const MAY_BE_PRIVATE = /<\/?private|\\u00[3-7]|<\/?p?r?i?v?a?t?"/i;

/** A cheap check of raw JSON: false means that it cannot contain a private tag. */
export function mayHoldPrivate(rawJson: string): boolean {
  // Each of the three alternatives starts with one of these.
  return (rawJson.includes('<') || rawJson.includes('\\u00')) && MAY_BE_PRIVATE.test(rawJson);
}

type Range = [start: number, end: number];

/** The private ranges of a text: nested tags are one range, and an unclosed tag extends to the end. */
function privateRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let depth = 0;
  let start = 0;
  let opened = 0;
  PRIVATE_TAG.lastIndex = 0;
  for (let tag = PRIVATE_TAG.exec(text); tag; tag = PRIVATE_TAG.exec(text)) {
    const after = tag.index + tag[0].length;
    if (tag[1] === undefined) {
      EMPTY_ELEMENT_END.lastIndex = after;
      if (depth === 0 && EMPTY_ELEMENT_END.test(text)) continue;
      if (depth === 0) start = tag.index;
      depth += 1;
      opened += 1;
      if (opened > MAX_PAIRS) return [[ranges[0]?.[0] ?? start, Number.POSITIVE_INFINITY]];
    } else if (depth > 0) {
      PRIVATE_CLOSE_END.lastIndex = after;
      if (!PRIVATE_CLOSE_END.test(text)) continue;
      depth -= 1;
      if (depth === 0) ranges.push([start, PRIVATE_CLOSE_END.lastIndex]);
    }
  }
  if (depth > 0) ranges.push([start, Number.POSITIVE_INFINITY]);
  return ranges;
}

/** The text without its private ranges. */
export function stripPrivateText(text: string): string {
  const ranges = privateRanges(text);
  return ranges.length === 0 ? text : cut(text, 0, ranges);
}

/** Nothing deeper than this is content: it is neither scanned nor kept. */
export const MAX_DEPTH = 64;
export const TOO_DEEP = '[too deep]';

/**
 * The value without its private ranges. Its strings count as one long text in document order, so that a tag opened in
 * one string and closed in the next, or split between two, is still a tag. Everything else inside a range is removed
 * too, and so is a property whose name contains a tag or ends in part of one.
 */
export function stripPrivateValue(value: Json): { value: Json; stripped: boolean } {
  const strings: string[] = [];
  const found = { odd: false };
  collectStrings(value, strings, found, 0);
  const ranges = privateRanges(strings.join(''));
  if (ranges.length === 0 && !found.odd) return { value, stripped: false };
  return { value: rebuild(value, { offset: 0, ranges }, 0), stripped: true };
}

/**
 * Collects the strings. Sets `odd` if a name contains a tag or a value is too deep, in which case the value must be
 * rebuilt.
 */
function collectStrings(value: Json, into: string[], found: { odd: boolean }, depth: number): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value !== 'object' || value === null) return;
  else if (depth >= MAX_DEPTH) found.odd = true;
  else if (Array.isArray(value)) for (const item of value) collectStrings(item, into, found, depth + 1);
  else {
    for (const [key, item] of Object.entries(value)) {
      if (isTagged(key)) found.odd = true;
      collectStrings(item, into, found, depth + 1);
    }
  }
}

function isTagged(name: string): boolean {
  if (!/[<\\]/.test(name)) return false;
  PRIVATE_TAG.lastIndex = 0;
  return PRIVATE_TAG.test(name) || /(?:<|\\u003c)\/?(?:p|pr|pri|priv|priva|privat|private)?$/i.test(name);
}

interface Walk {
  offset: number;
  /** In order; ranges that the walk has passed are removed. */
  ranges: Range[];
}

function rebuild(value: Json, walk: Walk, depth: number): Json {
  if (typeof value === 'string') return take(value, walk);
  if (typeof value !== 'object' || value === null) return isInside(walk) ? null : value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => rebuild(item, walk, depth + 1));
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const inside = isInside(walk);
    const kept = rebuild(item, walk, depth + 1);
    if (isTagged(key) || (inside && isEmpty(kept))) continue;
    // A name inside a range is private too, unless it is one of the words found in every payload.
    result[inside && !STRUCTURE.test(key) ? `private_${Object.keys(result).length}` : key] = kept;
  }
  return result;
}

const STRUCTURE =
  /^(?:text|type|content|stdout|stderr|lines|file|filePath|file_path|message|data|output|result|input|command|prompt|error|oldString|newString|old_string|new_string|description|title|url|structuredPatch|tool_input|tool_response|tool_output|last_assistant_message)$/;

function isInside({ offset, ranges }: Walk): boolean {
  return ranges.some(([start, end]) => start < offset && offset < end);
}

function isEmpty(value: Json): boolean {
  return value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function take(text: string, walk: Walk): string {
  const start = walk.offset;
  walk.offset += text.length;
  while (walk.ranges.length > 0 && (walk.ranges[0] as Range)[1] <= start) walk.ranges.shift();
  return cut(text, start, walk.ranges);
}

function cut(text: string, offset: number, ranges: Range[]): string {
  let result = '';
  let from = 0;
  for (const [start, end] of ranges) {
    if (start - offset >= text.length) break;
    result += text.slice(from, Math.max(from, start - offset));
    from = Math.max(from, Math.min(text.length, end - offset));
  }
  return result + text.slice(from);
}

const INJECTED_TAG = /<(\/?)(c-mem-context|claude-mem-context|system-reminder)(?=[\s>])/gi;

/** Removes context that was injected for the agent: memories must not feed back into memory. */
export function stripInjectedText(text: string): string {
  if (!text.includes('<')) return text;
  let result = '';
  let kept = 0;
  let open: { name: string; start: number; depth: number } | null = null;
  INJECTED_TAG.lastIndex = 0;
  for (let tag = INJECTED_TAG.exec(text); tag; tag = INJECTED_TAG.exec(text)) {
    const name = (tag[2] as string).toLowerCase();
    if (open === null) {
      if (tag[1] === '') open = { name, start: tag.index, depth: 1 };
    } else if (name === open.name) {
      open.depth += tag[1] === '' ? 1 : -1;
      if (open.depth === 0) {
        result += text.slice(kept, open.start);
        const end = text.indexOf('>', INJECTED_TAG.lastIndex);
        kept = end < 0 ? text.length : end + 1;
        INJECTED_TAG.lastIndex = kept;
        open = null;
      }
    }
  }
  // Unclosed: our own block was cut off and its rest must go, but a lone reminder tag is only a mention of one.
  if (open && open.name !== 'system-reminder') return result + text.slice(kept, open.start);
  return result + text.slice(kept);
}

/** Fields by which a payload is filed; never content, and never part of a private range. */
const ENVELOPE = new Set([
  'session_id',
  'transcript_path',
  'cwd',
  'prompt_id',
  'hook_event_name',
  'tool_name',
  'tool_use_id',
  'agent_id',
  'agent_type',
  'agent_transcript_path',
  'permission_mode',
  'source',
  'reason',
  'trigger',
  // The same under other hosts' names.
  'turn_id',
  'sessionId',
  'transcriptPath',
  'toolName',
  'conversation_id',
  'generation_id',
]);

/**
 * A complete hook payload without its private ranges, as the Node hook writes it to the spool. Two marks tell the
 * worker what it can no longer see: that something was removed, and that the prompt was entirely private.
 */
export function stripPayload(payload: JsonObject): JsonObject {
  const content: JsonObject = {};
  const envelope: JsonObject = {};
  let touched = false;
  for (const [key, value] of Object.entries(payload)) {
    if (!ENVELOPE.has(key) || typeof value !== 'string') content[key] = value;
    else {
      envelope[key] = stripPrivateText(value);
      touched ||= envelope[key] !== value;
    }
  }
  const open = stripPrivateValue(content);
  if (!open.stripped && !touched) return payload;
  const kept = open.value as JsonObject;
  const before = payload['prompt'];
  const after = kept['prompt'];
  const privateTurn = typeof before === 'string' && before.trim() !== '' && String(after ?? '').trim() === '';
  return { ...envelope, ...kept, c_mem_stripped: true, ...(privateTurn ? { c_mem_private_turn: true } : {}) };
}
