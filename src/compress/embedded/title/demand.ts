// What a line must be to serve as a title: complete, understandable alone, and not said in passing.

import { isCodeName } from '../../../text/code-name.ts';
import { isPlain } from '../../../text/words.ts';
import { FINITE, VERB } from '../verbs.ts';

/** How good a line must be: a title, a line that can be understood alone, or any line. */
export type Demand = 'title' | 'alone' | 'any';

export function meets(text: string, demand: Demand): boolean {
  if (!isLine(text)) return false;
  return demand === 'any' || (demand === 'title' ? isTitle(text) : standsAlone(text));
}

/** An open phrase was cut. */
export function endsOpen(text: string): boolean {
  return /\s(?:a|an|the|to|of|in|on|at|by|for|from|with|and|or|as|is|are|was|were|be|that|which|into|than|its?|their|not|no|only|also|both|e\.g|i\.e|like|such|via|per|using|between|under|over|even|just|because|when|if|while|but|so|then|about|after|before|this|your|our|my|these|those|any|all|each|every|more|most|very|too|can|will|would|should|must|may|might|do|does|has|have|had|being|been|where|what|how|why|whether|without|within|against|through|during|upon|since|until|though|although|nor|either|neither|including|covering|containing|setting|showing|following|includes|shows|says|shown|called|named|(?:that|which|who) \w+|only \w+|(?:because|since|so) \w+|everything|anything|something|nothing|one|ones|becomes|gets|makes|means|requires|allows|lets|causes|ensures|provides|contains)$/i.test(
    text,
  );
}

export function isBalanced(text: string): boolean {
  if (!MARKS.test(text)) return true;
  let open = 0;
  let quotes = 0;
  let ticks = 0;
  let curly = 0;
  for (const sign of text) {
    if (OPENS.includes(sign)) open += 1;
    else if (CLOSES.includes(sign)) {
      // "has no builtin), formats.go (case A" closes what it did not open.
      if (open === 0) return false;
      open -= 1;
    } else if (sign === '"') quotes += 1;
    else if (sign === '`') ticks += 1;
    else if (sign === '“') curly += 1;
    else if (sign === '”') curly -= 1;
  }
  return open === 0 && quotes % 2 === 0 && ticks % 2 === 0 && curly === 0;
}

