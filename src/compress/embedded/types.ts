// Which type of observation a change is: by evidence first, by words second.
import type { ObservationType } from '../../domain/memory-types.ts';
import { isQuestion, readProse } from '../../text/sentences.ts';
import type { Evidence } from './evidence.ts';
import { isTest } from './phrases.ts';
import { isWeakPrompt, titleFromPrompt, toHeadline } from './titles.ts';

const BUG =
  /\b(?:fix(?:e[sd]|ing)?|bugs?|broken|fail(?:s|ed|ing|ure)?|crash(?:es|ed)?|errors?|wrong|regression|incorrect(?:ly)?|issue|bombing|leak|race|ci is red)\b/i;
const NEW =
  /\b(?:add(?:s|ed|ing)?|implement(?:s|ed|ing)?|creat(?:e|es|ed|ing)|support(?:s|ed)?|introduc(?:e|es|ed|ing)|new (?:feature|command|flag|option|function|file|endpoint|test)|allow(?:s|ed)?)\b/i;
const SHAPE =
  /\b(?:refactor(?:ed|ing|s)?|renam(?:e|ed|es|ing)|simplif(?:y|ied|ies)|extract(?:ed|s)?|mov(?:e|ed|es|ing)(?! to\b)|clean(?:ed|s)? ?up|dedup\w*|duplicat\w*|consolidat\w*|reorgani[sz]\w*|inline[ds]?|strong types?|remov(?:e|ed|es|ing)|pull (?:\w+ ){0,3}out|share (?:most|much|the same)|no behaviou?r change[ds]?)\b/i;
/** What an agent says of a fault that is gone; that something fails it may say of anything. */
const FIXED = /\b(?:fixe[sd]|the (?:bug|fix)|root cause|regression|no longer (?:crash|fail)\w*)\b/i;
/** The first word of a request outweighs the others. */
const LEADING: [ObservationType, RegExp][] = [
  ['bugfix', /^(?:fix|repair|resolve|correct)\b/i],
  [
    'feature',
    /^(?:add|implement|create|introduce|support|allow|build)\b|^(?:make|let) .*\b(?:configurable|optional|possible|available)\b/i,
  ],
  ['refactor', /^(?:refactor|rename|extract|simplify|inline|split|deduplicate|tidy|clean)\b/i],
];

export function typeOfChange(evidence: Evidence, prompt: string | null, last: string): ObservationType {
  const { changes, fixed } = evidence;
  if (changes.every((change) => /\.(?:md|mdx|txt|rst|adoc)$/i.test(change.path))) return 'change';
  const asked = (prompt ?? '').slice(0, 600);
  const title = prompt && !isWeakPrompt(prompt) ? (titleFromPrompt(prompt) ?? '') : '';
  const testsOnly = changes.every((change) => isTest(change.path));
  const leading = LEADING.find(([, pattern]) => pattern.test(title))?.[0];
  if (leading) return testsOnly && leading === 'feature' ? 'change' : leading;
  const testFixed = fixed.some((one) => one.kind !== 'lint' || one.brokenBefore);
  if (BUG.test(asked) || (testFixed && !NEW.test(asked) && !SHAPE.test(asked))) return 'bugfix';
  if (testsOnly) return 'change';
  if (NEW.test(asked)) return 'feature';
  if (SHAPE.test(asked)) return 'refactor';
  const code = changes.filter((change) => !isTest(change.path) && !/\.sql$/i.test(change.path));
  if (code.some((change) => change.isNew && change.symbols.length > 0)) return 'feature';
  const said = readProse(last).sentences.slice(0, 3).map(toHeadline);
  if (said.some((sentence) => FIXED.test(sentence))) return 'bugfix';
  if (said.some((sentence) => /^(?:added|implemented|created|introduced)\b/i.test(sentence))) return 'feature';
  if (said.some((sentence) => /^\w+ed\b/i.test(sentence) && SHAPE.test(sentence))) return 'refactor';
  // Names that were not there before, and more lines than went: something can be done that could not be done.
  const grown = code.some((change) => change.symbols.length > 0 && change.added > 2 * change.removed);
  return grown && !isQuestion(title) && !/\?/.test(asked) ? 'feature' : 'change';
}
