// Finds random text near a word that announces a secret, although no notation connects the two.
import { type Hits, registerHint } from '../hints.ts';
import { entropy, isRandom } from '../judge/value-shape.ts';
import { lineEnd, lineStart } from '../lines.ts';
import type { SecretRange } from '../rule.ts';
import { characterClass, nextRun } from '../runs.ts';

/** Words that announce a secret, and words that announce a digest. */
const ANNOUNCES =
  /secret|token|api[ _-]?key|credential|\bauth|\blogin\b|passw|access[ _-]?key|private[ _-]?key|licen[cs]e[ _-]?key|admin[ _-]?key|signing[ _-]?key|unseal|bearer|\b(?:my|our|the|this) key\b|\bkey is\b|clé|schlüssel|密钥|ключ/i;
const DIGEST =
  /commit|\bsha\b|sha-?\d|hash|digest|integrity|checksum|etag|\brev\b|revision|uuid|guid|\bids?\b|_id\b|public|\bref\b|image|cache|fingerprint|version|encrypted|\bENC\b|tree\b|blob\b|session|request|trace|build/i;

/** Words for "key" that do not occur at the end of program names. */
const FOREIGN = ['clé', 'schlüssel', 'ключ'].map((word) => registerHint(word));

/** Long enough to be random, and not a part of something longer. */
const LEAST = 24;
const OF_A_RUN = characterClass(/[A-Za-z0-9+/_-]/);
const RUN = /(?<![A-Za-z0-9+/_.%-])[A-Za-z0-9+/_-]{24,200}={0,2}(?![A-Za-z0-9+/_.%-])/y;

/** A file or property named on the line above. */
const ENDS_IN_SECRET = /[\w/.-](?:token|secret|password|passwd|api[_-]?key|\.key|credentials?)["']?,?$/i;

export function findAnnounced(text: string, hits: Hits, found: SecretRange[]): void {
  if (hits.places.length === 0 && !FOREIGN.some(hits.has)) return;
  let isAnnounced: boolean | null = null;
  for (let run = nextRun(text, OF_A_RUN, LEAST, 0); run; run = nextRun(text, OF_A_RUN, LEAST, run.end)) {
    RUN.lastIndex = run.start;
    const value = RUN.exec(text)?.[0];
    if (value === undefined) continue;
    const { start } = run;
    const end = start + value.length;
    if (!isRandom(value, 24) || entropy(value) < (/^[0-9a-f]+$/.test(value) ? 3 : 3.8) || value.includes('//'))
      continue;
    if (/^[a-z]+(?:[-_/][a-z0-9]+)+$/.test(value) || /^[0-9a-f]{40}$|^[0-9a-f]{64}$|^0x[0-9a-f]{40}$/i.test(value))
      continue;
    isAnnounced ??= ANNOUNCES.test(text);
    if (!isAnnounced) return;
    const line = lineStart(text, start, 400);
    const before = text.slice(Math.max(line, start - 40), start);
    const above = text.slice(Math.max(0, line - 60), Math.max(0, line - 1));
    const behind = text.slice(end, lineEnd(text, end, 40));
    if (
      (ANNOUNCES.test(before) ||
        ENDS_IN_SECRET.test(above) ||
        (/(?:\/\/|#).{0,30}|^["'`]? \(/.test(behind) && ANNOUNCES.test(behind))) &&
      !DIGEST.test(before)
    )
      found.push({ start, end, kind: 'secret' });
  }
}
