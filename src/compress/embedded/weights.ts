// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -3.931, // bias
  0.259, // in the request
  0.389, // in its first sentence
  -0.371, // opens the request
  0.737, // in a heading of the request
  0.39, // in the item that was chosen
  0.186, // in the first sentences said
  0.085, // in a heading or bold words
  0.704, // times said, log
  1.397, // share of the passages
  0.461, // times said before, log
  1.548, // in a commit
  -0.256, // opens a commit
  0.928, // in the name of a changed file
  0.916, // in a changed symbol
  0.305, // in the diff, log
  0.12, // in a command, log
  -0.01, // in the session title
  0.632, // in the title before
  0.268, // said at the end of the turn before
  0.119, // in a plan or task
  0.747, // in the reviewed title
  1.792, // is code
  0.243, // is part of code
  0.142, // is a code span
  -0.549, // short
  -0.952, // a number
  -0.432, // asked and said
  -0.514, // asked and changed
  -0.694, // said and changed
  0.404, // asked for in a short request
  -0.944, // says little anywhere
  0.556, // sources, share
  1.081, // early in the request
  1.093, // early in what was said
  0.31, // in the name of a file that was read
  0.768, // searched for
  0.645, // times asked, log
  -0.284, // in the body of a commit
  -0.054, // code that was asked for
  -0.318, // code that was said first
  0.032, // generic and asked for
];

