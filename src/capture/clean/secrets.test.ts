// Redaction of single secrets and lookalikes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRedact, isSecretName } from './secrets.ts';

const redact = buildRedact();
// Built from parts, so that no scanner mistakes this table for leaked keys.
const an = (n: number, alphabet = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7') =>
  Array.from({ length: n }, (_, i) => alphabet[(i * 7 + n) % alphabet.length]).join('');
const hex = (n: number) => an(n, '0a1b2c3d4e5f6789');
const upper = (n: number) => an(n, 'A2B4C6D7EFGHJKLMNPQR');
const b64 = (n: number) => an(n, 'aB3/dE6+gH9jK2mN5pQ8sT1vW4yZ7');

/** [kind, the text around it, the secret itself] */
const SECRETS: [string, (secret: string) => string, string][] = [
  ['aws-access-key', (s) => `id ${s} here`, `AKIA${upper(16)}`],
  ['aws-access-key', (s) => `"${s}"`, `ASIA${upper(16)}`],
  ['secret', (s) => `aws_secret_access_key = ${s}`, b64(40)],
  ['secret', (s) => `{"SecretAccessKey": "${s}"}`, b64(40)],
  ['github-token', (s) => `git clone https://x-access-token@github.com # ${s}`, `ghp_${an(36)}`],
  ['github-token', (s) => s, `gho_${an(36)}`],
  ['github-token', (s) => `token: ${s}`, `github_pat_${an(22)}_${an(59)}`],
  ['gitlab-token', (s) => s, `glpat-${an(20)}`],
  ['slack-token', (s) => s, `xoxb-${an(12, '0123456789')}-${an(24)}`],
  ['webhook-url', (s) => `https://hooks.slack.com/services/${s}`, `T${upper(8)}/B${upper(8)}/${an(24)}`],
  ['webhook-url', (s) => `https://discord.com/api/webhooks/${s}`, `${an(18, '0123456789')}/${an(68)}`],
  ['stripe-key', (s) => s, `sk_live_${an(24)}`],
  ['stripe-key', (s) => s, `rk_test_${an(24)}`],
  ['anthropic-key', (s) => `key ${s}`, `sk-ant-api03-${an(93)}AA`],
  ['openrouter-key', (s) => s, `sk-or-v1-${hex(64)}`],
  ['openai-key', (s) => s, `sk-${an(48)}`],
  ['openai-key', (s) => `(${s})`, `sk-proj-${an(40)}_${an(40)}`],
  ['openai-key', (s) => s, `sk-proj-${an(5)}-${an(70)}-${an(60)}`],
  ['google-api-key', (s) => `?key=${s}&x=1`, `AIza${an(35)}`],
  ['google-oauth', (s) => s, `GOCSPX-${an(28)}`],
  ['google-oauth', (s) => s, `ya29.${an(60)}`],
  ['npm-token', (s) => s, `npm_${an(36)}`],
  ['npm-token', (s) => `//registry.example/:_authToken=${s}`, `${hex(8)}-${hex(4)}-${hex(12)}`],
  ['pypi-token', (s) => s, `pypi-AgEIcHlwaS5vcmc${an(60)}`],
  ['rubygems-key', (s) => s, `rubygems_${hex(48)}`],
  ['docker-token', (s) => s, `dckr_pat_${an(27)}`],
  ['huggingface-token', (s) => s, `hf_${an(34)}`],
  ['model-key', (s) => s, `gsk_${an(52)}`],
  ['digitalocean-token', (s) => s, `dop_v1_${hex(64)}`],
  ['sendgrid-key', (s) => s, `SG.${an(22)}.${an(43)}`],
  ['mailgun-key', (s) => s, `key-${hex(32)}`],
  ['twilio-key', (s) => s, `SK${hex(32)}`],
  ['telegram-token', (s) => s, `${an(10, '123456789')}:AA${an(33)}`],
  ['discord-token', (s) => s, `M${an(25)}.${an(6)}.${an(38)}`],
  ['shopify-token', (s) => s, `shpat_${hex(32)}`],
  ['square-token', (s) => s, `sq0atp-${an(22)}`],
  ['databricks-token', (s) => s, `dapi${hex(32)}`],
  ['vault-token', (s) => s, `hvs.${an(90)}`],
  ['linear-key', (s) => s, `lin_api_${an(40)}`],
  ['notion-token', (s) => s, `ntn_${an(46)}`],
  ['figma-token', (s) => s, `figd_${an(43)}`],
  ['postman-key', (s) => s, `PMAK-${hex(24)}-${hex(34)}`],
  ['grafana-token', (s) => s, `glsa_${an(32)}_${hex(8)}`],
  ['newrelic-key', (s) => s, `NRAK-${upper(27)}`],
  ['sentry-token', (s) => s, `sntrys_${an(80)}`],
  ['supabase-token', (s) => s, `sbp_${hex(40)}`],
  ['age-key', (s) => s, `AGE-SECRET-KEY-1${upper(58)}`],
  ['jwt', (s) => `Cookie-less: ${s}`, `eyJhbGciOiJI${an(10)}.eyJzdWIiOiIx${an(20)}.${an(43)}`],
  ['private-key', (s) => s, `-----BEGIN RSA PRIVATE KEY-----\n${b64(64)}\n${b64(64)}\n-----END RSA PRIVATE KEY-----`],
  ['private-key', (s) => `cat key\n${s}`, `-----BEGIN OPENSSH PRIVATE KEY-----\n${b64(70)}\n${b64(70)}`],
  [
    'private-key',
    (s) => `{\\"private_key\\": \\"${s}\\"}`,
    `-----BEGIN PRIVATE KEY-----\\n${b64(64)}\\n-----END PRIVATE KEY-----`,
  ],
  ['azure-key', (s) => `DefaultEndpointsProtocol=https;AccountKey=${s};x`, `${b64(86)}==`],
  ['password', (s) => `postgres://app:${s}@db.internal:5432/app`, 'hunter2'],
  ['password', (s) => `redis://:${s}@cache:6379`, 'r3dis-pass'],
  ['authorization', (s) => `curl -H "Authorization: Bearer ${s}"`, an(32)],
  ['authorization', (s) => `Authorization: Basic ${s}`, b64(24)],
  ['secret', (s) => `-H 'x-api-key: ${s}'`, an(32)],
  ['password', (s) => `export DB_PASSWORD=${s}`, 'correct-horse-7'],
  ['secret', (s) => `STRIPE_SECRET="${s}"`, 'whatever it may be 7'],
  ['secret', (s) => `CI_TOKEN=${s} npm run x`, an(20)],
  ['password', (s) => `{"password": "${s}"}`, 'S3cretPhrase'],
  ['secret', (s) => `api_key: '${s}'`, an(24)],
  ['password', (s) => `services:\n  db:\n    password: ${s}\n`, 'pl41n-yaml'],
  ['password', (s) => `spring.datasource.password=${s}\n`, 'pr0perties'],
  ['password', (s) => `db_password=${s}\nx=1`, 'l0wer-case'],
  ['password', (s) => `POSTGRES_PASSWORD=${s}`, 'upp3r-case'],
  ['password', (s) => `      POSTGRES_PASSWORD: ${s}`, 'c0mpose-file'],
  ['password', (s) => `FROM x\nENV DB_PASSWORD ${s}\n`, 'd0ckerfile'],
  ['password', (s) => `password = "${s}"`, 'four words and 1 digit'],
  ['password', (s) => `{"auths": {"r.example": {"auth": "${s}"}}}`, `${b64(30)}==`],
  ['password', (s) => `mysql -u root -p${s} app`, 'Sup3rSecret'],
  ['password', (s) => `curl -u admin:${s} https://x.example`, 'Sup3rSecret'],
  ['secret', (s) => `deploy --token ${s}`, an(20)],
  ['password', (s) => `machine api.example login me password ${s}`, 'netrc-pass-1'],
];

const LOOK_ALIKES: string[] = [
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'a1b2c3d',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '550e8400-e29b-41d4-a716-446655440000',
  '"integrity": "sha512-9Xg2oQ5Y3u0Jv0b6xkzJ3n3v0p1kq4rW7a8Zc2dT5eU6fV7gW8hX9iY0jZ1kA2lB3mC4nD5oE6pF7qG8rH9sI0tJ=="',
  'sha256:6a3bbd5d7d2b1c8f4e0a9b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGZ4Q5n7mD0t5wRr1J8o1yJ4eV2b9kQ3uW6xZ0cF8hTa dev@laptop',
  'https://example.com/path?id=12345&token_type=bearer',
  'http://localhost:3000/@scope/package',
  'git@github.com:owner/repository.git',
  'ssh://git@host.example:22/repo.git',
  'const token = getToken();',
  'let password: string;',
  'password: process.env.DB_PASSWORD,',
  'DB_PASSWORD=$DB_PASSWORD',
  'DB_PASSWORD=${{ secrets.DB_PASSWORD }}',
  'API_KEY=<your api key>',
  'API_KEY=your-key-here',
  'TOKEN=xxxxxxxxxxxxxxxx',
  'SECRET=********',
  'postgres://user:$PASSWORD@host/db',
  'https://user:<password>@host/',
  'tokenizer = new Tokenizer(vocabulary)',
  'max_tokens: 4096, total_tokens: 12000',
  'the secret of good tests is speed',
  'class TokenRefreshPasswordSecretKeyFactory {}',
  'if (!apiKey) throw new Error("apiKey is missing")',
  'sk-learn is not a key; neither is sk-button-primary-large-rounded',
  'task-manager-with-a-really-long-kebab-case-name-42',
  'key-value-store',
  'npm_config_registry',
  'npm_lifecycle_event=test',
  'ghp_short',
  'AKIA is the prefix of an access key',
  '-----BEGIN PUBLIC KEY-----',
  'if (text.includes("-----BEGIN RSA PRIVATE KEY-----")) return true;',
  '-----BEGIN CERTIFICATE-----',
  'eyJ is how a token starts',
  'Authorization: Bearer $TOKEN',
  'Authorization: Bearer <token>',
  'The bearer of this message',
  'package-lock.json resolved 1.2.3-beta.4+build.20260101',
  '2026-11-15T08:20:11.123Z',
  '192.168.10.20:8080',
  '/home/dev/.ssh/id_ed25519.pub',
  'SKU1234567890',
  'SG.md',
  'xoxo',
  'hf_hub_download(repo_id)',
  'AUTH_MODE = none',
  'PASS (12 tests)',
  'PWD=/tmp',
  'const KEY = "ArrowLeft"',
  'token.length === 0 && secret.length === 0',
  '  password: string\n  token: Token\n  secret: SecretRef',
  'password: user.password,\n  token: await getToken(user),',
  'const apiKey = config.apiKey\n',
  '- token: how the parser splits words',
  'auth: { type: "basic" }',
  'password = prompt("Your password: ")',
];

// What a newcomer typed in the first hour and found again in the database.
const EVERYDAY = [
  'password=hunter2secret',
  'password: Tr0ub4dor3xyz',
  'password=Tr0ub4dor&3xyz',
  'passwd=hunter2',
  'api_key=abcdef123456',
  'secret: zxcv1234asdf',
  'token=abcdef1234567890',
  'client_secret=abcdef1234567890',
  'my password is hunter2secret',
  'https://x.example/?access_token=abc-123-def',
  'wss://h.example/ws?token=abc.def-123',
  'host=db user=app password=hunter2 dbname=x',
  'Server=db;User Id=sa;Password=hunter2;Encrypt=true',
  '2026-01-01 INFO login user=jo password=hunter2 ok',
  'sshpass -p hunter2 ssh x@y',
  'redis-cli -a hunter2 ping',
  'docker login -u me -p hunter2 reg',
  'DEPLOY_TOKEN=hunter2-hunter2 npm test',
];

describe('everyday shapes', () => {
  it.each(EVERYDAY)('%s', (text) => {
    const clean = redact(text);
    expect(clean).toMatch(/\[redacted:(?:password|secret)\]/);
    expect(clean).not.toMatch(/hunter2|Tr0ub4dor|&3xyz|abcdef1|zxcv1234|abc-123|abc\.def/);
  });
});

describe('secrets', () => {
  it('covers at least the required number of cases', () => {
    expect(SECRETS.length).toBeGreaterThanOrEqual(40);
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(40);
  });

  it.each(SECRETS.map(([kind, around, secret], i) => [`${kind} #${i}`, kind, around, secret] as const))(
    'redacts %s',
    (_name, kind, around, secret) => {
      const clean = redact(around(secret));
      expect(clean).toContain(`[redacted:${kind}]`);
      expect(clean).not.toContain(secret);
      // nothing of its second half is left either
      expect(clean).not.toContain(secret.slice(-Math.min(12, Math.floor(secret.length / 2))));
      expect(redact(clean)).toBe(clean);
    },
  );

  it.each(LOOK_ALIKES)('leaves %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('keeps what surrounds a secret', () => {
    expect(redact(`before ghp_${an(36)} after`)).toBe('before [redacted:github-token] after');
    expect(redact('postgres://app:hunter2@db:5432/app')).toBe('postgres://app:[redacted:password]@db:5432/app');
  });

  it('are found inside JSON inside a string', () => {
    expect(redact('{\\"password\\": \\"S3cretPhrase\\"}')).not.toContain('S3cretPhrase');
  });

  it('can be matched by user rules', () => {
    expect(buildRedact(['badge=EMP-[0-9]{6}'])('by EMP-123456')).toBe('by [redacted:badge]');
  });

  it('recognizes property names that hold secrets', () => {
    for (const name of ['password', 'clientSecret', 'api_key', 'DB_PASSWORD', 'accessToken', 'x-api-key']) {
      expect([name, isSecretName(name)]).toEqual([name, true]);
    }
    for (const name of ['tokens', 'max_tokens', 'passwordHint', 'key', 'secretary', 'monkey', 'file_path']) {
      expect([name, isSecretName(name)]).toEqual([name, false]);
    }
  });

  it.each(['db', 'user', 'root', 'admin', 'smtp', 'ftp', 'ldap', 'redis', 'key', 'store'])(
    'reads %spass as a password',
    (word) => {
      expect(redact(`${word}pass=Winterkite42`)).toBe(`${word}pass=[redacted:password]`);
    },
  );

  it.each(['user', 'host', 'port', 'database', 'db', 'url', 'server', 'domain'])(
    'takes a line of words for a password where a %s stands beside it',
    (word) => {
      expect(redact(`${word}: orders\npassword: correct horse battery\n`)).toBe(
        `${word}: orders\npassword: [redacted:password]\n`,
      );
      expect(redact('pool: orders\npassword: correct horse battery\n')).toContain('correct horse');
    },
  );

  it('redacts a known token anywhere in any text', () => {
    const tokens = SECRETS.filter(([, around, secret]) => around(secret) === secret && !secret.includes('-----'));
    const glue = fc.stringMatching(/^[ -~\n]{0,30}$/).filter((s) => !/[A-Za-z0-9_+/=.~\\-]$/.test(s));
    fc.assert(
      fc.property(
        glue,
        fc.constantFrom(...tokens),
        fc.constantFrom('', ' ', '"', "'", ',', '\n', ')'),
        (before, [, , secret], after) => {
          expect(redact(before + secret + after)).not.toContain(secret);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
