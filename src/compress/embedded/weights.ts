// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: these are measured

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -3.93, // bias
  0.256, // in the request
  0.389, // in its first sentence
  -0.385, // opens the request
  0.73, // in a heading of the request
  0.381, // in the item that was chosen
  0.181, // in the first sentences said
  0.077, // in a heading or bold words
  0.711, // times said, log
  1.369, // share of the passages
  0.464, // times said before, log
  1.558, // in a commit
  -0.265, // opens a commit
  0.92, // in the name of a changed file
  0.921, // in a changed symbol
  0.302, // in the diff, log
  0.123, // in a command, log
  -0.021, // in the session title
  0.681, // in the title before
  0.259, // said at the end of the turn before
  0.113, // in a plan or task
  0.746, // in the reviewed title
  1.798, // is code
  0.248, // is part of code
  0.14, // is a code span
  -0.549, // short
  -0.947, // a number
  -0.42, // asked and said
  -0.49, // asked and changed
  -0.707, // said and changed
  0.417, // asked for in a short request
  -0.944, // says little anywhere
  0.556, // sources, share
  1.088, // early in the request
  1.1, // early in what was said
  0.317, // in the name of a file that was read
  0.768, // searched for
  0.642, // times asked, log
  -0.289, // in the body of a commit
  -0.062, // code that was asked for
  -0.318, // code that was said first
  0.028, // generic and asked for
];

