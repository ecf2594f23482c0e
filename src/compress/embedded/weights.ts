// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: these are measured

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -4.086, // bias
  0.308, // in the request
  0.113, // in its first sentence
  -0.305, // opens the request
  0.67, // in a heading of the request
  0.997, // in the item that was chosen
  0.185, // in the first sentences said
  -0.222, // in a heading or bold words
  0.839, // times said, log
  1.1, // share of the passages
  0.776, // times said before, log
  0.954, // in a commit
  -0.102, // opens a commit
  1.324, // in the name of a changed file
  0.962, // in a changed symbol
  0.42, // in the diff, log
  0.321, // in a command, log
  -0.153, // in the session title
  0.435, // in the title before
  0.171, // said at the end of the turn before
  -0.022, // in a plan or task
  0.663, // in the reviewed title
  1.432, // is code
  0.274, // is part of code
  0.018, // is a code span
  -0.612, // short
  -0.751, // a number
  -0.182, // asked and said
  -0.624, // asked and changed
  -0.639, // said and changed
  0.415, // asked for in a short request
  -0.849, // says little anywhere
  0.492, // sources, share
  1.112, // early in the request
  1.235, // early in what was said
  0.3, // in the name of a file that was read
  0.553, // searched for
  0.529, // times asked, log
  -0.165, // in the body of a commit
  -0.12, // code that was asked for
  -0.137, // code that was said first
  -0.247, // generic and asked for
  0.046, // share of the turns before that say it
  0.645, // in Latin letters among others
  0.338, // long
  0.527, // has a capital within a sentence
  0.121, // said, if nothing is asked
  -0.38, // a pair of signs with a Chinese one
];

