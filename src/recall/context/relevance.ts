// Whether a memory is about what a prompt is about. The weights were fitted on prompts of real sessions and what readers
// said of the memories found for them; how much is enough depends on the length of the prompt, which was not fitted.
import type { MemoryKey } from '../../store/index.ts';
import { titleReader } from '../search/boost.ts';
import type { QueryTerm } from '../search/query.ts';
import { ownWeight } from '../search/rank.ts';
import type { TermMatches } from '../search/search.ts';
import { isGeneric } from './prompt-words.ts';

/** A word in more memories than this does not distinguish them. */
const COMMON_SHARE = 0.25;
const COMMON_FROM = 6;

const commonFrom = (size: number) => Math.max(COMMON_FROM, size * COMMON_SHARE);

/** For the share of the prompt that the memory contains; for each name of the code, other word, and word of its title. */
const WEIGHTS = { share: 1.3, named: 1, telling: 0.5, inTitle: 0.8, refersBack: 0.2 };
const MOST = { named: 3, telling: 4, inTitle: 3 };
/** A long prompt has words of many memories: more is needed of them. */
const ENOUGH = { short: 2.7, perWord: 0.08, shortWords: 8, most: 4.6 };
/** A memory with this share of what was asked answers a short question, with a name of the code or without. */
const ANSWERS = { named: 0.5, telling: 0.7 };

/** Without a title, whether it could be with the best one. */
export function createRelevance(found: TermMatches, refersBack: boolean) {
  const { terms, weights, frequencies, size } = found;
  const common = commonFrom(size);
  const kinds = terms.map((term, index) => ((frequencies[index] as number) <= common ? kindOf(term) : null));
  const words = kinds.filter((kind) => kind !== null).length;
  const enough = Math.min(ENOUGH.most, ENOUGH.short + ENOUGH.perWord * Math.max(0, words - ENOUGH.shortWords));
  return (key: MemoryKey, title: string | null): boolean => {
    const bits = weights.held.get(key) ?? 0;
    const held = terms.filter((_, index) => (bits & (1 << index)) !== 0 && kinds[index] !== null);
    const named = held.filter((term) => kindOf(term) === 'name').length;
    const telling = held.length - named;
    if (held.length === 0) return false;
    const titled = title === null ? held : held.filter(titleReader(title));
    const inTitle = titled.length;
    const share = weights.total > 0 ? ownWeight(weights, bits) / weights.total : 0;
    // A name that a few words ask about, and that a memory is called by.
    if (words <= ENOUGH.shortWords && titled.some((term) => kindOf(term) === 'name')) return true;
    if ((named > 0 && share >= ANSWERS.named) || (telling > 1 && share >= ANSWERS.telling)) return true;
    const score =
      WEIGHTS.share * share +
      WEIGHTS.named * Math.min(MOST.named, named) +
      WEIGHTS.telling * Math.min(MOST.telling, telling) +
      WEIGHTS.inTitle * Math.min(MOST.inTitle, inTitle) +
      (refersBack ? WEIGHTS.refersBack : 0);
    return score >= enough;
  };
}

const MOST_TERMS = 8;

/** The words of the prompt that these memories hold, for the person who asks why they were shown. */
export function matchedTerms({ terms, weights, frequencies, size }: TermMatches, keys: MemoryKey[]): string[] {
  const held = keys.reduce((bits, key) => bits | (weights.held.get(key) ?? 0), 0);
  const matched = terms.filter(
    (term, index) =>
      (held & (1 << index)) !== 0 && (frequencies[index] as number) <= commonFrom(size) && kindOf(term) !== null,
  );
  // Not as typed: the rest of what was typed in one piece may be a secret.
  return [...new Set(matched.flatMap(({ forms }) => forms.slice(0, 1)))].slice(0, MOST_TERMS);
}

/** Whether any memory could be about a prompt with these words. */
export function mayBeAbout(terms: QueryTerm[]): boolean {
  const kinds = terms.map(kindOf);
  return kinds.includes('name') || kinds.filter((kind) => kind === 'word').length >= 2;
}

/** A name of the code, a word that says what something is about, or null. */
function kindOf(term: QueryTerm): 'name' | 'word' | null {
  const { stems, typed, weight } = term;
  if (weight < 1) return null;
  if ((stems.length > 1 || isReference(typed)) && !isEverywhere(typed)) return 'name';
  return stems.length > 1 || isGeneric(stems[0] ?? '') ? null : 'word';
}

/** The number of an issue or a pull request is a name. */
const isReference = (typed: string) => /^#?\d{3,6}$/.test(typed);

/** Files that every project has and every task may touch, and numbers of versions: no subject. */
const isEverywhere = (typed: string) =>
  /^\W*(?:\S*\/)?(?:readme|claude|agents|changelog|contributing|license|todo|package|package-lock|cargo|pyproject|go|tsconfig)\.(?:md|toml|json|mod|sum|lock|txt)\W*$|^\W*v?[\d.]+\w?\W*$/i.test(
    typed,
  ) && !isReference(typed);
