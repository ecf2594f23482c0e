// Finds in one pass which of many short words occur in a text, and where some of them are. Each of hundreds of rules
// has a word without which it cannot match; searching for each one separately would read the text hundreds of times.

/**
 * Letters of either case and digits have a symbol each; everything else shares the rest, so that a word that seems to
 * begin is compared in full.
 */
const SYMBOL_BITS = 6;
const LETTERS_AND_DIGITS = 36;
const symbols = new Uint8Array(65536);
for (let unit = 0; unit < symbols.length; unit += 1) symbols[unit] = symbolOf(lowerCase(unit));
/** The last three symbols as one number: small enough that the table of all of them stays in the processor's cache. */
const THREE = (1 << (3 * SYMBOL_BITS)) - 1;

function symbolOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return unit - 97;
  if (unit >= 48 && unit <= 57) return unit - 48 + 26;
  return LETTERS_AND_DIGITS + (unit % ((1 << SYMBOL_BITS) - LETTERS_AND_DIGITS));
}

function lowerCase(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
}

export interface Hits {
  /** The numbers of the words that occur in the text. */
  ids: number[];
  has(id: number): boolean;
  /** The positions of the words that were registered with `placed`, in order. */
  places: number[];
}

/** A short text that is searched for. */
interface Word {
  id: number;
  text: string;
  /** Whether its positions are wanted. */
  placed: boolean;
  /** How many of its first characters are certain once their symbols are the same. */
  certain: number;
  /** The last text that it was found in. */
  foundIn: number;
}

/** Words are registered while modules load; the index is built on first use. */
const words = new Map<string, Word>();
let index: Index | null = null;
let texts = 0;

interface Index {
  /** The three symbols with which a word begins. */
  starts: Bits;
  /** The same for words that end there. */
  short: Bits;
  /** The first four symbols of the others, mixed: one start in eight is followed by the right one. */
  longer: Bits;
  byStart: Map<number, Word[]>;
}

/** A set of numbers up to `THREE`. */
type Bits = Uint32Array;

const has = (bits: Bits, one: number) => ((bits[one >>> 5] as number) & (1 << (one & 31))) !== 0;
const put = (bits: Bits, one: number) => (bits[one >>> 5] = (bits[one >>> 5] as number) | (1 << (one & 31)));
const mixed = (start: number, next: number) => Math.imul((start << SYMBOL_BITS) | next, 0x9e3779b1) >>> (32 - 18);

/** Registers a word of at least three letters, ignoring case, and returns its number. */
export function registerHint(word: string, placed = false): number {
  const text = word.toLowerCase();
  if (text.length < 3) throw new Error(`a hint needs three letters: ${word}`);
  const known = words.get(text);
  if (known) {
    known.placed ||= placed;
    return known.id;
  }
  const id = words.size;
  words.set(text, { id, text, placed, certain: /^[a-z0-9]{3}/.test(text) ? 3 : 0, foundIn: 0 });
  index = null;
  return id;
}

function build(): Index {
  const [starts, short, longer] = [0, 1, 2].map(() => new Uint32Array((THREE + 1) / 32)) as [Bits, Bits, Bits];
  const byStart = new Map<number, Word[]>();
  for (const word of words.values()) {
    let start = 0;
    for (const at of [0, 1, 2]) start = (start << SYMBOL_BITS) | (symbols[word.text.charCodeAt(at)] as number);
    put(starts, start);
    if (word.text.length === 3) put(short, start);
    else put(longer, mixed(start, symbols[word.text.charCodeAt(3)] as number));
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return { starts, short, longer, byStart };
}

export function findHints(text: string): Hits {
  index ??= build();
  const { starts, short, longer, byStart } = index;
  texts += 1;
  const ids: number[] = [];
  const places: number[] = [];
  let code = 0;
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    code = ((code << SYMBOL_BITS) | (symbols[text.charCodeAt(at)] as number)) & THREE;
    if (!has(starts, code) || at < 2) continue;
    const next = at + 1 < length ? (symbols[text.charCodeAt(at + 1)] as number) : 0;
    if (!has(short, code) && !has(longer, mixed(code, next))) continue;
    let isPlace = false;
    for (const word of byStart.get(code) as Word[]) {
      const isNew = word.foundIn !== texts;
      if ((!isNew && !word.placed) || !isAt(text, at - 2, word)) continue;
      if (isNew) ids.push(word.id);
      word.foundIn = texts;
      isPlace ||= word.placed;
    }
    if (isPlace) places.push(at - 2);
  }
  return { ids, has: (id) => ids.includes(id), places };
}

function isAt(text: string, from: number, word: Word): boolean {
  for (let i = word.certain; i < word.text.length; i += 1)
    if (lowerCase(text.charCodeAt(from + i)) !== word.text.charCodeAt(i)) return false;
  return true;
}

/** Rules indexed by the words of which they need at least one. */
export class Hinted<T> {
  readonly #byWord = new Map<number, T[]>();

  constructor(rules: readonly T[], hintsOf: (rule: T) => readonly string[]) {
    for (const rule of rules) {
      for (const hint of hintsOf(rule)) {
        const id = registerHint(hint);
        this.#byWord.set(id, [...(this.#byWord.get(id) ?? []), rule]);
      }
    }
  }

  /** The rules that may match, each once. */
  of(hits: Hits): Set<T> {
    const rules = new Set<T>();
    for (const id of hits.ids) for (const rule of this.#byWord.get(id) ?? []) rules.add(rule);
    return rules;
  }
}
