// Finds everything below `data` in a Kubernetes Secret, in YAML and JSON.
import { registerHint } from '../hints.ts';
import { isPlaceholder } from '../judge/value-shape.ts';
import type { Rule } from '../rule.ts';

const KIND = registerHint('kind');

export const findKubernetes: Rule = (text, hits, found) => {
  if (!hits.has(KIND)) return;
  if (!/\bkind\\?["']?\s{0,4}:\s{0,4}\\?["']?Secret\b/.test(text)) return;
  const block = /^([ \t+-]{0,20})(?:data|stringData):[ \t]*\r?\n((?:\1[ \t]+[^\n]*(?:\n|$))+)/gm;
  for (let match = block.exec(text); match; match = block.exec(text)) {
    const from = match.index + match[0].length - (match[2] as string).length;
    const entry =
      /^[ \t+-]*[\w.-]+:[ \t]+(?:[|>][+-]?[ \t]*\n((?:[ \t]+[A-Za-z0-9+/=]{20,}[ \t]*(?:\n|$))+)|["']?([^\s"'|>][^\n]*?)["']?[ \t]*$)/gm;
    for (let one = entry.exec(match[2] as string); one; one = entry.exec(match[2] as string)) {
      const value = (one[1] ?? one[2]) as string;
      if (isPlaceholder(value.trim())) continue;
      const start = from + one.index + one[0].lastIndexOf(value);
      found.push({ start, end: start + value.trimEnd().length, kind: 'kubernetes-secret' });
    }
  }
  const inline = /\\?"(?:data|stringData)\\?"\s{0,4}:\s{0,4}\{([^{}]{1,20000})\}/g;
  for (let match = inline.exec(text); match; match = inline.exec(text)) {
    const from = match.index + match[0].length - (match[1] as string).length - 1;
    const entry = /:\s{0,4}\\?"([^"\\]{4,})\\?"/g;
    for (let one = entry.exec(match[1] as string); one; one = entry.exec(match[1] as string)) {
      const value = one[1] as string;
      const start = from + one.index + one[0].indexOf(value);
      if (!isPlaceholder(value)) found.push({ start, end: start + value.length, kind: 'kubernetes-secret' });
    }
  }
};
