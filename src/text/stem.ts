// Porter's stemmer, step for step as in SQLite's FTS5, because a stem computed here must equal the stem in the index.

/** The stem of a word, as in the index. Expects lower case. */
export function stem(word: string): string {
  const bytes = word.length;
  if (bytes < 3 || bytes > 64) return word;
  let w = step1a(word);
  const before = w;
  w = step1b(w);
  // A word that lost its ending may need another one: hopping -> hop, filing -> file.
  if (w !== before && (before.length === 3 || !before.endsWith('eed'))) w = step1b2(w);
  if (w.endsWith('y') && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replaceFirst(w, STEP2, 0);
  w = replaceFirst(w, STEP3, 0);
  w = step4(w);
  if (w.endsWith('e')) {
    const base = w.slice(0, -1);
    const m = measure(base);
    if (m > 1 || (m === 1 && !endsCvc(base))) w = base;
  }
  if (w.endsWith('ll') && measure(w.slice(0, -1)) > 1) w = w.slice(0, -1);
  return w;
}

function step1a(w: string): string {
  if (!w.endsWith('s')) return w;
  if ((w.length > 4 && w.endsWith('sses')) || (w.length > 3 && w.endsWith('ies'))) return w.slice(0, -2);
  return w.endsWith('ss') ? w : w.slice(0, -1);
}

function step1b(w: string): string {
  if (w.length > 3 && w.endsWith('eed')) return measure(w.slice(0, -3)) > 0 ? w.slice(0, -1) : w;
  for (const ending of ['ed', 'ing']) {
    if (w.endsWith(ending) && hasVowel(w.slice(0, -ending.length))) return w.slice(0, -ending.length);
  }
  return w;
}

function step1b2(w: string): string {
  if (w.endsWith('at') || w.endsWith('bl') || w.endsWith('iz')) return `${w}e`;
  const last = w.at(-1) as string;
  if (last === w.at(-2) && !'aeioulsz'.includes(last)) return w.slice(0, -1);
  return measure(w) === 1 && endsCvc(w) ? `${w}e` : w;
}

const STEP2: [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const STEP3: [string, string][] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
/** An ending that contains another one comes before it. */
const STEP4 = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ');

function replaceFirst(w: string, endings: [string, string][], least: number): string {
  for (const [ending, by] of endings) {
    if (!w.endsWith(ending)) continue;
    const base = w.slice(0, -ending.length);
    return measure(base) > least ? base + by : w;
  }
  return w;
}

function step4(w: string): string {
  for (const ending of STEP4) {
    if (!w.endsWith(ending)) continue;
    const base = w.slice(0, -ending.length);
    if (ending === 'ion' && !base.endsWith('s') && !base.endsWith('t')) return w;
    return measure(base) > 1 ? base : w;
  }
  return w;
}

/** How often a vowel is followed by a consonant. */
function measure(w: string): number {
  let count = 0;
  let vowel = false;
  for (let i = 0; i < w.length; i += 1) {
    const now = isVowel(w, i);
    if (vowel && !now) count += 1;
    vowel = now;
  }
  return count;
}

function isVowel(w: string, i: number): boolean {
  const c = w[i] as string;
  if (c === 'y') return i > 0 && !isVowel(w, i - 1);
  return c === 'a' || c === 'e' || c === 'i' || c === 'o' || c === 'u';
}

function hasVowel(w: string): boolean {
  for (let i = 0; i < w.length; i += 1) if (isVowel(w, i)) return true;
  return false;
}

function endsCvc(w: string): boolean {
  const n = w.length;
  if (n < 3) return false;
  return !isVowel(w, n - 3) && isVowel(w, n - 2) && !isVowel(w, n - 1) && !'wxy'.includes(w[n - 1] as string);
}