/** How much of its subject a line names; see title/features.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.116, // bias
  0.323, // share of the subject named
  0.132, // names the first word of the subject
  0.094, // names the second
  0.008, // names the third
  -0.031, // weight of what is missing
  0.187, // weight per word
  0.057, // words
  0.006, // length
  -0.016, // very short
  0.005, // has code
  -0.076, // place
  -0.03, // question
  -0.053, // in the first or second person
  -0.008, // begins with a pronoun
  -0.018, // points at something unnamed
  -0.082, // a thing without its name
  0.006, // introduces a list
  0.042, // begins with a verb of change
  -0.033, // shortened
  0.044, // with a scope
  0.003, // with an aside
  -0.011, // has a verb
  -0.046, // few words but code
  -0.034, // begins with a label
  -0.039, // odd characters
  0.039, // tells a state of the work
  -0.003, // begins with code
  -0.053, // a request that tells what to do
  -0.02, // a finding with a verb
  -0.094, // code names
  0.017, // from: request heading
  -0.017, // from: request
  -0.059, // from: later request
  0.125, // from: chosen
  0.079, // from: commit
  0.0, // from: pull request
  -0.009, // from: lead
  -0.027, // from: sentence
  0.001, // from: heading
  -0.07, // from: point
  -0.037, // from: bold
  -0.026, // from: earlier message
  0.107, // from: plan
  -0.045, // from: task
  0.024, // from: diff
  0.06, // from: reviewed
  0.005, // from: offered
  0.007, // from: session title
  -0.022, // from: before
  -0.015, // from: step
  0.02, // from: question
  0.042, // scope: reference
  0.021, // scope: file
  -0.014, // scope: symbol
  -0.008, // scope: name
  0.002, // scope: words
  0.061, // aside: reference
  -0.005, // aside: file
  -0.009, // aside: symbol
  -0.044, // aside: name
  0.0, // aside: words
  0.04, // added to code
  -0.019, // in a place
  -0.012, // told together with what was added
  0.061, // told apart from what was added
  -0.02, // a scope that stands nearby
  0.039, // an aside that stands nearby
  -0.01, // what a thing does, without the thing
  -0.016, // has a line number
  -0.017, // has a dash
  -0.0, // a heading in capitals
  -0.037, // begins with a bracket
  -0.01, // begins with a verb of asking
  0.088, // specific words
  -0.013, // no specific word
  0.029, // one specific word
  -0.021, // said in passing
  -0.091, // a list
  0.02, // share of digits
  -0.041, // ends open
  -0.032, // a thing by its article
  0.025, // begins with a small letter
  -0.02, // ends with code
  -0.035, // share of code
  -0.016, // scope shares no words with the request
  0.008, // typed without a verb of change
  0.052, // added from elsewhere
  0.058, // tells a result
  -0.011, // an opinion
  0.091, // begins with somebody
  -0.027, // begins with an auxiliary
  -0.028, // has a quotation
  0.043, // does something to code
  0.023, // prefix of a commit
  0.112, // code does something
  0.014, // many words
  -0.008, // a title with something added
  0.013, // a place within something
  0.025, // begins with an article
  0.003, // first heading of an answer
  0.027, // first sentence of an answer
  0.031, // later in an answer
  0.058, // a request that was answered
  -0.078, // a change without what it is
  -0.032, // what was looked at for an answer
  -0.016, // asks how to do it
  -0.022, // this or that thing
  -0.058, // a new or other thing
  0.025, // counted things
  -0.017, // ends with what was said
  -0.063, // a review or a report by its article
  -0.014, // shortened though there is room
  -0.011, // under its heading
  0.001, // the session, for an answer
  0.023, // begins in the past
  -0.06, // what would be
  0.175, // a plan
  0.02, // tightened
  0.039, // said as the conclusion
  -0.045, // ends with a verb
  0.003, // a list that breaks off
  0.026, // something done to a thing without a name
  -0.008, // says what for
  0.023, // says when
  0.038, // plain words
  0.051, // plain words of a deed
  -0.025, // only what is there
  0.028, // what is not, or wrong
  0.054, // a deed in an answer
  0.001, // specific words of a deed
  -0.001, // joins two deeds
  -0.001, // a proposal
  0.032, // names the fourth
  0.037, // names the fifth
  0.05, // names the sixth
  -0.042, // how many of the first six
  0.04, // words of the request
  0.019, // names what was asked and changed
  0.053, // in another language
  -0.051, // a deed in another language
  0.012, // length in another language
  -0.023, // what was said first, in another language
  -0.017, // as it was typed, in another language
  -0.004, // points at something, beside a name
];

/** How well a line reads as a title; see title/features.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -2.115, // bias
  0.453, // share of the subject named
  0.185, // names the first word of the subject
  -0.027, // names the second
  0.114, // names the third
  -0.743, // weight of what is missing
  0.708, // weight per word
  0.523, // words
  0.991, // length
  -0.404, // very short
  0.231, // has code
  -0.31, // place
  -0.273, // question
  -0.528, // in the first or second person
  -0.055, // begins with a pronoun
  -0.887, // points at something unnamed
  -0.178, // a thing without its name
  0.197, // introduces a list
  0.58, // begins with a verb of change
  0.153, // shortened
  -0.041, // with a scope
  -0.341, // with an aside
  -0.14, // has a verb
  -0.737, // few words but code
  -0.357, // begins with a label
  -0.064, // odd characters
  -0.707, // tells a state of the work
  0.46, // begins with code
  -0.663, // a request that tells what to do
  0.204, // a finding with a verb
  0.676, // code names
  0.557, // from: request heading
  -0.934, // from: request
  -0.873, // from: later request
  -0.154, // from: chosen
  1.563, // from: commit
  0.085, // from: pull request
  -0.576, // from: lead
  -0.937, // from: sentence
  0.14, // from: heading
  -0.238, // from: point
  0.622, // from: bold
  -0.691, // from: earlier message
  0.071, // from: plan
  0.25, // from: task
  0.56, // from: diff
  0.289, // from: reviewed
  -0.85, // from: offered
  -0.062, // from: session title
  -0.317, // from: before
  -0.413, // from: step
  -0.213, // from: question
  0.655, // scope: reference
  0.081, // scope: file
  -0.025, // scope: symbol
  -0.376, // scope: name
  -0.378, // scope: words
  0.283, // aside: reference
  0.219, // aside: file
  -0.077, // aside: symbol
  -0.765, // aside: name
  0.0, // aside: words
  0.147, // added to code
  0.007, // in a place
  0.179, // told together with what was added
  -0.251, // told apart from what was added
  -0.243, // a scope that stands nearby
  0.408, // an aside that stands nearby
  -0.24, // what a thing does, without the thing
  -0.127, // has a line number
  -0.168, // has a dash
  -0.077, // a heading in capitals
  -0.099, // begins with a bracket
  0.238, // begins with a verb of asking
  1.285, // specific words
  -0.144, // no specific word
  -0.465, // one specific word
  -0.433, // said in passing
  -0.394, // a list
  -0.28, // share of digits
  -0.166, // ends open
  -0.127, // a thing by its article
  0.278, // begins with a small letter
  -0.226, // ends with code
  0.013, // share of code
  0.253, // scope shares no words with the request
  0.308, // typed without a verb of change
  0.13, // added from elsewhere
  0.217, // tells a result
  -1.021, // an opinion
  -0.214, // begins with somebody
  -0.545, // begins with an auxiliary
  -0.322, // has a quotation
  0.226, // does something to code
  0.097, // prefix of a commit
  0.462, // code does something
  -0.179, // many words
  -0.352, // a title with something added
  -0.084, // a place within something
  -0.192, // begins with an article
  -0.042, // first heading of an answer
  -0.823, // first sentence of an answer
  -0.09, // later in an answer
  -0.152, // a request that was answered
  -1.766, // a change without what it is
  -0.615, // what was looked at for an answer
  0.074, // asks how to do it
  -0.457, // this or that thing
  -0.036, // a new or other thing
  -0.349, // counted things
  -0.403, // ends with what was said
  -0.877, // a review or a report by its article
  0.024, // shortened though there is room
  0.114, // under its heading
  -0.034, // the session, for an answer
  -0.36, // begins in the past
  -0.454, // what would be
  0.206, // a plan
  -0.136, // tightened
  -0.084, // said as the conclusion
  -0.218, // ends with a verb
  -0.549, // a list that breaks off
  -0.222, // something done to a thing without a name
  0.024, // says what for
  0.39, // says when
  0.839, // plain words
  -0.361, // plain words of a deed
  -0.111, // only what is there
  0.584, // what is not, or wrong
  -0.163, // a deed in an answer
  0.567, // specific words of a deed
  -0.285, // joins two deeds
  0.276, // a proposal
  0.155, // names the fourth
  0.061, // names the fifth
  0.018, // names the sixth
  -0.043, // how many of the first six
  -0.323, // words of the request
  -0.005, // names what was asked and changed
  -0.148, // in another language
  -0.161, // a deed in another language
  -0.248, // length in another language
  0.389, // what was said first, in another language
  -0.221, // as it was typed, in another language
  0.058, // points at something, beside a name
];

/** What single words say about how well a line reads; see title/features.ts. */
export const READING_WORDS: ReadonlyMap<string, number> = new Map([
  ['action', 0.16],
  ['add', 0.62],
  ['address', -0.23],
  ['agent', 0.18],
  ['already', 0.26],
  ['and', -0.58],
  ['api', 0.24],
  ['app', -0.15],
  ['apply', -0.22],
  ['are', 0.25],
  ['as', -0.39],
  ['backend', 0.26],
  ['bar', 0.19],
  ['board', -0.23],
  ['branch', 0.33],
  ['but', -0.15],
  ['by', -0.26],
  ['cargo', 0.31],
  ['cause', -0.26],
  ['change', -0.35],
  ['changes', -0.25],
  ['checked', -0.16],
  ['claude', 0.31],
  ['cleaner', -0.22],
  ['cloud', 0.19],
  ['commit', -0.41],
  ['como', 0.18],
  ['config', -0.25],
  ['consumer', -0.16],
  ['context', -0.27],
  ['continued', -0.2],
  ['counts', 0.2],
  ['critical', -0.17],
  ['detail', -0.19],
  ['die', -0.31],
  ['discussion', -0.28],
  ['done', -0.26],
  ['duplication', -0.18],
  ['early', -0.15],
  ['em', 0.17],
  ['email', -0.16],
  ['endpoint', 0.18],
  ['entire', 0.21],
  ['entry', 0.2],
  ['error', 0.25],
  ['errors', 0.29],
  ['falls', -0.16],
  ['features', 0.18],
  ['findings', -0.23],
  ['found', -0.3],
  ['four', -0.19],
  ['from', 0.39],
  ['frontend', 0.16],
  ['gap', -0.19],
  ['gemini', 0.16],
  ['gets', 0.24],
  ['github', -0.16],
  ['global', -0.16],
  ['http', 0.16],
  ['icon', 0.18],
  ['identified', -0.19],
  ['if', -0.23],
  ['include', 0.25],
  ['information', -0.16],
  ['integration', 0.42],
  ['item', -0.37],
  ['itself', 0.19],
  ['job', 0.19],
  ['just', -0.17],
  ['layout', 0.18],
  ['le', 0.2],
  ['lint', 0.2],
  ['list', -0.23],
  ['local', -0.16],
  ['localhost', 0.17],
  ['make', -0.3],
  ['mode', 0.3],
  ['model', 0.2],
  ['move', -0.2],
  ['need', -0.15],
  ['never', 0.15],
  ['node', 0.3],
  ['normal', -0.16],
  ['oauth', 0.27],
  ['old', 0.2],
  ['one', -0.36],
  ['para', -0.18],
  ['parallel', -0.21],
  ['pas', -0.2],
  ['pass', 0.27],
  ['path', -0.15],
  ['phase', -0.24],
  ['po', 0.21],
  ['port', 0.16],
  ['prompt', 0.21],
  ['read', 0.27],
  ['release', 0.26],
  ['remove', 0.4],
  ['removed', 0.41],
  ['rename', 0.2],
  ['replace', 0.23],
  ['required', -0.19],
  ['same', -0.16],
  ['section', -0.59],
  ['sections', -0.26],
  ['serve', 0.18],
  ['session', 0.22],
  ['shared', -0.23],
  ['simple', -0.18],
  ['simpler', 0.17],
  ['stale', -0.21],
  ['step', -0.22],
  ['still', 0.25],
  ['struct', -0.18],
  ['support', 0.62],
  ['task', -0.18],
  ['tauri', 0.18],
  ['template', 0.3],
  ['testappendshellcompletion', 0.16],
  ['texto', 0.17],
  ['then', -0.19],
  ['these', -0.21],
  ['this', -0.28],
  ['three', -0.22],
  ['to', 0.44],
  ['todo', -0.16],
  ['type', 0.25],
  ['ui', -0.17],
  ['unit', 0.18],
  ['updates', -0.16],
  ['using', -0.25],
  ['verified', -0.17],
  ['warnings', 0.19],
  ['we', -0.23],
  ['when', 0.25],
  ['windows', 0.24],
  ['yash', 0.24],
]);

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
  -1.806, // bias
  -0.938, // place
  -0.246, // among the first three
  2.004, // names of the subject
  0.579, // names of code
  -0.118, // a number
  0.442, // gives a reason
  -0.042, // a path, flag or command
  0.362, // length
  -0.163, // short
  -0.675, // names things that are new
  -0.846, // says how the work stands
  -0.432, // bold words
  0.268, // is: sentence
  0.117, // is: point
  -0.318, // is: row
  0.238, // is: code
  -0.402, // is: commit
  -0.013, // is: earlier
  -0.293, // is: choice
  -0.598, // is: run
  -0.221, // is: edit
  0.0, // is: plan
  -0.584, // is: request
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
  bugfix: [
    0.43, // bias
    -0.177, // new code files
    -0.29, // new names, log
    -0.278, // names gone, log
    0.074, // grows
    0.032, // shrinks
    0.169, // small
    1.177, // asked: bug
    -0.069, // asked: new
    0.009, // asked: shape
    -0.319, // asked: docs and chores
    0.979, // opens with: bug
    0.186, // opens with: new
    -0.047, // opens with: shape
    0.656, // title: bug
    0.012, // title: new
    0.304, // title: shape
    0.235, // title: docs and chores
    1.173, // said: bug
    0.001, // said: shape
    0.429, // a failure was fixed
    -0.117, // docs as well
    0.398, // states how things are
    0.86, // states what should not be
    1.536, // heading: fix
  ],
  feature: [
    0.293, // bias
    0.608, // new code files
    0.084, // new names, log
    0.173, // names gone, log
    0.995, // grows
    -0.043, // shrinks
    0.036, // small
    -0.354, // asked: bug
    0.584, // asked: new
    -0.099, // asked: shape
    0.171, // asked: docs and chores
    -0.111, // opens with: bug
    1.118, // opens with: new
    -0.082, // opens with: shape
    -0.237, // title: bug
    0.242, // title: new
    -0.126, // title: shape
    -0.221, // title: docs and chores
    -0.54, // said: bug
    -0.378, // said: shape
    -0.002, // a failure was fixed
    0.088, // docs as well
    -0.163, // states how things are
    0.043, // states what should not be
    -0.006, // heading: fix
  ],
  refactor: [
    -0.362, // bias
    0.6, // new code files
    0.617, // new names, log
    0.599, // names gone, log
    -0.263, // grows
    0.363, // shrinks
    -0.328, // small
    -0.081, // asked: bug
    -0.013, // asked: new
    0.519, // asked: shape
    0.268, // asked: docs and chores
    0.255, // opens with: bug
    -0.23, // opens with: new
    1.12, // opens with: shape
    0.012, // title: bug
    0.272, // title: new
    0.845, // title: shape
    -0.371, // title: docs and chores
    0.222, // said: bug
    0.412, // said: shape
    0.178, // a failure was fixed
    -0.117, // docs as well
    0.321, // states how things are
    -0.074, // states what should not be
    -0.004, // heading: fix
  ],
  change: [
    -0.361, // bias
    -0.231, // new code files
    -0.011, // new names, log
    -0.093, // names gone, log
    -0.407, // grows
    0.048, // shrinks
    0.624, // small
    0.058, // asked: bug
    -0.003, // asked: new
    0.07, // asked: shape
    0.28, // asked: docs and chores
    0.078, // opens with: bug
    0.126, // opens with: new
    0.209, // opens with: shape
    0.368, // title: bug
    0.273, // title: new
    -0.024, // title: shape
    1.156, // title: docs and chores
    -0.056, // said: bug
    0.266, // said: shape
    -0.005, // a failure was fixed
    0.146, // docs as well
    0.043, // states how things are
    -0.23, // states what should not be
    -0.026, // heading: fix
  ],
};
