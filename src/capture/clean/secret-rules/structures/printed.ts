// Secrets that a program printed or a person typed: announced on one line, shown on the next.
import { isMade, isPlaceholder, isRandom } from '../judge/value-shape.ts';
import type { Structure } from './structure.ts';

const ONE_TIME_CODES = ['one-time', 'verification', 'security', 'auth', 'login', '2fa', 'mfa', 'access', 'pin'].map(
  (word) => `${word} code`,
);

export const PRINTED: readonly Structure[] = [
  {
    // Announced on one line, shown on the next.
    kind: 'password',
    hints: ['passwd', 'password', 'passphrase', 'token', 'secret'],
    pattern:
      /(?:passw(?:or)?d|passphrase|\btoken|\bsecret)\b[^\n:]{0,140}:[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]*(?<secret>[^\s\-*#>|`"'{}[\]()<][^\s]{7,120})[ \t]*(?:\r?\n|$)/dgi,
    accept: (secret) =>
      !isPlaceholder(secret) &&
      !/[:,;]$|^https?:/.test(secret) &&
      /\d/.test(secret) &&
      /[A-Za-z]/.test(secret) &&
      !/^[\w./-]+\.(?:ts|js|py|go|rs|md|json|ya?ml|txt|sh)$/.test(secret) &&
      (isRandom(secret, 12) || /[^\w./:-]/.test(secret)),
  },
  {
    kind: 'password',
    hints: ['is generated for'],
    pattern: /password is generated for \S{1,60}: (?<secret>\S{4,60})/dg,
  },
  {
    kind: 'password',
    hints: ['random_password', 'random_string'],
    pattern:
      /random_(?:password|string)(?:\.[\w-]{1,60}[\s\S]{0,120}?|"[\s\S]{0,500}?)\bresult"?\s{0,20}[=:]\s{0,4}"(?<secret>[^"\n]{4,200})"/dg,
  },
  {
    // A command that prints a secret, and its output.
    kind: 'secret',
    hints: [
      'base64 ',
      'openssl rand',
      'pwgen',
      'get-login-password',
      'auth token',
      'print-access-token',
      '-field',
      'op read',
      'pass show',
      'generic-password',
      'initial-password',
      'bw get',
      'gopass',
      '$ cat ',
      'output -raw',
      'get-secret-value',
      'with-decryption',
      'versions access',
      'secret show',
      'secrets get',
      'config:get',
      'create token',
    ],
    pattern:
      /^[$#>%] [^\n]{0,300}(?:secret[^\n]{0,200}base64 (?:-d|-D|--decode)|openssl rand|pwgen|get-login-password|auth token|print-access-token|vault [^\n]{0,100}-field|get-secret-value|get-parameter[^\n]{0,100}with-decryption|secrets versions access|keyvault secret show|doppler secrets get|config:get \w{0,40}(?:TOKEN|SECRET|KEY|PASSWORD)|create token|op read|pass show|find-generic-password[^\n]{0,100}-w|bw get password|gopass show|initial-password|terraform output -raw [\w.-]{0,60}(?:password|secret|token|key)|tofu output -raw [\w.-]{0,60}(?:password|secret|token|key)|cat [^\n|;]{0,80}(?:\.key|token|secret|passw(?:or)?d|\.pass))[^\n]{0,200}\n(?<secret>[^\s$#>][^\s]{7,3000}?)(?=$|\$ [A-Za-z])/dgm,
  },
  {
    kind: 'password',
    hints: ['-U ', '--user'],
    pattern: /(?<=\s(?:-U|--user(?:name)?)[= ]?["']?)[\w.\\/@-]{1,80}%(?<secret>[^\s"']{4,100})/dg,
  },
  {
    kind: 'password',
    hints: ['pass:'],
    pattern: /(?<=[\s"'=])pass:(?<secret>[^\s"'`\\{}();]{4,200})/dg,
  },
  {
    // What somebody typed at a prompt.
    kind: 'token',
    hints: ['enter '],
    pattern:
      /\benter (?:a |the |your )?(?:value|token|password|secret|api key|key|passphrase)\b[^\n:]{0,60}: ?(?<secret>[^\s"'`<>]{12,200})(?=\s|$)/dgi,
    accept: (secret) => isRandom(secret, 12),
  },
  {
    kind: 'recovery-code',
    hints: ['recovery', 'backup', 'scratch', 'two-factor', '2fa', 'mfa', 'one-time'],
    pattern:
      /\b(?:recovery|backup|scratch|two-factor|2fa|mfa|one-time)[ -](?:\w{1,12} )?codes?\b[^\n]{0,80}\n(?:[ \t]*\n)?(?<secret>(?:[ \t*-]{0,6}(?:\d{1,2}[.)] )?(?=[a-z-]{0,20}\d)[A-Za-z0-9]{4,8}(?:[- ][A-Za-z0-9]{4,8}){0,3}[ \t]{0,8}(?:\n|$)){2,20})/dgi,
  },
  {
    kind: 'recovery-code',
    hints: ['recovery code', 'backup code', 'scratch code', '2fa code', 'mfa code', 'one-time code'],
    pattern:
      /\b(?:recovery|backup|scratch|2fa|mfa|one-time) codes?\b[: ]{1,3}(?:is )?(?<secret>(?=[a-z-]{0,20}\d)[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,3})(?![\w-])/dgi,
  },
  {
    // A question on one line, the answer on the next.
    kind: 'password',
    hints: ['password', 'passwd', ' pw ', 'pw?', ' pw\n'],
    pattern:
      /(?:\bpw|passw(?:or)?d)\b[^\n:=]{0,60}\n(?:[^\n]{0,40}?(?:[\])>:] |\t))?(?:it'?s |it is |that'?s |try |use )?[`"']?(?<secret>[^\s`"']{8,60}?)[`"']?(?=\s|$)/dgi,
    accept: isAnswer,
  },
  {
    kind: 'password',
    hints: ['hashcat', 'john '],
    pattern:
      /^[$#>%] (?:hashcat|john)\b[^\n]{0,200}--show[^\n]{0,100}\n(?:[^\s:]{1,150}:){1,2}(?<secret>[^\s:]{3,100})/dgm,
  },
  {
    kind: 'password',
    hints: ['cred', 'login', 'log in', 'account'],
    pattern:
      /\b(?:creds?|credentials|log ?ins?|account)\b[^\n]{0,60}?[\w.+-]{1,60}@[\w.-]{1,60}\.[a-z]{2,12}[ ]{1,2}(?:\/|\||:|,|and|\+)[ ]{1,2}(?<secret>[^\s"'`,]{6,60})/dgi,
    accept: isAnswer,
  },
  {
    // `log in with admin:…`, `credentials: admin / …`
    kind: 'password',
    hints: ['log in', 'login', 'sign in', 'cred', 'logged in', 'log into'],
    pattern:
      /\b(?:log(?:ged)?[ -]?(?:in|into)|sign(?:ed)?[ -]in|login|creds?|credentials?)\b[^\n]{0,60}?(?:[\s`"'(:=]|^)[\w.@+-]{2,40} ?[/:] ?(?<secret>[^\s"'`,/:]{6,60})/dgi,
    accept: isAnswer,
  },
  {
    kind: 'password',
    hints: ['cred', 'login'],
    pattern:
      /(?:^|[\s`"'(])[\w.@+-]{2,40} ?[/:] ?(?<secret>[^\s"'`,/:]{6,60})[`"']?\s(?:is|are) (?:the|my|our|your) (?:\w{1,20} ){0,3}(?:creds?|credentials?|logins?)\b/dgi,
    accept: isAnswer,
  },
  {
    kind: 'password',
    hints: [
      'as the password',
      'as password',
      'as a password',
      'as your password',
      'as the passphrase',
      'as the token',
      'as the secret',
      'as pw',
      'as my password',
    ],
    pattern:
      /(?:^|[\s`"'])(?<secret>[^\s`"']{6,80})[`"']?\sas\s(?:(?:the|a|your|my|its|our)\s)?(?:\w{1,20}\s)?(?:password|passphrase|pw|token|secret)\b/dgi,
    accept: (secret) => isAnswer(secret) || isRandom(secret, 16),
  },
  {
    kind: 'password',
    hints: ['password for', 'passphrase for'],
    pattern: /\b(?:password|passphrase) for [^\n]{1,100}?: (?<secret>[^\s"'`<>]{4,100})(?=\s|$)/dgi,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
  {
    kind: 'one-time-code',
    hints: ['otp', 'one-time password', 'passcode', 'pin:', 'pin=', 'pin ', ...ONE_TIME_CODES],
    pattern:
      /\b(?:otp|OTP|totp|TOTP|one-time (?:code|password)|(?:verification|security|auth|login|2fa|mfa|access) code|pin code|passcode|PIN(?= {0,4}[:=]| is ))\b(?:\s{0,4}[:=]\s{0,4}| is (?:now )?|\s{1,4})(?<secret>\d{4,8}|\d{3}[ -]\d{3})(?![\w.:-])/dg,
  },
  {
    kind: 'password',
    hints: ['(password:', '(pw:', '(pass:', '(pwd:'],
    pattern: /\((?:password|pw|pass|pwd): (?<secret>[^\s()]{5,60})\)/dgi,
  },
  {
    kind: 'password',
    hints: [
      'is the password',
      'is my password',
      'is our password',
      'is the passphrase',
      'is the pw',
      'is the admin password',
      'is the root password',
    ],
    pattern:
      /(?:^|[\s`"'])(?<secret>[^\s`"']{6,80})[`"']?\sis\s(?:the|my|our)\s(?:\w{1,20}\s)?(?:password|passphrase|pw)\b/dgi,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
  {
    // Printed by Elasticsearch when a password is reset.
    kind: 'password',
    hints: ['new value:'],
    pattern: /\bNew value: (?<secret>\S{8,100})/dg,
    accept: (secret) => isMade(secret) || isRandom(secret, 12),
  },
  {
    // A password found by a security testing tool.
    kind: 'password',
    hints: ['[+] '],
    pattern: /\[\+\] [^\n]{0,80}?[\w.\\-]{1,40}:(?<secret>[^\s:]{4,60})/dg,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
];

/** A password that one person gives to another: letters with digits or symbols among them. */
function isAnswer(value: string): boolean {
  return (
    isMade(value) &&
    !isPlaceholder(value) &&
    /[^\w./:@-]|[A-Z].*\d|\d.*[A-Z]/.test(value) &&
    !/^\d{4}-|[()={}[\]<>]|\.[a-z]{2,5}$/.test(value)
  );
}
