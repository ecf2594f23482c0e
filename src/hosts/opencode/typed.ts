// What the user typed.

/** `opencode run` puts quotes around words with spaces. */
export function unquoted(words: string): string {
  const inner = /^"([\s\S]*)"$/.exec(words)?.[1];
  return inner === undefined || /(?<!\\)"/.test(inner) ? words : inner.replaceAll('\\"', '"');
}
