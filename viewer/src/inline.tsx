// Text with the few marks that agents use: `code`, **bold**, links; and the words that a search matched.
import type { ComponentChildren } from 'preact';

const MARKS = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\((https?:\/\/[^)\s]+)\)|(https?:\/\/[^\s<>)"'`]+)/g;

export function Inline({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  let last = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > last) parts.push(text.slice(last, match.index));
    last = match.index + match[0].length;
    const [whole, code, bold, words, target, address] = match;
    if (code) parts.push(<code key={last}>{code}</code>);
    else if (bold) parts.push(<strong key={last}>{bold}</strong>);
    else
      parts.push(
        <a key={last} href={target ?? address ?? ''} target="_blank" rel="noreferrer noopener">
          {words ?? whole}
        </a>,
      );
  }
  parts.push(text.slice(last));
  return <>{parts}</>;
}

/** One line of plain text; nothing in it is a link. */
export const plain = (text: string) =>
  text
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim();

export function Marked({ text, terms }: { text: string; terms: string[] }) {
  if (terms.length === 0) return <>{text}</>;
  const stems = terms.flatMap((term) => term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
  return (
    <>
      {text
        .split(/([\p{L}\p{N}]+)/u)
        .map((part, index) =>
          index % 2 === 1 && stems.some((each) => part.toLowerCase().startsWith(each)) ? (
            <mark key={index}>{part}</mark>
          ) : (
            part
          ),
        )}
    </>
  );
}

/** Cuts the beginning off, so that the first match is in sight. */
export function aroundMatch(text: string, terms: string[], before = 40): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(stem(term.toLowerCase()))).filter((place) => place >= 0);
  const first = Math.min(...places);
  if (!Number.isFinite(first) || first <= before * 1.5) return text;
  const cut = text.indexOf(' ', first - before);
  return `…${text.slice(cut < 0 || cut > first ? first : cut)}`;
}

const stem = (word: string) => (word.length > 5 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word);
