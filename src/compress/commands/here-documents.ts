// Here-documents of a command, taken out before it is split into words: their text may hold any quote.

/** Stands for a here-document, followed by its number. */
const DOCUMENT = '\u0001';
const MARK = /\u0001(\d+)/;

export function takeDocuments(text: string): { without: string; documents: string[] } {
  const documents: string[] = [];
  const start = /<<(-?)\s*(['"]?)([A-Za-z_]\w*)\2/;
  let without = '';
  let rest = text.replaceAll(DOCUMENT, ' ');
  for (let match = start.exec(rest); match; match = start.exec(rest)) {
    const lineEnd = rest.indexOf('\n', match.index);
    if (lineEnd < 0) break;
    const lines = rest.slice(lineEnd + 1).split('\n');
    const last = lines.findIndex(
      (line) => line.trim() === match?.[3] || line.trim().replace(/[)"'\s]+$/, '') === match?.[3],
    );
    if (last < 0) break;
    documents.push(lines.slice(0, last).join('\n'));
    // What follows the end mark on its line still belongs to the command: `)"`.
    const tail = (lines[last] as string).trim().slice((match[3] as string).length);
    without += `${rest.slice(0, match.index)}${DOCUMENT}${documents.length - 1} `;
    rest = `${rest.slice(match.index + match[0].length, lineEnd)}${tail}\n${lines.slice(last + 1).join('\n')}`;
  }
  return { without: without + rest, documents };
}

/** A word as the command receives it: `"$(cat <<EOF …)"` is the document, any other substitution is unknown. */
export function withDocuments(word: string, documents: string[]): string {
  return word.replace(/\$\(\s*cat\s+\u0001(\d+)\s*\)/g, (_, number: string) => documents[Number(number)] ?? '');
}

/** The document that feeds a command, if one of its words stands for it. */
export function inputOf(words: string[], documents: string[]): string {
  const mark = words.map((word) => MARK.exec(word)).find((found) => found?.index === 0);
  return mark ? (documents[Number(mark[1])] ?? '') : '';
}
