// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: these are measured

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -3.928, // bias
  0.257, // in the request
  0.39, // in its first sentence
  -0.371, // opens the request
  0.756, // in a heading of the request
  0.392, // in the item that was chosen
  0.181, // in the first sentences said
  0.083, // in a heading or bold words
  0.702, // times said, log
  1.41, // share of the passages
  0.462, // times said before, log
  1.55, // in a commit
  -0.276, // opens a commit
  0.928, // in the name of a changed file
  0.915, // in a changed symbol
  0.305, // in the diff, log
  0.118, // in a command, log
  -0.003, // in the session title
  0.613, // in the title before
  0.268, // said at the end of the turn before
  0.118, // in a plan or task
  0.745, // in the reviewed title
  1.789, // is code
  0.251, // is part of code
  0.14, // is a code span
  -0.553, // short
  -0.957, // a number
  -0.43, // asked and said
  -0.512, // asked and changed
  -0.694, // said and changed
  0.4, // asked for in a short request
  -0.945, // says little anywhere
  0.556, // sources, share
  1.084, // early in the request
  1.097, // early in what was said
  0.309, // in the name of a file that was read
  0.772, // searched for
  0.642, // times asked, log
  -0.286, // in the body of a commit
  -0.053, // code that was asked for
  -0.307, // code that was said first
  0.024, // generic and asked for
];

