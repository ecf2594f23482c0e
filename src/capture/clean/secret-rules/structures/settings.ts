// Secrets in statements and in files of a known layout.
import { isMade, isPlaceholder } from '../judge/value-shape.ts';
import type { Structure } from './structure.ts';

export const SETTINGS: readonly Structure[] = [
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
      /\b(?:machine\s{1,4}\S{1,100}|default)\s{1,20}(?:login|user)\s{1,4}\S{1,100}\s{1,20}(?:(?:port|account|protocol|realm)\s{1,4}\S{1,60}\s{1,20}){0,2}(?:password|passwd)\s{1,4}(?<secret>\S{3,200})/dg,
  },
  {
    // .pgpass
    kind: 'password',
    hints: [':5432:', ':*:', ':3306:', ':1521:', ':6432:', ':5433:'],
    pattern:
      /^[ \t+-]{0,8}(?:\d{1,5}[\t |]{1,4})?[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*@-]{1,60}:(?<secret>\S{4,200})$/dgm,
    accept: (secret) => !isPlaceholder(secret) && !/^\/\/|^[\d:]+$/.test(secret),
  },
  {
    kind: 'password',
    hints: ['auth"', "auth'", 'auth\\'],
    pattern: /\\?["']_?auth\\?["']\s{0,4}[:=]\s{0,4}\\?["'](?<secret>[A-Za-z0-9+/]{12,}={0,2})\\?["']/dg,
  },
  {
    kind: 'npm-token',
    hints: ['_auth', '_password'],
    pattern: /:_(?:auth(?:Token)?|password)["']?[ \t]{0,4}[= ][ \t]{0,4}"?(?<secret>[A-Za-z0-9+/=_.-]{8,})/dg,
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
    kind: 'password',
    hints: ['name='],
    pattern:
      /name=\\?"(?:[\w-]{0,20}(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key))\\?"(?:\r?\n|\\r\\n|\\n){2}(?<secret>[^\r\n\\]{3,300})/dgi,
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
    // Postfix's passwords for other servers.
    kind: 'password',
    hints: ['smtp', 'mail', 'relay'],
    pattern: /^\[[\w.-]{1,100}\](?::\w{1,10})?[ \t]{1,10}[^\s:]{1,100}:(?<secret>\S{3,100})$/dgm,
  },
  {
    kind: 'password',
    hints: [': PSK', ': EAP', ': XAUTH', ': NTLM', ': RSA'],
    pattern: /(?:^|\s):\s{1,4}(?:PSK|EAP|XAUTH|NTLM|RSA)\s{1,4}(?:\S{1,60}\s{1,4})?"(?<secret>[^"\n]{3,100})"/dg,
  },
  {
    kind: 'secret',
    hints: ['erlang'],
    pattern: /erlang[._-]?cookie["']?\s{0,4}[=:]\s{0,4}["']?(?<secret>[A-Za-z0-9_-]{8,100})/dgi,
  },
  {
    // `NEO4J_AUTH=neo4j/…`
    kind: 'password',
    hints: ['auth=', 'auth:'],
    pattern: /AUTH(?<!\w{41}AUTH)(?:=|:\s)["']?[\w.-]{1,40}[/:](?<secret>[^\s"'/:]{6,100})(?=["'\s]|$)/dg,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
  {
    kind: 'password',
    hints: ['config set', 'requirepass'],
    pattern: /\bCONFIG SET (?:requirepass|masterauth)\s{1,3}["']?(?<secret>[^\s"']{3,100})/dgi,
  },
  {
    kind: 'password',
    hints: ['Key Content'],
    pattern: /\bKey Content\s{1,20}: (?<secret>\S[^\n]{3,62})/dg,
  },
  {
    kind: 'password',
    hints: ['LOGIN '],
    pattern: /\b[A-Z]?\w{0,6} LOGIN [\w.@+-]{1,80} (?<secret>[^\s"]{4,100})/dg,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
  {
    kind: 'password',
    hints: ['password', 'secret', 'token'],
    pattern:
      /<(?:[\w:.-]{0,30}(?:password|passwd|secret|token|apikey)[^<>\n]{0,80}?|[^<>\n]{1,120}?type="password"[^<>\n]{0,120}?)\svalue="(?<secret>[^"<>\n]{4,200})"/dgi,
  },
  {
    kind: 'password',
    hints: ['password<', 'passwort<', 'passwd<', 'secret<', 'token<', 'password:<'],
    pattern:
      />\s{0,4}[^<>\n]{0,20}(?:password|passwort|passwd|secret|token):?\s{0,4}<\/\w{1,10}>\s{0,20}<\w{1,10}[^<>\n]{0,80}>\s{0,4}(?<secret>[^<>\s]{4,100})\s{0,4}</dgi,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
];
