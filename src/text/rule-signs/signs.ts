// The signs by which a sentence is recognized as a standing rule, in one language. Each is a pattern of its own, so that
// a score can be explained sign by sign.

export interface RuleSigns {
  language: string;
  /** Frequent words, to recognize the language. Scripts that belong to one language need none. */
  common: RegExp;
  /** Letters that the other languages with the same script do not have. */
  letters: RegExp;
  /** It holds from now on: always, never, from now on, whenever. */
  always: RegExp;
  /** For each of many: after every change, in all commit messages. */
  every: RegExp;
  /** What needs the user's permission: ask before, without asking. */
  permission: RegExp;
  /** A prohibition. */
  forbid: RegExp;
  /** One thing rather than another. */
  prefer: RegExp;
  /** How "we" work here: a convention. */
  habit: RegExp;
  /** What the user likes and dislikes. */
  wish: RegExp;
  /** A request to remember. */
  remember: RegExp;
  /** A complaint that it was said before. */
  again: RegExp;
  /** It is about the work: process, tools, style, conventions. */
  work: RegExp;
  /** It is about what the program should do. */
  product: RegExp;
  /** It is about this one task, place or moment. */
  once: RegExp;
  /** The same in weaker words: not enough against "always". */
  soft: RegExp;
  /** A question or a request in the form of one. */
  asks: RegExp;
  /** It describes what happens: "it always fails". */
  tells: RegExp;
  /** Not said with certainty. */
  hedge: RegExp;
  /** Somebody else's words: "the README says …". */
  reports: RegExp;
  /** The words before should, must and the like are the subject. */
  modal: RegExp;
  /** A subject that is the user or the agent. */
  us: RegExp;
  /** It holds in all projects. */
  everywhere: RegExp;
  /** What may be dropped from the beginning: please, ok, also. */
  lead: RegExp;
  /** What may be dropped from the end. */
  tail: RegExp;
  /** A word that turns the meaning around. */
  no: RegExp;
  /** Separates what is wanted from what is not: instead of, rather than. */
  instead: RegExp;
  /** Words that carry no meaning of their own, when two rules are compared. */
  small: string;
}

/** What tells that a text is in this language. */
type Recognized = Pick<RuleSigns, 'language' | 'common' | 'letters'>;
type Others = Omit<RuleSigns, keyof Recognized>;

/** Most programs never meet most languages: the patterns of one are made when it is first read. */
export function defineSigns(known: Recognized, others: () => Others): RuleSigns {
  let made: Others | null = null;
  return new Proxy(known as RuleSigns, {
    get: (target, name: keyof RuleSigns) => (name in target ? target[name] : (made ??= others())[name as keyof Others]),
  });
}
