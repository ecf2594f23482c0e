// How a vector is stored: one signed byte per dimension, and its signs as text. Signs are compared with all memories,
// a hundred thousand in a few milliseconds; bytes only with the nearest of them.

/** Bits per character: those of 0x40 to 0x7f have the same upper bits, which disappear when two of them are compared. */
const BITS = 6;
const FIRST = 0x40;
/** Characters are compared four at a time. */
const WORD = 4;
/** The memory's ID comes first, so that one text per memory has to be read. */
const ID_LENGTH = 2 * WORD;

export interface EncodedVector {
  signs: string;
  vector: Buffer;
}

export function encodeVector(id: number, values: Float32Array): EncodedVector {
  return { signs: encodeId(id) + signsOf(values), vector: bytesOf(values) };
}

function encodeId(id: number): string {
  const codes = Array.from({ length: ID_LENGTH }, (_, at) => FIRST + (Math.floor(id / 2 ** (BITS * at)) % 2 ** BITS));
  return String.fromCharCode(...codes);
}

/** Padded, so that comparisons need no remainder. */
function signsOf(values: Float32Array): string {
  const codes = Buffer.alloc(Math.ceil(values.length / (BITS * WORD)) * WORD, FIRST);
  for (const [index, value] of values.entries()) {
    if (value <= 0) continue;
    const at = Math.floor(index / BITS);
    codes[at] = (codes[at] as number) | (1 << (index % BITS));
  }
  return codes.toString('latin1');
}

function bytesOf(values: Float32Array): Buffer {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Buffer.from(Int8Array.from(values, (value) => Math.round((value / largest) * 127)).buffer);
}

/** The cosine of the angle between a vector and a stored one. */
export function similarity(values: Float32Array, stored: Buffer): number {
  const bytes = new Int8Array(stored.buffer, stored.byteOffset, stored.length);
  let product = 0;
  let own = 0;
  let other = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const a = values[at] as number;
    const b = bytes[at] as number;
    product += a * b;
    own += a * a;
    other += b * b;
  }
  return own === 0 || other === 0 ? 0 : product / Math.sqrt(own * other);
}

/** Many memories, and how many signs of each differ from those of a query. */
export interface Differences {
  counts: Uint16Array;
  /** The ID of the memory at this place. */
  idAt(place: number): number;
}

/** `all` is the signs of many memories, one after the other. */
export function compareSigns(values: Float32Array, all: Buffer): Differences {
  const wanted = wordsOf(Buffer.from(signsOf(values), 'latin1'));
  const words = wordsOf(all);
  const length = wanted.length + ID_LENGTH / WORD;
  const counts = new Uint16Array(words.length / length);
  for (let place = 0, at = 0; place < counts.length; place += 1) {
    at += ID_LENGTH / WORD;
    let sum = 0;
    for (let index = 0; index < wanted.length; index += 1, at += 1)
      sum += onesIn((words[at] as number) ^ (wanted[index] as number));
    counts[place] = sum;
  }
  return { counts, idAt: (place) => decodeId(all, place * length * WORD) };
}

function decodeId(codes: Buffer, start: number): number {
  let id = 0;
  for (let at = ID_LENGTH - 1; at >= 0; at -= 1) id = id * 2 ** BITS + (codes[start + at] as number) - FIRST;
  return id;
}

function wordsOf(bytes: Buffer): Int32Array {
  const isAligned = bytes.byteOffset % WORD === 0;
  const { buffer, byteOffset } = isAligned ? bytes : Uint8Array.from(bytes);
  return new Int32Array(buffer, byteOffset, Math.floor(bytes.length / WORD));
}

/** Adds neighboring bits, then pairs, then groups of four. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
