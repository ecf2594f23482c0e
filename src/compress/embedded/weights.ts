// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -3.933, // bias
  0.259, // in the request
  0.395, // in its first sentence
  -0.37, // opens the request
  0.736, // in a heading of the request
  0.385, // in the item that was chosen
  0.185, // in the first sentences said
  0.087, // in a heading or bold words
  0.706, // times said, log
  1.4, // share of the passages
  0.464, // times said before, log
  1.559, // in a commit
  -0.285, // opens a commit
  0.921, // in the name of a changed file
  0.93, // in a changed symbol
  0.304, // in the diff, log
  0.12, // in a command, log
  -0.006, // in the session title
  0.642, // in the title before
  0.27, // said at the end of the turn before
  0.123, // in a plan or task
  0.743, // in the reviewed title
  1.789, // is code
  0.24, // is part of code
  0.14, // is a code span
  -0.546, // short
  -0.954, // a number
  -0.436, // asked and said
  -0.517, // asked and changed
  -0.71, // said and changed
  0.402, // asked for in a short request
  -0.945, // says little anywhere
  0.558, // sources, share
  1.074, // early in the request
  1.089, // early in what was said
  0.317, // in the name of a file that was read
  0.769, // searched for
  0.652, // times asked, log
  -0.29, // in the body of a commit
  -0.053, // code that was asked for
  -0.304, // code that was said first
  0.031, // generic and asked for
];

