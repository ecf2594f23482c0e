// Hides the answer from the search: a commit must not be found by its own command, subject or git output.
import { isObject, type Json } from '../domain/json.ts';

/** A subject with fewer words ("comment", "fix test") occurs in any text, so it is masked only as a complete line. */
const TELLING_WORDS = 3;

export function createMask(subjects: string[]): (record: Json) => Json {
  const patterns = subjects
    .map((subject) => subject.trim())
    .filter((subject) => subject.length > 0)
    .sort((a, b) => b.length - a.length)
    .map((subject) => {
      const words = subject.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').split(/\s+/);
      return words.length >= TELLING_WORDS ? words.join('\\s+') : `^[\\W_]*${words.join('\\s+')}[\\W_]*$`;
    });
  const subject = patterns.length > 0 ? new RegExp(patterns.join('|'), 'gim') : null;
  const maskText = (text: string) => {
    const plain = text.replace(GIT_ANSWER, '');
    return subject ? plain.replace(subject, ' ') : plain;
  };
  const mask = (value: Json): Json => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'command' && typeof inner === 'string' ? maskText(inner.replace(COMMIT, 'git commit')) : mask(inner),
      ]),
    );
  };
  return mask;
}

/** Includes everything that follows: the message may be in quotes or a here-document, over many lines. */
const COMMIT = /\bgit\b[^\n&|;]*?\bcommit\b[\s\S]*$/;
/** `[main 1a2b3c4] The subject` */
const GIT_ANSWER = /^\[[^\]\n]+ (?:\([^)\n]*\) )?[0-9a-f]{7,40}\] .*$/gm;
