// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: these are measured

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -3.615, // bias
  0.474, // in the request
  0.045, // in its first sentence
  -0.42, // opens the request
  0.677, // in a heading of the request
  1.03, // in the item that was chosen
  0.305, // in the first sentences said
  0.275, // in a heading or bold words
  0.492, // times said, log
  1.129, // share of the passages
  0.52, // times said before, log
  1.161, // in a commit
  0.035, // opens a commit
  1.175, // in the name of a changed file
  0.856, // in a changed symbol
  0.425, // in the diff, log
  0.21, // in a command, log
  -0.072, // in the session title
  0.386, // in the title before
  -0.077, // said at the end of the turn before
  0.032, // in a plan or task
  0.665, // in the reviewed title
  1.332, // is code
  0.279, // is part of code
  0.361, // is a code span
  -0.987, // short
  -0.668, // a number
  -0.272, // asked and said
  -0.225, // asked and changed
  -0.726, // said and changed
  0.425, // asked for in a short request
  -0.802, // says little anywhere
  0.545, // sources, share
  1.164, // early in the request
  0.931, // early in what was said
  0.284, // in the name of a file that was read
  0.794, // searched for
  0.322, // times asked, log
  -0.056, // in the body of a commit
  0.194, // code that was asked for
  -0.201, // code that was said first
  -0.479, // generic and asked for
];