/** How much of its subject a line names; see rank.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.166, // bias
  0.553, // share of the subject named
  0.067, // names the first word of the subject
  0.04, // names the second
  0.008, // names the third
  -0.075, // weight of what is missing
  0.188, // weight per word
  -0.026, // words
  0.166, // length
  0.006, // very short
  0.026, // has code
  -0.057, // place
  0.032, // question
  -0.032, // speaks of I or you
  -0.019, // begins with a pronoun
  -0.05, // points at something unnamed
  -0.044, // a thing without its name
  0.034, // introduces a list
  0.017, // begins with a verb of change
  -0.001, // shortened
  0.051, // with a scope
  0.06, // with an aside
  0.137, // a pair
  0.011, // has a verb
  -0.034, // few words but code
  -0.018, // begins with a label
  0.011, // odd characters
  -0.077, // tells a state of the work
  0.036, // begins with code
  0.032, // a request that tells what to do
  0.012, // a finding with a verb
  -0.042, // code names
  0.103, // from: request heading
  -0.174, // from: request
  -0.042, // from: later request
  0.438, // from: chosen
  0.026, // from: commit
  0.0, // from: pull request
  -0.044, // from: lead
  -0.074, // from: sentence
  -0.033, // from: heading
  -0.086, // from: point
  -0.124, // from: bold
  -0.096, // from: earlier message
  0.274, // from: plan
  -0.036, // from: task
  -0.024, // from: diff
  0.041, // from: reviewed
  0.05, // from: offered
  -0.032, // from: session title
  0.098, // scope: reference
  0.015, // scope: file
  0.005, // scope: symbol
  -0.053, // scope: name
  -0.013, // scope: words
  0.053, // aside: reference
  0.03, // aside: file
  0.017, // aside: symbol
  -0.04, // aside: name
  0.0, // aside: words
  0.0, // added to code
];

/** How well a line reads as a title; see rank.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -0.049, // bias
  0.292, // share of the subject named
  0.056, // names the first word of the subject
  0.007, // names the second
  -0.006, // names the third
  0.031, // weight of what is missing
  0.214, // weight per word
  0.089, // words
  0.379, // length
  -0.034, // very short
  0.021, // has code
  0.061, // place
  -0.018, // question
  -0.222, // speaks of I or you
  0.15, // begins with a pronoun
  -0.173, // points at something unnamed
  -0.139, // a thing without its name
  -0.027, // introduces a list
  0.178, // begins with a verb of change
  -0.031, // shortened
  -0.04, // with a scope
  -0.12, // with an aside
  -0.205, // a pair
  0.023, // has a verb
  -0.159, // few words but code
  -0.089, // begins with a label
  0.033, // odd characters
  -0.265, // tells a state of the work
  -0.08, // begins with code
  -0.122, // a request that tells what to do
  0.021, // a finding with a verb
  0.031, // code names
  0.234, // from: request heading
  -0.11, // from: request
  -0.022, // from: later request
  0.058, // from: chosen
  0.052, // from: commit
  0.0, // from: pull request
  -0.089, // from: lead
  -0.046, // from: sentence
  -0.015, // from: heading
  -0.011, // from: point
  -0.15, // from: bold
  -0.053, // from: earlier message
  0.034, // from: plan
  0.112, // from: task
  -0.185, // from: diff
  0.18, // from: reviewed
  -0.034, // from: offered
  -0.006, // from: session title
  0.175, // scope: reference
  0.052, // scope: file
  -0.101, // scope: symbol
  -0.088, // scope: name
  -0.077, // scope: words
  0.132, // aside: reference
  0.007, // aside: file
  -0.118, // aside: symbol
  -0.14, // aside: name
  0.0, // aside: words
  0.101, // added to code
];

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
  -2.249, // bias
  -0.89, // place
  -0.116, // among the first three
  2.262, // names of the subject
  0.677, // names of code
  -0.129, // a number
  0.271, // gives a reason
  0.083, // a path, flag or command
  0.69, // length
  -0.35, // short
  -0.614, // names things that are new
  -0.48, // says how the work stands
  -0.223, // bold words
  0.134, // is: sentence
  0.129, // is: point
  -0.267, // is: row
  0.497, // is: code
  -0.555, // is: commit
  -0.128, // is: earlier
  -0.716, // is: choice
  -0.88, // is: run
  -0.191, // is: edit
  0.0, // is: plan
  -0.272, // is: request
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
  bugfix: [
    0.311, // bias
    0.126, // new code files
    -0.094, // new names, log
    -0.113, // names gone, log
    0.133, // grows
    0.124, // shrinks
    0.18, // small
    0.772, // asked: bug
    0.19, // asked: new
    0.059, // asked: shape
    -0.208, // asked: docs and chores
    1.105, // opens with: bug
    0.118, // opens with: new
    -0.028, // opens with: shape
    0.879, // title: bug
    0.029, // title: new
    0.152, // title: shape
    0.022, // title: docs and chores
    1.026, // said: bug
    -0.057, // said: shape
    0.494, // a failure was fixed
    -0.13, // docs as well
    0.741, // states how things are
    0.762, // states what should not be
    1.561, // heading: fix
  ],
  feature: [
    -0.014, // bias
    0.605, // new code files
    0.407, // new names, log
    -0.069, // names gone, log
    0.461, // grows
    -0.066, // shrinks
    -0.145, // small
    0.015, // asked: bug
    0.533, // asked: new
    -0.094, // asked: shape
    0.157, // asked: docs and chores
    -0.119, // opens with: bug
    1.08, // opens with: new
    -0.1, // opens with: shape
    -0.067, // title: bug
    0.598, // title: new
    -0.228, // title: shape
    0.128, // title: docs and chores
    -0.218, // said: bug
    -0.029, // said: shape
    -0.002, // a failure was fixed
    -0.108, // docs as well
    -0.204, // states how things are
    -0.067, // states what should not be
    -0.039, // heading: fix
  ],
  refactor: [
    -0.245, // bias
    0.112, // new code files
    0.332, // new names, log
    0.635, // names gone, log
    -0.198, // grows
    0.315, // shrinks
    -0.14, // small
    -0.04, // asked: bug
    -0.153, // asked: new
    0.539, // asked: shape
    0.149, // asked: docs and chores
    0.06, // opens with: bug
    -0.04, // opens with: new
    1.231, // opens with: shape
    0.062, // title: bug
    -0.038, // title: new
    1.068, // title: shape
    -0.031, // title: docs and chores
    0.105, // said: bug
    0.3, // said: shape
    0.109, // a failure was fixed
    -0.018, // docs as well
    0.005, // states how things are
    0.019, // states what should not be
    -0.008, // heading: fix
  ],
  change: [
    -0.053, // bias
    -0.043, // new code files
    -0.244, // new names, log
    -0.053, // names gone, log
    0.004, // grows
    0.027, // shrinks
    0.606, // small
    0.053, // asked: bug
    -0.069, // asked: new
    -0.004, // asked: shape
    0.302, // asked: docs and chores
    0.154, // opens with: bug
    0.043, // opens with: new
    0.097, // opens with: shape
    -0.073, // title: bug
    0.211, // title: new
    0.009, // title: shape
    0.681, // title: docs and chores
    -0.114, // said: bug
    0.086, // said: shape
    -0.001, // a failure was fixed
    0.256, // docs as well
    0.057, // states how things are
    -0.115, // states what should not be
    -0.014, // heading: fix
  ],
};