/** How much of its subject a line names; see rank.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.176, // bias
  0.55, // share of the subject named
  0.068, // names the first word of the subject
  0.043, // names the second
  0.018, // names the third
  -0.093, // weight of what is missing
  0.154, // weight per word
  -0.008, // words
  0.138, // length
  0.008, // very short
  0.01, // has code
  -0.061, // place
  -0.144, // question
  -0.013, // in the first or second person
  -0.015, // begins with a pronoun
  -0.057, // points at something unnamed
  -0.054, // a thing without its name
  0.018, // introduces a list
  0.026, // begins with a verb of change
  -0.001, // shortened
  0.061, // with a scope
  0.069, // with an aside
  0.19, // a pair
  0.001, // has a verb
  -0.037, // few words but code
  -0.006, // begins with a label
  -0.001, // odd characters
  -0.037, // tells a state of the work
  0.037, // begins with code
  0.013, // a request that tells what to do
  0.03, // a finding with a verb
  -0.035, // code names
  0.142, // from: request heading
  -0.125, // from: request
  -0.02, // from: later request
  0.246, // from: chosen
  0.05, // from: commit
  0.0, // from: pull request
  -0.036, // from: lead
  -0.049, // from: sentence
  -0.018, // from: heading
  -0.066, // from: point
  -0.107, // from: bold
  -0.08, // from: earlier message
  0.225, // from: plan
  -0.022, // from: task
  -0.005, // from: diff
  0.059, // from: reviewed
  0.01, // from: offered
  -0.027, // from: session title
  0.1, // scope: reference
  0.019, // scope: file
  0.008, // scope: symbol
  -0.058, // scope: name
  -0.008, // scope: words
  0.054, // aside: reference
  0.035, // aside: file
  0.019, // aside: symbol
  -0.039, // aside: name
  0.0, // aside: words
  -0.006, // added to code
];

/** How well a line reads as a title; see rank.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -0.039, // bias
  0.287, // share of the subject named
  0.063, // names the first word of the subject
  -0.013, // names the second
  0.014, // names the third
  0.021, // weight of what is missing
  0.217, // weight per word
  0.104, // words
  0.339, // length
  -0.009, // very short
  0.042, // has code
  0.059, // place
  -0.172, // question
  -0.074, // in the first or second person
  0.122, // begins with a pronoun
  -0.165, // points at something unnamed
  -0.138, // a thing without its name
  -0.048, // introduces a list
  0.221, // begins with a verb of change
  -0.04, // shortened
  -0.022, // with a scope
  -0.116, // with an aside
  -0.172, // a pair
  0.007, // has a verb
  -0.157, // few words but code
  -0.096, // begins with a label
  0.033, // odd characters
  -0.22, // tells a state of the work
  -0.079, // begins with code
  -0.125, // a request that tells what to do
  0.03, // a finding with a verb
  -0.073, // code names
  0.22, // from: request heading
  -0.094, // from: request
  -0.024, // from: later request
  0.049, // from: chosen
  0.055, // from: commit
  0.0, // from: pull request
  -0.073, // from: lead
  -0.045, // from: sentence
  0.002, // from: heading
  -0.015, // from: point
  -0.162, // from: bold
  -0.084, // from: earlier message
  0.019, // from: plan
  0.117, // from: task
  -0.145, // from: diff
  0.21, // from: reviewed
  -0.05, // from: offered
  -0.019, // from: session title
  0.191, // scope: reference
  0.033, // scope: file
  -0.085, // scope: symbol
  -0.088, // scope: name
  -0.073, // scope: words
  0.121, // aside: reference
  -0.002, // aside: file
  -0.108, // aside: symbol
  -0.128, // aside: name
  0.0, // aside: words
  0.135, // added to code
];

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
  -2.248, // bias
  -0.889, // place
  -0.116, // among the first three
  2.261, // names of the subject
  0.675, // names of code
  -0.129, // a number
  0.27, // gives a reason
  0.084, // a path, flag or command
  0.693, // length
  -0.35, // short
  -0.613, // names things that are new
  -0.484, // says how the work stands
  -0.223, // bold words
  0.134, // is: sentence
  0.129, // is: point
  -0.268, // is: row
  0.496, // is: code
  -0.553, // is: commit
  -0.127, // is: earlier
  -0.717, // is: choice
  -0.879, // is: run
  -0.191, // is: edit
  0.0, // is: plan
  -0.272, // is: request
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
  bugfix: [
    0.314, // bias
    0.129, // new code files
    -0.094, // new names, log
    -0.112, // names gone, log
    0.137, // grows
    0.126, // shrinks
    0.194, // small
    0.777, // asked: bug
    0.186, // asked: new
    0.059, // asked: shape
    -0.185, // asked: docs and chores
    1.113, // opens with: bug
    0.105, // opens with: new
    -0.027, // opens with: shape
    0.855, // title: bug
    0.015, // title: new
    0.111, // title: shape
    -0.049, // title: docs and chores
    1.027, // said: bug
    -0.034, // said: shape
    0.494, // a failure was fixed
    -0.126, // docs as well
    0.738, // states how things are
    0.762, // states what should not be
    1.559, // heading: fix
  ],
  feature: [
    -0.01, // bias
    0.593, // new code files
    0.406, // new names, log
    -0.06, // names gone, log
    0.466, // grows
    -0.066, // shrinks
    -0.134, // small
    0.022, // asked: bug
    0.558, // asked: new
    -0.092, // asked: shape
    0.155, // asked: docs and chores
    -0.111, // opens with: bug
    1.1, // opens with: new
    -0.096, // opens with: shape
    -0.028, // title: bug
    0.564, // title: new
    -0.247, // title: shape
    0.079, // title: docs and chores
    -0.22, // said: bug
    -0.031, // said: shape
    -0.002, // a failure was fixed
    -0.105, // docs as well
    -0.198, // states how things are
    -0.063, // states what should not be
    -0.032, // heading: fix
  ],
  refactor: [
    -0.232, // bias
    0.119, // new code files
    0.328, // new names, log
    0.622, // names gone, log
    -0.195, // grows
    0.307, // shrinks
    -0.137, // small
    -0.043, // asked: bug
    -0.162, // asked: new
    0.531, // asked: shape
    0.148, // asked: docs and chores
    0.056, // opens with: bug
    -0.049, // opens with: new
    1.225, // opens with: shape
    0.053, // title: bug
    0.023, // title: new
    1.106, // title: shape
    -0.05, // title: docs and chores
    0.101, // said: bug
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
    -0.24, // new names, log
    -0.05, // names gone, log
    -0.007, // grows
    0.032, // shrinks
    0.578, // small
    0.044, // asked: bug
    -0.082, // asked: new
    0.002, // asked: shape
    0.283, // asked: docs and chores
    0.142, // opens with: bug
    0.045, // opens with: new
    0.098, // opens with: shape
    -0.079, // title: bug
    0.198, // title: new
    0.03, // title: shape
    0.82, // title: docs and chores
    -0.109, // said: bug
    0.06, // said: shape
    -0.001, // a failure was fixed
    0.256, // docs as well
    0.058, // states how things are
    -0.116, // states what should not be
    -0.013, // heading: fix
  ],
};