/** How much of its subject a line names; see title/features.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.151, // bias
  0.235, // share of the subject named
  0.096, // names the first word of the subject
  0.137, // names the second
  0.041, // names the third
  -0.137, // weight of what is missing
  0.157, // weight per word
  0.048, // words
  0.024, // length
  -0.007, // very short
  -0.005, // has code
  -0.099, // place
  -0.018, // question
  0.043, // in the first or second person
  -0.009, // begins with a pronoun
  -0.036, // points at something unnamed
  -0.049, // a thing without its name
  0.018, // introduces a list
  0.021, // begins with a verb of change
  -0.02, // shortened
  0.04, // with a scope
  0.02, // with an aside
  0.008, // has a verb
  -0.018, // few words but code
  -0.031, // begins with a label
  0.083, // odd characters
  0.023, // tells a state of the work
  0.059, // begins with code
  -0.018, // a request that tells what to do
  -0.022, // a finding with a verb
  -0.05, // code names
  0.021, // from: request heading
  -0.015, // from: request
  -0.014, // from: later request
  0.07, // from: chosen
  0.019, // from: commit
  0.0, // from: pull request
  0.023, // from: lead
  -0.042, // from: sentence
  0.024, // from: heading
  -0.04, // from: point
  -0.005, // from: bold
  -0.01, // from: earlier message
  0.105, // from: plan
  -0.021, // from: task
  0.016, // from: diff
  0.029, // from: reviewed
  0.04, // from: offered
  0.01, // from: session title
  -0.01, // from: before
  -0.037, // from: step
  -0.011, // from: question
  0.057, // scope: reference
  -0.029, // scope: file
  -0.016, // scope: symbol
  0.015, // scope: name
  0.013, // scope: words
  0.046, // aside: reference
  -0.03, // aside: file
  -0.016, // aside: symbol
  0.02, // aside: name
  0.0, // aside: words
  0.05, // added to code
  -0.031, // in a place
  -0.026, // told together with what was added
  0.063, // told apart from what was added
  -0.015, // a scope that stands nearby
  0.033, // an aside that stands nearby
  0.018, // what a thing does, without the thing
  0.028, // has a line number
  0.016, // has a dash
  0.0, // a heading in capitals
  -0.032, // begins with a bracket
  0.015, // begins with a verb of asking
  0.099, // specific words
  0.002, // no specific word
  0.011, // one specific word
  -0.008, // said in passing
  -0.051, // a list
  -0.008, // share of digits
  -0.025, // ends open
  -0.001, // a thing by its article
  0.018, // begins with a small letter
  0.008, // ends with code
  0.011, // share of code
  -0.008, // scope shares no words with the request
  0.002, // typed without a verb of change
  -0.001, // added from elsewhere
  0.04, // tells a result
  -0.033, // an opinion
  0.038, // begins with somebody
  0.014, // begins with an auxiliary
  0.028, // has a quotation
  0.006, // does something to code
  0.039, // prefix of a commit
  0.043, // code does something
  0.016, // many words
  0.005, // a title with something added
  0.002, // a place within something
  0.04, // begins with an article
  0.02, // first heading of an answer
  0.053, // first sentence of an answer
  -0.007, // later in an answer
  0.028, // a request that was answered
  -0.068, // a change without what it is
  -0.02, // what was looked at for an answer
  -0.006, // asks how to do it
  0.028, // this or that thing
  -0.031, // a new or other thing
  -0.039, // counted things
  -0.016, // ends with what was said
  -0.07, // a review or a report by its article
  0.027, // shortened though there is room
  0.015, // under its heading
  0.005, // the session, for an answer
  0.055, // begins in the past
  -0.03, // what would be
  0.151, // a plan
  0.004, // tightened
  0.033, // said as the conclusion
  -0.029, // ends with a verb
  -0.001, // a list that breaks off
  0.022, // something done to a thing without a name
  0.048, // says what for
  0.042, // says when
  0.03, // plain words
  0.055, // plain words of a deed
  -0.023, // only what is there
  0.021, // what is not, or wrong
  0.002, // a deed in an answer
  0.03, // specific words of a deed
  0.012, // joins two deeds
  0.054, // a proposal
  0.029, // names the fourth
  0.023, // names the fifth
  0.04, // names the sixth
  -0.072, // how many of the first six
  0.038, // words of the request
  0.032, // names what was asked and changed
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
  0.0, // names the fourth
  0.0, // names the fifth
  0.0, // names the sixth
  0.0, // how many of the first six
  0.0, // words of the request
  0.0, // names what was asked and changed
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
  -1.464, // bias
  -1.289, // place
  -0.306, // among the first three
  1.763, // names of the subject
  0.716, // names of code
  -0.088, // a number
  0.311, // gives a reason
  -0.036, // a path, flag or command
  0.327, // length
  -0.333, // short
  -0.763, // names things that are new
  -0.819, // says how the work stands
  -0.232, // bold words
  0.079, // is: sentence
  0.116, // is: point
  0.346, // is: row
  0.278, // is: code
  -0.403, // is: commit
  -0.097, // is: earlier
  -0.323, // is: choice
  -0.849, // is: run
  -0.32, // is: edit
  0.0, // is: plan
  -0.29, // is: request
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
  bugfix: [
    0.758, // bias
    -0.159, // new code files
    -0.152, // new names, log
    -0.182, // names gone, log
    0.225, // grows
    0.009, // shrinks
    0.261, // small
    1.068, // asked: bug
    0.169, // asked: new
    -0.179, // asked: shape
    -0.325, // asked: docs and chores
    0.8, // opens with: bug
    0.269, // opens with: new
    0.014, // opens with: shape
    0.627, // title: bug
    0.111, // title: new
    0.17, // title: shape
    0.357, // title: docs and chores
    1.437, // said: bug
    0.017, // said: shape
    0.399, // a failure was fixed
    -0.347, // docs as well
    0.365, // states how things are
    0.808, // states what should not be
    1.523, // heading: fix
  ],
  feature: [
    -0.176, // bias
    0.791, // new code files
    0.559, // new names, log
    -0.111, // names gone, log
    1.05, // grows
    -0.158, // shrinks
    -0.138, // small
    -0.329, // asked: bug
    0.571, // asked: new
    -0.09, // asked: shape
    0.423, // asked: docs and chores
    -0.053, // opens with: bug
    1.062, // opens with: new
    -0.134, // opens with: shape
    -0.32, // title: bug
    0.407, // title: new
    -0.159, // title: shape
    -0.114, // title: docs and chores
    -0.379, // said: bug
    -0.006, // said: shape
    0.089, // a failure was fixed
    0.072, // docs as well
    0.072, // states how things are
    -0.183, // states what should not be
    -0.003, // heading: fix
  ],
  refactor: [
    -0.367, // bias
    0.143, // new code files
    0.517, // new names, log
    0.773, // names gone, log
    -0.61, // grows
    0.256, // shrinks
    -0.312, // small
    -0.01, // asked: bug
    -0.276, // asked: new
    0.667, // asked: shape
    0.196, // asked: docs and chores
    0.151, // opens with: bug
    -0.113, // opens with: new
    1.104, // opens with: shape
    0.032, // title: bug
    0.093, // title: new
    0.903, // title: shape
    -0.375, // title: docs and chores
    0.082, // said: bug
    0.234, // said: shape
    0.151, // a failure was fixed
    -0.106, // docs as well
    0.05, // states how things are
    0.107, // states what should not be
    -0.002, // heading: fix
  ],
  change: [
    -0.215, // bias
    0.026, // new code files
    -0.523, // new names, log
    -0.08, // names gone, log
    -0.265, // grows
    0.293, // shrinks
    0.69, // small
    0.071, // asked: bug
    0.036, // asked: new
    0.102, // asked: shape
    0.106, // asked: docs and chores
    0.302, // opens with: bug
    -0.017, // opens with: new
    0.215, // opens with: shape
    0.461, // title: bug
    0.189, // title: new
    0.085, // title: shape
    0.932, // title: docs and chores
    -0.34, // said: bug
    0.055, // said: shape
    -0.04, // a failure was fixed
    0.381, // docs as well
    0.112, // states how things are
    -0.131, // states what should not be
    -0.018, // heading: fix
  ],
};
