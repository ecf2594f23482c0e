// Reads a shell command line as far as it is a plain list of commands. Nothing is expanded or executed.

export interface Pipeline {
  /** The words of each command as they were typed, without redirections. */
  commands: string[][];
  /** What follows it; null for the last one. */
  joint: '&&' | '||' | ';' | '&' | null;
}

const LONGEST = 20_000;
/** Loops, conditions and functions: which of their commands ran, and how often, cannot be known. */
const CONTROL = new Set('if then else elif fi for while until do done case esac select function { } [[ !'.split(' '));

/** Null if it is more than a list of commands, or if a quote or a parenthesis is left open. */
export function readShell(text: string): Pipeline[] | null {
  const line = text.trim();
  if (line === '' || line.length > LONGEST) return null;
  const inner = /^\(([\s\S]*)\)$/.exec(line)?.[1];
  const tokens = readTokens(inner ?? line);
  return tokens && group(tokens);
}

/** A word without its quotes and escapes. */
export function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, single, double, escaped) =>
    single !== undefined ? single : double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : escaped,
  );
}

type Token = { word: string } | { operator: string };

function readTokens(text: string): Token[] | null {
  const tokens: Token[] = [];
  const heredocs: { mark: string; tabs: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^(?:[ \t\r]|\\\r?\n)+/.exec(rest);
    if (space) {
      at += space[0].length;
      continue;
    }
    if (rest.startsWith('#')) {
      const end = rest.indexOf('\n');
      at = end < 0 ? text.length : at + end;
      continue;
    }
    if (rest.startsWith('\n')) {
      tokens.push({ operator: ';' });
      at += 1;
      for (const { mark, tabs } of heredocs.splice(0)) {
        const end = endOfHeredoc(text, at, mark, tabs);
        if (end === null) return null;
        at = end;
      }
      continue;
    }
    const redirection = /^(?:\d*|&)(?:<<<|<<-?|>>|>\||[<>]&?)[ \t]*/.exec(rest);
    if (redirection) {
      at += redirection[0].length;
      const target = readWord(text, at);
      if (target === null || target === '') return null;
      at += target.length;
      const mark = /^\d*<<(-?)[ \t]*$/.exec(redirection[0]);
      if (mark) heredocs.push({ mark: unquote(target), tabs: mark[1] === '-' });
      continue;
    }
    const operator = /^(?:&&|\|\||;;?|\|&?|&)/.exec(rest)?.[0];
    if (operator) {
      tokens.push({ operator: operator === '|&' ? '|' : operator });
      at += operator.length;
      continue;
    }
    const word = readWord(text, at);
    // A parenthesis here begins a subshell or a function.
    if (word === null || word === '') return null;
    tokens.push({ word });
    at += word.length;
  }
  return heredocs.length > 0 ? null : tokens;
}

/** The raw word that starts here; null if something in it is left open. */
function readWord(text: string, start: number): string | null {
  let at = start;
  while (at < text.length && !/[\s;&|<>()]/.test(text[at] as string)) {
    const end = endOfPiece(text, at);
    if (end === null) return null;
    at = end;
  }
  return text.slice(start, at);
}

const DEEPEST = 30;

/** Where a quote, a substitution or a single character ends. */
function endOfPiece(text: string, at: number, depth = 0): number | null {
  if (depth > DEEPEST) return null;
  const char = text[at];
  if (char === '\\') return Math.min(text.length, at + 2);
  if (char === "'") return after(text, text.indexOf("'", at + 1));
  if (char === '`') return after(text, text.indexOf('`', at + 1));
  if (char === '"') {
    for (let i = at + 1; i < text.length; ) {
      if (text[i] === '"') return i + 1;
      const end = text[i] === '\\' ? i + 2 : text.startsWith('$(', i) ? endOfPiece(text, i, depth + 1) : i + 1;
      if (end === null) return null;
      i = end;
    }
    return null;
  }
  if (text.startsWith('$(', at)) {
    let open = 1;
    for (let i = at + 2; i < text.length; ) {
      if (text[i] === ')') open -= 1;
      else if (text[i] === '(') open += 1;
      if (open === 0) return i + 1;
      const end = /['"`\\]/.test(text[i] as string) ? endOfPiece(text, i, depth + 1) : i + 1;
      if (end === null) return null;
      i = end;
    }
    return null;
  }
  return at + 1;
}

const after = (text: string, found: number) => (found < 0 || found >= text.length ? null : found + 1);

/** Where the line after the here-document starts. */
function endOfHeredoc(text: string, start: number, mark: string, tabs: boolean): number | null {
  for (let at = start; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    if ((tabs ? line.replace(/^\t+/, '') : line) === mark) return end;
    at = end + 1;
  }
  return null;
}

function group(tokens: Token[]): Pipeline[] | null {
  const list: Pipeline[] = [];
  let commands: string[][] = [];
  let words: string[] = [];
  for (const token of tokens) {
    if ('word' in token) {
      if (words.length === 0 && CONTROL.has(token.word)) return null;
      words.push(token.word);
      continue;
    }
    if (token.operator === ';;') return null;
    if (token.operator === '|') {
      if (words.length === 0) return null;
      commands.push(words);
      words = [];
      continue;
    }
    // An empty command: a second line break.
    if (words.length === 0 && commands.length === 0) {
      if (token.operator !== ';') return null;
      continue;
    }
    if (words.length === 0) return null;
    list.push({ commands: [...commands, words], joint: token.operator as Pipeline['joint'] });
    commands = [];
    words = [];
  }
  if (words.length > 0) list.push({ commands: [...commands, words], joint: null });
  else if (commands.length > 0) return null;
  const last = list.at(-1);
  if (last?.joint === ';') last.joint = null;
  return list.length > 0 ? list : null;
}
