// Redaction of complete texts: no secret is missed, and nothing else is redacted.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildRedact } from './secrets.ts';

// Texts as an agent sees them. `corpus` was written by people who had not seen the rules; `notations` is our own list
// of ways to write down a secret, and of lookalikes. Stored reversed and in base64, so that no scanner mistakes them
// for leaked keys.

interface Text {
  id: string;
  kind: 'positive' | 'negative';
  text: string;
  secrets: string[];
}

const decode = (text: string) => [...Buffer.from(text, 'base64').toString()].reverse().join('');

function readTexts(name: string): Text[] {
  const file = new URL(`../../../test/fixtures/secrets/${name}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Text)
    .map((one) => ({ ...one, text: decode(one.text), secrets: one.secrets.map(decode) }));
}

const redact = buildRedact();

describe.each([
  ['corpus', 120, 60],
  ['notations', 250, 200],
])('the texts in %s', (name, positives, negatives) => {
  const texts = readTexts(name);
  const withSecrets = texts.filter(({ kind }) => kind === 'positive');
  const without = texts.filter(({ kind }) => kind === 'negative');

  it('has the expected number of texts', () => {
    expect(withSecrets.length).toBeGreaterThanOrEqual(positives);
    expect(without.length).toBeGreaterThanOrEqual(negatives);
    for (const { text, secrets } of withSecrets) for (const secret of secrets) expect(text).toContain(secret);
  });

  it('loses all secrets', () => {
    const missed = withSecrets.filter(({ text, secrets }) => {
      const clean = redact(text);
      return secrets.some((secret) => clean.includes(secret));
    });
    expect(missed.length / withSecrets.length, missed.map(({ id }) => id).join(' ')).toBeLessThanOrEqual(0.03);
  });

  it('keeps the rest', () => {
    for (const { text } of without) expect(redact(text)).toBe(text);
  });

  it('does not change if redacted again', () => {
    for (const { text } of texts) {
      const clean = redact(text);
      expect(redact(clean)).toBe(clean);
    }
  });
});