const MARKS = /[()[\]{}（）「」"`“”]/;
const OPENS = '([{（「';
const CLOSES = ')]}）」';

/** What stands at the start of half a sentence, in English: the other half is missing. */
const HALF =
  /^(?:→|->|=>|↳)|^\d+\s?(?:ms|s|sec|min|[kmg]b|%)?[,;]|^(?:must|may|might|cannot|can't|needs to|has to|if|or|but|and|instead|even|\(\d|nor|either|neither|not|because|unless|whether|than|which|that|who|whose|whereas|as well|even if|even though|so that|in order to|such as|e\.g|i\.e)\b/i;
/** A clause that depends on another. */
const DEPENDENT =
  /^(?:when|whenever|if|while|although|though|since|once|after|before|until|as soon as|in case|(?:the )?(?:next|every|each|any|first|last) time)\b[^,，]*$/i;
/** Addressed to somebody: said in a conversation, not written for an index. */
const ADDRESSED =
  /\b(?:I|I'm|I'll|I've|I'd|[Yy]ou|[Yy]ou're|[Yy]ou'll|[Yy]ou've|[Yy]our|[Yy]ours|[Tt]hey'(?:ll|re|ve)|[Ss]o (?:that )?we|[Oo]ur (?:earlier|previous|last|session|conversation|push|debugging)|what's happening|(?:in|to|into|from) (?:the |this )?(?:chat|conversation)|[Ll]et me|let's|lol|haha|thanks?|(?<![-.\w])please(?![-.\w])|sorry|oops|whoops|hmm+)\b/;
/** A question, also without its mark. */
const QUESTION =
  /[?？]$|^(?:what|how(?! to\b| the \w)|why|should|which|where|who|whose|is|are|was|were|does|do|did|can|could|would|will|have|has|any)\b(?!-)/i;
/** Points at something that stands somewhere else: which fix, which three? */
const POINTING =
  /^(?:no other|another|subsequent|further|additional)\b|^the (?:subject|sentence|wording|phrase|paragraph) (?:is|was)\b|^(?:(?:the|this|that|these|those|another|other|same) )?(?:(?:key|only|main|other|real|first|last|next|whole|entire|actual) )?(?:fix|change|issue|problem|solution|bug|update|error|cause|reason|difference|failure|question|answer|approach|idea|point|rest|result|latter|former|catch|convention|comment)s?\b(?= (?:is|was|were|are|requires?|needs?|would|will|came|comes|says?|went|looks?|seems?|here|now)\b)|^(?:all|both|the|these|those) (?:of |the )?(?:two|three|four|five|six|\d+|them|tests|files|changes|issues)\b|^(?:it|this|that|they|these|those|there|here|everything|nothing|something|both)\b|^(?:one|some|most|none) of\b|^\w+s (?:it|them|this|that)\b|^the (?:risk|example|idea|trick|point|caveat|downside|upside|trade-?off|real|actual|key|important|interesting|returned|given|resulting|affected|corresponding|relevant|remaining)\b/i;
/** "The doc's reference", "See the example": which one? */
const ANONYMOUS =
  /^the agent [a-z]+ed\b|^the (?:[a-z]+ ){1,4}is because\b|^(?:the|this|that|our|my) (?:\w+ )?(?:docs?|example|root cause|tests?|functions?|files?|code|section|command|build|config|setup|logic|original|new one|old one|test suite|branch|commit|version|script|page|form|list|table|line|value|field|type|name|behavior|output|message|check|rule|plan|review|agent|user|tool|hook|interactive version)s?(?:'s)?\b(?! [`"]*\w)|^(?:the|this|that|our|my) (?:branch|build|script|page|command|function|file|check|hook|tool|table|form|test|suite|repo(?:sitory)?|codebase)s? (?:is|are|was|were|has|have|had|now|will|does|can|already|still)\b|\bthis (?:change|one|branch|commit|pr|file|section|time|way|case|behavior|plan)\b|\b(?:fix(?:es)?|changes?|code|versions?|tests?|work) (?:from|in|of) (?:the |our )?(?:last|previous|earlier|prior) [a-z]+\b/i;
/** What is being done, not what came of it. */
const BEING_DONE =
  /^(?!(?:string|setting|testing|logging|routing|caching|rendering|parsing|missing|pending|existing|naming|loading|building|styling|typing|polling|signing|billing|onboarding|rate-limiting)\b)[A-Za-z]+ing (?:the|a|an|all|both|it|this|that|up|to|for|in|on|with|and|my|your|its|their|per|via|now|again)\b/i;
/** "Create the release — skipped": without its end, it would say the opposite. "X still needs to Y": not yet. */
export const NOT_DONE = /\s[—–-]\s(?:skipped|failed|pending|not done)\b|\bstill (?:needs?|ha(?:s|ve)) to\b/i;
/** "SilentError → don't print anything": a row of a table or a plan. */
const ROW = /^\S+ → (?!\S+ [—–-] )\S+ \S/;
/** "AgentType is NOT set": where, and when? */
const BARE_STATE =
  /^\S+(?: \([^()]*\))? (?:is|are|was|were) (?:not |now |also |always |never )?(?:set|unset|empty|nil|null|true|false|missing|present|undefined|ignored|excluded|included|skipped|tracked|untracked|registered|active|enabled|disabled)(?: \([^()]*\))?$/i;
/** "MetadataDir was computed using X": how it was before. */
const BEFORE =
  /^(?:the )?\S+(?: \S+)? (?:was|were) (?:being |previously |originally )?(?:computed|calculated|called|using|reading|defined|stored|passed|built|constructed|initialized|created|declared|registered|mapped)\b/i;
/** "The unresolved comment is the timing one": which one? */
const SOME_ONE = /\b(?:is|are|was|were) (?:the|a|an) [^,]+ ones?$/i;
/** "Using an anonymous parameter is cleaner": what somebody thinks, not what was done. */
const PRAISE =
  /\b(?:is|are|feels?|looks?|seems?) (?:a bit |much |more |the )?(?:cleaner|better|simpler|nicer|clearer|safer|fine|enough|clunky|overkill|reasonable|idiomatic|readable|robust)\b/i;
/** "The first two items in todo.md", "all 4 new tests": which? */
const COUNTED =
  /\ball (?:\d+|two|three|four|five|six) (?:new |other |remaining |affected |failing )(?:\w+ )?[a-z]+s\b|\b(?:the|both) (?:first|second|third|next|last|remaining) (?:(?:two|three|four|few|\d+) )?(?:items?|points?|options?|steps?|ones?|parts?|issues?|bugs?|findings?)\b/i;
/** "-r is for running jobs", "--log — writes logs": of which command? */
const OPTION = /^-[a-z]\s|^--[\w-]+(?:[ =]\S+)? [—–-] /i;
/** "A via X Step 2: B", "A b. B c. C": a procedure in one line. */
const STEPS = /\S\s(?:step|phase|schritt|paso|passo|étape|шаг|步骤)\s?\d+(?::\s|$)|\s[b-h][.)]\s\S.*\s[c-i][.)]\s/iu;
/** "Settings → Users → Roles": where to click. */
const MENU = /→ \p{Lu}(?:(?! and |, )[^→])*→ \p{Lu}/u;
/** "Written to notes.md": what was? */
const PUT_SOMEWHERE =
  /^(?:written|saved|stored|added|moved|copied|committed|pushed|exported|uploaded|published|documented|logged|installed) (?:to|in|into|at|under|as) \S+(?: (?:on|in|at|by) \S+)?$/i;
/** "Enforced on a bare repository": what is? */
const BARE_PAST = /^(?!embed|seed|feed|need|speed)[A-Z]?[a-z]{3,}ed (?:on|in|by|at|for|from|via|when|whenever|only)\b/i;
/** "A is missing AND B is old", "settings to fail saving": a condition, or what something does to them. */
const CONDITION = /[a-z] (?:AND|OR) [a-z]|^[A-Z]?[a-z]+s to (?:fail|be|not|break|crash|lose|stop|hang)\b/;
/** "Check whether X is Y" asks. */
const CHECKS = /^(?:double[- ]check|check|see) (?:that|if|whether)\b/i;
/** "Show the nested version": said to be shown it. */
const SHOWN = /^show (?:me |the|an?|what|how|us)\b(?!.*\b(?:when|if|after|for|in|on|instead)\b)/i;
/** A line of code. */
const CODE_LINE = /^\S+ (?:=|:=|\+=|==|=>|->) |;$|^\S+\([^)]*\)$/;
/** "When only a name is set, it takes the other": who does? */
const UNTOLD =
  /^(?:when|whenever|if|once|after|before|while|since|because)\b[^,]*, (?:it|they|this|that|these)\b|\bthat (?:when|whenever|if|once)\b[^,]*$/i;
