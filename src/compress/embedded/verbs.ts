// Verbs by which an English line is known as a deed or a statement. Lines in other languages do without.

/** What is done to code and documents. `!` doubles the last letter ("dropped"), `:` gives an irregular past. */
const DEEDS =
  `add address adjust align allow annotate append apply attach automate avoid await backfill block broaden build:built
  bump cache call capture catch:caught change clarify clean clear collapse combine compile compress compute configure
  connect consolidate convert correct create cut:cut declare decode decouple decrypt deduplicate default defer define
  delay delete deploy deprecate derive detect disable document drop! embed! emit! enable encode encrypt enforce
  enhance enrich ensure escape exclude expand export expose extend extract fill filter fix flatten format forward
  generate give:gave guard handle hardcode harden hide:hid highlight hoist ignore implement import improve include
  increase infer! initialize inject inline install integrate introduce invalidate isolate keep:kept limit link list
  load log! lower lowercase make:made map! mark match memoize merge migrate minimize mirror mock modify move mute
  narrow normalize omit! optimize order override:overrode overwrite:overwrote paginate parallelize parse pass patch
  pause permit! persist pin! polish populate prefix preload prepend preserve prevent promote propagate prune publish
  raise rebase recognize recover redesign redirect redo:redid reduce refactor regenerate register reimplement reject
  relax release relocate remove rename render reorder reorganize repair replace reply report reset:reset resize
  resolve restore restrict restructure retry return reuse revert rework rewrite:rewrote rotate round route sanitize
  save scope send:sent separate serialize set:set shorten show silence simplify simulate skip! sort split:split
  stabilize start stop! store streamline strip! substitute support suppress swap! switch sync test thread tighten
  track translate trigger trim! truncate tune turn unify unwrap! update upgrade upload use validate verify widen wire
  wrap! write:wrote`
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const base = entry.replace(/[!:].*$/, '');
      const irregular = /:([a-z]+)/.exec(entry)?.[1];
      const isDoubled = entry.endsWith('!') || irregular === base;
      return { base, past: irregular ?? pastOf(base, isDoubled), ing: ingOf(base, isDoubled) };
    });

function pastOf(base: string, isDoubled: boolean): string {
  if (base.endsWith('e')) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return `${base}${isDoubled ? base.at(-1) : ''}ed`;
}

function ingOf(base: string, isDoubled: boolean): string {
  if (/[^eo]e$/.test(base)) return `${base.slice(0, -1)}ing`;
  return `${base}${isDoubled ? base.at(-1) : ''}ing`;
}

/** "use" -> "uses". */
export function thirdOf(base: string): string {
  if (base === 'have') return 'has';
  if (base === 'do' || base === 'go') return `${base}es`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|do)$/.test(base) ? `${base}es` : `${base}s`;
}

const BASE_OF_PAST = new Map(DEEDS.map(({ base, past }) => [past, base]));
const BASE_OF_ING = new Map(DEEDS.map(({ base, ing }) => [ing, base]));
const BASE_OF_THIRD = new Map(DEEDS.map(({ base }) => [thirdOf(base), base]));

/** "Added" -> "add"; nothing for other words. */
export const baseOfPast = (word: string) => BASE_OF_PAST.get(word.toLowerCase());

/** "Adds" -> "add"; nothing for other words. */
export const baseOfThird = (word: string) => BASE_OF_THIRD.get(word.toLowerCase());

/** "Adding" -> "add"; nothing for other words. */
export const baseOfIng = (word: string) => BASE_OF_ING.get(word.toLowerCase());

const ANY_DEED = DEEDS.map(({ base }) => base).join('|');
/** Without what is done to look at something, or to begin with it. */
const CHANGING = DEEDS.map(({ base }) => base)
  .filter((base) => !/^(?:verify|validate|test|start|list|report|show|track|log|save|stop|turn|call)$/.test(base))
  .join('|');

/** Opens what was done or is to be done, as in a commit. The folder in "deploy/nginx.conf" is none. */
export const VERB = new RegExp(
  `^(?:${ANY_DEED}|feat|chore|docs|ci|perf|prompt(?= (?:the|for|users?|when|before|if)\\b))\\b(?![/._-]\\w)`,
  'i',
);

/** "Let me add X", "I'll move Y": what follows was done if files changed. */
export const INTENDED_DEED = new RegExp(
  `^(?:(?:now|next|first|then|ok|okay|good|great|perfect|right|so|also|finally|done)\\b[,.!:]*\\s+)*(?:let me|let's|let us|i'?ll|i will|i'?m going to|i need to|we need to)(?: now| also| just| then| first)*\\s+((?:${CHANGING})\\s.+)$`,
  'i',
);

/** "Let me explore how X works", "I'll help you clarify Y": what an answer was about, in words that need no question. */
export const INTENDED_LOOK = new RegExp(
  `^(?:(?:now|first|ok|okay|good|great|right|sure|yes)\\b[,.!:]*\\s+)*(?:let me|let's|i'?ll|i will|i'?m going to)(?: now| also| just| first| start by| help you| quickly)*\\s+((?:${CHANGING}|analy[sz]e|check|compare|examine|explain|explore|find(?: out)?|inspect|investigate|look (?:at|for|into)|research|review|search for|test|trace|validate|verify)\\s.+)$`,
  'i',
);

/** Opens what somebody is asked to find out or to carry out. */
export const ASK =
  /^(?:analy[sz]e|assess|audit|bring|bump|check|cleanup|clean up|commit|compare|confirm|debug|describe|design|determine|diagnose|display|double[- ]check|drop|evaluate|execute|explain|explore|figure out|find|give|hide|identify|include|inspect|install|investigate|limit|list|log|look (?:at|for|into)|outline|pass|plan|print|propose|push|put|read|rebase|reduce|reject|release|report|research|review|run|save|search|see (?:if|whether|why|how)|send|suggest|summari[sz]e|sync|take a look at|think about|trace|track|try|turn|validate|warn)\b(?![/._-]\w)/i;

/** Verbs that make a statement of a line, in the language that most agents answer in. */
export const FINITE =
  /\b(?:is|are|was|were|has|have|had|does|doesn't|do|don't|can|can't|cannot|will|won't|must|should|now|no longer|never|always|only|uses?|used|returns?|reads?|writes?|sets?|adds?|added|fails?|failed|passes|passed|shows?|runs?|calls?|called|needs?|makes?|takes?|gets?|keeps?|works?|supports?|requires?|causes?|caused|means|lacks?|misses|missing|exists?|handles?|ignores?|falls?|replaces?|replaced|removed|moved|changed|fixed|updated|resolved|found|applies|checks?|loads?|stores?|creates?|created|happens|breaks|broke|became|becomes)\b/i;
