// Written by scripts/fit/fit.mjs: do not edit. What the embedded compressor learned from gold memories.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: these are measured

/** How likely a word belongs into a title; see salience.ts. */
export const WORD_WEIGHTS: readonly number[] = [
  -3.931, // bias
  0.253, // in the request
  0.391, // in its first sentence
  -0.38, // opens the request
  0.732, // in a heading of the request
  0.382, // in the item that was chosen
  0.183, // in the first sentences said
  0.075, // in a heading or bold words
  0.709, // times said, log
  1.372, // share of the passages
  0.464, // times said before, log
  1.562, // in a commit
  -0.266, // opens a commit
  0.921, // in the name of a changed file
  0.926, // in a changed symbol
  0.301, // in the diff, log
  0.123, // in a command, log
  -0.01, // in the session title
  0.66, // in the title before
  0.264, // said at the end of the turn before
  0.117, // in a plan or task
  0.745, // in the reviewed title
  1.795, // is code
  0.248, // is part of code
  0.141, // is a code span
  -0.55, // short
  -0.947, // a number
  -0.419, // asked and said
  -0.493, // asked and changed
  -0.706, // said and changed
  0.421, // asked for in a short request
  -0.943, // says little anywhere
  0.557, // sources, share
  1.084, // early in the request
  1.097, // early in what was said
  0.318, // in the name of a file that was read
  0.769, // searched for
  0.645, // times asked, log
  -0.29, // in the body of a commit
  -0.057, // code that was asked for
  -0.317, // code that was said first
  0.027, // generic and asked for
];

/** How much of its subject a line names; see rank.ts. */
export const TITLE_WEIGHTS: readonly number[] = [
  0.193, // bias
  0.535, // share of the subject named
  0.058, // names the first word of the subject
  0.044, // names the second
  0.036, // names the third
  -0.056, // weight of what is missing
  0.174, // weight per word
  -0.01, // words
  0.124, // length
  0.002, // very short
  0.036, // has code
  -0.11, // place
  -0.136, // question
  -0.024, // in the first or second person
  -0.03, // begins with a pronoun
  -0.059, // points at something unnamed
  -0.052, // a thing without its name
  0.018, // introduces a list
  0.018, // begins with a verb of change
  -0.017, // shortened
  0.022, // with a scope
  0.043, // with an aside
  0.096, // a pair
  0.077, // has a verb
  -0.019, // few words but code
  -0.009, // begins with a label
  -0.029, // odd characters
  -0.01, // tells a state of the work
  0.038, // begins with code
  -0.014, // a request that tells what to do
  -0.058, // a finding with a verb
  0.028, // code names
  0.1, // from: request heading
  -0.171, // from: request
  -0.009, // from: later request
  0.379, // from: chosen
  0.029, // from: commit
  0.0, // from: pull request
  -0.017, // from: lead
  -0.038, // from: sentence
  -0.049, // from: heading
  -0.09, // from: point
  -0.128, // from: bold
  -0.064, // from: earlier message
  0.222, // from: plan
  -0.073, // from: task
  0.001, // from: diff
  0.028, // from: reviewed
  0.026, // from: offered
  -0.047, // from: session title
  0.092, // from: before
  0.075, // scope: reference
  0.044, // scope: file
  -0.061, // scope: symbol
  -0.057, // scope: name
  0.021, // scope: words
  0.038, // aside: reference
  0.066, // aside: file
  -0.027, // aside: symbol
  -0.035, // aside: name
  0.0, // aside: words
  0.019, // added to code
  0.042, // in a place
  0.021, // told together with what was added
  -0.017, // told apart from what was added
  0.0, // a scope that is told together
  0.003, // an aside that is told together
  0.015, // what a thing does, without the thing
  0.025, // has a line number
  0.009, // has a dash
  -0.005, // a heading in capitals
  0.008, // begins with a bracket
  -0.01, // begins with a verb of asking
  0.007, // specific words
  -0.058, // no specific word
  -0.037, // one specific word
  -0.028, // said in passing
  -0.03, // a list
  0.121, // share of digits
  -0.068, // ends open
  -0.039, // a thing by its article
  0.018, // begins with a small letter
  -0.014, // ends with code
  -0.133, // share of code
  0.025, // scope shares no words with the request
];

