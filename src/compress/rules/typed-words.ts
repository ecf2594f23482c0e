// The sentences of a prompt that the user typed as such: not what was pasted, quoted, fenced, logged or handed over.
// When in doubt, a piece of text counts as pasted.

import { signsFor } from '../../text/rule-signs/index.ts';

/** A longer prompt is a document: a plan, a specification, an issue. */
const MOST_CHARACTERS = 1500;
const MOST_LINES = 25;
const MOST_OF_SENTENCE = 260;

/** Characters that nobody types: they hide, reorder or mark text. A text with one of them was copied from somewhere. */
const HIDDEN =
  /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\u0000-\u0008\u000b\u000c\u000e-\u001f]/u;
const HEADING = /^ {0,3}#{1,6}\s+\S/m;
const PLAN = /^\s*(?:implement|execute|follow|carry out) (?:the following|this|the attached) (?:plan|spec|task)/i;

/** Lines that come from a program or another document. */
const QUOTATION = /^\s*>/;
const COPIED_LINE = [
  /^(?:\t| {4,})\S/, // indented code
  /^\s*\|.*\|/, // a table
  /^\s*[$❯%»➜]\s|^\s*\S+@\S+[:~].*[$#]\s/, // a shell
  /^\s*(?:\d{1,6}\s*[+|:-]|[+-]{1,3}(?=\S)|@@ )/, // a diff or numbered lines
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\s*\[?\d\d:\d\d:\d\d/, // a log
  /^\s*\[?(?:info|warn(?:ing)?|error|debug|trace|fatal|notice|hint|note|help|caution|important|tip)\b[\]:!]/i,
  /^\s*\S+\.\w{1,5}:\d+/, // a compiler
  /^\s*(?:at |File "|Traceback|Caused by|panic:|goroutine )/,
  /^\s*(?:[{}[\]<]|<\/|<!--|\/\/|\/\*|\*\/|#!|--\s)/, // code and markup
  /^\s*(?:system|assistant|human|user|developer|instructions?|admin|root|ai|claude|bot|tool|from|to|subject|date|author|commit|re|fwd?|signed-off-by|co-authored-by|reviewer|summary|title|description)\s*[:：]/i, // somebody else speaks
  /^\s*[\w.-]+\s*[:=]\s*(?:["'{[\d]|true|false|null)/, // a setting
  /[;{}]\s*$|=>|&&|\|\||::|->|<\/?\w+[^>]*>/, // code
];
/** Introduces something that is not the user's own: all that follows is left out. */
const INTRODUCTION = /[:：]\s*$/;
/** Unless it introduces rules. */
const OF_RULES =
  /\b(?:rules?|conventions?|guidelines?|preferences?|from now on|always|never|remember|reminder|going forward|future|zukunft|futuro|avenir|regeln|konventionen|ab jetzt|merk dir|reglas|convenciones|recuerda|a partir de ahora|règles|conventions|désormais|regras|convenções|lembre|a partir de agora)\b|правил|соглашени|запомни|впредь|规则|规范|约定|记住|以后|ルール|規約|今後|覚え/iu;

export interface Typed {
  sentences: string[];
  /** How many of the prompt's own sentences there are besides: a prohibition beside a task may belong to the task. */
  total: number;
}

const NOTHING: Typed = { sentences: [], total: 0 };

export function typedSentences(prompt: string): Typed {
  const text = prompt.replaceAll('\r\n', '\n').trim();
  if (text === '' || HIDDEN.test(text)) return NOTHING;
  // A command's arguments are for the command, and a document is not speech.
  if (/^[/!#@<]/.test(text) || HEADING.test(text) || PLAN.test(text)) return NOTHING;
  const own = ownLines(withoutBlocks(text));
  const words = own.join('\n').trim();
  if (text.length > MOST_CHARACTERS * 2 || words.length > MOST_CHARACTERS || own.length > MOST_LINES) return NOTHING;
  const sentences = own.flatMap(split);
  return {
    sentences: sentences.filter((sentence) => sentence.length <= MOST_OF_SENTENCE && !isPassedOn(sentence)),
    total: sentences.length,
  };
}

/** Without fences, tags, and quotations of several words; a fence that is not closed reaches to the end. */
function withoutBlocks(text: string): string {
  return text
    .replace(/(```|~~~|"""|''')[\s\S]*?(?:\1|$)/g, '\n')
    .replace(/<([a-z][\w-]*)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '\n')
    .replace(/\[[^\]\n]{0,80}(?:pasted|image|attachment)[^\]\n]{0,80}\]/gi, ' ')
    .replace(/`([^`\n]*)`/g, (_, code: string) => (isCommand(code.trim()) ? code : QUOTED))
    .replace(/["“”„«»「」『』]([^"“”„«»「」『』]*)["“”„«»「」『』]/g, (_, inner: string) =>
      isName(inner) ? inner : QUOTED,
    )
    .replace(/(?<![\p{L}\p{N}])['‘]([^'’\n]{2,}?)['’](?![\p{L}\p{N}])/gu, (_, inner: string) =>
      isName(inner) ? inner : QUOTED,
    );
}

/** Stands for words that are not the user's own. */
export const QUOTED = '‹…›';

/** `cargo fmt`: a name or a short command, and no sentence. */
const isCommand = (code: string) =>
  !/\s/.test(code) ||
  (/^[a-z][\w.-]*(?: [\w./:@=*-]+){1,4}$/.test(code) && !/\b(?:always|never|not|must|should|only|use)\b/i.test(code));
const isName = (text: string) =>
  !/\s/.test(text.trim()) && text.trim().length <= 30 && !/[\p{sc=Han}\p{sc=Hiragana}]{5,}/u.test(text);

function ownLines(text: string): string[] {
  const own: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || QUOTATION.test(line)) continue;
    // What follows somebody else's line is usually theirs, too.
    if (COPIED_LINE.some((pattern) => pattern.test(line))) break;
    if (INTRODUCTION.test(line) && !OF_RULES.test(line)) break;
    own.push(line.trim());
  }
  return own;
}

/** What one says before a remark of one's own. */
const REMARK =
  /^(?:and |also |but )?(?:note|important|one more thing|another thing|btw|ps|fyi|hinweis|wichtig|nota|importante|remarque|важно|注意|重要|补充)$/iu;

/** "Commit it with the message: …": what follows is not said, but passed on. */
function isPassedOn(sentence: string): boolean {
  const before = /^(.{2,80}?)(?::\s|：)\s*\S/u.exec(sentence)?.[1];
  if (before === undefined || OF_RULES.test(before) || REMARK.test(before)) return false;
  const signs = signsFor(before);
  return !signs?.again.test(before) && !signs?.remember.test(before);
}

/** One sentence, or one item of a list. */
function split(line: string): string[] {
  return line
    .replace(/^(?:[-*+•]|\d+[.)])\s+/, '')
    .split(/(?<=[.!?…])\s+|(?<=[。！？；])|(?<=[;；])\s*|\s+[–—]\s+(?=(?:always|never|don'?t|please)\b)/iu)
    .map((sentence) =>
      sentence
        .replace(/(\*\*|__)(.+?)\1/g, '$2')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}
