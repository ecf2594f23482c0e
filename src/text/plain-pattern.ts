// Patterns for any language, made for text with ASCII letters only: without the letters of all others and without ignoring case, they take
// a tenth of the time to compile.
const made = new WeakMap<RegExp, Map<string, RegExp>>();

/** Finds patterns with the flags `iu` in one text, in the form that suits the text. Positions are those in the text. */
export interface PatternReader {
  test(pattern: RegExp): boolean;
  exec(pattern: RegExp): RegExpExecArray | null;
  /** Every place where it matches. */
  all(pattern: RegExp): string[];
}

/** Whether all its letters and digits are ASCII; dashes and quotation marks may be others. */
export const hasAsciiLetters = (text: string) => /^[\x00-\x7f\u2010-\u205e]*$/.test(text);

export function readPatterns(text: string): PatternReader {
  const isAscii = hasAsciiLetters(text);
  const read = isAscii ? text.toLowerCase() : text;
  const form = (pattern: RegExp, flags: string) => formOf(pattern, isAscii, flags);
  return {
    test: (pattern) => form(pattern, '').test(read),
    exec: (pattern) => form(pattern, '').exec(read),
    all: (pattern) => read.match(form(pattern, 'g')) ?? [],
  };
}

/** The same pattern for text in small ASCII letters, or for any text. */
export function formOf(pattern: RegExp, isAscii: boolean, flags = ''): RegExp {
  const key = `${isAscii ? 'ascii' : 'any'} ${flags}`;
  let forms = made.get(pattern);
  if (!forms) made.set(pattern, (forms = new Map()));
  let form = forms.get(key);
  if (!form) {
    form = isAscii ? new RegExp(plainSource(pattern.source), flags) : new RegExp(pattern.source, pattern.flags + flags);
    forms.set(key, form);
  }
  return form;
}

/** `[\p{L}_]` -> `[a-z_]`, `\p{L}` -> `[a-z]`; letters become small ones. */
export function plainSource(source: string): string {
  let inClass = false;
  return source.replace(/\\p\{(\w)\}|\\.|[[\]]|[A-Z]/g, (piece, property: string | undefined) => {
    if (property) {
      const letters = property === 'L' ? 'a-z' : '0-9';
      return inClass ? letters : `[${letters}]`;
    }
    if (piece === '[' || piece === ']') inClass = piece === '[';
    return piece.startsWith('\\') ? piece : piece.toLowerCase();
  });
}
