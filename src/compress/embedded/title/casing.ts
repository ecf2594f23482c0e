// Headings Written Like This become titles written like this. Names keep their capitals, as the sentences around them do.

import type { Turn } from '../turn/turn.ts';

/** How a line of this turn is written, if it has the capitals of a heading. */
export function casingOf({ request, last, earlier }: Turn): (line: string) => string {
  let text: string | null = null;
  const sentences = () => {
    const said = [last, ...earlier].flatMap(({ passages }) => passages.filter(({ kind }) => kind !== 'heading'));
    // What is quoted is a label.
    text ??= [...request.sentences, ...said.map((one) => one.text)]
      .join('\n')
      .slice(0, MOST_READ)
      .replace(/"[^"\n]*"/g, '');
    return text;
  };
  return (line) => {
    if (!isHeading(line)) return line;
    const words = line.split(' ');
    return words
      .map((word, at) => (at > 0 && WORD.test(word) && !isName(sentences(), words, at) ? word.toLowerCase() : word))
      .join(' ');
  };
}

const MOST_READ = 20_000;
const WORD = /^[A-Z][a-z]+(?:-[A-Za-z][a-z]+)?[,:)]?$/;

/** Every longer word has a capital, and there are several. What is quoted stays as somebody wrote it. */
function isHeading(line: string): boolean {
  const words = line.split(' ').slice(1);
  return (
    words.filter((word) => WORD.test(word)).length >= 2 &&
    !words.some((word) => /^[a-z]{4,}[,:)]?$/.test(word) && !SMALL.has(word)) &&
    !line.includes('"')
  );
}

const SMALL = new Set(['from', 'into', 'with', 'when', 'than', 'that', 'over', 'without', 'after', 'before']);

/** Mostly written with its capital in the middle of a sentence, alone or with the word beside it. */
function isName(text: string, words: string[], at: number): boolean {
  const word = (words[at] as string).replace(/\W$/, '');
  const times = (what: string, before: string) =>
    text.match(new RegExp(`${before}\\b${what.replace(/[^\w ]/g, '\\$&')}\\b`, 'g'))?.length ?? 0;
  const pairs = [words.slice(at - 1, at + 1), words.slice(at, at + 2)]
    .map((pair) => pair.join(' ').replace(/\W$/, ''))
    .filter((pair) => /^[A-Z]\w+ [A-Z]\w+$/.test(pair));
  if (pairs.some((pair) => times(pair, '') > times(pair.toLowerCase(), ''))) return true;
  return times(word, '[a-z0-9,][ (]') > times(word.toLowerCase(), '');
}
