// Secrets passed as arguments.
import { isInvented, isMade, isPlaceholder } from '../judge/value-shape.ts';
import type { Structure } from './structure.ts';

const HASHES = [
  ...['hash(', 'hashSync(', 'hashpw(', 'hash_pw(', 'password(', 'crypt(', 'md5('],
  ...['check_pw(', 'checkpw(', 'verify(', 'compare(', 'compareSync('],
  ...Array.from({ length: 10 }, (_, digit) => `sha${digit}`),
];

export const CODE: readonly Structure[] = [
  {
    // An argument in the position of a password: login(user, password), SetBasicAuth, jwt.sign(claims, secret).
    kind: 'password',
    hints: ['login', 'auth', 'signin', 'sign_in', 'credential', 'usernamepassword'],
    pattern:
      /(?:\blogin|[bB]asic_?[aA]uth|[aA]uthenticate|\bsign_?[iI]n|HTTPBasicAuth|Credentials?|BasicAuth|UsernamePassword\w{0,20})\s{0,2}\(\s{0,20}(["'])[^"'\n]{1,100}\1\s{0,4},\s{0,20}(["'])(?<secret>[^"'\n]{4,100})\2/dg,
  },
  {
    kind: 'password',
    hints: ['mysqli', 'mysql_connect', 'pymysql', 'mysqldb', 'new PDO'],
    pattern:
      /(?:mysqli?_connect|new mysqli|new \\?PDO|(?:pymysql|MySQLdb)\.connect)\s{0,2}\(\s{0,4}(["'])[^"'\n]{1,200}\1\s{0,4},\s{0,20}(["'])[^"'\n]{1,60}\2\s{0,4},\s{0,20}(["'])(?<secret>[^"'\n]{4,100})\3/dg,
  },
  {
    kind: 'password',
    hints: ['seed', 'mnemonic', 'recovery phrase'],
    pattern:
      /\b(?:seed|mnemonic|recovery phrase)\b[^\n:="']{0,60}[:="'][ \t"']{0,4}(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})\b/dg,
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
    // A form field that a test fills in.
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
    kind: 'password',
    hints: ['auth('],
    pattern: /[.:]auth\(\s{0,4}(["'])(?<secret>[^"'\n]{6,100})\1\s{0,4}\)/dg,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
  {
    // A line-based protocol, as shown in a system call trace.
    kind: 'password',
    hints: ['AUTH '],
    pattern: /["']AUTH (?:\S{1,40} )?(?<secret>[^\s"'\\]{4,100})\\r\\n/dg,
  },
  {
    kind: 'password',
    hints: ['PASS '],
    pattern: /["']PASS (?<secret>[^\s"'\\]{4,100})\\r\\n/dg,
  },
  {
    kind: 'password',
    hints: ['WiFi.begin', 'wlan.connect', 'wifi.connect'],
    pattern:
      /\b(?:wifi|wlan)\.(?:begin|connect)\(\s{0,4}["'][^"'\n]{1,60}["']\s{0,4},\s{0,4}(["'])(?<secret>[^"'\n]{4,100})\1/dgi,
  },
  {
    kind: 'password',
    hints: ['create_user', 'create_superuser', 'createUser'],
    pattern:
      /\bcreate_?(?:super)?_?user\((?:\s{0,20}[\w=]{0,20}["'][^"'\n]{0,80}["']\s{0,4},){1,3}\s{0,20}(["'])(?<secret>[^"'\n]{4,100})\1\s{0,4}\)/dgi,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
  {
    // What is hashed or compared, as in tests and setup scripts.
    kind: 'password',
    hints: HASHES,
    pattern:
      /(?:hash(?:Sync|pw|_password|_?pw)?|crypt|md5|sha\d{1,3}|check_?(?:password|pw)|verify(?:_password)?|compare(?:Sync)?)\(\s{0,4}b?(["'])(?<secret>[^"'\n]{8,60})\1/dgi,
    accept: (secret) => isInvented(secret) && !isPlaceholder(secret),
  },
  {
    kind: 'secret',
    hints: ['Fernet', 'AES.new', 'SecretKeySpec', 'createCipher', 'createDecipher'],
    pattern:
      /\b(?:Fernet|AES\.new|SecretKeySpec|create(?:C|Dec)ipheriv\(\s{0,4}["'][\w-]{3,20}["']\s{0,4},\s{0,4}(?:Buffer\.from)?)\(?\s{0,4}b?(["'])(?<secret>[^"'\n]{8,200})\1/dg,
  },
  {
    kind: 'password',
    hints: ['auth=', 'auth ='],
    pattern: /\bauth\s{0,2}=\s{0,2}\(\s{0,4}(["'])[^"'\n]{1,100}\1\s{0,4},\s{0,4}(["'])(?<secret>[^"'\n]{4,100})\2/dg,
  },
  {
    // `put(PASSWORD, "…")`, `{password, "…"}`
    kind: 'password',
    hints: ['PASSWORD', 'password', 'secret', 'token'],
    pattern:
      /[({,]\s{0,4}\w{0,30}(?:password|PASSWORD|passwd|secret|SECRET|token|TOKEN)\s{0,4},\s{0,4}b?(["'])(?<secret>[^"'\n]{6,100})\1\s{0,4}[)}]/dg,
    accept: (secret) => isMade(secret) && !isPlaceholder(secret),
  },
  {
    kind: 'password',
    hints: ['pragma', 'key '],
    pattern:
      /\b(?:pragma\s{1,4}(?:re)?key\s{0,4}=|as\s{1,4}\w{1,40}\s{1,4}key)\s{0,4}(["'])(?<secret>[^"'\n]{4,100})\1/dgi,
  },
];
