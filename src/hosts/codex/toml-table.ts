// One table of ours in Codex's config.toml. Everything else in the file keeps its bytes.

/** The text with this table, replacing the one of the same name. */
export function withTable(text: string, name: string, lines: string[]): string {
  const table = [`[${name}]`, ...lines, ''].join('\n');
  const known = spanOf(text, name);
  if (known) {
    const old = text.slice(known.start, known.end);
    return old.trimEnd() === table.trimEnd() ? text : `${text.slice(0, known.start)}${table}${text.slice(known.end)}`;
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return `${text}${gap}${table}`;
}

export function withoutTable(text: string, name: string): string {
  const known = spanOf(text, name);
  if (!known) return text;
  // The empty line that came with it goes too.
  const before = text.slice(0, known.start).replace(/\n\n$/, '\n');
  return `${before}${text.slice(known.end)}`;
}

/** From the table's header to the next header or the end; multi-line strings are skipped. */
function spanOf(text: string, name: string): { start: number; end: number } | null {
  let start: number | null = null;
  let quote: string | null = null;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const header = quote === null ? /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1] : undefined;
    if (header !== undefined && start !== null) return { start, end: at };
    if (header?.replace(/["'\s]/g, '') === name) start = at;
    for (const [mark] of line.matchAll(/"""|'''/g)) {
      if (quote === null) quote = mark;
      else if (quote === mark) quote = null;
    }
    at += line.length;
  }
  return start === null ? null : { start, end: text.length };
}
