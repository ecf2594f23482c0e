// Memories are data: before they are shown to an agent, whatever could pass for a tag of ours or of the host is taken
// out of action, and each piece of text becomes one line.

/** Tags that mean something to the agent or to us; other angle brackets (`Map<string>`) stay readable. */
const TAGS =
  /<(?=[\s/\u200b-\u200f\u2060\ufeff]*(?:c[\s_-]*mem|claude[\s_-]*mem|system|private|user|assistant|human|function|tool|invoke|antml|instructions?|context|result|thinking)\b)/giu;

/** Characters that hide, reorder or break lines. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const DEFUSED = '‹';

/** The last look at a whole page, whatever was put together on it. As long as before. */
export function defuseTags(page: string): string {
  return page.replace(TAGS, DEFUSED);
}

/** Most text is plain: one look at it is cheaper than four at what it does not hold. */
const PLAIN = /^[ -;=-~]*$/;

export function defuse(text: string): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text.trim();
  return text
    .replace(/[\u00a0\s]+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(TAGS, DEFUSED)
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
}