/** "… and uses the new return values": new to whom? */
const NEW_THING =
  /\b(?:the|its|their) new (?:return )?(?:values?|behaviors?|models?|structures?|formats?|signatures?|types?|approach|version|fields?|parameters?|arguments?|names?|code|logic|ones?|hooks?|tests?)\b(?! [`"]?\w)/i;
/** "PASS: X", "60+ GB used", "Line 12 is wrong", "first_word: Great use of match": a report of a moment. */
const REPORT =
  /^(?:GET|POST|PUT|PATCH|DELETE): |^(?:test|lint|build|coverage|diff|git|change|benchmark) (?:results?|summary|status|output|report)\b(?!.*\b(?:is|are|was|were|now|no longer|has|have|does|can|will|must)\b)|^(?:PASS|FAIL|OK|ERROR|WARN(?:ING)?|INFO|TODO|SKIP)\b:|^\d+\+? ?(?:[KMGT]i?B|%|ms|s|x)\b|^lines? \d|^(?:\S+: )?(?:great|good|nice|excellent|perfect|clever|solid) (?:use|job|work|call|example|progress|choice)\b/i;
/** "A has: B", "set X: Y ...": a list, or its end, stood there. */
const LIST_BEGUN = /\b(?:has|have|is|are|was|were|includes?|needs?|contains?|shows?|says?): |\w\.{3}(?:\s|$)|[a-z]… /i;
/** "The logs show X": of what? */
const SHOWS =
  /^(?:the )?(?:\w+ )?(?:logs?|outputs?|results?|tests?|screenshots?|traces?|stack traces?|search|grep|diffs?) (?:shows?|showed|confirms?|confirmed|indicates?|reveals?|revealed|says?|proves?)\b/i;
/** "Update two files", "Two functions in git.go use X": which? */
const NUMBERED =
  /^(?:two|three|four|five|six|several|some|multiple|a few|many) (?:[a-z-]+ ){0,2}(?:functions?|methods?|files?|tests?|places?|issues?|bugs?|problems?|things?|cases?|components?|fields?|commands?|hooks?|calls?|tools?)\b|^[a-z]+ (?:the )?(?:two|three|four|five|six|both|several|\d+) (?:\w+ )?(?:files|places|spots|items|sections|things|issues|bugs|fixes|changes|improvements)\b/i;
/** "Fix that file", "Exclude those directories": which? */
const POINTED = /^[a-z]+ (?:(?:this|that|these|those) [a-z][a-z-]+|(?:their|his|her) [a-z])/i;
/** "Expose it, so there is no second parser", "My first version hung": what, and of what? */
const PASSED =
  /^[a-z]+ (?:it|them|these|those)(?:[,;]|\s(?:so|and|to|in|on|from|with|as|by|for|at|into|out|up|back)\b)|^(?:my |the )?first (?:version|attempt|try|draft|cut)\b/i;
/** "Points 2 to 6 are fixed", "1、2、4 を直した": which? */
const BY_NUMBER =
  /^(?:\p{L}+ ){0,2}#?\d{1,2}(?:\s?(?:,|、|и|y|e|et|und|and|i|à|bis|до|-|–)\s?#?\d{1,2})+(?![\d.:%/]|\s?(?:ms|s|kb|mb|tests?|件|个)(?!\p{L}))/iu;
/** "For update 5 - when X is done": what happens then? */
const BEGUN =
  /\s[—–-]\s(?:when|if|while|after|before|because|so that)\b[^,]*$|\b(?:so|because|since) (?:the|an?) \S+$/i;
/** "Inside the else branch, before the check": what happens there? "The fix now properly": does what? */
const FRAGMENT =
  /^(?:inside|within|above|below|under|underneath|near|next to|right (?:before|after)) (?!.*\b(?:is|are|was|were|has|have|had|can|will|now|does|do|must|adds?|uses?|runs?|fails?|returns?|calls?)\b)|^(?:only|just|mostly) (?:the|an?) (?!.*\b(?:is|are|was|were|has|have|can|will|does|do|needs?|uses?|gets?|works?|runs?|fails?)\b)|\bnow [a-z]+ly$|^fix held\b/i;
/** What a shell, a database or a language reads. */
const SHELL =
  /^\S+ (?:TEXT|(?:BIG|SMALL|TINY)?INT|INTEGER|VARCHAR|CHAR|BOOLEAN|TIMESTAMP|DATE(?:TIME)?|SERIAL|JSONB?|UUID|NUMERIC|DECIMAL)\b|^[Ss]udo\s|^[A-Z_]{3,}=\S* | && | \|\| |\s\| (?=[a-z]+\s)|\s(?:\/\/|>>|2>&1)\s/;
/** Told to whoever reads the answer. */
const TOLD_TO_DO =
  /^(?:[^:]{3,30}: )?(?:press|click|tap|right-click|double-click|hard refresh)\b|^(?:ran|test(?:ed)? (?:locally|manually|again)|try|now try|check (?:the )?(?:network|console|browser|devtools|actions)|open devtools|right-click|double-click|test on|start the (?:\w+ )?server|re(?:start|fresh|load) (?:the|your)|open (?:the|your|https?)|visit|log ?in|sign in|press|type|paste|scroll|mark (?:the|this|\S+ task)|work on)\b|\b(?:first|second|third|next) tasks?\b|^the (?:next|last)(?: and last)? (?:item|step|task|thing)\b|\bmark\b.{0,30}\b(?:as )?(?:completed?|done)\b/i;
/** "Consolidate into one item": what? */
const OBJECT_MISSING =
  /^(?:consolidate|remove|move|add|update|replace|rename|change|convert|extract|merge|create|delete|drop|split|wrap|set|include|keep) (?:into|in|to|from|on|for|with|as|by|at) /i;
/** "On feature/x, branched from main, edit applied": where the work stands. */
const WHEREABOUTS = /^on (?:branch )?\S*\/\S+, /i;
/** More code than a title holds, or the number of an entry. */
const MUCH_CODE = /[{}]\s?[{}]|\]\[|\[\]\[|(?:^|\s)\[\d+\]/;
/** "Specific function for branches": what of it? */
const SOME_THING =
  /^(?:specific|generic|simple|small|helper|utility|custom|internal|dedicated|separate) (?:function|method|helper|class|type|module|component|struct|hook|script|file)s?\b/i;
/** A command of the host, in what was typed. */
const SLASH = /(?:^|\s)\/[a-z]+(?:[:-][a-z]+)+(?=[\s,]|$)/;
/** A remark on words that somebody wrote. */
const REMARK = /^["“][^"”]+["”] [—–-] /;
/** "…for Git hooks too": like what? "…, but update X before": before what? */
const TOO = /\b(?:too|as well|before|beforehand)$/i;
/** "constants.go, init.go (dot-source), features.go": files, and nothing said of them. */
const FILES = /^\S+\.[a-z]{1,5}, \S+\.[a-z]{1,5}\b(?! (?:and|now|is|are|have|use)\b)(?!, and )/;
/** A command to type: it says what to run and not what for. */
const COMMAND =
  /^(?:npm|pnpm|yarn|npx|bunx?|cargo|mise|git|docker|kubectl|python3?|pytest|node|deno|gradle|mvn|dotnet|uv|pip3?|brew|sudo|gh|jj|bash|sh|curl)\s(?:(?:run|test|build|install|exec|check|fmt|clippy|push|pull|commit|add|status|log|diff|rebase|checkout|pr|api|ci)\s\S*[-:./]\S*(?:\s\S*[-:./='"^$*]\S*)*$|-)/i;
/** A program with options. */
const PROGRAM =
  /^(?:npm|pnpm|yarn|npx|bunx?|cargo|mise|git|docker|docker-compose|kubectl|helm|terraform|python3?|pytest|node|deno|gradle|mvn|dotnet|uv|pip3?|brew|sudo|gh|jj|bash|sh|curl|go|java|rm|cp|mv|cd|ls|ssh|make) (?:\S+ ){0,6}-{1,2}[a-z]/i;
/** "docker-compose exec web python manage.py shell". */
const CALLED =
  /^(?:npm|pnpm|yarn|npx|bunx?|cargo|git|docker|docker-compose|kubectl|helm|terraform|python3?|pytest|node|deno|dotnet|uv|pip3?|brew|sudo|gh|curl|go|cd|ssh|make) (?:exec|run|up|down|build|logs|get|apply|describe|port-forward|add|commit|push|pull|install|test|start|stop|serve|compose|mod|clean|all|sync|lock|pip|tool|[\w./-]*[./]\S*)(?:\s|$)/i;
const SENTENCE_WORD = /\s(?:the|an?|to|for|with|and|is|are|now|no|in|on|of|from|instead)\s/i;
/** With its options, whatever the program. */
const OPTIONS = /^(?:\S+ ){1,3}-{1,2}[a-z][\w-]*(?:[ =]\S+)*? -{1,2}(?=[a-z\s]|$)/i;
/** What it is about stands elsewhere: "address these", "fix it". */
const OBJECTLESS = /^(?:\S+ ){1,3}(?:this|that|these|those|it|them|both)$/i;
/** "Implement the fix now in reader.ts", "Apply the changes": which? */
const HOLLOW =
  /^(?:implement(?:ed)?|appl(?:y|ied)|ma[dk]e|do|did|perform(?:ed)?|execute[d]?|start(?:ed)?|completed?|finish(?:ed)?|finalized?)(?: (?:all|both))?(?: the| these| this| my| our)? (?:(?:requested|suggested|proposed|approved|necessary|required|recommended|following|planned|remaining|needed|same|above|new) )?(?:fix(?:es)?|solutions?|changes?|plans?|updates?|edits?|improvements?|modifications?|implementations?|recommendations?|suggestions?|corrections?)(?: now| here| directly)?(?: (?:in|to|on|for) \S+)?$/i;
/** A step of a procedure that stands elsewhere. */
const STEP = /^(?:[Tt]he )?(?:[Uu]ser|[Cc]laude|[Ss]ession [A-Z]) [a-z]+s\b/;
/** A reminder or an order to the agent about its routine. */
const ROUTINE =
  /^(?:got it\b|the "?(?:right|best|correct|only)"? thing\b|show me|tell me|change \S+\.\w+$|remember|make sure|be sure|don't forget|go ahead|go to|navigate to|click|continue|proceed|try again|rerun|run the tests?)\b|^no (?:\w+ )?(?:issues?|errors?|problems?|warnings?|changes?)\b|^only new\b/i;
/** How the work stands, which says nothing of what it was. */
const STATE =
  /\b(?:all (?:\d+ )?(?:tests?|checks?) (?:pass|passed|passing|green)|all green|\d+ passed|(?:tests?|suites?|checks|builds?|pipeline) (?:has |have |now )?(?:pass|passes|passed|passing)\b|(?:pass|passes|passing) locally|went through|(?:is|are|now) (?:satisfied|green|clean|done|complete|ready)\b|with 0 issues|(?:works?|compiles?|builds?|renders?|looks?|runs?) (?:correct(?:ly)?|fine|properly|good|right)|make sure everything|(?:build|compilation) (?:succeeded|passed|is successful|was successful)|should (?:now )?work(?: now)?\b|(?:is|are) back\b|is now bumped\b|(?:is|are|was|were) already [a-z]+ed\b|\d+ ?\/ ?\d+ (?:tests? )?pass\w*|should now (?:be|show|load|see|appear|display|have)|full picture|absolutely right|currently running|in the background|committed successfully|successfully (?:terminated|started|stopped|committed|pushed|completed)|good (?:catch|question|point)|(?:working|functioning|behaving) (?:as (?:expected|designed|intended)|correctly|fine|properly|normally))|\bnow works?$|\b(?:has|have|shows?|reports?|gives?|with|found) no (?:new )?(?:errors?|diagnostics|warnings?|issues|problems|failures)\b|: no (?:\w+ )?(?:errors?|diagnostics|warnings?|issues|problems)\b|\breports? (?:one|two|\d+|an?|only) (?:\w+ )?(?:unrelated|existing|pre-?existing)\b|\bno (?:\w+ )?(?:lint(?:er|ing)?|type|compil\w+|syntax|console|build) (?:errors?|warnings?|issues?)\b|^no (?:\w+ ){1,4}(?:was|were|is|are) (?:changed|modified|needed|required|added|affected|touched)\b|\b(?:is|are) saved (?:to disk|on disk)\b|\b(?:stays?|stayed|remains?|remained|left|keeps?|kept|is|are|was|were) (?:\S+ )?(?:as[- ]is|unchanged|untouched|unstaged|in place|(?:now )?back to)\b/i;
/** Says that something is like something else, which stands elsewhere. */
const ALIKE = /\bthe same (?:thing|way|as before)\b|\b(?:moved|copied|defined|added|used|done|lives?) here\b|\bhere$/i;
/** "The presence of X, Y": what of it? "Tests: n/a": nothing. */
const NO_STATEMENT =
  /^(?:the )?(?:presence|absence|existence|lack) of (?!.*\b(?:is|are|was|were|has|have|means|suggests?|causes?|makes|breaks|leads)\b)|: (?:n\/a|none|not applicable|não se aplica|no aplica|nicht zutreffend|non applicabile|sans objet|не применимо|不适用|該当なし|なし|无)\b/iu;
/** "No duplication": of what? */
const BARE_NO = /^no [a-z]+(?: [a-z]+)?$/i;
/** Paths of a moment. */
const PASSING = /(?:^|[\s"'(])\/?(?:tmp|var\/folders)\/|\b\d+[dhm] ago\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/;

/** What follows stood in a list or a block of code. */
const BROKEN_OFF =
  /\s(?:a|an|the|of|with|for|from|and|or|as|is|are|was|were|be|that|which|than|their|e\.g|i\.e|such|via|using|between|because|if|when|whenever|where|until|unless|while|but|including|covering|containing|following|includes|shows|says|called|named|will now show|we can do|(?:because|since|so) \w+)$/i;

/** A line of words: not a bare name, a table, a path or a row of symbols. */
function isLine(text: string): boolean {
  if (isCodeAlone(text) || CODE_MARKS.test(text) || /^[（(][^（）()]*[)）]$|\s[＋+]\s.*\s[＋+]\s/.test(text))
    return false;
  const least = isPlain(text) ? 10 : 4;
  if (text.length < least || !isBalanced(text) || BROKEN_OFF.test(text)) return false;
  if (isMostlySigns(text) || /[✅❌✓✗]|\s\.\.\.\s/.test(text)) return false;
  return /\s/.test(text) || !isPlain(text);
}

/** Fewer letters than anything else. */
function isMostlySigns(text: string): boolean {
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) | 0x20;
    if (code < 0x61 || (code > 0x7a && code < 0xaa)) signs += 1;
  }
  return signs > text.length * 0.5 && (text.match(/\p{L}/gu)?.length ?? 0) < text.length * 0.5;
}

/** A comment, the first line of a script, a note beside a drawing, a line that continues below. */
const CODE_MARKS = /^(?:\/\/|\/\*|#!)|\s\/\/ |\s[←⇐]\s|\\$/;

/** "filter.prepare(), filter.set()", "POST /api/feedback": names, and nothing said of them. */
function isCodeAlone(text: string): boolean {
  const words = text
    .replace(/\s\([^()]*\)/g, '')
    .split(/[\s,;()]+/)
    .filter((word) => /\p{L}{2}/u.test(word));
  return isPlain(text) && words.every((word) => isCodeName(word) || word.startsWith('/') || /^[A-Z]{2,7}$/.test(word));
}

/** "FetchBranch - Specific function for branches": a label, and what it is. */
function isDefinition(text: string): boolean {
  if (/^\([^()]*\) [—–-] /.test(text)) return true;
  const [, rest = ''] = /^\S+ [—–-] (.+)$/.exec(text) ?? [];
  return rest !== '' && isPlain(rest) && !VERB.test(rest) && !FINITE.test(rest);
}

function isCommand(text: string): boolean {
  // "Test command: uv run pytest"
  const named = /^(?:[A-Za-z]+ ){0,3}[A-Za-z]+: (.+)$/.exec(text)?.[1];
  if (named && CALLED.test(named) && !SENTENCE_WORD.test(named)) return true;
  if (CALLED.test(text) && !SENTENCE_WORD.test(text)) return true;
  // `--only` is an option, and no verb of a sentence.
  if (PROGRAM.test(text) && !FINITE.test(text.replace(/(?<=\s)-\S+/g, ''))) return true;
  return COMMAND.test(text) || (OPTIONS.test(text) && !VERB.test(text) && !FINITE.test(text));
}

const UNCLEAR = [
  FRAGMENT,
  POINTED,
  PASSED,
  BY_NUMBER,
  BEGUN,
  REPORT,
  SHOWS,
  NUMBERED,
  LIST_BEGUN,
  SHELL,
  TOLD_TO_DO,
  BARE_NO,
  NO_STATEMENT,
  BARE_STATE,
  BEFORE,
  SOME_ONE,
  PRAISE,
  CHECKS,
  SHOWN,
  COUNTED,
  OPTION,
  PUT_SOMEWHERE,
  STEPS,
  MENU,
  BARE_PAST,
  ROW,
  CONDITION,
];

/** One look at a line is faster than forty: the patterns that have the same flags are one. */
function anyOf(patterns: RegExp[]): (text: string) => boolean {
  const sources = new Map<string, string[]>();
  for (const { flags, source } of patterns) sources.set(flags, [...(sources.get(flags) ?? []), source]);
  const joined = [...sources].map(([flags, all]) => new RegExp(all.map((one) => `(?:${one})`).join('|'), flags));
  return (text) => joined.some((pattern) => pattern.test(text));
}

const isOfOther = anyOf([HALF, ADDRESSED, POINTING, ANONYMOUS, ALIKE, OBJECTLESS, HOLLOW]);
const isUnclear = anyOf([
  ...[QUESTION, ROUTINE, STEP, PASSING, STATE, BEING_DONE, CODE_LINE],
  ...[UNTOLD, NEW_THING, OBJECT_MISSING, WHEREABOUTS, MUCH_CODE, SOME_THING, REMARK, SLASH, TOO, FILES, ...UNCLEAR],
]);

/** Not addressed to somebody, and not about something that stands elsewhere. */
function standsAlone(text: string): boolean {
  return !isOfOther(text) && !isCommand(text);
}

/** Not said in passing either: what is being done, how the work stands, what to do next. */
function isTitle(text: string): boolean {
  const bare = text.includes(' (') ? text.replace(/\s\([^()]*\)/g, '') : text;
  return !DEPENDENT.test(bare) && !isUnclear(text) && standsAlone(text) && !isDefinition(text);
}
