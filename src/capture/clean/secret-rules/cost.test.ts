// Every secret rule costs linear time, even on hostile texts.
import { describe, expect, it } from 'vitest';
import { countSteps, EXEC } from '../../../../test/helpers/regex.ts';
import { buildRedact, RULES } from '../secrets.ts';
import { findHints } from './hints.ts';

/** Texts that repeatedly begin what the rules look for, and never end it. */
const HOSTILE = [
  ...['A', 'AKIA', 'TOKEN_', 'PASSWORD', 'eyJ.', 'eyJaaaaaaaaaaa.', 'https://a:', 'password=', 'curl -u ', 'sk-', 'a.'],
  ...[
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n',
    'cookie:a=',
    'machine a ',
  ],
  ...['"secret":"', 'x-api-key:', ' =', 'password ', 'key ', 'token: ', '<password>', 'a/b:c@', '"password", '],
  ...[
    'password: |\n  a\n',
    'kind: Secret\ndata:\n  a: b\n',
    'kind: Secret\n',
    '| password |\n',
    'password,x\n',
    'mysql -p',
  ],
  ...[
    'docker login ',
    'sshpass ',
    'name="password"\n\n',
    'session=',
    '%3A%2F%2F%3A',
    '://a:b',
    '[-',
    '{+',
    'password is ',
  ],
  ...['pass ', 'auth(', 'login("a", ', 'jwt.sign(a,', 'hooks.slack.com/services/', `${'M'.repeat(25)}.`, 'openssl -k '],
  ...['$ cat secret\n', 'password\n', 'token:\n', '"value": "', 'set password ', '\\"', "'", '`', 'password="'],
  ...[
    'password=\\"',
    'bearer ',
    'basic ',
    `AC${'0'.repeat(32)} `,
    'a1B2c3D4',
    'password=${',
    'pat.',
    'st.',
    'assword send ',
  ],
  ...[`${'x'.repeat(25)}1`, 'echo a | ', 'random_password.a ', 'K10', 'code=', 'secret 0 ', 'identified by ', 'data:{'],
  ...['user x password ', 'PuTTY-User-Key-File-3 ', '@tcp(', 'connect("a:", ', 'hmac(', 'password.fill(', 'kty":"d":"'],
  ...['redis://', ' -U a%', 'password $', 'hook.make.com/', '/hooks/', 'ghp_', 's.', 'password\\n', 'sid=', '"a","b",'],
  ...[
    'log in a:',
    'cred a/b ',
    'insert into t (password) values (',
    'copy t (password) from stdin\n',
    '**Password:** ',
    '<<< ',
  ],
  ...[
    '-u a -p ',
    'hash("',
    'backup code ',
    'recovery codes:\n',
    'wallet: abc ',
    '?t=',
    '<property name="password">',
    'otp ',
  ],
  ...[
    'variable "password" {',
    'key: |\n',
    'password\\u0022',
    'AUTH=a/',
    'a=b;password=',
    'encryptedData:\n',
    'pw\n',
    'x:1:',
  ],
  ...["AKIA' + '", 'LOGIN a ', 'random_password"', ': PSK "', 'user@a.bc / ', '0123456789abcdef', 'enter a value: '],
  ...['aB3dE6gH9jK2mN5pQ8sT1vW4 ', 'token aB3dE6gH9jK2mN5pQ8sT1vW4 ', 'password=aB3dE6gH9jK2 '],
];

/** A longer string is the text itself, not a piece that a rule cut out of it. */
const STRETCH = 700;
const SIZE = 2400;

/** Counts the steps of every regular expression over the text, and the characters of everything else. */
function workOf(run: () => void): number {
  let work = 0;
  const { indexOf, lastIndexOf } = String.prototype;
  RegExp.prototype.exec = function exec(text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    work += String(text).length > STRETCH ? countSteps(this, String(text), from, 4_000_000) : String(text).length + 1;
    return EXEC.call(this, text);
  };
  String.prototype.indexOf = function counted(search: string, from = 0) {
    const at = indexOf.call(this, search, from);
    work += (at < 0 ? this.length : at) - from;
    return at;
  };
  String.prototype.lastIndexOf = function counted(this: string, search: string, from?: number) {
    const at = lastIndexOf.call(this, search, from);
    work += (from ?? this.length) - at;
    return at;
  };
  try {
    run();
  } finally {
    RegExp.prototype.exec = EXEC;
    String.prototype.indexOf = indexOf;
    String.prototype.lastIndexOf = lastIndexOf;
  }
  return work;
}

const times = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));

describe('the cost of redaction', { timeout: 60_000 }, () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))(
    'of %s grows with the text, not with its square',
    (_, rule) => {
      for (const unit of HOSTILE) {
        const work = (size: number) => {
          const text = times(unit, size);
          const hits = findHints(text);
          return workOf(() => rule(text, hits, []));
        };
        const [once, twice] = [work(SIZE), work(2 * SIZE)];
        // The rest is due to windows that the smaller text does not fill.
        expect([unit, twice <= 2.5 * once + 20_000, once, twice]).toEqual([unit, true, once, twice]);
      }
    },
  );

  it('of handling the findings also grows linearly with the text', () => {
    for (const unit of [
      'token aB3dE6gH9jK2mN5pQ8sT1vW4 ',
      'password=aB3dE6gH9jK2\n',
      'ghp_aB3dE6gH9jK2mN5pQ8sT1vW4aB3dE6gH9jK2mN5p ',
    ]) {
      const redact = buildRedact();
      const work = (size: number) => workOf(() => redact(times(unit, size)));
      expect(work(2 * SIZE)).toBeLessThan(2.5 * work(SIZE) + 20_000);
    }
  });

  it('is measured correctly if it is quadratic', () => {
    const text = (size: number) => 'a'.repeat(size);
    const square = (size: number) => workOf(() => void /a*b/.exec(text(size)));
    expect(square(2000)).toBeGreaterThan(3 * square(1000));
  });
});
