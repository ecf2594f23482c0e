// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -3.928, // bias
  0.256, // in the request
  0.399, // in its first sentence
  -0.379, // opens the request
  0.765, // in a heading of the request
  0.425, // in the item that was chosen
  0.18, // in the first sentences said
  0.088, // in a heading or bold words
  0.702, // times said, log
  1.401, // share of the passages
  0.465, // times said before, log
  1.583, // in a commit
  -0.264, // opens a commit
  0.923, // in the name of a changed file
  0.909, // in a changed symbol
  0.305, // in the diff, log
  0.118, // in a command, log
  -0.012, // in the session title
  0.602, // in the title before
  0.276, // said at the end of the turn before
  0.121, // in a plan or task
  0.724, // in the reviewed title
  1.794, // is code
  0.251, // is part of code
  0.138, // is a code span
  -0.563, // short
  -0.92, // a number
  -0.434, // asked and said
  -0.509, // asked and changed
  -0.685, // said and changed
  0.407, // asked for in a short request
  -0.945, // says little anywhere
  0.559, // sources, share
  1.077, // early in the request
  1.094, // early in what was said
  0.314, // in the name of a file that was read
  0.765, // searched for
  0.648, // times asked, log
  -0.288, // in the body of a commit
  -0.051, // code that was asked for
  -0.305, // code that was said first
  0.029, // generic and asked for
];

/** How much of its subject a line names, and how well it reads; see rank.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.261, // bias
  1.042, // share of the subject named
  0.185, // names the first word of the subject
  0.073, // names the second
  -0.035, // names the third
  -0.018, // weight of what is missing
  0.219, // weight per word
  0.281, // words
  0.343, // length
  0.019, // very short
  0.035, // has code
  -0.033, // place
  -0.235, // question
  -0.234, // speaks of I or you
  -0.05, // begins with a pronoun
  -0.324, // points at something unnamed
  -0.231, // a thing without its name
  0.018, // introduces a list
  0.127, // begins with a verb of change
  -0.082, // shortened
  -0.052, // with a scope
  -0.071, // with an aside
  -0.232, // a pair
  -0.008, // has a verb
  -0.242, // few words but code
  -0.044, // begins with a label
  -0.08, // odd characters
  -0.129, // tells a state of the work
  -0.007, // begins with code
  0.054, // a request that tells what to do
  0.064, // a finding with a verb
  -0.06, // code names
  0.21, // from: request heading
  -0.24, // from: request
  -0.046, // from: later request
  0.269, // from: chosen
  0.129, // from: commit
  0.0, // from: pull request
  -0.089, // from: lead
  -0.063, // from: sentence
  0.027, // from: heading
  -0.086, // from: point
  -0.096, // from: bold
  -0.188, // from: earlier message
  0.352, // from: plan
  0.022, // from: task
  -0.154, // from: diff
  0.225, // from: reviewed
  -0.1, // from: offered
  0.087, // from: session title
  0.21, // scope: reference
  0.058, // scope: file
  -0.092, // scope: symbol
  -0.147, // scope: name
  -0.08, // scope: words
  0.195, // aside: reference
  -0.025, // aside: file
  -0.033, // aside: symbol
  -0.208, // aside: name
  0.0, // aside: words
  0.155, // added to code
];

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
  -2.236, // bias
  -0.895, // place
  -0.116, // among the first three
  2.234, // names of the subject
  0.693, // names of code
  -0.132, // a number
  0.275, // gives a reason
  0.083, // a path, flag or command
  0.699, // length
  -0.353, // short
  -0.62, // names things that are new
  -0.488, // says how the work stands
  -0.225, // bold words
  0.137, // is: sentence
  0.138, // is: point
  -0.268, // is: row
  0.489, // is: code
  -0.55, // is: commit
  -0.127, // is: earlier
  -0.721, // is: choice
  -0.881, // is: run
  -0.186, // is: edit
  0.0, // is: plan
  -0.268, // is: request
];

/** Which type a change of code is; see types.ts. */
export const TYPE_WEIGHTS: Record<string, readonly number[]> = {
  bugfix: [
    0.559, // bias
    0.42, // new code files
    -0.071, // new names, log
    -0.343, // names gone, log
    0.121, // grows
    0.335, // shrinks
    0.498, // small
    0.827, // asked: bug
    0.242, // asked: new
    0.064, // asked: shape
    -0.441, // asked: docs and chores
    0.944, // opens with: bug
    0.156, // opens with: new
    -0.092, // opens with: shape
    0.652, // title: bug
    -0.018, // title: new
    0.471, // title: shape
    -0.03, // title: docs and chores
    1.323, // said: bug
    -0.426, // said: shape
    0.307, // a failure was fixed
    -0.385, // docs as well
    0.668, // states how things are
    0.756, // states what should not be
    1.716, // heading: fix
  ],
  feature: [
    0.189, // bias
    0.274, // new code files
    0.433, // new names, log
    -0.066, // names gone, log
    0.65, // grows
    -0.183, // shrinks
    -0.335, // small
    -0.035, // asked: bug
    0.769, // asked: new
    -0.133, // asked: shape
    0.269, // asked: docs and chores
    -0.341, // opens with: bug
    1.017, // opens with: new
    -0.216, // opens with: shape
    -0.153, // title: bug
    0.211, // title: new
    -0.703, // title: shape
    0.276, // title: docs and chores
    -0.556, // said: bug
    0.124, // said: shape
    -0.002, // a failure was fixed
    -0.257, // docs as well
    -0.226, // states how things are
    0.226, // states what should not be
    -0.13, // heading: fix
  ],
  refactor: [
    -0.553, // bias
    0.263, // new code files
    0.66, // new names, log
    0.928, // names gone, log
    -0.537, // grows
    0.257, // shrinks
    -0.308, // small
    -0.14, // asked: bug
    -0.425, // asked: new
    0.641, // asked: shape
    0.402, // asked: docs and chores
    0.184, // opens with: bug
    -0.098, // opens with: new
    1.319, // opens with: shape
    0.164, // title: bug
    0.101, // title: new
    1.268, // title: shape
    -0.357, // title: docs and chores
    0.351, // said: bug
    0.435, // said: shape
    0.297, // a failure was fixed
    -0.016, // docs as well
    0.02, // states how things are
    0.02, // states what should not be
    -0.032, // heading: fix
  ],
  change: [
    -0.195, // bias
    -0.157, // new code files
    -0.623, // new names, log
    -0.12, // names gone, log
    0.166, // grows
    -0.01, // shrinks
    0.645, // small
    0.148, // asked: bug
    -0.086, // asked: new
    -0.072, // asked: shape
    0.17, // asked: docs and chores
    0.412, // opens with: bug
    0.126, // opens with: new
    0.189, // opens with: shape
    0.138, // title: bug
    0.505, // title: new
    -0.036, // title: shape
    0.912, // title: docs and chores
    -0.318, // said: bug
    0.167, // said: shape
    -0.002, // a failure was fixed
    0.657, // docs as well
    0.138, // states how things are
    -0.402, // states what should not be
    -0.055, // heading: fix
  ],
};
