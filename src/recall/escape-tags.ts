// Memories are data: before they are shown to an agent, anything that could pass for a tag of ours or of the host is
// defused, and each piece of text becomes one line.
//
// A hook runs this once and exits: a regular expression costs more to compile than to use here, so common text is
// checked with one of them, and the others are only used for text that needs them.

/** Tags that mean something to the agent or to us, `<function_calls>` and `<tool_result>` among them; other angle brackets (`Map<string>`) stay readable. */
const TAG_NAME =
  /^(?:c[\s_-]*mem|claude[\s_-]*mem|system|private|user|assistant|human|function|tool|invoke|antml|instructions?|context|result|thinking)(?![^\W_])/;
/** Names are no longer than this, including what may stand between their parts. */
const NAME_CHARACTERS = 60;

/** Text that needs no change: no control characters, none that hide or reorder, one kind of space, no `<`, no emoji. */
const HARMLESS =
  /^[ -;=-~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u206a-\u2fff\u3001-\ud7ff\ue000-\ufefe\uff00-\uffff]*$/;

/** Characters that hide, reorder or break lines. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const DEFUSED = '‹';

/** Defuses every tag in a whole text; its length stays the same. */
export function defuseTags(page: string): string {
  let safe = '';
  let done = 0;
  for (let at = page.indexOf('<'); at >= 0; at = page.indexOf('<', at + 1)) {
    if (!isTag(page, at + 1)) continue;
    safe += page.slice(done, at) + DEFUSED;
    done = at + 1;
  }
  return done === 0 ? page : safe + page.slice(done);
}

/** Whether a tag name follows, in any case, after spaces, slashes and invisible characters. */
function isTag(page: string, from: number): boolean {
  let at = from;
  while (at < page.length && /[\s/\u200b-\u200f\u2060\ufeff]/.test(page[at] as string)) at += 1;
  const name = page.slice(at, at + NAME_CHARACTERS).toLowerCase();
  return TAG_NAME.test(name.replaceAll('\u017f', 's'));
}

export function defuse(text: string): string {
  if (HARMLESS.test(text) && !text.includes('  ')) return text.trim();
  const line = text.replace(/\s+/g, ' ').replace(INVISIBLE, '');
  return defuseTags(line.toWellFormed()).trim();
}