/** How well a line reads as a title; see rank.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -1.999, // bias
  0.478, // share of the subject named
  0.571, // names the first word of the subject
  -0.014, // names the second
  -0.166, // names the third
  -0.054, // weight of what is missing
  0.125, // weight per word
  0.156, // words
  1.125, // length
  -0.474, // very short
  0.362, // has code
  0.074, // place
  -0.281, // question
  -0.547, // in the first or second person
  0.121, // begins with a pronoun
  -1.033, // points at something unnamed
  -0.637, // a thing without its name
  0.264, // introduces a list
  1.058, // begins with a verb of change
  -0.499, // shortened
  -0.101, // with a scope
  -0.358, // with an aside
  -0.292, // a pair
  0.304, // has a verb
  -0.504, // few words but code
  0.211, // begins with a label
  -0.047, // odd characters
  -0.758, // tells a state of the work
  -0.191, // begins with code
  -0.648, // a request that tells what to do
  0.177, // a finding with a verb
  0.114, // code names
  0.93, // from: request heading
  -1.002, // from: request
  -0.396, // from: later request
  -0.086, // from: chosen
  0.69, // from: commit
  0.0, // from: pull request
  -0.321, // from: lead
  -0.666, // from: sentence
  -0.0, // from: heading
  -0.498, // from: point
  -0.035, // from: bold
  -0.537, // from: earlier message
  -0.117, // from: plan
  -0.009, // from: task
  0.002, // from: diff
  0.485, // from: reviewed
  -0.816, // from: offered
  0.379, // from: session title
  0.0, // from: before
  0.683, // scope: reference
  -0.057, // scope: file
  -0.125, // scope: symbol
  -0.666, // scope: name
  0.063, // scope: words
  0.15, // aside: reference
  0.415, // aside: file
  -0.057, // aside: symbol
  -0.866, // aside: name
  0.0, // aside: words
  1.069, // added to code
  -0.137, // in a place
  -0.339, // told together with what was added
  -0.577, // told apart from what was added
  -0.106, // a scope that is told together
  -0.291, // an aside that is told together
  -0.129, // what a thing does, without the thing
  -0.773, // has a line number
  -0.534, // has a dash
  -0.147, // a heading in capitals
  -0.024, // begins with a bracket
  0.165, // begins with a verb of asking
  0.99, // specific words
  0.0, // no specific word
  -0.44, // one specific word
  -0.037, // said in passing
  -0.745, // a list
  -0.067, // share of digits
  -0.586, // ends open
  -0.418, // a thing by its article
  0.193, // begins with a small letter
  -0.188, // ends with code
  -0.411, // share of code
  -0.387, // scope shares no words with the request
];

/** How likely somebody asks for a statement later; see statements.ts. */
export const STATEMENT_WEIGHTS: readonly number[] = [
  -2.244, // bias
  -0.89, // place
  -0.117, // among the first three
  2.252, // names of the subject
  0.684, // names of code
  -0.129, // a number
  0.27, // gives a reason
  0.083, // a path, flag or command
  0.694, // length
  -0.352, // short
  -0.616, // names things that are new
  -0.482, // says how the work stands
  -0.224, // bold words
  0.134, // is: sentence
  0.132, // is: point
  -0.264, // is: row
  0.496, // is: code
  -0.555, // is: commit
  -0.127, // is: earlier
  -0.717, // is: choice
  -0.881, // is: run
  -0.19, // is: edit
  0.0, // is: plan
  -0.272, // is: request
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
