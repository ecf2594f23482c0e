// Splits an agent's messages into sentences and points, and classifies them.

import { plain, readMessage } from './message.ts';

export { plain };

export interface Prose {
  sentences: string[];
  /** List items and table rows. */
  points: string[];
  /** Both, in their original order. */
  flow: string[];
}

/** The prose of a message, without code blocks and markup. */
export function readProse(message: string): Prose {
  const prose: Prose = { sentences: [], points: [], flow: [] };
  for (const { kind, text } of readMessage(message).passages) {
    if (kind === 'heading') continue;
    prose[kind === 'sentence' ? 'sentences' : 'points'].push(text);
    prose.flow.push(text);
  }
  return prose;
}

const FILLER = [
  /^(?:done|perfect|great|good|excellent|nice|ok|okay|alright|sure|yes|yep|no|all (?:green|clean|passing|set|good|done)|pushed|committed)(?:[,\s]+(?:successfully|and pushed|and committed))*[.!:,]*$/i,
  /^(?:here'?s|here is|here are|below is|this is) (?:a |the |my |what )?(?:quick |brief )?(?:summary|overview|recap|list|breakdown|result|changes?|plan|what|the)\b.*[:.]?$/i,
  /^(?:now |first,? |next,? |ok,? |good,? )?(?:let me|let's|i'?ll|i will|i'm going to|i am going to|i need to|i should)\b/i,
  /^(?:the )?(?:fix|change|work|task|implementation|refactor|update)s? (?:is|are|has been|have been) (?:now )?(?:complete|done|in place|ready)[.!]*$/i,
  /^(?:summary|changes(?: made)?|what (?:was|changed|i did)|files (?:modified|changed)|result)s?[:.]*$/i,
  /^(?:i (?:made|have made)|made) (?:the following|two|three|several|these|a few|\d+) (?:small |key )?(?:changes?|edits?|updates?|fixes)\b.*[:.]$/i,
  /^(?:everything|all|all \d+|\d+|the) ?(?:tests?|checks?|builds?|lints?)?(?: and [\w ]+)?(?: now)? (?:pass(?:es|ing)?|is green|are green|builds?|compiles?|succeeds?|works?)\b[^.]{0,40}[.!:]*$/i,
  /^(?:looks good|that'?s it|nothing else|no response requested|good,? (?:i have|now i)|i have the full picture|i see|got it|understood|right)\b/i,
  /^(?:the )?tests? (?:has|have) been added\b/i,
  /^(?:i understand|(?:now )?i (?:now )?have (?:an? |the )?(?:comprehensive|complete|full|clear|good|solid) (?:picture|understanding|overview)|review complete|good news|excellent|great (?:catch|question))\b/i,
  /^(?:looking at|based on)\b.{0,80}\b(?:i can (?:now )?|here'?s|let me)\b/i,
  /\b(?:is|are) already imported\b/i,
  /^(?:both|all)(?: \d+| the| of the)? (?:tests?|files|checks|linters?|changes|packages)\b.{0,60}\b(?:pass|passes|passing|clean|green|successfully|in place)\b/i,
  /^(?:added|created|made|fixed|updated|changed) (?:the following|these|this|exactly that|it|them|that)\b.{0,24}$/i,
  /^all checks pass\b/i,
  /^(?:the )?(?:ci|build|pipeline|suite) (?:is|are) (?:now )?(?:green|passing|clean|fixed)\b.{0,30}$/i,
  /^(?:please )?(?:tell me|let me know)\b/i,
  /^here(?:'s| is| are)\b/i,
  /^(?:committed|pushed)\b/i,
  /^(?:wait|hold on|oops|whoops|hmm+|ah)\b[\s,.!—–-]+(?:actually\b[, ]*)?(?:i|i['’]m|i['’]ve|let me)\b/i,
  /^(?:the )?(?:fix|change|work|task|implementation|refactor|update)s? (?:is|are) (?:complete|done|in place|ready) and\b/i,
  /^(?:all|both)(?: of)?(?: the)?(?: \w+){0,2} (?:errors?|issues?|failures?|warnings?|problems?|comments?) (?:have been|has been|are|were) (?:now )?(?:fixed|resolved|addressed)\b/i,
  /^(?:i )?found (?:several|a few|some|\d+) (?:issues?|problems?|inconsistenc\w+)\b.{0,40}$/i,
  /^(?:nothing|no files?) (?:was|were|has been) changed\b/i,
  /^(?:yes|no|correct|exactly|you(?:'re| are) (?:right|correct)|good (?:point|catch|question))[,.!:—–-]+\s*[^.]{0,24}$/i,
];

/** Whether it says nothing that anyone will want to know tomorrow. */
export function isFiller(sentence: string): boolean {
  const bare = sentence.replace(/^(?:done|fixed|ok(?:ay)?|great|perfect)\s*[,.!:—–-]+\s*/i, '');
  return bare.length < 8 || FILLER.some((pattern) => pattern.test(sentence) || pattern.test(bare));
}

/** Joins statements into one text, adding missing punctuation. */
export function asText(said: string[]): string {
  return said.map((one) => (/[.!?:;…]["')\]]*$/.test(one) ? one : `${one}.`)).join(' ');
}

export function isQuestion(sentence: string): boolean {
  return /\?["')]*$/.test(sentence) || /^(?:would you like|do you want|should i|want me to|shall i)\b/i.test(sentence);
}

const DECISION =
  /\b(?:decided (?:to|on|against)|decision is|going with|went with|chose|opted (?:for|to)|instead of|rather than|in favou?r of|trade-?off|prefer(?:red|s)? \w+ over)\b/i;
const REASON =
  /\b(?:because|since|so that|due to|caused by|the (?:root cause|reason|issue|problem|bug) (?:is|was)|turns out|therefore|comes? from|that is why|as a result|this means|means that|which means|the (?:risk|catch|gotcha))\b/i;
export const isDecision = (sentence: string) =>
  DECISION.test(sentence) && sentence.length >= 30 && !isQuestion(sentence);
export const isReason = (sentence: string) => REASON.test(sentence) && sentence.length >= 25 && !isQuestion(sentence);
