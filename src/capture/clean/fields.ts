// The one way from a host's raw content to what may be stored: removes private text, injected context and binary data,
// redacts secrets, and cuts long fields. Hooks, transcripts and the API all come through here.
import { isObject, type Json, type JsonObject } from '../../domain/json.ts';
import { MAX_DEPTH, stripInjectedText, stripPrivateText, TOO_DEEP } from './private.ts';
import { isSecretName, isSecretProperty, type Redact } from './secrets.ts';

export interface CleanOptions {
  /** Maximum size of a stored field in bytes. */
  limit: number;
  redact: Redact;
}

/** Redaction reads this far past the cut, so that no secret slips through by being cut in half. */
const REDACTION_MARGIN = 16 * 1024;

export function cleanText(text: string, options: CleanOptions): string {
  return cleanAndCut(stripPrivateText(text), options.limit, options);
}

/**
 * Cleans one field (a tool's input or response) except for private text. The limit applies to all its strings together.
 */
export function cleanField(field: Json, options: CleanOptions): Json {
  return walk(field, null, 0, { left: options.limit, insideKey: false }, options);
}

interface Budget {
  left: number;
  /** Inside a private key that a patch quotes with one string per line. */
  insideKey: boolean;
}

function walk(value: Json, name: string | null, depth: number, budget: Budget, options: CleanOptions): Json {
  if (typeof value === 'string') {
    if (name !== null && isSecretProperty(name, value)) return '[redacted:field]';
    if (isBinary(value, name)) return `[binary dropped: ${value.length} characters]`;
    if (isKeyLine(value, budget)) return '[redacted:private-key]';
    if (budget.left <= 0) return marker(value.length);
    const clean = cleanAndCut(value, budget.left, options);
    budget.left -= Buffer.byteLength(clean);
    return clean;
  }
  if (typeof value !== 'object' || value === null) {
    budget.left -= 8;
    if (typeof value === 'number' && name !== null && isSecretProperty(name, String(value))) return '[redacted:field]';
    return value;
  }
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  budget.left -= 2;
  if (Array.isArray(value)) {
    const kept: Json[] = [];
    for (const [index, item] of value.entries()) {
      if (budget.left <= 0) {
        kept.push(`[cut: ${value.length - index} more items]`);
        break;
      }
      budget.left -= 2;
      kept.push(walk(item, name, depth + 1, budget, options));
    }
    return kept;
  }
  const kept: JsonObject = {};
  const properties = Object.entries(value);
  // `{name: "DB_PASSWORD", value: …}` and `client_secret: {value: …}` also name their value.
  const label = value['name'] ?? value['key'] ?? value['Name'] ?? value['Key'];
  const valueName = typeof label === 'string' && isSecretName(label) ? label : name;
  for (const [index, [key, item]] of properties.entries()) {
    if (budget.left <= 0) {
      kept['…'] = `[cut: ${properties.length - index} more properties]`;
      break;
    }
    budget.left -= Buffer.byteLength(key) + 4;
    const clean = walk(item, /^value$/i.test(key) ? valueName : key, depth + 1, budget, options);
    // Defined, not assigned: `__proto__` is a name like any other.
    Object.defineProperty(kept, cutField(redactName(key, options.redact), 256), {
      value: clean,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return kept;
}

/** Caches property names, which repeat constantly. */
const knownNames = new WeakMap<Redact, Map<string, string>>();
const MOST_NAMES = 1000;
const LONGEST_NAME = 40;

function redactName(name: string, redact: Redact): string {
  if (name.length > LONGEST_NAME) return redact(name);
  let known = knownNames.get(redact);
  if (!known || known.size >= MOST_NAMES) knownNames.set(redact, (known = new Map()));
  let clean = known.get(name);
  if (clean === undefined) known.set(name, (clean = redact(name)));
  return clean;
}

/** Removes injected context and redacts secrets, in the part of the text that can be kept. */
function cleanAndCut(text: string, limit: number, options: CleanOptions): string {
  const near = text.slice(0, options.limit + REDACTION_MARGIN);
  const clean = options.redact(stripInjectedText(near));
  if (near.length === text.length) return cutField(clean, limit);
  // The end of the scanned part may be half a secret, however much was removed before it.
  const sure = clean.slice(0, Math.max(0, clean.length - REDACTION_MARGIN));
  return cutField(sure, limit, text.length - sure.length);
}

/** Cuts to at most `limit` bytes of UTF-8, between characters, and notes how much is missing. */
function cutField(text: string, limit: number, alreadyCut = 0): string {
  if (alreadyCut === 0 && (text.length * 3 <= limit || Buffer.byteLength(text) <= limit)) return text;
  const room = Math.max(0, limit - 40);
  let keep = Math.min(text.length, room);
  for (let over = 1; over > 0; ) {
    over = Buffer.byteLength(text.slice(0, keep)) - room;
    if (over > 0) keep -= Math.ceil(over / 3);
  }
  if (keep > 0 && isHighSurrogate(text.charCodeAt(keep - 1))) keep -= 1;
  return text.slice(0, keep) + marker(text.length - keep + alreadyCut);
}

const marker = (characters: number) => `[cut: ${characters} more characters]`;
const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

const BASE64 = /^(?:data:[\w.+-]+\/[\w.+-]+;base64,)?(?:[A-Za-z0-9+/]{512}|(?:[A-Za-z0-9+/]{60,76}\r?\n){6})/;

function isBinary(text: string, name: string | null): boolean {
  if (text.includes('\u0000')) return true;
  if (text.length < 512) return false;
  if (name === 'base64') return true;
  const head = text.slice(0, 4096);
  if (BASE64.test(head) && /[A-Z]/.test(head) && /[a-z]/.test(head) && /[0-9]/.test(head)) return true;
  let odd = 0;
  for (let i = 0; i < head.length; i += 1) {
    const unit = head.charCodeAt(i);
    if (unit === 0xfffd || (unit < 32 && unit !== 9 && unit !== 10 && unit !== 13 && unit !== 27)) odd += 1;
  }
  return odd > head.length / 10;
}

/** A line of a key that started in an earlier string: patches hold one string per line. */
function isKeyLine(value: string, budget: Budget): boolean {
  if (/-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----\s*$/.test(value)) {
    budget.insideKey = true;
    return value.length <= 300;
  }
  if (!budget.insideKey) return false;
  if (value.length <= 200 && /^[ +-]?[A-Za-z0-9+/=]{0,120}\r?$/.test(value)) return true;
  budget.insideKey = false;
  return value.includes('-----END');
}

/** Removes complete copies of files from a tool's response; these are never stored. */
export function dropFileCopies(response: Json): Json {
  if (!isObject(response) || !('originalFile' in response)) return response;
  const { originalFile: _, ...rest } = response;
  return rest;
}
