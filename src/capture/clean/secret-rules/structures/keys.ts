// Keys recognized by their surroundings: key blocks, key pairs, keys in pieces.
import { isRandom } from '../judge/value-shape.ts';
import type { Structure } from './structure.ts';

export const KEYS: readonly Structure[] = [
  {
    kind: 'private-key',
    hints: ['PRIVATE KEY'],
    pattern:
      /(?<secret>-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?=(?:[\s"'+\-\\,|>0-9→]|\\[nrt]|%0A|&#10;|\.\.\.){0,60}(?:[nr]?[A-Za-z0-9+/=]{16}|Proc-Type|Version|Comment))[\s\S]*?(?:-----END[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$))/dg,
    accept: () => true,
  },
  {
    kind: 'private-key',
    hints: ['PuTTY-User-Key-File'],
    pattern: /(?<secret>PuTTY-User-Key-File-\d[\s\S]*?(?:Private-MAC: ?[a-f0-9]+|$))/dg,
    accept: () => true,
  },
  {
    kind: 'private-key',
    hints: ['"kty', '\\"kty'],
    pattern: /"(?:d|p|q|dp|dq|qi|k)\\?"\s{0,4}:\s{0,4}\\?"(?<secret>[A-Za-z0-9_-]{22,})\\?"/dg,
    accept: (secret) => isRandom(secret, 22),
  },
  {
    kind: 'azure-key',
    hints: ['AccountKey', 'SharedAccessKey', 'SharedSecretValue'],
    pattern: /(?:AccountKey|SharedAccessKey|SharedSecretValue)(?:=|%3D)(?<secret>[A-Za-z0-9+/%]{40,}={0,2})/dgi,
  },
  {
    kind: 'aws-secret-key',
    hints: ['AKIA', 'ASIA', 'LTAI'],
    // Key pairs stand together: the second key has no mark of its own.
    pattern:
      /(?:AKIA|ASIA|LTAI)[A-Z0-9a-z]{12,24}["'\s,:;\\|]{1,24}(?:[\w ]{1,30}["']?\s{0,4}[:=]\s{0,4}["']?)?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/dg,
  },
  {
    kind: 'token',
    hints: ['client(', 'twilio'],
    pattern: /\bAC[0-9a-f]{32}["']?[\s,:;]{1,6}["']?(?<secret>[0-9a-f]{32})\b/dg,
  },
  {
    kind: 'private-key',
    hints: ['privatekey', 'private_key', 'account', 'mnemonic', 'deployer', 'signer', 'wallet'],
    pattern:
      /(?:private_?key|accounts?|mnemonic|deployer|signer|wallet)\w{0,12}["'\s:=,[(]{1,12}(?<secret>(?:0x)?[0-9a-f]{64})\b/dgi,
  },
  {
    kind: 'token',
    hints: ['::server:', '::node:'],
    pattern: /\b(?<secret>K10[0-9a-f]{48,}::(?:server|node):[0-9A-Za-z]{16,})/dg,
  },
  {
    // 64 bytes, like account keys.
    kind: 'azure-key',
    hints: ['key'],
    pattern: /\bkey[^\n]{0,120}?["'=: ](?<secret>[A-Za-z0-9+/]{86}==)/dgi,
  },
  {
    kind: 'token',
    hints: ['ably'],
    pattern: /\b(?<secret>[\w-]{6}\.[\w-]{6}:[\w-]{43})(?![\w-])/dg,
  },
  {
    // A token in two pieces, as people write it to get past scanners.
    kind: 'secret',
    hints: ['AKIA', 'ghp_', 'sk-', 'sk_', 'xox', 'AIza', 'glpat', 'hf_', 'npm_'],
    pattern:
      /["'](?:AKIA|ASIA|gh[pos]_|github_pat_|sk-\w{0,8}-?|[sr]k_(?:live|test)_|xox[abp]-|AIza|glpat-|hf_|npm_)["']\s{0,4}[+.,]?\s{0,4}["'](?<secret>[A-Za-z0-9_-]{10,200})["']/dg,
    accept: (secret) => isRandom(secret, 10),
  },
  {
    // The hashes of a Windows account.
    kind: 'password-hash',
    hints: [':::'],
    pattern: /\b[\w.$\\-]{1,60}:\d{1,10}:(?<secret>[0-9a-f]{32}:[0-9a-f]{32}):::/dgi,
    accept: () => true,
  },
  {
    kind: 'seed-phrase',
    hints: ['wallet', 'seed', 'recovery', 'mnemonic', 'phrase'],
    pattern:
      /(?:wallet|seed|recovery|mnemonic|phrase)\b[^\n:"'`]{0,80}[:"'`(]{1,2}\s{0,4}(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?=["'`).,]|\s*(?:\n|$|\())/dgi,
    accept: (secret) => !/\b(?:the|and|for|from|with|are|was|not|but|you|your|can|all|has|have)\b/.test(secret),
  },
];
