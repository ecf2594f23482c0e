// Redacts secrets before anything reaches the database. Three kinds of rules find them: by the format of a token, by
// the place of a value, and by the structure around it. Users can add their own.

import { teamSecrets } from '../../config/environment.ts';
import { findCommands } from './secret-rules/commands.ts';
import { findColumns } from './secret-rules/documents/columns.ts';
import { findInserts } from './secret-rules/documents/inserts.ts';
import { findKubernetes } from './secret-rules/documents/kubernetes.ts';
import { findFormats } from './secret-rules/formats.ts';
import { findHints } from './secret-rules/hints.ts';
import { isSecretName, kindOfName } from './secret-rules/judge/names.ts';
import { isPath, isPlaceholder, MASK } from './secret-rules/judge/value-shape.ts';
import { isSecretValue } from './secret-rules/judge/values.ts';
import { findAnnounced } from './secret-rules/nearby/announced.ts';
import { findCompanions, findRepeats } from './secret-rules/nearby/companions.ts';
import { findStrongPasswords } from './secret-rules/nearby/strong-passwords.ts';
import { findPlaces } from './secret-rules/places/index.ts';
import type { Rule, SecretRange } from './secret-rules/rule.ts';
import { findStructures } from './secret-rules/structures/index.ts';

/** Replaces every secret in a text with `[redacted:<kind>]`. */
export type Redact = (text: string) => string;

/** The first rule to find a range names its kind. */
export const RULES: readonly Rule[] = [
  findFormats,
  findStructures,
  findKubernetes,
  findCommands,
  findPlaces,
  findColumns,
  findInserts,
  findAnnounced,
  findStrongPasswords,
];

/**
 * Builds the redaction with these user rules (each `kind=pattern`, validated with the settings), and with the password of
 * the team's server if the environment has it, because every tool of the agent can print that.
 */
export function buildRedact(userPatterns: readonly string[] = [], known: readonly string[] = teamSecrets()): Redact {
  const rules = [...knownRules(known), ...RULES, ...userPatterns.map(userRule)];
  return (text) => {
    const masked = maskMarks(text);
    const found: SecretRange[] = [];
    const hits = findHints(masked);
    for (const rule of rules) rule(masked, hits, found);
    if (found.length === 0) return text;
    findCompanions(masked, found);
    findRepeats(masked, found);
    const fresh =
      masked === text
        ? found
        : found.filter((one) => one.kind === 'private-key' || !masked.slice(one.start, one.end).includes(MASK));
    return fresh.length === 0 ? text : replace(text, fresh);
  };
}

/** Our own marks are neither names nor values: what is already redacted is left alone. */
const maskMarks = (text: string) =>
  text.includes('[redacted:') ? text.replace(/\[redacted:[\w-]{1,40}\]/g, (mark) => MASK.repeat(mark.length)) : text;

/** Whether this value of a JSON property with this name is a secret. */
export function isSecretProperty(name: string, value: string): boolean {
  const kind = name.length <= 80 ? kindOfName(name) : null;
  if (kind === null || kind === 'key') return false;
  // The value stands alone, so it need not look random.
  const isMadeUp = value.length >= 8 && /\d/.test(value) && /\p{L}/u.test(value) && !/\s/.test(value);
  return isSecretValue(kind, value) || (isMadeUp && !isPlaceholder(value) && !isPath(value) && !/^https?:/.test(value));
}

export { isSecretName };

/** Exact values, wherever they are. */
function knownRules(values: readonly string[]): Rule[] {
  if (values.length === 0) return [];
  return [
    (text, _hits, found) => {
      for (const value of values)
        for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
          found.push({ start: at, end: at + value.length, kind: 'team-password' });
    },
  ];
}

function userRule(entry: string): Rule {
  const at = entry.indexOf('=');
  const kind = entry.slice(0, at);
  const pattern = new RegExp(entry.slice(at + 1), 'g');
  return (text, _hits, found) => {
    for (const match of text.matchAll(pattern))
      if (match[0] !== '') found.push({ start: match.index, end: match.index + match[0].length, kind });
  };
}

/** Overlapping ranges are merged. */
function replace(text: string, found: SecretRange[]): string {
  const ordered = found.map((one, order) => ({ ...one, order })).sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let at = 0;
  for (let i = 0; i < ordered.length; ) {
    const first = ordered[i] as SecretRange & { order: number };
    let { end, kind, order } = first;
    for (i += 1; i < ordered.length && (ordered[i] as SecretRange).start < end; i += 1) {
      const next = ordered[i] as SecretRange & { order: number };
      if (next.end > end) end = next.end;
      if (next.order < order) ({ kind, order } = next);
    }
    result += `${text.slice(at, first.start)}[redacted:${kind}]`;
    at = end;
  }
  return result + text.slice(at);
}
