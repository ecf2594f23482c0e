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

/** How much of its subject a line names; see title/features.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.083, // bias
  0.223, // share of the subject named
  0.126, // names the first word of the subject
  0.134, // names the second
  0.039, // names the third
  -0.073, // weight of what is missing
  0.137, // weight per word
  0.055, // words
  0.026, // length
  -0.012, // very short
  0.045, // has code
  -0.077, // place
  -0.002, // question
  -0.01, // in the first or second person
  -0.011, // begins with a pronoun
  -0.017, // points at something unnamed
  -0.051, // a thing without its name
  0.009, // introduces a list
  0.033, // begins with a verb of change
  -0.003, // shortened
  0.036, // with a scope
  0.014, // with an aside
  -0.001, // has a verb
  -0.019, // few words but code
  -0.003, // begins with a label
  -0.007, // odd characters
  0.005, // tells a state of the work
  0.03, // begins with code
  -0.024, // a request that tells what to do
  -0.003, // a finding with a verb
  -0.007, // code names
  0.021, // from: request heading
  -0.018, // from: request
  0.0, // from: later request
  0.056, // from: chosen
  0.024, // from: commit
  0.0, // from: pull request
  0.039, // from: lead
  -0.016, // from: sentence
  0.01, // from: heading
  -0.081, // from: point
  -0.013, // from: bold
  -0.018, // from: earlier message
  0.085, // from: plan
  -0.023, // from: task
  0.006, // from: diff
  0.005, // from: reviewed
  0.014, // from: offered
  0.007, // from: session title
  0.0, // from: before
  -0.015, // from: step
  0.0, // from: question
  0.036, // scope: reference
  0.001, // scope: file
  0.0, // scope: symbol
  0.004, // scope: name
  -0.006, // scope: words
  0.032, // aside: reference
  -0.003, // aside: file
  0.004, // aside: symbol
  -0.019, // aside: name
  0.0, // aside: words
  0.018, // added to code
  -0.017, // in a place
  0.014, // told together with what was added
  0.003, // told apart from what was added
  -0.0, // a scope that stands nearby
  0.03, // an aside that stands nearby
  0.004, // what a thing does, without the thing
  0.003, // has a line number
  -0.002, // has a dash
  0.006, // a heading in capitals
  -0.001, // begins with a bracket
  0.042, // begins with a verb of asking
  0.095, // specific words
  -0.006, // no specific word
  0.027, // one specific word
  -0.014, // said in passing
  -0.035, // a list
  0.011, // share of digits
  -0.041, // ends open
  -0.031, // a thing by its article
  0.025, // begins with a small letter
  -0.003, // ends with code
  -0.003, // share of code
  -0.008, // scope shares no words with the request
  -0.001, // typed without a verb of change
  0.013, // added from elsewhere
  0.031, // tells a result
  0.005, // an opinion
  0.001, // begins with somebody
  -0.006, // begins with an auxiliary
  0.018, // has a quotation
  -0.008, // does something to code
  0.006, // prefix of a commit
  0.054, // code does something
  -0.012, // many words
  0.003, // a title with something added
  0.002, // a place within something
  0.012, // begins with an article
  0.011, // first heading of an answer
  0.037, // first sentence of an answer
  -0.009, // later in an answer
  -0.017, // a request that was answered
  -0.031, // a change without what it is
  0.021, // what was looked at for an answer
  0.003, // asks how to do it
  0.007, // this or that thing
  -0.026, // a new or other thing
  -0.022, // counted things
  -0.007, // ends with what was said
  -0.036, // a review or a report by its article
  0.012, // shortened though there is room
  -0.009, // under its heading
  0.002, // the session, for an answer
  0.012, // begins in the past
  -0.019, // what would be
  0.082, // a plan
  -0.033, // tightened
  0.019, // said as the conclusion
  -0.015, // ends with a verb
  -0.036, // a list that breaks off
  0.014, // something done to a thing without a name
  0.033, // says what for
  0.01, // says when
  0.074, // plain words
  0.028, // plain words of a deed
  -0.007, // only what is there
  0.03, // what is not, or wrong
  0.003, // a deed in an answer
  0.029, // specific words of a deed
  -0.024, // joins two deeds
  0.007, // a proposal
];

/** How well a line reads as a title; see title/features.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -2.603, // bias
  0.541, // share of the subject named
  0.112, // names the first word of the subject
  0.174, // names the second
  0.129, // names the third
  -0.429, // weight of what is missing
  0.518, // weight per word
  0.509, // words
  0.523, // length
  -0.765, // very short
  0.433, // has code
  -0.474, // place
  0.008, // question
  -0.636, // in the first or second person
  0.003, // begins with a pronoun
  -1.099, // points at something unnamed
  -0.595, // a thing without its name
  -0.213, // introduces a list
  -0.055, // begins with a verb of change
  0.016, // shortened
  -0.057, // with a scope
  -0.373, // with an aside
  0.187, // has a verb
  -0.339, // few words but code
  -0.302, // begins with a label
  -0.255, // odd characters
  -0.413, // tells a state of the work
  0.216, // begins with code
  -0.124, // a request that tells what to do
  0.4, // a finding with a verb
  0.703, // code names
  0.503, // from: request heading
  -0.667, // from: request
  -0.282, // from: later request
  0.054, // from: chosen
  0.572, // from: commit
  0.085, // from: pull request
  -0.546, // from: lead
  -0.446, // from: sentence
  -0.244, // from: heading
  -0.393, // from: point
  0.282, // from: bold
  -0.345, // from: earlier message
  0.123, // from: plan
  0.259, // from: task
  -0.259, // from: diff
  0.261, // from: reviewed
  -0.879, // from: offered
  -0.18, // from: session title
  -0.168, // from: before
  -0.332, // from: step
  0.0, // from: question
  0.58, // scope: reference
  0.011, // scope: file
  -0.072, // scope: symbol
  -0.167, // scope: name
  -0.41, // scope: words
  0.32, // aside: reference
  0.064, // aside: file
  -0.292, // aside: symbol
  -0.464, // aside: name
  0.0, // aside: words
  0.274, // added to code
  0.102, // in a place
  -0.13, // told together with what was added
  -0.331, // told apart from what was added
  -0.288, // a scope that stands nearby
  0.329, // an aside that stands nearby
  -0.47, // what a thing does, without the thing
  -0.259, // has a line number
  -0.465, // has a dash
  -0.077, // a heading in capitals
  -0.212, // begins with a bracket
  0.027, // begins with a verb of asking
  1.13, // specific words
  -0.114, // no specific word
  -0.246, // one specific word
  -0.281, // said in passing
  -0.309, // a list
  0.004, // share of digits
  -0.243, // ends open
  -0.2, // a thing by its article
  0.008, // begins with a small letter
  -0.349, // ends with code
  0.24, // share of code
  -0.001, // scope shares no words with the request
  -0.017, // typed without a verb of change
  -0.153, // added from elsewhere
  0.407, // tells a result
  -0.523, // an opinion
  -0.14, // begins with somebody
  -0.689, // begins with an auxiliary
  -0.048, // has a quotation
  0.145, // does something to code
  0.229, // prefix of a commit
  0.315, // code does something
  0.11, // many words
  0.289, // a title with something added
  0.104, // a place within something
  -0.039, // begins with an article
  -0.123, // first heading of an answer
  0.086, // first sentence of an answer
  -0.239, // later in an answer
  -0.107, // a request that was answered
  -1.332, // a change without what it is
  -0.607, // what was looked at for an answer
  0.005, // asks how to do it
  -0.518, // this or that thing
  -0.251, // a new or other thing
  0.071, // counted things
  -0.34, // ends with what was said
  -0.859, // a review or a report by its article
  -0.083, // shortened though there is room
  0.055, // under its heading
  -0.078, // the session, for an answer
  -0.075, // begins in the past
  -0.426, // what would be
  0.176, // a plan
  -0.144, // tightened
  0.068, // said as the conclusion
  -0.21, // ends with a verb
  -0.398, // a list that breaks off
  -0.501, // something done to a thing without a name
  -0.081, // says what for
  0.046, // says when
  0.618, // plain words
  0.15, // plain words of a deed
  0.034, // only what is there
  0.44, // what is not, or wrong
  0.054, // a deed in an answer
  0.665, // specific words of a deed
  -0.515, // joins two deeds
  0.08, // a proposal
];

/** What single words say about how well a line reads; see title/features.ts. */
export const READING_WORDS: ReadonlyMap<string, number> = new Map([
  ['a', -0.31],
  ['add', 0.42],
  ['address', -0.23],
  ['agent', 0.21],
  ['already', 0.24],
  ['and', -0.34],
  ['api', 0.36],
  ['app', -0.15],
  ['apply', -0.22],
  ['are', 0.16],
  ['as', -0.31],
  ['at', -0.17],
  ['backend', 0.26],
  ['bar', 0.19],
  ['board', -0.23],
  ['branch', 0.25],
  ['but', -0.18],
  ['by', -0.2],
  ['cargo', 0.26],
  ['cause', -0.26],
  ['change', -0.29],
  ['changes', -0.25],
  ['checked', -0.16],
  ['ci', 0.18],
  ['claude', 0.29],
  ['cleaner', -0.22],
  ['cloud', 0.19],
  ['commit', -0.23],
  ['config', -0.27],
  ['consumer', -0.16],
  ['context', -0.27],
  ['continued', -0.2],
  ['counts', 0.2],
  ['critical', -0.17],
  ['detail', -0.19],
  ['discussion', -0.28],
  ['done', -0.26],
  ['duplication', -0.19],
  ['early', -0.15],
  ['email', -0.16],
  ['endpoint', 0.18],
  ['entire', 0.21],
  ['entry', 0.2],
  ['error', 0.2],
  ['errors', 0.21],
  ['falls', -0.16],
  ['features', 0.18],
  ['findings', -0.23],
  ['for', 0.2],
  ['found', -0.3],
  ['four', -0.19],
  ['from', 0.45],
  ['frontend', 0.16],
  ['gap', -0.19],
  ['gemini', 0.16],
  ['gets', 0.15],
  ['github', -0.26],
  ['global', -0.16],
  ['go', 0.2],
  ['icon', 0.18],
  ['identified', -0.19],
  ['identifier', -0.16],
  ['if', -0.19],
  ['include', 0.23],
  ['information', -0.16],
  ['inside', -0.16],
  ['integration', 0.42],
  ['issue', 0.15],
  ['item', -0.29],
  ['itself', 0.23],
  ['job', 0.19],
  ['just', -0.2],
  ['layout', 0.18],
  ['lint', 0.19],
  ['local', -0.16],
  ['localhost', 0.17],
  ['make', -0.26],
  ['mode', 0.27],
  ['model', 0.2],
  ['move', -0.18],
  ['need', -0.15],
  ['node', 0.17],
  ['normal', -0.16],
  ['oauth', 0.2],
  ['of', -0.22],
  ['old', 0.2],
  ['one', -0.29],
  ['only', 0.15],
  ['parallel', -0.21],
  ['pass', 0.27],
  ['path', -0.23],
  ['phase', -0.24],
  ['project', 0.2],
  ['prompt', 0.22],
  ['read', 0.22],
  ['release', 0.25],
  ['remove', 0.31],
  ['removed', 0.36],
  ['rename', 0.17],
  ['replace', 0.19],
  ['required', -0.19],
  ['review', -0.19],
  ['running', 0.2],
  ['same', -0.17],
  ['section', -0.51],
  ['sections', -0.2],
  ['serve', 0.18],
  ['session', 0.17],
  ['sets', -0.18],
  ['shared', -0.23],
  ['simple', -0.18],
  ['simpler', 0.17],
  ['skipped', -0.19],
  ['skips', 0.17],
  ['stale', -0.21],
  ['step', -0.22],
  ['still', 0.21],
  ['struct', -0.16],
  ['support', 0.53],
  ['task', -0.18],
  ['tauri', 0.18],
  ['template', 0.37],
  ['testappendshellcompletion', 0.16],
  ['tests', 0.16],
  ['the', -0.18],
  ['then', -0.16],
  ['these', -0.21],
  ['this', -0.27],
  ['three', -0.22],
  ['to', 0.24],
  ['todo', -0.15],
  ['type', 0.22],
  ['ui', -0.17],
  ['unit', 0.16],
  ['updates', -0.16],
  ['uses', 0.16],
  ['using', -0.29],
  ['verified', -0.17],
  ['warnings', 0.19],
  ['we', -0.18],
  ['when', 0.27],
  ['windows', 0.25],
  ['yash', 0.24],
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
