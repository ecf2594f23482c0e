// English.
import { closing, NEVER, opening, words } from '../word-patterns.ts';
import { defineSigns } from './signs.ts';

const VERB =
  '(?!been|was|were|is|are|had|have|has|seen|worked|works|mind|gets?|got|fails?|returns?|shows?|happens?|knew|saw|did)\\p{L}+';

export const english = defineSigns(
  {
    language: 'en',
    common: words(
      'the|and|to|of|is|in|it|you|that|for|on|with|are|this|we|not|use|always|never|please|should|our|my|do|instead|all|i|a|an|be|if|when|only|or|stop|from|every|before|by|as|at|any|avoid|over|one|prefer|no|must|keep|write|run|have|don',
    ),
    letters: NEVER,
  },
  () => ({
    always: new RegExp(
      [
        `(?:^|[,;:–—-]\\s|\\b(?:and|but|so|then|please|we|should|must|shall|to)\\s)(?:always|never|only ever)\\s${VERB}`,
        '\\b(?:from now on|from here on|going forward|in (?:the )?future|from this point on|at all times|as a (?:general )?rule,|never ever|ever again|without exception|(?:must|should) (?:always|never)|no matter what)\\b|\\b(?:whenever|(?:every|each) time) (?:you|we)\\b[^,]*,\\s*(?:please |also )?(?:run|use|ask|update|make|always|never|don.?t|do not|check|add|write|keep|commit|bump|tell|show)\\b|^(?:please )?(?:run|use|ask|update|make sure|check|add|write|bump|tell)\\b.*\\b(?:whenever|every time|each time) (?:you|we)\\b|\\bnext time,? (?:please |you )?(?:don.?t|do not|use|run|ask|check|make sure|keep|write|commit|update|add)\\b|,\\s*(?:always|ever|never)[.!]*$',
        "^(?:when|before|after) (?:you(?:'re| are)? )?(?:writ|commit|push|add|mak|chang|creat|edit|run|review|fix|nam|finish|merg|releas|us|touch|open)\\w*\\b[^,]{0,60},\\s*(?:please\\s+)?(?:always|never|run|use|do not|don'?t|make sure|check|ask|update|write|keep|add)\\b",
      ].join('|'),
      'iu',
    ),
    every: words(
      '(?<=^|, |please )use (?!the |this |that |an? )[^.;]{1,60} (?:in|for|on) (?:all|every|each|any|everything)(?: \\p{L}+)?|(?:for|after|before|on|in|with|at) (?:all|every|each|any) (?:\\p{L}+ ){0,2}(?:commits?|changes?|commit messages?|prs?|pull requests?|releases?|edits?|push(?:es)?|merges?|tasks?|sessions?|deploy(?:ment)?s?|version bumps?)|(?:wherever|where|whenever) (?:we can|you can|possible)',
    ),
    permission: words(
      '(?:ask(?: me)?|check with me|confirm with me|get my (?:ok|approval|permission)|wait for my (?:ok|approval)) (?:first|before)|without (?:first )?(?:asking|my (?:permission|approval|ok|consent|confirmation)|permission|confirmation)|only \\p{L}+ .{0,40}\\b(?:when|if|after) i (?:tell|ask|say|approve)|unless i (?:explicitly )?(?:ask|tell|say|approve)',
    ),
    forbid: opening(
      "(?:don'?t|dont|do not|please don'?t) (?:ever )?(?!worry|forget|know|think|see|understand|have|be |bother|need|mind|care|want|like|remember)\\p{L}+|avoid|stop \\p{L}+ing|quit \\p{L}+ing|no more|no (?:[\\p{L}-]+ ){1,6}(?:please|ever)|you (?:must|should|may|can) ?not|you (?:mustn'?t|shouldn'?t)|i (?:don'?t|do not) want (?:you to|any)",
    ),
    prefer: words(
      'prefer [^.;]{1,60} (?:over|to|instead of|rather than) [^.;]{1,60}|(?:should|must) be used instead of|(?:(?<=^|[,;:] |and |please |always |should |must |never |future )(?:use|write|run|call|choose)) (?!an? |the |this |that |these |those |it )[^.;]{1,60}? (?:instead of|rather than|and not|over) [^.;]{1,60}|use (?!an? |the |this |that )[^.;,]{1,40}, not [^.;]{1,40}|(?:don.?t|do not|never) use [^.;]{1,50}, (?:but )?use [^.;]{1,40}|(?:should|must) (?:be using|use) [^.;]{1,60} (?:instead of|rather than)',
    ),
    habit: opening(
      "we (?:only |usually |generally |normally |don'?t |do not |never |always |prefer to |prefer )?(?:use|write|prefer|keep|name|commit|squash|rebase|format|follow|run|work on|branch|avoid|put)|(?:in|for|throughout|across) (?:this|our|the (?:whole|entire)) (?:repo(?:sitory)?|project|codebase|code base|team|monorepo)s?,?(?=.{0,50}\\b(?:we|use|uses|must|should|always|never|live|lives|go|goes|only|written|all)\\b)|our (?:convention|style|policy|rule|standard|workflow|process|code style|commit\\w*|branch\\w*|tests?|team)\\b.{0,40}\\b(?:(?:is|are) (?:always|never|written|in|on|under|named|kept|formatted|squashed|to be|table)|must|should (?:always|never|be in|be written|use|follow|start|live|have|go)|use|live|go)|the (?:convention|rule|policy) (?:here )?is|every (?:commit|change|pr|pull request|release|test|function|feature|bug ?fix|branch) (?:needs|must|should|has to|gets)|for (?:all )?(?:\\p{L}+ )?(?:commits|commit messages|tests|branches|branch names|prs|pull requests|docs|documentation|comments|migrations|releases),? (?:please |always )?(?:use|follow|write|prefer)(?! (?:the|this|that) (?!.*(?:format|style|convention|template)))|(?:answer|reply|respond|speak|talk)(?: to me)? (?:only )?in (?:english|german|french|spanish|portuguese|russian|chinese|japanese)|keep (?:your |the |all )?(?:answers|responses|replies|explanations|commits|commit messages|functions|prs|pull requests|comments|diffs) (?:\\p{L}+ )?(?:short|small|concise|brief|focused|minimal|simple|terse)|(?!the |these |those |my |your |some )(?:[\\p{L}-]+ ){0,2}(?:commits|commit messages|tests|comments|branches|branch names|prs|pr titles|pull requests|docs|names|migrations|imports) (?:must|have to|should (?:always|never|be in|be written|use|follow|start|live|have|go)|need to)(?! be (?:added|updated|removed|fixed|changed|deleted))|(?:please )?(?:keep|put|store|write|track|document) (?:all |every )?(?:our|my) .{2,60} (?:in|under|on|to|with)|(?:please )?stick (?:to|with)|all (?:\\p{L}+ )?(?:commits?|tests?|comments?|branches|commit messages|prs|pull requests|docs|code|documentation) (?:must|should (?!pass|be passing|work|be green)|have to|need to|go|(?:are|is) (?:always|never|written|in|named|kept|squashed))",
    ),
    wish: opening(
      "i (?:always |really |strongly |would |much )?prefer (?!the |this |that |option|number|\\d|it)\\p{L}+|i(?:'d| would) (?:rather you|prefer (?:if|that) you)|i (?:really )?(?:don'?t|do not) like (?:it when|when you|to see|seeing)?|i hate|i like (?:it when|my|to have|short|small|my code)|my preference is",
    ),
    remember: opening(
      "(?:please )?(?:remember(?: that|:|,)|remember to(?= .*\\b(?:before|after|when|every|each|always|never)\\b)|keep in mind (?:that (?:we|you|our|all)|to)|make a note(?: that|:)?|note for (?:the )?future|memorize|i (?:already )?(?:told|asked) you (?:\\p{L}+ ){0,3}?(?:not to|to not|to (?:always|never|stop))|for future reference|don'?t forget (?:that|to (?=.*\\b(?:before|after|when|every|each|always|never)\\b)\\p{L}+))",
    ),
    again: words(
      "i (?:already )?(?:told|asked|said to) you|i'?ve (?:already )?(?:told|asked|said)|as i (?:already )?said|like i said|how many times|that'?s not what i (?:meant|asked|wanted|said)|once again|again:|yet again|you (?:keep|did it again|always do)|you forgot again",
    ),
    work: words(
      'commit(?:s|ted|ting|ing)?|commit messages?|branch(?:es)?|prs?|pull requests?|push(?:ed|es|ing)?|merge[sd]?|merging|rebas\\w+|squash\\w*|tests?|testing|test suites?|unit tests?|lint\\w*|format(?:t?er|ting|ted)?|strong types?|types?|typed|typescript|comments?|docstrings?|jsdoc|documentation|docs|readme(?:\\.md)?|changelog|code|coding|style|naming|names?|variable names?|imports?|dependenc(?:y|ies)|package managers?|librar(?:y|ies)|tools?|tooling|scripts?|todos?|tickets?|issues?|reviews?|code reviews?|ask(?:ing)?|confirm(?:ation)?|permission|explain|explanations?|answers?|repl(?:y|ies)|respond|responses? short|summar(?:y|ies|ize)|english|german|french|spanish|emojis?|em[ -]dash(?:es)?|tabs|spaces|indent\\w*|semicolons?|single quotes|double quotes|mocks?|mocking|assertions?|table[- ]driven|refactor\\w*|snapshots?|ci|deploy\\w*|releases?|version bumps?|bump|sudo|worktrees?|subagents?|plans?|planning|tdd|force[- ]push\\w*|main|master|production|staging|linear|jira|migrations?|boilerplate|abbreviations?|any type|type assertions?|casts?|hacks?|workarounds?|backwards? compatib\\w+|deprecat\\w+|dead code|hardcod\\w+|css|sql|constants?|variables|exports?|inheritance|composition|functions|classes|generated files|pre-commit|hooks|co-authored-by|attribution|whitespace|line length|magic numbers?|console\\.log|print statements?|functions small|global state|env files?|secrets?|credentials',
    ),
    product: words(
      'users?|customers?|buttons?|pages?|screens?|modals?|endpoints?|api|requests?|response|server|clients?|database|rows?|fields?|columns?|parser|importer|exporter|cache|cached|handlers?|widgets?|sidebar|footer|header|login|checkout|cart|players?|game|segments?|render\\w*|display\\w*|click\\w*|lines? of the file|queue|payload|stdout|stderr|prompt the user|(?:the|this|that) (?:app|cli|function|service|command|tool|script|hook|job|worker|program)|the output|the result',
    ),
    once: words(
      "now|right now|for now|this time|just this once|today|tonight|tomorrow|currently|at the moment|yet|for the moment|until \\p{L}+|(?:this|that|these|those) (?:\\p{L}+ )?(?:one|ones|functions?|files?|tests?|lines?|methods?|class(?:es)?|cases?|prs?|pull request|branch|commits?|changes?|bugs?|issues?|tasks?|tickets?|features?|steps?|errors?|warnings?|modules?|components?|pages?|fix|plan|session|part|section|script|command|comments?|block|refactor\\w*|round|iteration|release|version|things?)|for this|in this case|in (?:func|function|method|class|file|line)|lines? \\d+|let'?s",
    ),
    soft: words(
      "just|want to|(?:in|to|from|on) the (?:dockerfile|makefile|config\\w*|script|header|footer|sidebar|frontend|backend|workflow|pipeline|\\p{L}+ (?:files?|functions?|modules?|class|components?|pages?|package|scripts?|config|tests?))|first|already|you'?re|you are|i'?m|we'?re|i'?ll|i will|we'?ll|here|attached|below|the (?:new|old|last|first|second|third|next|previous|latest|current|above|following|same|other)",
    ),
    asks: opening(
      "can|could|would|should|shall|is|are|am|does|do (?:you|we|i|they)|did|was|were|why|what|which|who|where|how|will|has|have (?:you|we)|may|might|isn'?t|aren'?t|can'?t|couldn'?t|don'?t (?:you|we) |won'?t|wouldn'?t|shouldn'?t|any (?:idea|chance)|thoughts",
    ),
    tells: words(
      '(?:i|it|he|she|they|this|that|there|which) (?:always|never|keeps?|kept) (?!want|prefer|like)\\p{L}+|we (?:always|never) (?:get|got|see|saw|had|have|hit|end up|receive)|(?:is|are|was|were|will|would|has|have|had|can|could) (?:always|never)|never (?:worked|works|happens?|gets?|mind)|always (?:fails?|returns?|shows?|crashes|gets?|been|true|false|null|the same)|should have|would have|but (?:i|we|it|they)|you (?:always|never)|used to|seems? to|turns out',
    ),
    hedge: words(
      "maybe|perhaps|probably|i think|i guess|i feel|i wonder|might|not sure|thoughts|what if|imo|i suppose|consider|could be|would be (?:nice|good|great)|it'?d be nice|i assume",
    ),
    reports: words(
      '(?:it|he|she|they|which|that|claude|copilot|coderabbit|the \\p{L}+|readme(?:\\.md)?|docs?|documentation|reviewers?|error|message|comment|log|issue|page|article|spec|tool|output|linter) (?:says?|said|tells?|told|states?|stated|reads?|mentions?|claims?|suggests?|suggested|recommends?|wrote|writes|asks?|prints?|outputs?)|according to|(?:the )?(?:feedback|comment|review|quote|error|warning|message|text|log|output|instruction|prompt)s? (?:is|was|from|by|on|in|about|of)?:|i (?:got|received|found|saw|read) (?:this|that|the|a|in)|quot(?:e|ed|ing)|pasted?|e\\.g\\.|for example|such as this|ignore (?:all |any )?(?:the )?(?:previous|prior|above|earlier)|system (?:prompt|message|note)|assistant',
    ),
    modal: words('should|must|shall|will|would|may|needs? to|has to|have to|ought to|can(?:not)?|is to|are to'),
    us: words("you|we|i|us|claude|agents?|everyone|nobody|let'?s"),
    everywhere: words(
      '(?:in|for|across|on) all (?:of )?(?:my|our|the|your)? ?(?:other )?(?:projects|repos|repositories|codebases)|everywhere|globally|(?:in|for|across) (?:every|any|each) (?:project|repo(?:sitory)?|codebase)|in general for all|regardless of (?:the )?(?:project|repo)',
    ),
    lead: opening(
      'please|pls|ok(?:ay)?|alright|hey|hi|hello|no(?=[,.!:])|nope|yes|yeah|yep|and|also|but|so|well|oh|btw|by the way|just|again|sorry|thanks|thank you|great|good|nice|one more thing|another thing|note(?=:)|important(?=:)|fyi|actually|hmm+|also please|wait|look|listen|nit',
    ),
    tail: closing('please|thanks|thank you|ok(?:ay)?|pls|thx|cheers|agreed|got it'),
    no: words(
      "never|don'?t|dont|do not|not|no|none|avoid|stop|without|isn'?t|aren'?t|mustn'?t|shouldn'?t|can'?t|cannot|nothing|quit|hate|dislike",
    ),
    instead: words('instead of|rather than|and not|but not|over|not'),
    small:
      'use using used always never please should must make sure remember note keep mind prefer want need like from now on future going forward every time each whenever wherever possible can here we our you your repo repository project all any ever again only don dont avoid stop instead rather than over directly everywhere globally',
  }),
);