/** How much of its subject a line names; see rank.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.166, // bias
  0.546, // share of the subject named
  0.067, // names the first word of the subject
  0.045, // names the second
  0.021, // names the third
  -0.085, // weight of what is missing
  0.16, // weight per word
  -0.016, // words
  0.147, // length
  0.011, // very short
  0.012, // has code
  -0.065, // place
  -0.149, // question
  -0.003, // in the first or second person
  -0.017, // begins with a pronoun
  -0.052, // points at something unnamed
  -0.057, // a thing without its name
  0.015, // introduces a list
  0.028, // begins with a verb of change
  0.001, // shortened
  0.058, // with a scope
  0.064, // with an aside
  0.187, // a pair
  0.008, // has a verb
  -0.037, // few words but code
  -0.009, // begins with a label
  0.003, // odd characters
  -0.032, // tells a state of the work
  0.036, // begins with code
  0.011, // a request that tells what to do
  0.023, // a finding with a verb
  -0.033, // code names
  0.134, // from: request heading
  -0.125, // from: request
  -0.023, // from: later request
  0.249, // from: chosen
  0.05, // from: commit
  0.0, // from: pull request
  -0.034, // from: lead
  -0.055, // from: sentence
  -0.015, // from: heading
  -0.066, // from: point
  -0.107, // from: bold
  -0.078, // from: earlier message
  0.225, // from: plan
  -0.023, // from: task
  -0.009, // from: diff
  0.059, // from: reviewed
  0.008, // from: offered
  -0.025, // from: session title
  0.092, // scope: reference
  0.022, // scope: file
  0.001, // scope: symbol
  -0.054, // scope: name
  -0.002, // scope: words
  0.046, // aside: reference
  0.039, // aside: file
  0.015, // aside: symbol
  -0.035, // aside: name
  0.0, // aside: words
  -0.003, // added to code
];

/** How well a line reads as a title; see rank.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -0.051, // bias
  0.289, // share of the subject named
  0.059, // names the first word of the subject
  -0.014, // names the second
  0.02, // names the third
  0.026, // weight of what is missing
  0.231, // weight per word
  0.105, // words
  0.35, // length
  -0.006, // very short
  0.044, // has code
  0.069, // place
  -0.17, // question
  -0.072, // in the first or second person
  0.111, // begins with a pronoun
  -0.16, // points at something unnamed
  -0.141, // a thing without its name
  -0.047, // introduces a list
  0.205, // begins with a verb of change
  -0.033, // shortened
  -0.026, // with a scope
  -0.116, // with an aside
  -0.176, // a pair
  0.009, // has a verb
  -0.153, // few words but code
  -0.101, // begins with a label
  0.031, // odd characters
  -0.211, // tells a state of the work
  -0.086, // begins with code
  -0.116, // a request that tells what to do
  0.032, // a finding with a verb
  -0.064, // code names
  0.215, // from: request heading
  -0.096, // from: request
  -0.027, // from: later request
  0.05, // from: chosen
  0.058, // from: commit
  0.0, // from: pull request
  -0.086, // from: lead
  -0.049, // from: sentence
  0.0, // from: heading
  -0.021, // from: point
  -0.162, // from: bold
  -0.067, // from: earlier message
  0.019, // from: plan
  0.117, // from: task
  -0.143, // from: diff
  0.203, // from: reviewed
  -0.047, // from: offered
  -0.016, // from: session title
  0.196, // scope: reference
  0.038, // scope: file
  -0.089, // scope: symbol
  -0.099, // scope: name
  -0.073, // scope: words
  0.127, // aside: reference
  -0.006, // aside: file
  -0.106, // aside: symbol
  -0.132, // aside: name
  0.0, // aside: words
  0.132, // added to code
];

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
  -2.246, // bias
  -0.89, // place
  -0.117, // among the first three
  2.258, // names of the subject
  0.677, // names of code
  -0.13, // a number
  0.273, // gives a reason
  0.084, // a path, flag or command
  0.693, // length
  -0.35, // short
  -0.614, // names things that are new
  -0.482, // says how the work stands
  -0.225, // bold words
  0.134, // is: sentence
  0.131, // is: point
  -0.267, // is: row
  0.495, // is: code
  -0.552, // is: commit
  -0.128, // is: earlier
  -0.717, // is: choice
  -0.879, // is: run
  -0.19, // is: edit
  0.0, // is: plan
  -0.272, // is: request
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
  bugfix: [
    0.317, // bias
    0.129, // new code files
    -0.09, // new names, log
    -0.113, // names gone, log
    0.144, // grows
    0.126, // shrinks
    0.19, // small
    0.772, // asked: bug
    0.192, // asked: new
    0.057, // asked: shape
    -0.189, // asked: docs and chores
    1.112, // opens with: bug
    0.115, // opens with: new
    -0.027, // opens with: shape
    0.884, // title: bug
    0.01, // title: new
    0.109, // title: shape
    -0.051, // title: docs and chores
    1.022, // said: bug
    -0.035, // said: shape
    0.494, // a failure was fixed
    -0.128, // docs as well
    0.737, // states how things are
    0.762, // states what should not be
    1.559, // heading: fix
  ],
  feature: [
    -0.012, // bias
    0.594, // new code files
    0.403, // new names, log
    -0.059, // names gone, log
    0.46, // grows
    -0.066, // shrinks
    -0.131, // small
    0.026, // asked: bug
    0.553, // asked: new
    -0.09, // asked: shape
    0.158, // asked: docs and chores
    -0.109, // opens with: bug
    1.091, // opens with: new
    -0.096, // opens with: shape
    -0.069, // title: bug
    0.569, // title: new
    -0.245, // title: shape
    0.082, // title: docs and chores
    -0.216, // said: bug
    -0.029, // said: shape
    -0.002, // a failure was fixed
    -0.104, // docs as well
    -0.197, // states how things are
    -0.063, // states what should not be
    -0.032, // heading: fix
  ],
  refactor: [
    -0.232, // bias
    0.119, // new code files
    0.328, // new names, log
    0.622, // names gone, log
    -0.196, // grows
    0.307, // shrinks
    -0.137, // small
    -0.043, // asked: bug
    -0.163, // asked: new
    0.531, // asked: shape
    0.148, // asked: docs and chores
    0.056, // opens with: bug
    -0.05, // opens with: new
    1.225, // opens with: shape
    0.059, // title: bug
    0.022, // title: new
    1.106, // title: shape
    -0.051, // title: docs and chores
    0.102, // said: bug
    0.304, // said: shape
    0.109, // a failure was fixed
    -0.024, // docs as well
    0.002, // states how things are
    0.017, // states what should not be
    -0.014, // heading: fix
  ],
  change: [
    -0.073, // bias
    -0.042, // new code files
    -0.241, // new names, log
    -0.05, // names gone, log
    -0.008, // grows
    0.032, // shrinks
    0.578, // small
    0.045, // asked: bug
    -0.083, // asked: new
    0.002, // asked: shape
    0.283, // asked: docs and chores
    0.142, // opens with: bug
    0.043, // opens with: new
    0.098, // opens with: shape
    -0.073, // title: bug
    0.198, // title: new
    0.03, // title: shape
    0.82, // title: docs and chores
    -0.108, // said: bug
    0.06, // said: shape
    -0.001, // a failure was fixed
    0.256, // docs as well
    0.058, // states how things are
    -0.116, // states what should not be
    -0.013, // heading: fix
  ],
};
