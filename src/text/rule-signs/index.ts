// The languages in which rules are recognized, and which of them a text is written in. A text in any other language is
// not read for rules: a rule that nobody said is worse than one that was missed.
import { createKnown } from '../known.ts';
import { formOf, hasAsciiLetters } from '../plain-pattern.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import type { RuleSigns } from './signs.ts';
import { spanish } from './spanish.ts';

export type { RuleSigns } from './signs.ts';

const LATIN = [english, german, spanish, french, portuguese];

/** The language of a text: by its script, or by how many of its words are frequent in a language. */
export function signsFor(text: string): RuleSigns | null {
  if (japanese.common.test(text)) return japanese;
  if (chinese.common.test(text)) return chinese;
  if (russian.common.test(text)) return russian;
  const spoken = text.toLowerCase().match(/[\p{L}]+(?:['’][\p{L}]+)?/gu) ?? [];
  let best: RuleSigns | null = null;
  let most = 0;
  for (const signs of LATIN) {
    const count = spoken.filter((word) => isCommon(word, signs)).length + (signs.letters.test(text) ? 2 : 0);
    if (count > most) [best, most] = [signs, count];
  }
  return best;
}

/** The same words come again and again. */
const known = new Map(LATIN.map((signs) => [signs, createKnown<boolean>(2000)]));

function isCommon(word: string, signs: RuleSigns): boolean {
  return known.get(signs)?.(word, () => formOf(signs.common, hasAsciiLetters(word)).test(word)) ?? false;
}
