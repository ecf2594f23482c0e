// Words that say nothing in a question, and those whose forms no stemmer brings together.
import { stem } from '../store/search-stem.ts';

const STOP_WORDS = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by
  can could did do does doing done down during each few for from further get gets getting give given go had has have
  having he her here hers him his how i if in into is it its itself just let like ll make me might more most must my
  myself no nor not now of off on once one only or other our ours out over own re same shall she should so some such
  than that the their theirs them then there these they thing things this those through to too under until up us ve
  very was we were what when where whether which while who whom whose why will with would yes you your yours yourself
  don didn doesn isn wasn weren won wouldn couldn shouldn hasn haven hadn aren ain near`.split(/\s+/),
);

/** `May` is a month; `may` is not. */
export function isStopWord(word: string): boolean {
  return word === 'may' || STOP_WORDS.has(word.toLowerCase());
}

/** First the base, then the forms that no rule makes of it. */
const IRREGULAR = `become became|begin began begun|bind bound|break broke broken|bring brought|build built|buy bought
catch caught|child children|choose chose chosen|come came|deal dealt|dig dug|draw drew drawn|drive drove driven
eat ate eaten|fall fell fallen|feel felt|fight fought|find found|fly flew flown|foot feet|forget forgot forgotten
freeze froze frozen|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known
lay laid|lead led|leave left|lend lent|life lives|light lit|lose lost|make made|man men|mean meant|meet met|mouse mice
pay paid|person people|ride rode ridden|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent
shake shook shaken|shoot shot|sing sang sung|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood
steal stole stolen|stick stuck|strike struck|sweep swept|swim swam swum|take took taken|teach taught|tell told
think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won|woman women|write wrote written
index indices|matrix matrices|vertex vertices|rebuild rebuilt|rewrite rewrote rewritten|override overrode overridden
overwrite overwrote overwritten|undo undid undone|shrink shrank shrunk|spin spun|forbid forbade forbidden`;

let families: Map<string, string[]> | null = null;

/** All forms of a word, its base first, where it has irregular ones; else only the word itself. */
export function formsOf(word: string): string[] {
  if (!families) {
    families = new Map();
    for (const family of IRREGULAR.split(/[|\n]/)) {
      const forms = family.trim().split(' ');
      for (const form of forms) families.set(stem(form), forms);
    }
  }
  return families.get(stem(word)) ?? [word];
}
