// Finds in one pass which of many short words occur in a text, and where some of them are. Each of hundreds of rules
// has a word without which it cannot match; searching for each one separately would read the text hundreds of times.

/** Upper and lower case are one symbol; all non-ASCII characters share sixty-four symbols. */
const SYMBOLS = 192;
const symbols = new Uint8Array(65536);
for (let unit = 0; unit < symbols.length; unit += 1)
  symbols[unit] = unit < 128 ? String.fromCharCode(unit).toLowerCase().charCodeAt(0) : 128 + (unit % 64);

export interface Hits {
  /** The numbers of the words that occur in the text. */
  ids: number[];
  has(id: number): boolean;
  /** The positions of the words that were registered with `placed`, in order. */
  places: number[];
}

/** Words are registered while modules load; the index is built on first use. */
const words: { text: string; placed: boolean }[] = [];
const numbers = new Map<string, number>();
let index: { starts: Uint32Array; byStart: Map<number, number[]> } | null = null;

/** Registers a word of at least three letters, ignoring case, and returns its number. */
export function registerHint(word: string, placed = false): number {
  const text = word.toLowerCase();
  if (text.length < 3) throw new Error(`a hint needs three letters: ${word}`);
  const known = numbers.get(text);
  if (known !== undefined) {
    if (placed) (words[known] as { placed: boolean }).placed = true;
    return known;
  }
  const id = words.push({ text, placed }) - 1;
  numbers.set(text, id);
  index = null;
  return id;
}

function build() {
  const starts = new Uint32Array(Math.ceil(SYMBOLS ** 3 / 32));
  const byStart = new Map<number, number[]>();
  for (const [id, { text }] of words.entries()) {
    const start = codeAt(text, 0);
    starts[start >>> 5] = (starts[start >>> 5] as number) | (1 << (start & 31));
    byStart.set(start, [...(byStart.get(start) ?? []), id]);
  }
  return { starts, byStart };
}

function codeAt(text: string, at: number): number {
  const [a, b, c] = [0, 1, 2].map((offset) => symbols[text.charCodeAt(at + offset)] as number) as [
    number,
    number,
    number,
  ];
  return (a * SYMBOLS + b) * SYMBOLS + c;
}

export function findHints(text: string): Hits {
  index ??= build();
  const { starts, byStart } = index;
  const present = new Uint8Array(words.length);
  const ids: number[] = [];
  const places: number[] = [];
  let code = 0;
  const last = text.length;
  for (let at = 0; at < last; at += 1) {
    code = (code % (SYMBOLS * SYMBOLS)) * SYMBOLS + (symbols[text.charCodeAt(at)] as number);
    if (at < 2 || ((starts[code >>> 5] as number) & (1 << (code & 31))) === 0) continue;
    const from = at - 2;
    let placed = false;
    for (const id of byStart.get(code) as number[]) {
      const word = words[id] as { text: string; placed: boolean };
      if ((present[id] === 1 && !word.placed) || !isAt(text, from, word.text)) continue;
      if (present[id] === 0) ids.push(id);
      present[id] = 1;
      placed ||= word.placed;
    }
    if (placed) places.push(from);
  }
  return { ids, has: (id) => present[id] === 1, places };
}

function isAt(text: string, from: number, word: string): boolean {
  for (let i = 0; i < word.length; i += 1)
    if (symbols[text.charCodeAt(from + i)] !== symbols[word.charCodeAt(i)]) return false;
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
