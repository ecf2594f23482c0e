// A script that the model wrote to call other tools: the commands and patches in its string literals. It is only read.

const LITERAL =
  /(["']?\bcmd["']?\s{0,4}:\s{0,4})?("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)/g;
const MOST_LETTERS = 200_000;

export function readScript(code: string): { commands: string[]; patches: string[] } {
  const commands: string[] = [];
  const patches: string[] = [];
  for (const [, isCommand, literal = ''] of code.slice(0, MOST_LETTERS).matchAll(LITERAL)) {
    const value = unquote(literal);
    if (value.startsWith('*** Begin Patch')) patches.push(value);
    else if (isCommand && value.trim() !== '') commands.push(value);
  }
  return { commands, patches };
}

function unquote(literal: string): string {
  if (literal.startsWith('"')) {
    try {
      return String(JSON.parse(literal));
    } catch {
      // not valid JSON: read like the others
    }
  }
  return literal.slice(1, -1).replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\n': '' };
