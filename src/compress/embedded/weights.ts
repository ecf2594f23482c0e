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
  0.179, // bias
  0.545, // share of the subject named
  0.057, // names the first word of the subject
  0.047, // names the second
  0.04, // names the third
  -0.049, // weight of what is missing
  0.158, // weight per word
  -0.015, // words
  0.132, // length
  0.005, // very short
  0.04, // has code
  -0.105, // place
  -0.133, // question
  -0.012, // in the first or second person
  -0.023, // begins with a pronoun
  -0.054, // points at something unnamed
  -0.053, // a thing without its name
  0.016, // introduces a list
  0.01, // begins with a verb of change
  -0.012, // shortened
  -0.002, // with a scope
  0.026, // with an aside
  0.078, // a pair
  0.071, // has a verb
  -0.023, // few words but code
  -0.006, // begins with a label
  -0.032, // odd characters
  -0.013, // tells a state of the work
  0.042, // begins with code
  -0.001, // a request that tells what to do
  -0.047, // a finding with a verb
  0.028, // code names
  0.095, // from: request heading
  -0.172, // from: request
  -0.008, // from: later request
  0.37, // from: chosen
  0.015, // from: commit
  0.0, // from: pull request
  -0.028, // from: lead
  -0.043, // from: sentence
  -0.055, // from: heading
  -0.093, // from: point
  -0.123, // from: bold
  -0.075, // from: earlier message
  0.227, // from: plan
  -0.074, // from: task
  0.009, // from: diff
  0.039, // from: reviewed
  0.031, // from: offered
  -0.053, // from: session title
  0.116, // from: before
  0.077, // scope: reference
  0.039, // scope: file
  -0.075, // scope: symbol
  -0.048, // scope: name
  0.006, // scope: words
  0.032, // aside: reference
  0.063, // aside: file
  -0.027, // aside: symbol
  -0.041, // aside: name
  0.0, // aside: words
  0.024, // added to code
  0.044, // in a place
  0.02, // told together with what was added
  0.008, // told apart from what was added
  -0.004, // a scope that stands nearby
  0.021, // an aside that stands nearby
  0.021, // what a thing does, without the thing
  0.032, // has a line number
  0.007, // has a dash
  0.002, // a heading in capitals
  -0.066, // begins with a bracket
  -0.023, // begins with a verb of asking
  0.017, // specific words
  -0.048, // no specific word
  -0.022, // one specific word
  -0.038, // said in passing
  -0.029, // a list
  0.084, // share of digits
  -0.064, // ends open
  -0.039, // a thing by its article
  0.031, // begins with a small letter
  -0.013, // ends with code
  -0.149, // share of code
  0.023, // scope shares no words with the request
  0.0, // typed without a verb of change
  0.0, // added from elsewhere
  0.0, // tells a result
  0.0, // an opinion
  0.0, // begins with somebody
  0.0, // begins with an auxiliary
  0.0, // has a quotation
  0.0, // does something to code
  0.0, // prefix of a commit
  0.0, // code does something
  0.0, // many words
  0.0, // a title with something added
  0.0, // a place within something
  0.0, // begins with an article
];

/** How well a line reads as a title; see rank.ts. */
export const READING_WEIGHTS: readonly number[] = [
  -2.436, // bias
  0.543, // share of the subject named
  0.319, // names the first word of the subject
  0.077, // names the second
  -0.095, // names the third
  0.16, // weight of what is missing
  0.181, // weight per word
  0.255, // words
  1.179, // length
  -0.461, // very short
  0.407, // has code
  -0.173, // place
  -0.204, // question
  -0.718, // in the first or second person
  0.124, // begins with a pronoun
  -1.165, // points at something unnamed
  -0.654, // a thing without its name
  0.215, // introduces a list
  1.147, // begins with a verb of change
  -0.072, // shortened
  0.003, // with a scope
  -0.227, // with an aside
  -0.332, // a pair
  0.294, // has a verb
  -0.673, // few words but code
  0.253, // begins with a label
  -0.043, // odd characters
  -0.795, // tells a state of the work
  0.154, // begins with code
  -0.635, // a request that tells what to do
  0.159, // a finding with a verb
  0.219, // code names
  0.94, // from: request heading
  -1.032, // from: request
  -0.498, // from: later request
  -0.068, // from: chosen
  0.863, // from: commit
  0.0, // from: pull request
  -0.408, // from: lead
  -0.567, // from: sentence
  -0.074, // from: heading
  -0.471, // from: point
  -0.062, // from: bold
  -0.507, // from: earlier message
  -0.145, // from: plan
  0.096, // from: task
  -0.318, // from: diff
  0.596, // from: reviewed
  -0.926, // from: offered
  0.329, // from: session title
  -0.185, // from: before
  0.812, // scope: reference
  0.107, // scope: file
  -0.049, // scope: symbol
  -0.885, // scope: name
  0.019, // scope: words
  0.205, // aside: reference
  0.353, // aside: file
  0.008, // aside: symbol
  -0.793, // aside: name
  0.0, // aside: words
  0.858, // added to code
  -0.106, // in a place
  -0.18, // told together with what was added
  -0.862, // told apart from what was added
  0.024, // a scope that stands nearby
  -0.273, // an aside that stands nearby
  -0.154, // what a thing does, without the thing
  -0.742, // has a line number
  -0.556, // has a dash
  -0.219, // a heading in capitals
  -0.004, // begins with a bracket
  0.046, // begins with a verb of asking
  1.072, // specific words
  -0.01, // no specific word
  -0.462, // one specific word
  -0.178, // said in passing
  -0.832, // a list
  -0.057, // share of digits
  -0.606, // ends open
  -0.196, // a thing by its article
  0.095, // begins with a small letter
  -0.181, // ends with code
  -0.363, // share of code
  -0.585, // scope shares no words with the request
  -0.074, // typed without a verb of change
  0.0, // added from elsewhere
  0.197, // tells a result
  -0.168, // an opinion
  -0.291, // begins with somebody
  -0.16, // begins with an auxiliary
  -0.261, // has a quotation
  -0.047, // does something to code
  -0.003, // prefix of a commit
  0.25, // code does something
  -0.372, // many words
  0.022, // a title with something added
  -0.016, // a place within something
  0.105, // begins with an article
];

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
