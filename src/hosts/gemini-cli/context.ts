// Gemini wraps what hooks inject in a tag of its own, and escapes the tags inside.

const WRAPPED = /<hook_context>[\s\S]*?(?:<\/hook_context>\s*|$)/g;

export function withoutContext(words: string): string {
  return words.includes('<hook_context>') ? words.replace(WRAPPED, '').trim() : words;
}