/** How much of its subject a line names; see rank.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.111, // bias
  0.678, // share of the subject named
  0.018, // names the first word of the subject
  0.044, // names the second
  -0.052, // names the third
  -0.071, // weight of what is missing
  0.3, // weight per word
  0.062, // words
  0.069, // length
  -0.018, // very short
  0.041, // has code
  -0.108, // place
  -0.044, // question
  0.019, // in the first or second person
  -0.0, // begins with a pronoun
  0.006, // points at something unnamed
  -0.06, // a thing without its name
  0.003, // introduces a list
  0.08, // begins with a verb of change
  -0.006, // shortened
  0.026, // with a scope
  -0.01, // with an aside
  -0.008, // has a verb
  -0.037, // few words but code
  -0.016, // begins with a label
  -0.049, // odd characters
  0.015, // tells a state of the work
  0.034, // begins with code
  -0.055, // a request that tells what to do
  -0.03, // a finding with a verb
  -0.102, // code names
  0.03, // from: request heading
  -0.09, // from: request
  0.009, // from: later request
  0.315, // from: chosen
  -0.033, // from: commit
  0.0, // from: pull request
  -0.037, // from: lead
  -0.053, // from: sentence
  -0.049, // from: heading
  -0.123, // from: point
  -0.078, // from: bold
  -0.051, // from: earlier message
  0.447, // from: plan
  -0.076, // from: task
  -0.016, // from: diff
  0.089, // from: reviewed
  -0.019, // from: offered
  -0.105, // from: session title
  0.0, // from: before
  -0.05, // from: step
  0.116, // scope: reference
  -0.024, // scope: file
  0.028, // scope: symbol
  -0.057, // scope: name
  -0.036, // scope: words
  0.125, // aside: reference
  -0.039, // aside: file
  -0.036, // aside: symbol
  -0.061, // aside: name
  0.0, // aside: words
  0.031, // added to code
  -0.062, // in a place
  -0.028, // told together with what was added
  0.014, // told apart from what was added
  0.068, // a scope that stands nearby
  0.147, // an aside that stands nearby
  0.035, // what a thing does, without the thing
  0.028, // has a line number
  0.001, // has a dash
  0.035, // a heading in capitals
  -0.113, // begins with a bracket
  0.01, // begins with a verb of asking
  0.097, // specific words
  0.002, // no specific word
  0.052, // one specific word
  -0.008, // said in passing
  -0.056, // a list
  0.084, // share of digits
  -0.104, // ends open
  -0.007, // a thing by its article
  0.026, // begins with a small letter
  -0.008, // ends with code
  -0.035, // share of code
  0.056, // scope shares no words with the request
  0.012, // typed without a verb of change
  0.066, // added from elsewhere
  0.076, // tells a result
  -0.021, // an opinion
  0.033, // begins with somebody
  0.015, // begins with an auxiliary
  -0.014, // has a quotation
  -0.009, // does something to code
  0.02, // prefix of a commit
  0.057, // code does something
  -0.019, // many words
  0.0, // a title with something added
  0.038, // a place within something
  0.025, // begins with an article
  0.044, // first heading of an answer
  0.002, // first sentence of an answer
  0.018, // later in an answer
  -0.059, // a request that was answered
  -0.101, // a change without what it is
  0.07, // what was looked at for an answer
  0.023, // asks how to do it
];

/** How well a line reads as a title; see rank.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -3.823, // bias
  0.967, // share of the subject named
  0.233, // names the first word of the subject
  0.044, // names the second
  -0.023, // names the third
  0.011, // weight of what is missing
  0.872, // weight per word
  0.543, // words
  0.784, // length
  -0.32, // very short
  0.266, // has code
  -0.434, // place
  -0.344, // question
  -1.07, // in the first or second person
  0.071, // begins with a pronoun
  -0.984, // points at something unnamed
  -0.732, // a thing without its name
  -0.21, // introduces a list
  0.765, // begins with a verb of change
  -0.014, // shortened
  -0.336, // with a scope
  -0.103, // with an aside
  0.273, // has a verb
  -0.616, // few words but code
  -0.367, // begins with a label
  -0.549, // odd characters
  -0.916, // tells a state of the work
  0.36, // begins with code
  -0.513, // a request that tells what to do
  0.379, // a finding with a verb
  0.474, // code names
  1.129, // from: request heading
  -0.572, // from: request
  -0.34, // from: later request
  0.027, // from: chosen
  1.119, // from: commit
  0.0, // from: pull request
  -0.433, // from: lead
  -0.474, // from: sentence
  -0.177, // from: heading
  -0.622, // from: point
  -0.458, // from: bold
  -0.483, // from: earlier message
  0.047, // from: plan
  0.781, // from: task
  -0.631, // from: diff
  1.09, // from: reviewed
  -1.851, // from: offered
  0.632, // from: session title
  -2.089, // from: before
  -0.621, // from: step
  0.793, // scope: reference
  -0.149, // scope: file
  0.167, // scope: symbol
  -0.317, // scope: name
  -0.83, // scope: words
  0.499, // aside: reference
  0.219, // aside: file
  -0.062, // aside: symbol
  -0.758, // aside: name
  0.0, // aside: words
  0.366, // added to code
  0.089, // in a place
  -0.124, // told together with what was added
  -0.491, // told apart from what was added
  -0.166, // a scope that stands nearby
  -0.006, // an aside that stands nearby
  -0.409, // what a thing does, without the thing
  -0.45, // has a line number
  -0.678, // has a dash
  -0.253, // a heading in capitals
  -0.392, // begins with a bracket
  0.373, // begins with a verb of asking
  1.999, // specific words
  -0.414, // no specific word
  -0.826, // one specific word
  -0.427, // said in passing
  -0.905, // a list
  -0.99, // share of digits
  -1.227, // ends open
  -0.187, // a thing by its article
  0.751, // begins with a small letter
  -0.367, // ends with code
  -0.395, // share of code
  -0.372, // scope shares no words with the request
  0.342, // typed without a verb of change
  -0.012, // added from elsewhere
  0.526, // tells a result
  -0.339, // an opinion
  -0.966, // begins with somebody
  -0.318, // begins with an auxiliary
  0.205, // has a quotation
  0.55, // does something to code
  -0.411, // prefix of a commit
  0.239, // code does something
  0.215, // many words
  0.548, // a title with something added
  0.293, // a place within something
  0.029, // begins with an article
  0.36, // first heading of an answer
  0.225, // first sentence of an answer
  -0.062, // later in an answer
  -0.28, // a request that was answered
  -0.72, // a change without what it is
  -0.911, // what was looked at for an answer
  0.367, // asks how to do it
];

/** What single words say about how well a line reads; see rank.ts. */
export const READING_WORDS: ReadonlyMap<string, number> = new Map([
  ['a', -0.38],
  ['add', 0.51],
  ['address', -0.34],
  ['against', -0.25],
  ['agent', 0.4],
  ['all', -0.19],
  ['already', 0.57],
  ['always', 0.32],
  ['analysis', 0.32],
  ['and', -0.34],
  ['api', 0.32],
  ['app', 0.16],
  ['argument', 0.19],
  ['assertion', 0.18],
  ['available', -0.26],
  ['back', -0.27],
  ['backend', 0.21],
  ['bash', 0.37],
  ['becomes', -0.18],
  ['behaviors', -0.19],
  ['bloat', -0.17],
  ['both', 0.27],
  ['branch', 0.27],
  ['bug', 0.38],
  ['bump', -0.17],
  ['by', -0.4],
  ['called', -0.15],
  ['can', 0.18],
  ["can't", 0.25],
  ['cargo', 0.32],
  ['cause', -0.31],
  ['change', -0.42],
  ['changes', -0.33],
  ['checkpoint', 0.53],
  ['checks', -0.19],
  ['chore', -0.16],
  ['ci', 0.36],
  ['clean', -0.22],
  ['cleanup', 0.17],
  ['clear', -0.2],
  ['codebase', 0.15],
  ['comments', -0.26],
  ['commit', -0.35],
  ['compared', -0.22],
  ['consolidate', -0.26],
  ['constant', -0.25],
  ['constants', 0.21],
  ['content', -0.17],
  ['contents', 0.18],
  ['context', -0.33],
  ['coproc', 0.36],
  ['counts', 0.44],
  ['covering', -0.27],
  ['cwd', 0.18],
  ['delete', 0.18],
  ['deterministic', 0.23],
  ["doesn't", 0.26],
  ['done', -0.41],
  ['double', 0.19],
  ['duplicate', 0.22],
  ['duplication', -0.41],
  ['edits', -0.19],
  ['endpoint', 0.25],
  ['entire', 0.3],
  ['eof', 0.18],
  ['error', 0.45],
  ['errors', 0.2],
  ['evaluator', -0.27],
  ['every', 0.2],
  ['exactly', 0.23],
  ['exclude', 0.26],
  ['existing', 0.31],
  ['expansion', 0.21],
  ['extract', 0.27],
  ['fail', 0.45],
  ['failure', 0.24],
  ['feedback', -0.17],
  ['fetch', 0.33],
  ['fetchmetadatabranch', -0.24],
  ['few', -0.18],
  ['field', 0.19],
  ['first', 0.18],
  ['fish', 0.22],
  ['flag', 0.24],
  ['flow', -0.27],
  ['for', 0.18],
  ['from', 0.2],
  ['ftcs', 0.2],
  ['fuse-t', 0.17],
  ['gemini', 0.32],
  ['generation', 0.19],
  ['github', -0.56],
  ['glob', 0.22],
  ['global', -0.19],
  ['go', 0.3],
  ['gosec', 0.18],
  ['green', 0.37],
  ['half', -0.19],
  ['handle', 0.23],
  ['heredoc', 0.18],
  ['hidden', 0.19],
  ['hide', 0.24],
  ['history', -0.22],
  ['hkdf', 0.28],
  ['hooks', 0.56],
  ['ids', 0.2],
  ['if', -0.24],
  ['imported', -0.2],
  ['include', 0.26],
  ['installation', 0.26],
  ['installed', 0.24],
  ['instead', -0.25],
  ['integration', 0.33],
  ['interrupted', 0.35],
  ['is', -0.36],
  ['item', -0.31],
  ['items', -0.23],
  ['just', -0.15],
  ['key', 0.22],
  ['keys', 0.16],
  ['large', -0.18],
  ['latest', -0.28],
  ['limit', -0.19],
  ['llm-generated', -0.19],
  ['localhost', 0.25],
  ['locally', -0.22],
  ['logic', -0.19],
  ['looks', -0.15],
  ['macfuse', 0.3],
  ['make', -0.27],
  ['migration', -0.17],
  ['mode', 0.33],
  ['most', -0.17],
  ['mount', 0.3],
  ['needs', -0.22],
  ['negative', -0.18],
  ['nested', -0.31],
  ['never', 0.19],
  ['new', -0.29],
  ['notes', -0.18],
  ['notice', 0.22],
  ['nu', 0.2],
  ['oauth', 0.32],
  ['of', -0.34],
  ['one', -0.5],
  ['packagekind', -0.22],
  ['parameter', 0.23],
  ['pass', 0.33],
  ['pat', 0.21],
  ['plan', -0.29],
  ['pr', 0.26],
  ['prevent', -0.19],
  ['print', -0.2],
  ['profiles', -0.19],
  ['prompt', 0.5],
  ['proposals', 0.18],
  ['ps', 0.21],
  ['pwsh', 0.17],
  ['quality', 0.18],
  ['read', 0.23],
  ['reads', -0.29],
  ['red', 0.28],
  ['redesign', 0.18],
  ['reference', -0.48],
  ['references', 0.24],
  ['release', 0.4],
  ['remediation', 0.25],
  ['remove', 0.37],
  ['removed', 0.34],
  ['replace', 0.26],
  ['repo', -0.23],
  ['resume', 0.25],
  ['review', -0.16],
  ['root', -0.29],
  ['rune', 0.16],
  ['runs', -0.15],
  ['rustflags', 0.26],
  ['says', 0.22],
  ['section', -0.52],
  ['session', 0.5],
  ['set', -0.2],
  ['sets', -0.39],
  ['setup', 0.32],
  ['shell', 0.58],
  ['should', 0.57],
  ['showsuggestion', 0.22],
  ['sign-macos', -0.53],
  ['skips', 0.29],
  ['solid', 0.28],
  ['something', -0.24],
  ['stale', -0.25],
  ['start', -0.29],
  ['states', -0.18],
  ['status', 0.32],
  ['step', 0.19],
  ['steptranscriptstart', 0.21],
  ['storage', 0.18],
  ['strategy', 0.29],
  ['string', 0.23],
  ['strings', 0.19],
  ['subagent', -0.17],
  ['suite', 0.48],
  ['summary', 0.33],
  ['support', 0.59],
  ['supports', 0.21],
  ['table-driven', -0.26],
  ['tauri', 0.37],
  ['template', 0.2],
  ['ternary', -0.16],
  ['testing', -0.23],
  ['then', -0.21],
  ['to', 0.29],
  ['todo', -0.28],
  ['tool', -0.22],
  ['tools', 0.33],
  ['trailers', 0.17],
  ['transient', 0.19],
  ['true', 0.23],
  ['tspec', 0.23],
  ['tspec-build', 0.44],
  ['type', 0.18],
  ['update', -0.19],
  ['usage', 0.22],
  ['using', -0.31],
  ['value', 0.28],
  ['visible', 0.28],
  ['warnings', 0.37],
  ['was', -0.33],
  ['website', 0.25],
  ['when', 0.45],
  ['why', -0.24],
  ['with', -0.15],
  ['wix', -0.28],
  ['write', -0.28],
  ['wsl', 0.28],
  ['yash', 0.46],
]);

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
  -2.247, // bias
  -0.889, // place
  -0.117, // among the first three
  2.259, // names of the subject
  0.68, // names of code
  -0.129, // a number
  0.272, // gives a reason
  0.083, // a path, flag or command
  0.691, // length
  -0.35, // short
  -0.615, // names things that are new
  -0.483, // says how the work stands
  -0.224, // bold words
  0.134, // is: sentence
  0.131, // is: point
  -0.265, // is: row
  0.496, // is: code
  -0.555, // is: commit
  -0.127, // is: earlier
  -0.716, // is: choice
  -0.879, // is: run
  -0.191, // is: edit
  0.0, // is: plan
  -0.274, // is: request
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
  bugfix: [
    0.425, // bias
    0.223, // new code files
    -0.141, // new names, log
    -0.219, // names gone, log
    0.121, // grows
    0.181, // shrinks
    0.298, // small
    0.728, // asked: bug
    0.249, // asked: new
    0.105, // asked: shape
    -0.324, // asked: docs and chores
    1.032, // opens with: bug
    0.157, // opens with: new
    -0.059, // opens with: shape
    0.724, // title: bug
    0.069, // title: new
    0.113, // title: shape
    -0.083, // title: docs and chores
    1.179, // said: bug
    -0.146, // said: shape
    0.408, // a failure was fixed
    -0.252, // docs as well
    0.779, // states how things are
    0.864, // states what should not be
    1.618, // heading: fix
  ],
  feature: [
    0.02, // bias
    0.418, // new code files
    0.366, // new names, log
    -0.092, // names gone, log
    0.544, // grows
    -0.108, // shrinks
    -0.229, // small
    0.05, // asked: bug
    0.608, // asked: new
    -0.143, // asked: shape
    0.234, // asked: docs and chores
    -0.209, // opens with: bug
    0.984, // opens with: new
    -0.157, // opens with: shape
    -0.209, // title: bug
    0.731, // title: new
    -0.253, // title: shape
    0.016, // title: docs and chores
    -0.355, // said: bug
    -0.019, // said: shape
    -0.006, // a failure was fixed
    -0.174, // docs as well
    -0.302, // states how things are
    -0.095, // states what should not be
    -0.054, // heading: fix
  ],
  refactor: [
    -0.361, // bias
    0.238, // new code files
    0.575, // new names, log
    0.819, // names gone, log
    -0.305, // grows
    0.294, // shrinks
    -0.232, // small
    -0.075, // asked: bug
    -0.261, // asked: new
    0.544, // asked: shape
    0.242, // asked: docs and chores
    0.112, // opens with: bug
    -0.053, // opens with: new
    1.24, // opens with: shape
    0.091, // title: bug
    -0.131, // title: new
    0.955, // title: shape
    0.113, // title: docs and chores
    0.197, // said: bug
    0.345, // said: shape
    0.205, // a failure was fixed
    -0.059, // docs as well
    0.005, // states how things are
    0.027, // states what should not be
    -0.016, // heading: fix
  ],
  change: [
    -0.084, // bias
    -0.079, // new code files
    -0.399, // new names, log
    -0.109, // names gone, log
    0.041, // grows
    0.033, // shrinks
    0.663, // small
    0.097, // asked: bug
    -0.095, // asked: new
    -0.006, // asked: shape
    0.248, // asked: docs and chores
    0.265, // opens with: bug
    0.112, // opens with: new
    0.176, // opens with: shape
    0.193, // title: bug
    0.131, // title: new
    0.185, // title: shape
    0.754, // title: docs and chores
    -0.22, // said: bug
    0.12, // said: shape
    -0.007, // a failure was fixed
    0.484, // docs as well
    0.119, // states how things are
    -0.196, // states what should not be
    -0.048, // heading: fix
  ],
};
