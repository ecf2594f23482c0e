// Secrets by the structure that they stand in: keys in blocks, addresses, headers, statements, files of a known layout.
import { Hinted, type Hits, registerHint } from './hints.ts';
import { entropy, isPlaceholder, isRandom } from './looks.ts';
import type { Found, Rule } from './rule.ts';

interface Structure {
  kind: string;
  /** One of these words stands in every such text. */
  hints: string[];
  /** The groups named secret, secret2, … are redacted. */
  pattern: RegExp;
  accept?: (secret: string) => boolean;
}

const STRUCTURES: readonly Structure[] = [
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
    // user:password@ in an address; the password may hold anything but what ends the address.
    kind: 'password',
    hints: ['://'],
    pattern:
      /[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/'"<>`\\,;]{0,200}:(?<secret>(?:[^\s@/'"<>`\\]{1,300}|[^\s'"<>`\\]{1,120}(?=@[A-Za-z0-9.-]{1,200}(?::\d|[/?#\s"'`]|$))))@/dgi,
  },
  {
    kind: 'password',
    hints: ['%3A%2F%2F'],
    pattern: /%3A%2F%2F[^\s%&]{0,100}%3A(?<secret>[^\s&"'<>]{1,200}?)%40/dgi,
  },
  {
    // A token in the place of the user.
    kind: 'token',
    hints: ['://'],
    pattern: /[a-z][a-z0-9+.-]{1,30}:\/\/(?<secret>[A-Za-z0-9_-]{20,255})(?::x-oauth-basic|:)?@/dgi,
    accept: (secret) => isRandom(secret, 20),
  },
  {
    kind: 'webhook-url',
    hints: ['hooks.', 'hook.', 'webhook', '/hooks/', '/hook/'],
    pattern:
      /https?:\/\/(?:hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/|[\w-]{1,60}\.webhook\.office\.com\/|hooks\.zapier\.com\/hooks\/catch\/|hook\.(?:[a-z0-9]+\.)?make\.com\/|[\w.-]{1,80}\/hooks\/|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key\/|outlook\.office\.com\/webhook\/|open\.(?:feishu|larksuite)\.(?:cn|com)\/open-apis\/bot\/v2\/hook\/)(?<secret>[A-Za-z0-9/_@.-]{16,})/dg,
  },
  {
    kind: 'cookie',
    hints: ['cookie'],
    pattern:
      /(?<![A-Za-z])(?:set-)?cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<secret>[A-Za-z0-9_.%-]{1,64}=[^\s"'\\;]{6,}(?:;\s?[A-Za-z0-9_.%-]{1,64}=[^\s"';\\]{1,500}){0,40})/dgi,
    accept: (secret) =>
      secret
        .split(/;\s?/)
        .some(
          (one) =>
            (/sess|sid$|auth|token|jwt|remember|csrf/i.test(one.split('=')[0] ?? '') &&
              (one.split('=')[1]?.length ?? 0) >= 6) ||
            isRandom(one.slice(one.indexOf('=') + 1).replace(/[%.:|]/g, ''), 16),
        ),
  },
  {
    kind: 'cookie',
    hints: ['sess', 'sid=', 'remember', 'logged_in'],
    pattern:
      /(?:sess(?:ion)?(?:[_-]?(?:id|token|data))?|[._-]sid|\bsid|remember[_\w]{0,20}|logged_in[_\w]{0,40})=(?<secret>[A-Za-z0-9%._~+/:=|-]{16,})/dgi,
    accept: (secret) => isRandom(secret.replace(/[%.:=|]/g, ''), 16) && !/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(secret),
  },
  {
    kind: 'password',
    hints: ['identified'],
    pattern:
      /\bidentified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?\\?["'](?<secret>[^"'\\]{4,200})/dgi,
  },
  {
    kind: 'password',
    hints: ['password'],
    pattern:
      /\b(?:encrypted\s{1,4}|with\s{1,4}|set\s{1,4}|user\s{1,4}\S{1,60}\s{1,4}|role\s{1,4}\S{1,60}\s{1,4}(?:\w{1,20}\s{1,4}){0,4})password\s{0,4}(?:=\s{0,4}|for\s{1,4}\S{1,60}\s{0,4}=\s{0,4}|to\s{1,4})?(?:password\()?(?:N|E)?\\?'(?<secret>(?:[^'\\\n]|''){3,200})'/dgi,
  },
  {
    kind: 'password',
    hints: ['machine', 'default '],
    pattern:
      /\b(?:machine\s{1,4}\S{1,100}|default)\s{1,20}(?:login|user)\s{1,4}\S{1,100}\s{1,20}(?:password|passwd)\s{1,4}(?<secret>\S{3,200})/dg,
  },
  {
    // .pgpass
    kind: 'password',
    hints: [':5432:', ':*:', ':3306:', ':1521:', ':6432:', ':5433:'],
    pattern:
      /^[ \t+-]{0,8}(?:\d{1,5}[\t |]{1,4})?[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*@-]{1,60}:(?<secret>\S{4,200})$/dgm,
    accept: (secret) => !isPlaceholder(secret) && !/^\/\//.test(secret),
  },
  {
    kind: 'password',
    hints: ['auth'],
    pattern: /\\?["']_?auth\\?["']\s{0,4}[:=]\s{0,4}\\?["'](?<secret>[A-Za-z0-9+/]{12,}={0,2})\\?["']/dg,
  },
  {
    kind: 'npm-token',
    hints: ['_auth', '_password'],
    pattern: /:_(?:auth(?:Token)?|password)["']?[ \t]{0,4}[= ][ \t]{0,4}"?(?<secret>[A-Za-z0-9+/=_.-]{8,})/dg,
  },
  {
    // Bytes of user:password in a header, whatever the header's name.
    kind: 'authorization',
    hints: ['basic', 'bearer'],
    pattern: /\b(?:basic|bearer)(?:[ \t]|%20|\+){1,4}(?<secret>[A-Za-z0-9._~+/=%|-]{12,})/dgi,
    accept: (secret) => !isPlaceholder(secret) && !/^[a-z]+(?:[-_.][a-z]+)*$/i.test(secret),
  },
  {
    kind: 'azure-key',
    hints: ['AccountKey', 'SharedAccessKey', 'SharedSecretValue'],
    pattern: /(?:AccountKey|SharedAccessKey|SharedSecretValue)(?:=|%3D)(?<secret>[A-Za-z0-9+/%]{40,}={0,2})/dgi,
  },
  {
    kind: 'aws-secret-key',
    hints: ['AKIA', 'ASIA', 'LTAI'],
    // A pair of keys stands together: the second one has no mark of its own.
    pattern:
      /(?:AKIA|ASIA|LTAI)[A-Z0-9a-z]{12,24}["'\s,:;\\|]{1,24}(?:[\w ]{1,30}["']?\s{0,4}[:=]\s{0,4}["']?)?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/dg,
  },
  {
    kind: 'token',
    hints: ['client(', 'twilio'],
    pattern: /\bAC[0-9a-f]{32}["']?[\s,:;]{1,6}["']?(?<secret>[0-9a-f]{32})\b/dg,
  },
  {
    kind: 'password',
    hints: ['oracle:thin', 'sqlplus'],
    pattern: /(?:oracle:thin:|sqlplus\s{1,3}(?:-\w\s{1,3}){0,3}["']?)[\w.$#-]{1,60}\/(?<secret>[^\s@"']{2,100})@/dg,
  },
  {
    // user:password@tcp(host), as Go's drivers take it
    kind: 'password',
    hints: ['@tcp(', '@unix(', '@udp('],
    pattern: /["'`\s=][\w.-]{1,60}:(?<secret>[^\s"'`]{1,100})@(?:tcp|unix|udp)\(/dg,
  },
  {
    // An argument in the place of a password: login(user, password), SetBasicAuth, jwt.sign(claims, secret).
    kind: 'password',
    hints: ['login', 'auth', 'signin', 'sign_in', 'credential', 'usernamepassword'],
    pattern:
      /(?:\blogin|[bB]asic_?[aA]uth|[aA]uthenticate|\bsign_?[iI]n|HTTPBasicAuth|Credentials?|BasicAuth|UsernamePassword\w{0,20})\s{0,2}\(\s{0,20}(["'])[^"'\n]{1,100}\1\s{0,4},\s{0,20}(["'])(?<secret>[^"'\n]{4,100})\2/dg,
  },
  {
    kind: 'password',
    hints: ['connect', 'getConnection', '.open'],
    pattern:
      /(?:connect|getConnection|\.Open)\s{0,2}\(?\s{0,4}(["'])[^"'\n]{3,200}(?:[:=@])[^"'\n]{0,200}\1\s{0,4},\s{0,20}(["'])[^"'\n]{1,60}\2\s{0,4},\s{0,20}(["'])(?<secret>[^"'\n]{4,100})\3/dg,
  },
  {
    kind: 'secret',
    hints: ['jwt.', 'hmac'],
    pattern:
      /(?:jwt\.(?:sign|verify|encode|decode)\s{0,2}\([^;\n]{1,200}?,\s{0,4}|[hH]mac(?:\.new|SHA\d{1,3})?\s{0,2}\(\s{0,4}(?:["']sha-?\d{1,3}["'],\s{0,4})?)b?(["'])(?<secret>[^"'\n]{8,200})\1/dg,
    accept: (secret) => !isPlaceholder(secret) && !/^(?:sha|md5|hs|rs|es)-?\d*$/i.test(secret),
  },
  {
    // A field of a form that a test fills in.
    kind: 'password',
    hints: ['fill(', 'type(', 'send_keys', 'sendKeys', 'setValue'],
    pattern:
      /passw(?:or)?d[^\n;]{0,60}?\)?\.?(?:fill|type|send_keys|sendKeys|setValue|clear\(\)\.type)\(\s{0,4}(?:["'][^"'\n]{0,60}passw[^"'\n]{0,40}["']\s{0,4},\s{0,4})?(["'])(?<secret>[^"'\n]{4,100})\1/dgi,
  },
  {
    kind: 'secret',
    hints: ['value'],
    pattern:
      /["']?value\\?["']\s{0,4}:\s{0,4}\\?["'](?<secret>[^"'\\\n]{6,300})\\?["']\s{0,4},\s{0,40}\\?["'](?:name|key)\\?["']\s{0,4}:\s{0,4}\\?["'][\w.-]{0,60}(?:password|passwd|secret|token|api_?key|access_?key)\b/dgi,
  },
  {
    // Announced on one line, told on the next.
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
    hints: ['pass '],
    pattern:
      /\b(?:USER|NICK|specify the password)[^\n]{0,80}\n(?:[^\n]{0,80}\n)?[^\nA-Za-z]{0,8}PASS (?<secret>\S{3,100})/dg,
  },
  {
    kind: 'password',
    hints: ['REG_SZ'],
    pattern: /(?:Password|Secret|Token)\s{1,20}REG_SZ\s{1,20}(?<secret>\S{3,100})/dg,
  },
  {
    kind: 'password',
    hints: ['stats auth'],
    pattern: /\bstats auth [^\s:]{1,60}:(?<secret>\S{3,100})/dg,
  },
  {
    kind: 'password',
    hints: ['PASS oauth:'],
    pattern: /\bPASS oauth:(?<secret>\w{20,60})/dg,
  },
  {
    kind: 'password',
    hints: ['LOGIN "'],
    pattern: /\bLOGIN "[^"\n]{1,100}" "(?<secret>[^"\n]{3,100})"/dg,
  },
  {
    kind: 'password',
    hints: ['PASSWORD $'],
    pattern: /\bpassword\s{1,4}\$(?<tag>\w{0,20})\$(?<secret>[^\n]{3,100}?)\$\k<tag>\$/dgi,
  },
  {
    kind: 'token',
    hints: ['alchemy', 'infura.io', 'quiknode'],
    pattern:
      /(?:alchemy\.com\/v2|infura\.io\/(?:ws\/)?v3|quiknode\.pro|alchemyapi\.io\/v2)\/(?<secret>[A-Za-z0-9_-]{24,64})/dg,
  },
  {
    kind: 'private-key',
    hints: ['privatekey', 'private_key', 'account', 'mnemonic', 'deployer', 'signer', 'wallet'],
    pattern:
      /(?:private_?key|accounts?|mnemonic|deployer|signer|wallet)\w{0,12}["'\s:=,[(]{1,12}(?<secret>(?:0x)?[0-9a-f]{64})\b/dgi,
  },
  {
    kind: 'token',
    hints: ['code='],
    pattern: /[?&]code=(?<secret>[A-Za-z0-9_%./~-]{20,300})/dg,
    accept: (secret) => isRandom(secret.replace(/[%./~]/g, ''), 20),
  },
  {
    kind: 'token',
    hints: ['::server:', '::node:'],
    pattern: /\b(?<secret>K10[0-9a-f]{48,}::(?:server|node):[0-9A-Za-z]{16,})/dg,
  },
  {
    // domain/user:password@host, as tools of administrators take it
    kind: 'password',
    hints: ['@10.', '@192.', '@172.', '.local', '/svc', '/admin', '@dc'],
    pattern: /(?<![\w:/])[\w.-]{1,80}\/[\w.$-]{1,60}:(?<secret>[^\s@/"']{3,100})@[\w.-]{2,100}/dg,
  },
  {
    kind: 'password',
    hints: ['name='],
    pattern:
      /name=\\?"(?:[\w-]{0,20}(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key))\\?"(?:\r?\n|\\r\\n|\\n){2}(?<secret>[^\r\n\\]{3,300})/dgi,
  },
  {
    kind: 'password',
    hints: ['random_password', 'random_string'],
    pattern:
      /random_(?:password|string)\.[\w-]{1,60}[\s\S]{0,120}?\bresult\s{0,20}=\s{0,4}"(?<secret>[^"\n]{4,200})"/dg,
  },
  {
    kind: 'password',
    hints: ['secret ', 'password ', 'key '],
    pattern:
      /(?:^|\n)[ \t]{0,8}(?:username \S{1,40} (?:privilege \d{1,2} )?|enable |line |ip |tacacs-server |radius-server )?(?:secret|password|key) [0-9] (?<secret>\S{3,100})/dg,
  },
  {
    kind: 'password',
    hints: ['snmp-server', 'community'],
    pattern: /\b(?:snmp-server community|r[ow]community6?) (?<secret>\S{3,100})/dg,
    accept: (secret) => !/^(?:public|private)$/.test(secret) && !isPlaceholder(secret),
  },
  {
    // A command that prints a secret, and what it printed.
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
    ],
    pattern:
      /^[$#>%] [^\n]{0,300}(?:secret[^\n]{0,200}base64 (?:-d|-D|--decode)|openssl rand|pwgen|get-login-password|auth token|print-access-token|vault kv get[^\n]{0,100}-field|op read|pass show|find-generic-password[^\n]{0,100}-w|bw get password|gopass show|initial-password|cat [^\n|;]{0,80}(?:\.key|token|secret|passw(?:or)?d|\.pass))[^\n]{0,200}\n(?<secret>[^\s$#>][^\s]{7,300})$/dgm,
  },
  {
    kind: 'password',
    hints: ['-U ', '--user'],
    pattern: /(?<=\s(?:-U|--user(?:name)?)[= ]?["']?)[\w.\\-]{1,60}%(?<secret>[^\s"']{4,100})/dg,
  },
  {
    kind: 'password',
    hints: ['pass:'],
    pattern: /(?<![\w/])pass:(?<secret>[^\s"'`\\]{4,200})/dg,
  },
];

const HINTED = new Hinted(STRUCTURES, ({ hints }) => hints);
const KUBERNETES = registerHint('kind');

export const findStructures: Rule = (text, hits, found) => {
  for (const { kind, pattern, accept } of HINTED.of(hits)) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      if (match[0].length === 0) pattern.lastIndex += 1;
      const [start, end] = match.indices?.groups?.['secret'] ?? [0, 0];
      const secret = text.slice(start, end);
      if (end > start && (accept ? accept(secret) : !isPlaceholder(secret))) found.push({ start, end, kind });
    }
  }
  if (hits.has(KUBERNETES)) findKubernetes(text, found);
};

/** Everything below `data` of a Kubernetes Secret, in YAML and in JSON. */
function findKubernetes(text: string, found: Found[]): void {
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
}

/** A word that announces a secret, and one that announces a digest. */
const ANNOUNCES =
  /secret|token|api[ _-]?key|credential|\bauth|\blogin\b|passw|access[ _-]?key|private[ _-]?key|licen[cs]e[ _-]?key|admin[ _-]?key|signing[ _-]?key|unseal|bearer|\bkey is\b|clé|schlüssel|密钥|ключ/i;
const DIGEST =
  /commit|\bsha\b|sha-?\d|hash|digest|integrity|checksum|etag|\brev\b|revision|uuid|guid|\bids?\b|_id\b|public|\bref\b|image|cache|fingerprint|version|tree\b|blob\b|session|request|trace|build/i;

/** Something random near a word that announces a secret, though nothing ties the two together. */
export function findAnnounced(text: string, hits: Hits, found: Found[]): void {
  if (hits.places.length === 0 || !ANNOUNCES.test(text)) return;
  const run = /(?<![A-Za-z0-9+/_.%-])[A-Za-z0-9+/_-]{24,200}={0,2}(?![A-Za-z0-9+/_.%-])/g;
  for (let match = run.exec(text); match; match = run.exec(text)) {
    const value = match[0];
    if (!isRandom(value, 24) || entropy(value) < (/^[0-9a-f]+$/.test(value) ? 3 : 3.8) || value.includes('//'))
      continue;
    if (/^[a-z]+(?:[-_/][a-z0-9]+)+$/.test(value) || /^[0-9a-f]{40}$|^[0-9a-f]{64}$/.test(value)) continue;
    const line = text.lastIndexOf('\n', match.index) + 1;
    const before = text.slice(Math.max(line, match.index - 40), match.index);
    const behind = /^[^\n]{0,40}/.exec(text.slice(run.lastIndex))?.[0] ?? '';
    if (
      (ANNOUNCES.test(before) || (/(?:\/\/|#).{0,30}/.test(behind) && ANNOUNCES.test(behind))) &&
      !DIGEST.test(before)
    )
      found.push({ start: match.index, end: run.lastIndex, kind: 'secret' });
  }
}
