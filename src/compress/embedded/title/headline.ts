// Shapes a sentence into a headline: at most 80 characters, without openers and courtesies, never cut inside a phrase.

import { withoutAddresses } from '../../../text/addresses.ts';
import { isPlain } from '../../../text/words.ts';
import { isWithinClause, type Speech, shortenedIn, standsIn, statementIn } from '../speech/index.ts';
import { ASK, baseOfIng, baseOfPast, baseOfThird, FINITE, INTENDED_DEED, INTENDED_LOOK, VERB } from '../verbs.ts';
import { hasAsciiLetters } from '../words.ts';
import { type Demand, endsOpen, isBalanced, meets, NOT_DONE } from './demand.ts';

export const LONGEST_TITLE = 80;

export interface Reading {
  demand?: Demand;
  /** Typed by the user: "X should do Y" asks for it. */
  isRequest?: boolean;
  /** Said of work that changed files: what it says was done. */
  isDone?: boolean;
  /** Said before an answer: what it says was looked at. */
  isLook?: boolean;
  /** The language it was said in, if it is not English. */
  speech?: Speech | null;
}

/** Everything that a sentence can be shortened to, longest first. None if it cannot be shortened cleanly. */
export function headlines(said: string, reading: Reading = {}): string[] {
  // What is longer than a page is a dump, and titles are at its beginning.
  const sentence = said.slice(0, LONGEST_SENTENCE).replace(BY_LIST, '.');
  const { demand = 'title', isDone = false, speech } = reading;
  const full = statementOf(sentence, reading);
  if (full === '' || (demand === 'title' && NOT_DONE.test(full))) return [];
  // What was looked at in the end is not what was done.
  if (demand === 'title' && isDone && CHECKED.test(tidy(sentence))) return [];
  const short = full.length > LONGEST_TITLE ? withShortPaths(full) : full;
  const whole = short.length <= LONGEST_TITLE ? short : full;
  const found = new Set<string>();
  if (whole.length <= LONGEST_TITLE) found.add(whole);
  for (const shorter of shortened(whole, isDone, !speech)) if (shorter.length <= LONGEST_TITLE) found.add(shorter);
  if (speech)
    for (const shorter of shortenedIn(speech, whole)) {
      const line = tidy(shorter);
      if (line.length <= LONGEST_TITLE && line.length >= SHORTEST_CUT && isBalanced(line)) found.add(line);
    }
  // "The schema is at:", before a block of code.
  if (/[:：]\s*$/.test(sentence) && endsOpen(whole)) found.delete(whole);
  if (/[:：]\s*$/.test(sentence)) for (const line of found) if (TAKES_OBJECT.test(line)) found.delete(line);
  // What introduces a list ends before the list.
  if (speech && /[:：]\s*$/.test(sentence) && /[,，、]/.test(whole)) found.delete(whole);
  const isComplete = /[.!。！]\s*$/.test(sentence);
  const isWhole = (text: string) =>
    !speech ||
    demand === 'any' ||
    (standsIn(speech, text, reading.isRequest, isComplete && text === whole) && !isWithinClause(speech, text, whole));
  // An article in Italian.
  const read = (text: string) => (speech ? text.replace(ITALIAN_ARTICLE, '') : text);
  return [...found].filter((text) => meets(read(text), demand) && !EXPLAINED.test(text) && isWhole(text));
}

/** "The browser must set:" what? */
const TAKES_OBJECT =
  /\b(?:must|should|can|will|to|now|then|and|or|not|we|you)(?: \w+ly)? (?:set|use|run|call|add|send|return|do|see|read|get|have|write|pass|make|put|try|keep)$/i;

