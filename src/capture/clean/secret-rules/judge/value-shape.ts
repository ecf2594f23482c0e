// Judges a value by its looks: is it a placeholder, code, or random?

/** Replaces what is already redacted. */
export const MASK = '\u0001';

/** Stands in for a value: variables, templates, masks, and example words. */
export function isPlaceholder(whole: string): boolean {
  // Longer values are not placeholders.
  const value = whole.length > 160 ? whole.slice(0, 160) : whole;
  return (
    value.length === 0 ||
    OPENING.test(value) ||
    MASKED.test(value) ||
    value.includes('[redacted:') ||
    value.includes(MASK) ||
    /\$\{|\{\{|\$\(|#\{|\{[a-z_][\w.]*\}/.test(value) ||
    /^(?:op|vault|ssm|arn|secretsmanager|awssm|gcpsm|keyvault|azurekeyvault|sops|ref|file|env|doppler|infisical):/i.test(
      value,
    ) ||
    CIPHERTEXT.test(value) ||
    // A YAML tag, a form validation rule, a regular expression.
    /^!(?:secret|ref|sub|getatt|env|include|reference)\b|^(?:required|nullable|sometimes|string)\||^(?:\.[*+]|\\[sSwWd]|\[\^|\(\?)/i.test(
      value,
    ) ||
    /^\d+ (?:bytes|chars|characters)$/.test(value) ||
    /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|System\.|env[.[(]|ENV\[|getenv|self\.|this\.|await\s)/.test(
      value,
    ) ||
    WORDS.test(value) ||
    EXAMPLE.test(value)
  );
}

const OPENING =
  /^(?:@Microsoft\.|\$[A-Za-z_][\w.:]*(?:$|-$|->|\[)|\$\{|\$\(|\$\$|\$[0-9@*#]$|\$env:|<[^>]*>?$|\{[\w.{} -]*\}?$|%[A-Za-z_]\w*%|%\(|%s$|%[dv]$|#\{|\[[^\]]*\]?$|\(|@\{|\\\(|&lt;|`)/;
const MASKED = /^(?:[*•.…x_\-#?X]{2,}|.{0,8}(?:\*{3,}|…|\.{3}|x{6,}|X{6,}|•{3,}).{0,8})$/;
/** Already encrypted: ansible-vault, jasypt, sops, Spring Cloud, Vault's transit, sealed secrets. */
const CIPHERTEXT = /^(?:!vault|ENC[([]|\{cipher\}|vault:v\d|\$ANSIBLE_VAULT|Ag[A-D][A-Za-z0-9+/]{200})/;
const WORDS =
  /^(?:none|null|nil|undefined|unknown|true|false|yes|no|on|off|string|str|text|bytes|int|number|bool|boolean|object|any|void|char|optional|required|empty|unset|todo|tbd|fixme|redacted|hidden|masked|omitted|secrets?|passwords?|passwd|pass|pwd|passphrase|tokens?|bearer|basic|digest|auth|keys?|apikey|api[_-]?key|values?|default|example|sample|placeholder|dummy|foo|bar|baz|foobar|type|name|input|output|prompt|user|username|admin|root|postgres|mysql|n\/a|na|same|disabled|enabled|\w+\?)$/i;
const EXAMPLE =
  /(?:^|[_\W])(?:your|insert|replace|enter|changeme|change[_-]?me|change[_-]?this|example|examples|placeholder|dummy|fake|mock|stub|sample|todo|fixme|redacted|not[_-]?a[_-]?real|do[_-]not[_-]use|xxxx+)(?:$|[_\W])|(?:^|[_-])(?:here|goes)$|^(?:some|any|the|my|new|old|test|tests|testing|valid|invalid|wrong|bad|good|correct|expired|expected|actual|stored|hashed|current|reset|forgot)[_-](?:\w+[_-])?(?:password|passwd|pass|secret|token|key|value)s?(?:[_-]?\d{1,3})?$|^(?:test|foo|bar|user|admin|my|new|old)?(?:password|secret|token|apikey)$/i;

/** Names and expressions of a program, for values without quotes. */
export function isCode(value: string): boolean {
  return (
    /[(){}[\]]| [=!<>]=? | \+ |&&|\|\|/.test(value) ||
    /^(?:await|new|return|typeof|not|async|const|let|var|lambda)(?:\s|$)/.test(value) ||
    (/^[*&!]?[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+[!;,]?$/.test(value) && !isThoughtUp(value)) ||
    // A type, or an identifier with nothing random in it.
    /^[A-Za-z_$][\w$]*<.*$/.test(value) ||
    (/^[A-Za-z_$][\w$]*[!?]?$/.test(value) && !isMixed(value))
  );
}

/** `Umbrella.Fox7`: words and a number joined by dots, none of them typical of programs. */
const isThoughtUp = (value: string) =>
  /\d/.test(value) && !OF_PROGRAMS.test(value) && !/^(?:v\d|[a-z]+\.(?:com|org|net|io|dev))/.test(value);

/** Words that are common in identifiers but not in secrets. */
const OF_PROGRAMS =
  /pass|pwd|secret|token|key|hash|string|prompt|request|response|context|client|server|handler|service|array|bytes?|uint|int\d|type|buffer|base64|sha\d|utf|value|option|result|config|param|field|input|state|data|user|auth/i;

export const isProgrammers = (value: string) => OF_PROGRAMS.test(value);

/** A single word that is not an identifier, such as people use for passwords: `soupkitchen`, `pancakeTower`. */
export const isPlainWord = (value: string) =>
  /^\p{L}{5,40}$/u.test(value) && !OF_PROGRAMS.test(value) && !STATUS.test(value);

/** Words that describe a password in a sentence. */
const STATUS =
  /^(?:(?:in)?correct(?:ly)?|(?:in)?valid|wrong|missing|(?:de|en)crypted|rejected|accepted|expired|(?:un)?changed|verified|available|nothing|something|anything|stored|plain|clear|protected|mandatory|necessary|forgotten|different|identical|visible|readonly|nullable|sensitive|ignored|generated|automatic(?:ally)?|always|never|still|already|currently|being|managed|provided|displayed|written|entered|exposed|leaked|logged|included|either|neither|really|simply|also|there|where|which|would|could|should|might|empty|blank|short|weak|strong|random|local|remote|global|static|dynamic|manual|interactive|varchar|nvarchar|unique|legacy|deprecated|internal|external|private|public|skipped|failed|passed|shown|hidden|cached|false|https?|basic|digest|plaintext|cleartext|nobody|someone|yours|theirs)$/i;

/** For values without a verb (`the password Turnip.Truck.12 and`): hardly anything but a password. */
export const isInvented = (value: string) =>
  isMade(value) &&
  /\d/.test(value) &&
  /\p{Lu}/u.test(value) &&
  /\p{Ll}/u.test(value) &&
  (value.length >= 10 || /[!@#$%^&*?+]/.test(value)) &&
  !/[()=<>{}[\]|"'`/\\]|:\/\//.test(value) &&
  !OF_PROGRAMS.test(value) &&
  !/^(?:RFC|ISO|SHA|AES|PBKDF|HMAC|UTF|IEEE|CVE|HTTP|TLS|RSA|ECDSA|Ed25519|MD5|OAuth|Base64|Argon2)/i.test(value) &&
  !/^[A-Z][a-z]+(?:[-.]?\d+)+(?:[-.]\w+)?$/.test(value);

/** A few words that a person made up, not a label, hint or error of a program. */
export function isPhrase(value: string): boolean {
  const words = value.split(' ');
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    value.length >= 8 &&
    words.every((word) => /^[\p{L}\p{M}'-]{1,20}[!,]?$|^[\p{N}&+]{1,6}$/u.test(word)) &&
    words.some((word) => word.length >= 4) &&
    !OF_LABELS.test(value) &&
    !OF_SENTENCES.test(value)
  );
}

const OF_LABELS =
  /passw|passe\b|passord|senha|contrase|kennwort|wachtwoord|heslo|has[lł]o|lösen|парол|(?:^|[^\p{L}])(?:short|long|weak|strong|match|mismatch|valid|empty|blank|field|new|old|current|repeat|again|show|hide|min|max|length|minimum|maximum|user|name|email|account|access|code|set|update|create|add|remove|delete|save|cancel|submit|ok|error|success|no|value|type|string|text|number|optional|hidden|plain|hash|hashed|encrypted|auth|only|after|before|same|different|too|does|do|don't|doesn't|didn't|use|test|default|random|generated|unknown|any|some|my|a|an)(?!\p{L})/iu;

/** An identifier with digits in positions that no programmer would choose. */
function isMixed(value: string): boolean {
  if (!/\d/.test(value)) return false;
  // `hunter2secret`: a number between two words, neither of them the name of an encoding.
  if (
    /^[a-z]{4,}\d{1,4}[a-z]{2,}$/i.test(value) &&
    !/^(?:base|uint|float|double|utf|sha|oauth|ipv|latin|aes|hmac|argon|blake|keccak|curve|secp|ecdsa|prime)/i.test(
      value,
    )
  )
    return true;
  return !OF_PROGRAMS.test(value) || isRandom(value, 20);
}

/** Words and small numbers joined together: a name that a person made up, not a generated token. */
export function isWordy(value: string): boolean {
  return value
    .split(/[-_.:/@ ]+/)
    .every((part) =>
      /^(?:[A-Za-z]*|\d{1,13}|[a-z]{1,3}\d{1,3}[a-z]{0,2}|[a-z]{2,}\d{1,5}|[A-Z][a-z]+(?:[A-Z][a-z]+)*\d{0,3})$/.test(
        part,
      ),
    );
}

/** A file system path; loosely, a path of anything with folders. */
export function isPath(value: string, loosely = true): boolean {
  const start = loosely
    ? /^(?:~|\.{1,2}|[A-Za-z]:|HK\w+:|\*|@?[\w.-]+)?(?:[\\/]|\\\\)/
    : /^(?:~|\.{1,2}|[A-Za-z]:|HK\w+:)?[\\/]/;
  if (!start.test(value) || /[=+]/.test(value)) return false;
  const parts = value.split(/[\\/]+/).filter(Boolean);
  return parts.length > 0 && !parts.some((part) => part.length >= 12 && isRandom(part));
}

/** Letters and digits in one word, like a password that a person made up. */
export const isMade = (value: string) =>
  value.length >= 8 &&
  /\p{L}/u.test(value) &&
  /[\d!@#$%^&*]/.test(value) &&
  !/^[(<{[]|[:(]$/.test(value) &&
  !isPath(value) &&
  !/^[a-z]+(?:[-_.][a-z]+)*\d{0,2}$/.test(value);

/** Shannon entropy in bits per character. */
export function entropy(whole: string): number {
  const value = whole.length > 100 ? whole.slice(0, 100) : whole;
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Looks generated: letters and digits that do not form words. */
export function isRandom(value: string, least = 16): boolean {
  if (value.length < least || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)) return false;
  if (/^[0-9a-f-]+$/i.test(value)) return entropy(value.replaceAll('-', '')) > 2.6;
  if (/[a-z]/.test(value) && /[A-Z]/.test(value)) return changes(value) >= value.length / 5 && entropy(value) > 3.1;
  return changes(value) >= value.length / 6 && entropy(value) > 3.1;
}

/** ValueForm often the kind of character changes: rarely in words, often in random text. */
function changes(value: string): number {
  let count = 0;
  let before = 0;
  for (let i = 0; i < value.length; i += 1) {
    const unit = value.charCodeAt(i);
    const kind = unit >= 48 && unit <= 57 ? 1 : unit >= 65 && unit <= 90 ? 2 : unit >= 97 && unit <= 122 ? 3 : 4;
    if (before !== 0 && kind !== before) count += 1;
    before = kind;
  }
  return count;
}

const OF_SENTENCES =
  /(?:^|[^\w-])(?:must|should|please|enter|required|invalid|incorrect|wrong|at least|characters?|cannot|can't|missing|forgot|reset|confirm|change|your|password|passphrase|secret|token|key|login|sign in|failed|expired|not|the|for|from|with|this|that|are|has|have|been|will|when|if|is|to|of|in|and|or|as|by|on|be|was|were|it|its|via|per|using|used)(?![\w-])/i;

/** A sentence for people, such as a hint or an error. */
export function isSentence(value: string): boolean {
  const words = value.trim().split(/\s+/);
  if (words.length < 2) return false;
  const numbered = words.some((word) => /\d|[&@#$^*]/.test(word));
  if (OF_SENTENCES.test(value)) return words.length > 5 || !numbered;
  return words.length > 8 || (words.length > 2 && !numbered);
}
