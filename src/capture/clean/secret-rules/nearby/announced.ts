// Finds random text near a word that announces a secret, although no notation connects the two.
import { type Hits, registerHint } from '../hints.ts';
import { entropy, isRandom } from '../judge/value-shape.ts';
import { lineEnd, lineStart } from '../lines.ts';
import type { SecretRange } from '../rule.ts';

/** Words that announce a secret, and words that announce a digest. */
const ANNOUNCES =
  /secret|token|api[ _-]?key|credential|\bauth|\blogin\b|passw|access[ _-]?key|private[ _-]?key|licen[cs]e[ _-]?key|admin[ _-]?key|signing[ _-]?key|unseal|bearer|\b(?:my|our|the|this) key\b|\bkey is\b|clé|schlüssel|密钥|ключ/i;
const DIGEST =
  /commit|\bsha\b|sha-?\d|hash|digest|integrity|checksum|etag|\brev\b|revision|uuid|guid|\bids?\b|_id\b|public|\bref\b|image|cache|fingerprint|version|encrypted|\bENC\b|tree\b|blob\b|session|request|trace|build/i;

/** Words for "key" that do not occur at the end of program names. */
const FOREIGN = ['clé', 'schlüssel', 'ключ'].map((word) => registerHint(word));

/** A file or property named on the line above. */
const ENDS_IN_SECRET = /[\w/.-](?:token|secret|password|passwd|api[_-]?key|\.key|credentials?)["']?,?$/i;

export function findAnnounced(text: string, hits: Hits, found: SecretRange[]): void {
  if ((hits.places.length === 0 && !FOREIGN.some(hits.has)) || !ANNOUNCES.test(text)) return;
  const run = /(?<![A-Za-z0-9+/_.%-])[A-Za-z0-9+/_-]{24,200}={0,2}(?![A-Za-z0-9+/_.%-])/g;
  for (let match = run.exec(text); match; match = run.exec(text)) {
    const value = match[0];
    if (!isRandom(value, 24) || entropy(value) < (/^[0-9a-f]+$/.test(value) ? 3 : 3.8) || value.includes('//'))
      continue;
    if (/^[a-z]+(?:[-_/][a-z0-9]+)+$/.test(value) || /^[0-9a-f]{40}$|^[0-9a-f]{64}$|^0x[0-9a-f]{40}$/i.test(value))
      continue;
    const line = lineStart(text, match.index, 400);
    const before = text.slice(Math.max(line, match.index - 40), match.index);
    const above = text.slice(Math.max(0, line - 60), Math.max(0, line - 1));
    const behind = text.slice(run.lastIndex, lineEnd(text, run.lastIndex, 40));
    if (
      (ANNOUNCES.test(before) ||
        ENDS_IN_SECRET.test(above) ||
        (/(?:\/\/|#).{0,30}|^["'`]? \(/.test(behind) && ANNOUNCES.test(behind))) &&
      !DIGEST.test(before)
    )
      found.push({ start: match.index, end: run.lastIndex, kind: 'secret' });
  }
}