/** Looks like somebody who talks. */
export const ITALIAN_ARTICLE = /(?<![\p{L}'])I (?=\p{Ll})/gu;

const SHORTEST_CUT = 18;
const CHECKED =
  /^(?:(?:i|we)(?:'ve| have)? )?(?:also |then )?(?:verified|confirmed|validated|double-checked|re-?ran|smoke-tested)\b/i;

/** Patterns that look at every end of a sentence take time with its square. */
export const LONGEST_SENTENCE = 1200;

/** What a sentence says, without openers; nothing if it is about what somebody intends. */
export function statementOf(sentence: string, reading: Reading): string {
  const { isRequest = false, isDone = false, isLook = false, speech } = reading;
  const said = speech ? statementIn(speech, sentence, reading) : sentence;
  // What a list of steps is for: "To bypass the quarantine:".
  const bare = tidy(
    (isRequest ? said.replace(VARIABLE, ' ').replace(MENTION, ' $1') : said).replace(
      /^to (?=[a-z]+ (?!be\b).*[:：]\s*$)/i,
      '',
    ),
  );
  const intended = isDone ? INTENDED_DEED : isLook ? INTENDED_LOOK : null;
  const deed = intended?.exec(bare)?.[1] ?? '';
  if (deed === '' && isIntention(bare)) return '';
  const told = withoutOpener(withoutLabel(deed === '' ? bare : deed));
  const meant = isRequest ? asRequest(told) : asStatement(told, isDone);
  const full = tidy(toImperative(ofNobody(meant), isDone));
  return isIntention(full) ? '' : full;
}

/** "fix @src/a.ts": a file that was handed over. */
const MENTION = /\s?@((?:[\w.-]+\/)*[\w-]+\.[a-z]{1,5}\b)/g;
/** "#codebase where is X": what an editor puts in place of it. */
const VARIABLE = /(?:^|\s)#(?:file:\S+|[a-z][A-Za-z]{5,})(?=\s|$)/g;

/** `src/lockfile.rs` -> `lockfile.rs`: where the room is short, the name of a file is enough. */
export const withShortPaths = (text: string) =>
  text.replace(/(?<![\w/:.@-])(?:[\w.@-]+\/){1,8}([\w-]+\.[a-z]{1,5})\b/g, '$1');

/** "Extract X - a new function": what it is goes without saying. */
const EXPLAINED = /^[A-Z][a-z]+ \S+\s[—–-]\s(?:a|an|the) [a-z ]+$/i;

/** "Can you compare X", "I want you to look at Y": what follows is what to do, whatever its verb. */
export function isAskedFor(sentence: string): boolean {
  return /\b(?:can|could|would|will) (?:you|we|u)\b(?! (?:not|be|have|get)\b)|\b(?:want|need|like|love)(?: you| us)? to\b|^let'?s\b|\bplease \w|\bwe (?:should|need to|have to|must)\b/i.test(
    sentence.slice(0, 60),
  );
}

/** Without what stands at its edges: marks of lists, quotes around all of it, closing punctuation. */
export function tidy(text: string): string {
  let bare = withoutExtras(text);
  if (UNEVEN.test(bare)) bare = bare.replace(/\s+/g, ' ');
  bare = bare.replace(/^(?:[\s–—•*>✓✔:：,，。]|\.(?![A-Za-z])|-(?!-?[a-z])|\p{Extended_Pictographic}\uFE0F?)+/u, '');
  if (CLOSING.has(bare.at(-1) ?? '')) bare = bare.replace(/[\s.。:：;；,，!！、…—–-]+$/u, '');
  bare = withoutLastWords(bare);
  if (bare.includes('the ') && bare.includes('.'))
    bare = bare.replace(
      /\b(?<!\/)the (?=[\w-]+\.(?:md|mdx|txt|json|ya?ml|toml|[jt]sx?|py|go|rs|java|css|html|sh)\b)/gi,
      '',
    );
  bare = bare.replace(/^the (?=[\w-]+\.[a-z]{1,5}\s)/i, '');
  if (bare.includes('→') || bare.includes('->') || bare.includes('=>'))
    bare = bare.replace(/\bfrom (\S+) (?:→|->|=>) (?=\S)/, 'from $1 to ');
  return bare.replace(/^(["“«「])([^"”»」]*)["”»」]$/, '$2').trim();
}

const UNEVEN = /\s\s|[^\S ]/;
const CLOSING = new Set(' .。:：;；,，!！、…—–-\n\t');

/** Without words at the end that say nothing, known by the last of them: few lines have any. */
function withoutLastWords(text: string): string {
  const last = text.slice(text.lastIndexOf(' ') + 1).toLowerCase();
  if (REMARKED.has(last))
    return (
      text
        .replace(/,\s(?:yes|no|right|correct|indeed|though|too|anyway)$/i, '')
        // What somebody thinks of it.
        .replace(/\s[—–-]\s(?:makes sense|sounds good|good (?:idea|point|call)|agreed|nice|great|done|ok(?:ay)?)$/i, '')
    );
  if (!PLACED.has(last)) return text;
  return (
    text
      .replace(
        /\s(?:(?:when|where|if|as) (?:applicable|needed|necessary|possible|appropriate|required)|in the (?:docs?|code|codebase))$/i,
        '',
      )
      // Where, and instead of what, is said by the rest.
      .replace(
        /^(?!(?:the|an?|this|it) )(.{18,})\s(?:instead|in (?:two|three|four|five|several|multiple|\d+) (?:places|spots|locations))$/i,
        '$1',
      )
  );
}

const REMARKED = new Set(
  'yes no right correct indeed though too anyway sense good idea point call agreed nice great done ok okay'.split(' '),
);
const PLACED = new Set(
  'applicable needed necessary possible appropriate required doc docs code codebase instead places spots locations'.split(
    ' ',
  ),
);

/** Without addresses, marks, images, fillers and numbers of lines: few sentences have any of them. */
function withoutExtras(text: string): string {
  let bare = withoutAddresses(text);
  // The home folder of whoever works there.
  if (bare.includes('@')) bare = bare.replace(/(?<!\S)@(?=[\w.-]+\/[\w.-]+\/)/g, '');
  if (bare.includes('/')) bare = bare.replace(/(?<![\w.])\/(?:Users|home)\/[\w.-]+(?=\/)/g, '~');
  if (/[`*[]/.test(bare)) bare = bare.replace(/`|\*\*/g, '').replace(/\[image #\d+\]\s*/gi, '');
  if (bare.includes(' or ') || bare.includes(' and '))
    bare = bare.replace(
      / (?:or something|or whatever|and stuff|and so on|or so)(?: like (?:that|this))?(?=[\s.,]|$)/gi,
      '',
    );
  if (!/\d/.test(bare)) return bare;
  return (
    bare
      .replace(
        /\s(?:\((?:at |on )?~?lines? ~?\d[\d\s,–-]*\)|(?:at|on) lines? ~?\d[\d–-]*(?:\s?(?:and|,) \d[\d–-]*)?)/gi,
        '',
      )
      .replace(/\s(?:from|in|at|on|around|near) lines? ~?\d[\d\s,–-]*(?:and \d+)?$/i, '')
      .replace(/(\.\w{1,5}):\d+(?:[-–,]\d+)*/g, '$1')
      // ":951-984 splitPath stores X": lines of the file that was named before.
      .replace(/^\s*:\d+(?:[-–]\d+)?\s+(?=\S)/, '')
  );
}

/** What an agent says before it acts, or offers to do, is not what it did. */
function isIntention(text: string): boolean {
  return /^(?:(?:now|ok|okay|good|great|first|next|then|so|alright|perfect|right|actually|hmm|wait)[,.!:—-]*\s+)*(?:let me|i'?ll|i will|i'?m going to|i am going to|i need to|i should|i can|i could|i want to|want me to|would you like|do you want|shall i|should i|let me know|feel free|here(?:'s| is| are)|ready (?:to|for|when))\b/i.test(
    text,
  );
}

/** `Line 58: X`, `setup.go:12 — X`, `Step 2. X` -> X. */
function withoutLabel(text: string): string {
  const bare = text
    .replace(/^(?:\d+|[A-Z])[.)]\s+/, '')
    .replace(
      /^(?:lines?|step|item|option|part|phase|bug|issue|finding|fix|task|point|problem|change)\s*#?\d+(?:\s*[-–]\s*\d+)?\s*[.:)—–-]+\s+/i,
      '',
    )
    .replace(
      /^(?:(?:identified|found|implemented|applied|fixed|explained|solved) )?(?:the )?(?:root |real |likely |actual )?(?:fix|fixed|problem|solution|result|cause|issue|reason|change|summary|note|finding|conclusion|answer|status)(?: \(\w+\))?\s*[:—–]\s+(?=\S)/i,
      '',
    )
    // "Apply the fix — X", of a list of steps.
    .replace(/^(?:apply|make|implement|do) (?:the|this|that) (?:fix|change|update|edit)s?\s*[:—–-]\s+(?=[a-z]+\s)/i, '')
    // "Default config confirmed affected: X"
    .replace(/^[\w .-]{3,40} (?:confirmed|verified|checked)(?: [a-z]+)?: (?=\S)/i, '')
    // "Fix complete - X", "exposed: X"
    .replace(
      /^(?:(?:the )?(?:fix|task|phase \d+|feature|implementation|update|bug ?fix|issue|refactor\w*|migration) (?:is )?(?:completed?|done|resolved|fixed|applied)\s*[-–—:!]+\s*|(?!(?:feat|fix|docs|chore|tests?|refactor|perf|ci|build|style|revert|deps)\b)[a-z]{3,14}: (?=[A-Z]))/i,
      '',
    )
    // "Added tests: Added 7 cases in X" says it twice.
    .replace(/^[A-Z][a-z]+ed (?:[\w-]+ ){0,4}[\w-]+:\s+(?=[A-Z][a-z]+(?:ed|t|de)\s)/, '')
    .replace(/^[\w./-]+\.\w{1,5}(?::[\d-]+)?(?: \((?:new|\w+)\))?\s*[—–:-]\s+(?=\S{3})/, '');
  return bare === '' ? text : bare;
}

/** Words at the start that introduce, and say nothing. */
function withoutOpener(text: string): string {
  const bare = text
    .replace(
      /^you(?:'re|’re| are| were) (?:absolutely |completely |quite )?right\b[^.!:—–,]{0,30}[.!:—–,]+\s+(?=\S)/i,
      '',
    )
    .replace(
      /^(?:(?:done|perfect|great|good|nice|excellent|fixed|yes|yeah|ok|okay|right|correct|exactly|sure|confirmed|agreed|understood|absolutely)\b[^.!:—–,-]{0,24}|no\s?)[.!:—–,-]+\s+(?=\S)/i,
      '',
    )
    .replace(
      /^(?:(?:now|also|finally|then|so|and|but|actually|basically|however|first,|next,|in short|in summary|to summarize|tl;dr|note that|as expected|please)[,:]?\s+)+(?=\S)/i,
      '',
    )
    .replace(
      /^(?:(?:ok|okay|yes|yeah|yep|yup|nope|lol|hmm+|well|but|and|so|also|then|cool|great|nice|sure|agreed|alright|whoops|oops|ah|oh)\b[,.!:—–-]*\s+)+(?=\S)/i,
      '',
    )
    .replace(/^(?:it )?(?:looks|seems) like (?=(?:the|an?|our) \S+ \S)/i, '')
    .replace(/^how (?:can|do|could|should|would) (?:we|i|you|one) (.{8,}?)\s*[?？]*$/i, 'How to $1')
    // A request in the form of a question is a request.
    .replace(/^((?:can|could|would|will) (?:you|we|u)\b.*?)(?:\s+(?:now|please|too|again))?[?？]+.*$/i, '$1')
    .replace(/^(?:can|could|would|will) (?:you|we|u)(?: also| please| just| now)*\s+/i, '')
    .replace(
      /^(?:i(?:'d| would) (?:like|love)(?: us| you)? to|i (?:do |really |just |also )?(?:want|need)(?: you| us)? to|let'?s|we (?:should|need to|have to|must|want to|could)|you should|help me(?: to)?|go ahead and|proceed (?:to|with)|maybe|perhaps)\s+/i,
      '',
    )
    // "This ffmpeg command scales X": it has a name.
    .replace(
      /^this (?!(?:new|small|simple|whole|entire|single|last|first|other|same|one|next|particular|specific|helper|long|short|main|\w+ed|\w+ing)\b)(?=\S+ (?:command|function|method|script|hook|query|class|module|component|workflow|option|flag)\s[a-z]+s\b)/i,
      'the ',
    )
    .replace(/^before (?:you|we) [^,]{3,40}, (?:we (?:need|have) to |let'?s |please )?/i, '')
    .replace(
      /^(?:i|we)(?:'ve| have|'d| had)?(?: now| also| then| just| successfully| completely)*\s+(?=\w+ed\b|made|set|wrote|rewrote|built|split|put|found|chose|ran)/i,
      '',
    )
    .replace(
      /^(?:the|this) (?:fix|change|solution|update|edit|commit|pr)s? (?:is|was|simply|just|here)? ?(?:to )?(?=(?:add|remov|mak|mov|replac|chang|us|fix|set|updat|renam|ensur|extract|introduc)\w*s?\b)/i,
      '',
    )
    // "Both fetch functions now have a timeout": which ones is said by the rest.
    .replace(/^(?:both|all(?: \w+)?|the two|these) (?=[a-z]+ [a-z]+ (?:now|no longer|are|were|have|had)\b)/i, '')
    .replace(/^(?:please )?(?:implement|execute|follow)(?: the| this)?(?: following)? plan\b[:.]?\s*/i, '')
    .replace(
      /^(?:plan|task|goal|summary|problem|solution|result|root cause|issue|note|phase \d+|step \d+)\s*[:：]\s*(?=\S)/i,
      '',
    )
    .replace(/^(make|build|write|create|draw|get) (?:me|us) (?=(?:an?|the|some) )/i, '$1 ')
    .replace(/^(?:show|give|tell) me\b(?=\s+\S)/i, (verb) => (/^tell/i.test(verb) ? 'Explain' : 'Show'))
    .replace(/^(?:explain|describe)(?: to)? (?:me|us)(?: again)?\b/i, 'Explain')
    .replace(/^(?:take a look at|have a look at)\s+/i, 'Look at ')
    .replace(/\s+(?:please|thanks|thank you)[.!?]*$/i, '')
    // "Instead of A we should do B"
    .replace(
      /^instead of (.{3,60}?),? (?:(?:can|could|should) (?:we|you|it)|(?:we|you|it) (?:should|could|can|must)|let'?s|please) (?:do|have|say)? ?(.{3,})$/i,
      'Use $2 instead of $1',
    )
    // "Fix this: cannot find x" hands over what to fix.
    .replace(/^(fix|solve|debug|address) (?:this|these|that|it)(?: \w+)?\s*[:：]\s*([^"]{12,})$/i, '$1 "$2"')
    .trim();
  return bare === '' ? text : bare;
}

const WAY =
  /^(?:the|a|my|our|your|one) [\w\s'’-]{0,40}?(?:approach|fix|solution|way|option|idea|goal|change|step|thing)(?: (?:here|now|for [^,]{3,40}?))? (?:is|was|would be) (?:just |simply |also )?to (.{8,})$/is;
/** "The change in X now calls Y": what it does. */
const CHANGE =
  /^(?:the|this) (?:fix|change|update|edit|commit|code|implementation)(?: (?:at|in|to|for) \S+)? (now \S.+)$/is;
/** "Implemented the fix by adding the missing field" -> "add the missing field". */
function meansOf(text: string): string | undefined {
  const [, doing = '', what = ''] =
    /^(?:implement|appl|ma[dk]|fix|solv|resolv|address|correct)\w* (?:it|this|that|(?:the|this|that|an?|your) (?:fix|change|solution|issue|problem|bug|error|update)s?) by ([a-z]+ing)(\s.{8,})$/is.exec(
      text,
    ) ?? [];
  const base = baseOfIng(doing);
  return base && base + what;
}
/** "Fixed the save loop in X by:": how stands in the list. */
const BY_LIST = /\s(?:by|via|through|as follows|in (?:two|three|four|\d+) (?:ways|steps|places))\s*:\s*$/i;
/** "Update the logic to ask the user": what it does now. */
const LOGIC =
  /^(?:updat|chang|modif|adjust)(?:e|y|ed|ied)? the (?:logic|code|behaviou?r|implementation|existing code) to ((?!use\b|match\b|reflect\b|be\b|handle (?:this|that|it)\b)[a-z]+ .{8,})$/is;
/** "This adds X to Y": what it does was done. */
function deedOfThis(text: string): string | undefined {
  const [, verb = '', rest = ''] =
    /^(?:this|that|it)(?: (?:change|fix|update|commit|edit))?(?: (?:now|also|then|[a-z]+ly))* ([a-z]+)(\s.+)$/is.exec(
      text,
    ) ?? [];
  const base = baseOfThird(verb);
  return base && !NO_OBJECT.test(rest) ? base + rest : undefined;
}

/** "Based on the log, the issue is with the parser of X": where it is. */
const TROUBLE_IN =
  /^(?:(?:based on|according to|from|looking at) [^,]{3,80}, )?(?:the|your|this) (?:root |main |real |actual )?(issue|problem|bug|error|cause)(?: here)? (?:is|was|lies) (in|with) (.{6,})$/is;
const TROUBLE =
  /^(?:(?:the|this|root|actual|real|main|only|underlying|key|core) )+(?:issue|problem|bug|cause|error|failure|culprit)(?: here)? (?:is|was) (?:(?:that|just|simply|actually) )*(.{8,})$/is;

/** "bytes() → []byte()" of an edit. */
const SWAP = /^(\S{2,30}) (?:→|->|=>) (\S{2,30})((?: in \S+)?)$/;
/** "Git does the same thing: when A, it takes B" -> "when A, Git takes B". */
const SAME =
  /^((?:the )?[\w.-]+(?: [\w.-]+)?) (?:does|do|is|has|works|behaves)\b[^:]{0,40}: ((?:when|if)\b[^,]+), it (.+)$/i;
/** "There's a GetAgent() function in config.go that returns X" -> "GetAgent() function in config.go returns X". */
const THERE =
  /^there(?:'s| is| are| was| were) (?:already |also |currently |now )?(?:an?|one|the) (.{3,60}?),? (?:that|which) (?!would|could|might|should)([a-z]+s\b .{6,})$/is;

/** Whether a sentence said along the way tells what is to be done, or what was wrong. */
export function tellsMuch(sentence: string): boolean {
  return WAY.test(sentence) || TROUBLE.test(sentence);
}

/** "The way is to add X" -> "add X"; "f() - Now calls Y" -> "f() now calls Y"; "The issue was a missing Z" -> "fix a missing Z". */
function asStatement(text: string, isDone: boolean): string {
  const way = WAY.exec(text)?.[1];
  if (way) return way;
  const means = isDone ? meansOf(text) : undefined;
  if (means) return means;
  const named = /^(?:(?:update|change|fix)d?\s)?(\S+(?:\(\))?)\s[—–-]\s(now [a-z]+s\b.+)$/is.exec(text);
  if (named) return `${named[1]} ${uncapital(named[2] as string)}`;
  const aim = isDone ? LOGIC.exec(text)?.[1] : undefined;
  if (aim) return aim;
  const does = isDone ? (CHANGE.exec(text)?.[1] ?? deedOfThis(text)) : undefined;
  if (does) return does;
  const swapped = isDone && hasAsciiLetters(text) ? SWAP.exec(text) : null;
  if (swapped) return `change ${swapped[1]} to ${swapped[2]}${swapped[3]}`;
  const whereabouts = isDone ? null : TROUBLE_IN.exec(text);
  if (whereabouts) return `${whereabouts[1]} ${whereabouts[2]} ${whereabouts[3]}`;
  const same = SAME.exec(text);
  if (same) return `${same[2]}, ${same[1]} ${same[3]}`;
  const there = THERE.exec(text);
  if (there) return `${there[1]} ${there[2]}`;
  const trouble = TROUBLE.exec(text)?.[1];
  // "The error is a timeout, not a crash" tells what it is.
  if (!trouble || /,\s(?:not|rather than)\s/i.test(trouble)) return text;
  const isThing = /^(?:an?|the|missing|incorrect|wrong|stale|unused|duplicated?)\b/i.test(trouble);
  const isClause = FINITE.test(
    trouble
      .split(/\s+/)
      .slice(0, 7)
      .join(' ')
      .replace(/^missing\b/i, ''),
  );
  // "The error is a known bug" does not name the bug.
  if (!isDone && isThing && !isClause) return text;
  return isThing && !isClause ? `fix ${trouble}` : trouble;
}

/** "The workflow uses your token": whose it is says nothing to a stranger. */
function ofNobody(text: string): string {
  return text
    .replace(
      / (?:that |which )?you(?:'re|’re| are) (?:experiencing|seeing|getting|having|hitting|facing|running into)\b/i,
      '',
    )
    .replace(/\b(?:your|my)\b(?= [\w`"./~@-])/g, 'the')
    .replace(/^(?:Your|My)\b(?= [\w`"./~@-])/, 'The');
}

/** "The importer should skip empty lines" -> "Make the importer skip empty lines". */
function asRequest(text: string): string {
  // "For each step there should be a check mark" -> "Add a check mark for each step".
  const missing = /^(?:like )?(?:(.{3,30}?),? )?there (?:should|must|needs? to|has to) be (an? .+)$/i.exec(text);
  if (missing) return `Add ${missing[2]}${missing[1] ? ` ${uncapital(missing[1])}` : ''}`;
  const should =
    /^((?:the |our |all )?[\w./-]+(?: [\w./-]+){0,3}?) (?:should|must|needs? to|has to|have to) (?:be (?=[\w-]+ed\b))?(?!be\b|not\b|also\b|it\b|i\b|we\b|have\b)(\S.*)$/i.exec(
      text,
    );
  if (!should || /^(?:what|how|why|when|where|which|who|i|we|you|it|this|that|there|nobody|they)\b/i.test(text))
    return text;
  // "Explain where we should add X" asks for an answer.
  if (/^(?:explain|describe|show|check|find|see)\b/i.test(text)) return text;
  const [, what = '', how = ''] = should;
  // "The cases that should be tested are …"
  if (/\s(?:that|which|who)$/i.test(what)) return text;
  return `Make ${/^(?:The|Our|All|[A-Z][a-z]+s)\b/.test(what) ? (what[0] as string).toLowerCase() + what.slice(1) : what} ${how}`;
}

/** "Added X and moved Y" -> "Add X and move Y", as commits are titled; and a capital at the start of prose. */
function toImperative(text: string, isDone: boolean): string {
  const first = /^[A-Za-z]+(?=\s)/.exec(text)?.[0] ?? '';
  // "updated files (a.php)", of an answer: what they are, and not what was done.
  const base = isDone || /^[A-Z]/.test(first) ? baseOfPast(first) : undefined;
  // "Fixed in 1a2b3c" and "Added by" have no object.
  if (base && !/^\S+\s+(?:in|by|at|to|and|it|them|this|that|the following)\b/i.test(text))
    return capital(base + inStep(text.slice(first.length), baseOfPast));
  return capital(isDone ? fromThird(text) : text);
}

/** "Now sets X and passes it on" -> "set X and pass it on": what a change does is what was done. */
function fromThird(text: string): string {
  const [, now = '', verb = '', rest = ''] = /^(now )?([A-Za-z]+)(\s.+)$/is.exec(text) ?? [];
  const base = baseOfThird(verb);
  if (!base || NO_OBJECT.test(rest)) return text;
  // A noun in the plural, as in "Changes made": only a verb is followed by an object.
  const isNoun = !now && NOUNS.has(verb.toLowerCase()) && !OBJECT.test(rest);
  return isNoun ? text : base + inStep(rest, baseOfThird);
}

/** The verbs that go on a list of deeds take the form of the first. */
function inStep(rest: string, baseOf: (word: string) => string | undefined): string {
  return rest.replace(
    /(,| and|, and|;) ([a-z]+)\b(?= (?:the|an?|it|them|its|all|each|new|[a-z-]+(?: |$)|\S*[._(A-Z]))/g,
    (whole, joint: string, word: string, at: number) => {
      const base = baseOf(word);
      const after = rest.slice(at + whole.length);
      const isNoun = NOUNS.has(word) && !/^ (?:the|an?|it|them|its|all|each)\b/.test(after);
      const before = rest.slice(0, at);
      const isOfThing = /^ [a-z-]+$/.test(after) ? MODIFIED.test(before) : /\sto [a-z]+ [a-z-]+$/.test(before);
      return base && !isNoun && !isOfThing ? `${joint} ${base}` : whole;
    },
  );
}

/** "Merge the live" and persisted sessions: both tell which ones. */
const MODIFIED = /(?:^|\s(?:to [a-z]+|the|an?|all|both|for|of|in|on|with|from|by|as))\s[a-z-]+$/;

const NO_OBJECT =
  /^\s(?:to|for|in|of|on|at|are|is|were|was|and|or|from|with|that|which|who|now|pass|passed|fail|failed|by|as|have|had|will|can|should|must|do|did)\b/i;
const OBJECT = /^\s(?:the|an?|all|each|every|its|both|any|no)\b|^\s\S*[A-Z_.(/]/;

/** Plurals of nouns as often as verbs. */
const NOUNS = new Set(
  'builds caches calls changes drops fixes filters formats guards imports links lists loads logs maps marks matches merges mocks moves orders passes patches pins prefixes prunes releases reports resets returns reverts routes rounds scopes sets shows skips sorts splits starts stops stores supports swaps switches syncs tests threads tracks turns updates upgrades uses wires wraps writes'.split(
    ' ',
  ),
);

/** A sentence that follows a colon: "Fix the build" -> "fix the build"; names and acronyms keep their capital. */
export function uncapital(text: string): string {
  const [first = ''] = text.split(/\s/);
  return /^\p{Lu}\p{Ll}+$/u.test(first) && !/^(?:I|[A-Z][a-z]*[A-Z])/.test(first)
    ? (text[0] as string).toLowerCase() + text.slice(1)
    : text;
}

const NO_CAPITALS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** With a capital, unless it begins with a name of code or a path. */
export function capital(text: string): string {
  // Among letters without capitals, a word in Latin ones is a name.
  if (!isPlain(text) && NO_CAPITALS.test(text)) return text;
  const [first = ''] = text.split(/\s/);
  if (text === '' || /[/._()\d-]|[a-z][A-Z]|^[a-z]{2,8}!?:$/.test(first)) return text;
  return (text[0] as string).toUpperCase() + text.slice(1);
}

/** Where a sentence may end earlier: before an aside, a reason, a consequence, another statement. */
const ENDS =
  /\s[—–-]\s|[;；]\s?|[，、]|,\s|:\s|\s(?=(?:because|since|so that|so|which|where|that \w+s|that (?:are|have|can|will)|while|but|and (?:then|also|second|secondly|third|finally|if|whether|\w+ed|add|check|fix|make|update|remove|see|tell|let|look|run|use|do|write|create|show|explain|verify|ensure|test|move|replace|keep|put|commit|push|start|we|it|i)|when|whenever|after|before|instead of|rather than|using|via|by \w+ing|to avoid|to prevent|to ensure|to see|to (?:find|figure) out|without|such as|e\.g)\b)/g;

/** The last of them is known by the word that follows it. */
const WORD_AHEAD = 20;

function endsOf(text: string): number[] {
  const ends = [...text.slice(0, LONGEST_TITLE + WORD_AHEAD).matchAll(ENDS)].map((end) => end.index);
  return ends.filter((end) => end <= LONGEST_TITLE);
}

export function shortened(text: string, isDone: boolean, isEnglish = true): string[] {
  const isSubordinate = (one: string) => isEnglish && SUBORDINATE.test(one);
  const found: string[] = [];
  const add = (one: string) => {
    const clean = tidy(one);
    const least = hasAsciiLetters(clean) ? 18 : 8;
    // "…, enabled" lacks how.
    const isOpen = endsOpen(clean) || /,\s[a-z]+(?:ed|ing)$/.test(clean);
    if (clean.length >= least && isBalanced(clean) && !isOpen) found.push(clean);
  };
  const without = text.replace(/\s\([^()]*\)/g, '').replace(/(\w)\([^()]{8,}\)(?!!?:)/g, '$1()');
  if (without !== text) add(without);
  for (const one of new Set([text, without])) {
    const ends = endsOf(one);
    for (const end of ends.reverse())
      if (!isSubordinate(one) && !WITHIN.test(one.slice(end, end + 40)) && !isHalf(one, end)) add(one.slice(0, end));
    // After a label or an aside, the rest may be the statement.
    const rest = /^.{2,40}?(?:\s[—–-]\s|:\s)(.+)$/s.exec(one)?.[1];
    // "Add name: value to X" is one statement.
    if (rest && (!VERB.test(one) || VERB.test(rest) || FINITE.test(rest))) {
      const statement = tidy(toImperative(withoutOpener(rest), isDone));
      add(statement);
      for (const end of endsOf(statement).reverse()) if (!isSubordinate(statement)) add(statement.slice(0, end));
    }
    const contrast = /,\s(?:but|however,)\s(.{18,})$/s.exec(one)?.[1];
    if (contrast) add(capital(tidy(contrast)));
  }
  // A subordinate clause at the start is left out.
  const main = isSubordinate(text) ? /^[^,，]{4,80}[,，]\s*(.+)$/s.exec(text)?.[1] : undefined;
  // "If it bothers you, set X to Y" tells the reader what to do.
  if (main && !(/^if\b/i.test(text) && VERB.test(main))) {
    const statement = tidy(capital(main));
    add(statement);
    for (const end of endsOf(statement).reverse()) add(statement.slice(0, end));
  }
  return found;
}

/** "A skips, so B can go green [while testing nothing]": the second statement of two is whole, or left out. */
function isHalf(text: string, end: number): boolean {
  // "Replace X with Y — each tick" lacks what happens then.
  if (/\s[—–-]\s[^—–]{0,20}$/.test(text.slice(0, end)) && !/^\s?[—–(-]/.test(text.slice(end))) return true;
  // "Bump the version, run the build [and ensure that it passes]": a list of deeds is whole, or left out.
  const [, deed = ''] = /,\s([a-z]+)\s[^,]*$/.exec(text.slice(0, end)) ?? [];
  if (/^,?\s(?:and|or)\s/.test(text.slice(end)) && (VERB.test(deed) || ASK.test(deed))) return true;
  return /;\s|,\s(?:so|but)\s/.test(text.slice(0, end)) && !/^\s?[;；,，—–(-]/.test(text.slice(end));
}

/** No end before "persisted" in "to merge live, persisted and old state", nor before a clause that tells which one it is. */
const WITHIN =
  /^, (?:(?:and|or) )?[\w-]+(?:, | and | or )|^,\s(?:das|die|der|den|dem|dessen|deren|dass|welche\p{L}*|что|чтобы|котор\p{L}+|где|как|że|żeby|aby|któr\p{L}+)(?!\p{L})/iu;

/** Half of such a sentence says nothing. */
const SUBORDINATE =
  /^(?:when|if|based|looking|after|before|since|with|for|in|while|although|once|because|given|currently)\b/i;
