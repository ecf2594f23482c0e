// Whether two rules say the same, or the opposite: by their words without grammar, by what they want and what they
// reject, and by values that exclude each other.

import { ALTERNATIVES } from './alternatives.ts';
import { signsFor } from './rule-signs/index.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { characterPairs, isUnspaced } from './words.ts';

export type RuleRelation = 'same' | 'contradicts' | 'other';

interface Meaning {
  wants: Set<string>;
  rejects: Set<string>;
  /** The values it names among what it wants, by their line in the table. */
  values: Map<number, string>;
  /** Its words in order, for finding the one that differs. */
  order: string[];
}

export function compareRules(a: string, b: string): RuleRelation {
  const [x, y] = [meaningOf(a), meaningOf(b)];
  const [isNo, isNoToo] = [x.wants.size + x.values.size === 0, y.wants.size + y.values.size === 0];
  if (isNo && isNoToo) return isSame(x.rejects, y.rejects) ? 'same' : 'other';
  if (isNo || isNoToo) {
    const [wanting, rejecting] = isNo ? [y, x] : [x, y];
    return isSame(allWanted(wanting), rejecting.rejects) ? 'contradicts' : 'other';
  }
  const other = [...x.values].some(([line, value]) => y.values.has(line) && y.values.get(line) !== value);
  if (other) return isSame(x.wants, y.wants) || x.wants.size + y.wants.size === 0 ? 'contradicts' : 'other';
  if (isAbout(x, y) || isAbout(y, x)) return 'contradicts';
  if (isSame(allWanted(x), allWanted(y))) return 'same';
  return differsInUse(x.order, y.order) ? 'contradicts' : 'other';
}

/** Equal for rules that say the same in the same words, whatever their order and grammar. */
export function meaningKey(rule: string): string {
  const meaning = meaningOf(rule);
  return [allWanted(meaning), meaning.rejects].map((set) => [...set].sort().join(' ')).join('|');
}

const allWanted = ({ wants, values }: Meaning) => new Set([...wants, ...values.values()]);

/** What one rejects is all that the other wants. */
function isAbout(x: Meaning, y: Meaning): boolean {
  const wanted = allWanted(y);
  return x.rejects.size > 0 && [...x.rejects].every((word) => wanted.has(word)) && wanted.size <= x.rejects.size + 1;
}

/** One word apart, right after "use": another value for the same purpose. */
function differsInUse(a: string[], b: string[]): boolean {
  if (a.length !== b.length || a.length < 3) return false;
  const at = a.flatMap((word, index) => (word === b[index] ? [] : [index]));
  return (
    at.length === 1 &&
    /^(?:us|use|prefer|verwend|nutz|usa|utilis|utilic|utiliz|используй)/.test(a[(at[0] as number) - 1] ?? '')
  );
}

function isSame(a: Set<string>, b: Set<string>): boolean {
  const common = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - common;
  if (all === 0) return false;
  if (common / all >= 0.7) return true;
  // A longer wording of the same.
  return common >= 2 && common === Math.min(a.size, b.size) && common / all >= 0.5;
}

function meaningOf(rule: string): Meaning {
  const text = rule.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  const language = signsFor(text);
  const small = ` ${language?.small ?? ''} `;
  const cut = language?.instead.exec(text) ?? null;
  // In Japanese, what is rejected comes first.
  const isFirst = language?.language === 'ja';
  let wanted = text;
  let unwanted = '';
  if (cut && cut.index > 0) {
    const [before, after] = [text.slice(0, cut.index), text.slice(cut.index + cut[0].length)];
    const [kept, left] = isFirst ? [after, before] : [before, after];
    if (contentOf(kept, small).size > 0) [wanted, unwanted] = [kept, /^[^,.;，。；]*/u.exec(left.trim())?.[0] ?? ''];
  }
  const values = valuesIn(wanted);
  const content = contentOf(without(wanted, [...values.values()]), small);
  const order = orderOf(text);
  if (unwanted === '' && (language?.no.test(text) ?? false))
    return { wants: new Set(), rejects: new Set([...content, ...values.values()]), values: new Map(), order };
  return { wants: content, rejects: contentOf(unwanted, small), values, order };
}

function valuesIn(text: string): Map<number, string> {
  const found = new Map<number, string>();
  const spoken = orderOf(text);
  for (const [line, values] of ALTERNATIVES.entries()) {
    const value = values.find((one) => (isUnspaced(one) ? text.includes(one) : spoken.includes(one)));
    if (value !== undefined) found.set(line, value);
  }
  return found;
}

const without = (text: string, values: string[]) => values.reduce((rest, value) => rest.replaceAll(value, ' '), text);
const orderOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+(?:[-'.][\p{L}\p{N}_]+)*/gu) ?? [];

function contentOf(text: string, small: string): Set<string> {
  const content = new Set<string>();
  for (const word of orderOf(text)) {
    if (isUnspaced(word)) {
      const bare = small.split(' ').reduce((rest, one) => (one === '' ? rest : rest.replaceAll(one, ' ')), word);
      for (const pair of characterPairs(bare)) content.add(pair);
      for (const name of bare.match(/[a-z0-9_.-]+/g) ?? []) content.add(name);
    } else if (!small.includes(` ${word} `) && !isStopWord(word)) content.add(stem(word));
  }
  return content;
}
