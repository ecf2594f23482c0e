// Decides which names hold secrets. A name is split into words, however it is spelled: apiKey, API_KEY, api-key,
// api.key.

/** ValueForm certain a name is: a password may look like anything, a token is random, and a key must look random. */
export type NameKind = 'password' | 'token' | 'key';

const PASSWORD = new Set(
  'password passwords passwd passwort kennwort passphrase passcode passkey pwd pw psk passe contrasena contraseña senha wachtwoord haslo hasło parola mdp requirepass masterauth lösenord passord adgangskode salasana heslo jelszó şifre sifre lozinka geslo пароль 密码 密碼 パスワード 비밀번호 clave'.split(
    ' ',
  ),
);
const TOKEN = new Set(
  'secret secrets token authtoken accesstoken apitoken jwt bearer apikey credential credentials creds cred auth authorization otp totp mnemonic pat sas salt pepper sig signature dsn sid sessionid phpsessid jsessionid authkey accesskey secretkey privatekey seed'.split(
    ' ',
  ),
);
/** What makes a key secret; a bare key may be anything. */
const KEYS = new Set(
  'api app access auth private secret signing sign signature encryption encrypt encrypted crypto cipher account storage shared master license licence service deploy deployment ssh session cookie hmac webhook integration routing write read ingest ingestion admin root unseal recovery preshared client consumer subscription function functions fernet jwt aes primary secondary connection site application server security sso oauth pgp gpg rsa ec ecdsa ed25519 pem tls ssl host team personal developer dev publisher project secure merchant payment stripe sendgrid openai anthropic azure aws gcp google github gitlab slack twilio mailgun datadog dd sentry algolia mapbox maps firebase heroku cloudflare netlify vercel hash validation machine decryption data event'.split(
    ' ',
  ),
);
/** May follow without changing the meaning of the name. */
const TAIL =
  /^(?:\d+|prod|production|dev|development|staging|stage|test|live|sandbox|local|old|new|current|previous|next|default|value|val|base|pem|text|plain|plaintext|clear|cleartext|string|str|raw|b64|base64|encoded|hex|primary|secondary|backup|main|one|two|a|b|x|v\d+|key|hash|hashed|again|confirm|confirmation|repeat|ro|rw|readonly|eu|us|data|content|team)$/;

const cache = new Map<string, NameKind | null>();

export function kindOfName(name: string): NameKind | null {
  let kind = cache.get(name);
  if (kind === undefined) {
    if (cache.size > 5000) cache.clear();
    cache.set(name, (kind = judge(name)));
  }
  return kind;
}

/** A name that holds nothing but secrets; a mere key may be anything. */
const kindIsSure = (kind: NameKind | null) => kind === 'password' || kind === 'token';

/** Whether a JSON property of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 80 && kindIsSure(kindOfName(name));
}

function judge(name: string): NameKind | null {
  const words = wordsOf(name);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] as string;
    const kind = kindOfWord(word, words[at - 1]);
    if (kind !== null) return kind;
    if (!TAIL.test(word)) return null;
  }
  return null;
}

function kindOfWord(word: string, before: string | undefined): NameKind | null {
  if (PASSWORD.has(word) || (word === 'pass' && before !== 'by' && before !== 'first')) return 'password';
  if (/(?:密码|密碼|口令|パスワード|비밀번호|пароль|пароля|mot de passe)$/.test(word)) return 'password';
  if (
    /^(?:store|key|db|user|root|admin|smtp|ftp|ldap|bind|sudo|wifi|ssh|my|pg|redis|auth|login|proxy|mail|sql)pass$/.test(
      word,
    )
  )
    return 'password';
  if (word === 'word' && before === 'pass') return 'password';
  if (word === 'phrase' && (before === 'pass' || before === 'seed')) return 'password';
  if (TOKEN.has(word)) return 'token';
  if (/^(?:.{1,20})?(?:password|passwd|passphrase)$/.test(word)) return 'password';
  if (/^(?:access|auth|api|refresh|id|bearer|session|bot|secret|client)(?:token|secret|key)$/.test(word))
    return 'token';
  if (word === 'key' && before !== undefined && KEYS.has(before)) return 'token';
  if (word === 'team' && before === 'honeycomb') return 'token';
  if (word === 'session' && before !== undefined) return 'key';
  if (word === 'key' || word === 'login') return before === 'public' || before === 'pub' ? null : 'key';
  return null;
}

/** `xApiKey2`, `X_API_KEY_2` and `x-api-key-2` are all x, api, key, 2. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-zа-я0-9])([A-ZА-Я])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d+)$/, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
