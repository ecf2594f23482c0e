// How people talk about work in one language: what stands around a statement and says nothing, what is only intended, and
// what cannot be understood without the rest of the conversation. English is read by the title's own patterns.

export interface Speech {
  /** Says nothing at the start of a statement: "好的，", "Готово —", "Fertig:". */
  opener: RegExp;
  /** What makes a request polite. */
  courtesy: RegExp;
  /** How a request or question begins or ends, and what is left of it in a headline: "Añade X" -> "Añadir X". */
  asked: readonly (readonly [RegExp, string])[];
  /** Whose something is, and what is left of it: "dans ma config" -> "dans la config". */
  ours?: readonly (readonly [RegExp, string])[];
  /** What a deed begins or ends with when somebody tells it, and what is left of it in a headline. */
  did: readonly (readonly [RegExp, string])[];
  /** The verbs in which somebody says what he will do, and what is left of them if it was done. */
  will: readonly (readonly [RegExp, string])[];
  /** What somebody is about to do, or has to. */
  intends: RegExp;
  /** Of that, what only looks at something. */
  looks: RegExp;
  /** Said to somebody. */
  addressed: RegExp;
  /** Points at what stands elsewhere. */
  points: RegExp;
  /** Begins a clause that depends on another. */
  depends: RegExp;
  /** What joins the main clause to such a clause. */
  joint: RegExp;
  /** Breaks off. */
  open: RegExp;
  /** How the work stands, and not what it was. */
  state: RegExp;
  asks: RegExp;
  /** What is done to code and documents, where the language puts its verb. */
  deed: RegExp;
  /** What the reader of an answer is asked to do. */
  orders: RegExp;
  /** Said by an answer that proposes what to do. */
  proposes: RegExp;
  /** The word for a proposal, in front of it. */
  proposal: string;
  /** A deed in the form of what is to be done, not of what was. */
  toDo: RegExp;
  /** Where a sentence may end earlier. */
  ends: RegExp;
  /** Where one that is too long may end, if nothing better is left of it: before a second deed, or before a place. */
  tails: RegExp;
  /** What one that is too long can do without. */
  fills: RegExp;
  /** How a sentence ends whose verb stands at its end: nothing is cut from it that leaves it without. */
  verbLast: RegExp;
  /** Whether clauses are separated by commas without spaces, so that each may stand alone. */
  hasOwnCommas: boolean;
  /** Whether nouns are written with a capital anywhere. */
  hasNounCapitals?: boolean;
  /** Its letters: a line without any of them is in another language. */
  script: RegExp;
  /** Words that carry grammar and no meaning: they name nothing, whatever is spoken about. */
  empty: string;
  /** Where words are not separated: a pair of signs of which one is grammar goes across the border of a word. */
  acrossWords?: RegExp;
}

/** Most programs never meet most languages: the patterns of one are made when it is first read. */
export function defineSpeech(make: () => Speech): () => Speech {
  let made: Speech | null = null;
  return () => (made ??= make());
}
