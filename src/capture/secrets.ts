// Secrets are redacted before anything reaches the database. The rules are a table; users can add their own.

interface Rule {
  kind: string;
  /** Cheap texts of which one must occur before the pattern is tried at all. */
  hints: readonly string[];
  /** With a group named `secret`, only that part is redacted; else the whole match. */
  pattern: RegExp;
}

/** Replaces every secret in a text by `[redacted:<kind>]`. */
export type Redact = (text: string) => string;

const token = (kind: string, hints: string[], source: string): Rule => ({
  kind,
  hints,
  pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${source})(?![A-Za-z0-9])`, 'g'),
});

// Values that only stand for a secret: variables, templates, masks, and the words of examples.
const PLACEHOLDER =
  /^(?:[$<{%[(*.]|\\?["']?$|x{3,}|[*•.x_-]+$|your|my[_-]|example|changeme|change[_-]me|placeholder|redacted|dummy$|none$|null$|nil$|undefined$|true$|false$|string$|password$|secret$|token$|process\.|os\.|env[.(]|ENV\[|getenv)/i;

const RULES: readonly Rule[] = [
  token('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  {
    kind: 'aws-secret-key',
    hints: ['aws', 'AWS', 'SecretAccessKey'],
    pattern:
      /(?:aws_?secret_?(?:access_?)?key|SecretAccessKey)["'\\\s]{0,4}[:=]["'\\\s]{0,4}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
  },
  token('github-token', ['gh', 'github_pat_'], 'gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}'),
  token('gitlab-token', ['gl'], 'gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent)-[A-Za-z0-9_.-]{20,}'),
  token('slack-token', ['xox', 'xapp-'], 'xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{10,}'),
  {
    kind: 'webhook-url',
    hints: ['hooks.slack.com', 'discord', 'webhook.office.com'],
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|[\w-]{1,60}\.webhook\.office\.com\/)(?<secret>[A-Za-z0-9/_@-]{16,})/g,
  },
  token(
    'stripe-key',
    ['_live_', '_test_', 'whsec_'],
    '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}={0,2}',
  ),
  token('anthropic-key', ['sk-ant-'], 'sk-ant-[A-Za-z0-9_-]{20,}'),
  token('openrouter-key', ['sk-or-'], 'sk-or-v1-[a-f0-9]{32,}'),
  token(
    'openai-key',
    ['sk-'],
    'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}|sk-(?=[A-Za-z_]{0,60}\\d)[A-Za-z0-9_]{20,}(?:-[A-Za-z0-9_-]{10,})?',
  ),
  token('google-api-key', ['AIza'], 'AIza[A-Za-z0-9_-]{35}'),
  token(
    'google-oauth',
    ['GOCSPX-', 'ya29.', '1//0'],
    'GOCSPX-[A-Za-z0-9_-]{24,}|ya29\\.[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{30,}',
  ),
  token('npm-token', ['npm_'], 'npm_[A-Za-z0-9]{36}'),
  { kind: 'npm-token', hints: ['_auth'], pattern: /_auth(?:Token)?\s*=\s*"?(?<secret>[A-Za-z0-9+/=_-]{16,})/g },
  token('pypi-token', ['pypi-'], 'pypi-[A-Za-z0-9_-]{50,}'),
  token('rubygems-key', ['rubygems_'], 'rubygems_[a-f0-9]{48}'),
  token('docker-token', ['dckr_'], 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'),
  token('huggingface-token', ['hf_'], 'hf_[A-Za-z0-9]{30,}'),
  token('model-key', ['gsk_', 'r8_', 'pplx-', 'xai-', 'csk-'], '(?:gsk_|r8_|pplx-|xai-|csk-)[A-Za-z0-9]{32,}'),
  token('digitalocean-token', ['_v1_'], 'do[opr]_v1_[a-f0-9]{64}'),
  token('sendgrid-key', ['SG.'], 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}'),
  token('mailgun-key', ['key-'], 'key-[a-f0-9]{32}'),
  token('mailchimp-key', ['-us'], '[a-f0-9]{32}-us\\d{1,2}'),
  token('twilio-key', ['SK'], 'SK[a-f0-9]{32}'),
  token('telegram-token', [':AA'], '\\d{8,10}:AA[A-Za-z0-9_-]{33}'),
  token('discord-token', ['.'], '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}'),
  token('shopify-token', ['shp'], 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  token('square-token', ['sq0', 'EAAA'], 'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60}'),
  token('databricks-token', ['dapi'], 'dapi[a-f0-9]{32}'),
  token('vault-token', ['hvs.', 'hvb.'], 'hv[sb]\\.[A-Za-z0-9_-]{24,}'),
  token('terraform-token', ['.atlasv1.'], '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,}'),
  token('linear-key', ['lin_'], 'lin_(?:api|oauth)_[A-Za-z0-9]{32,}'),
  token('notion-token', ['ntn_', 'secret_'], 'ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}'),
  token('airtable-token', ['pat'], 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  token('figma-token', ['figd_'], 'figd_[A-Za-z0-9_-]{40,}'),
  token('postman-key', ['PMAK-'], 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  token('grafana-token', ['glsa_', 'glc_'], 'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,2}'),
  token('newrelic-key', ['NRAK-', 'NRII-'], 'NR(?:AK|II)-[A-Za-z0-9_-]{27,}'),
  token('sentry-token', ['sntry'], 'sntry[su]_[A-Za-z0-9+/=_-]{40,}'),
  token('supabase-token', ['sbp_', 'sb_secret_'], 'sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,}'),
  token('planetscale-token', ['pscale_'], 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}'),
  token('pulumi-token', ['pul-'], 'pul-[a-f0-9]{40}'),
  token('doppler-token', ['dp.'], 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{30,}'),
  token('fly-token', ['fm1', 'fm2_', 'fo1_'], 'fm[12][ar]?_[A-Za-z0-9+/=_-]{40,}|fo1_[A-Za-z0-9_-]{40,}'),
  token('age-key', ['AGE-SECRET-KEY-'], 'AGE-SECRET-KEY-1[A-Z0-9]{58}'),
  token('jwt', ['eyJ'], 'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}'),
  {
    kind: 'private-key',
    hints: ['PRIVATE KEY'],
    pattern:
      /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?=(?:[\s"'+\-\\,]|\\[nr]){0,40}(?:[nr]?[A-Za-z0-9+/=]{16}|Proc-Type|Version|Comment))[\s\S]*?(?:-----END[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    kind: 'private-key',
    hints: ['PuTTY-User-Key-File'],
    pattern: /PuTTY-User-Key-File-\d[\s\S]*?(?:Private-MAC: ?[a-f0-9]+|$)/g,
  },
  {
    kind: 'azure-key',
    hints: ['AccountKey=', 'SharedAccessKey=', 'sig='],
    pattern:
      /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,}={0,2})|[?&]sig=(?<secret2>[A-Za-z0-9%+/]{40,}={0,2})/g,
  },
  token('azure-secret', ['Q~'], '[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}'),
  {
    kind: 'password',
    hints: ['://'],
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"<>`\\]{0,100}:(?<secret>[^\s@/'"<>`\\]{1,200})@/gi,
  },
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION', 'earer ', 'EARER '],
    pattern:
      /(?:authorization["'\\]{0,2}\s{0,4}[:=]\s{0,4}["'\\]{0,2}(?:basic|token|apikey)\s{1,4}|bearer\s{1,4})(?<secret>[A-Za-z0-9._~+/=-]{12,})/gi,
  },
  {
    kind: 'api-key',
    hints: ['-api-key', '-Api-Key', '-API-KEY', '-API-Key', '-auth-token', '-Auth-Token'],
    pattern:
      /x-(?:api-key|auth-token|goog-api-key)["'\\]{0,2}\s{0,4}:\s{0,4}["'\\]{0,2}(?<secret>[A-Za-z0-9._~+/=-]{12,})/gi,
  },
  {
    kind: 'cookie',
    hints: ['ookie:'],
    pattern:
      /(?<![A-Za-z])(?:set-)?cookie:\s{0,4}(?<secret>[A-Za-z0-9_.-]{1,64}=[^\s"'\\]{8,}(?:;\s?[A-Za-z0-9_.-]{1,64}=[^\s"';\\]{1,})*)/gi,
  },
  {
    kind: 'env',
    hints: ['PASS', 'SECRET', 'TOKEN', 'KEY', 'CRED', 'PWD', 'AUTH'],
    pattern:
      /(?<![A-Za-z0-9_])(?:[A-Z][A-Z0-9_]*)?(?:PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SECRET_?KEY|ENCRYPTION_?KEY|CREDENTIALS?|AUTH)(?:_[A-Z0-9_]{1,30})?\s?=\s?(?<secret>"[^"\n\\]{6,}"|'[^'\n\\]{6,}'|\\"[^"\n\\]{6,}\\"|[^\s"'`;&|)\\]{6,})/g,
  },
  {
    kind: 'password',
    hints: ['pass', 'Pass', 'pwd', 'secret', 'Secret', 'key', 'Key', 'token', 'Token'],
    pattern:
      /(?<![A-Za-z0-9])(?:[a-zA-Z]{1,20}[_-]?)??(?:password|passwd|passphrase|pwd|client_?secret|secret_?key|secret|api_?key|access_?key|access_?token|auth_?token|refresh_?token|private_?key|encryption_?key)\\?["']?\s{0,4}(?::|=|=>|:=)\s{0,4}\\?(?<quote>["'])(?<secret>[^"'\s\\]{6,200})\\?\k<quote>/gi,
  },
  {
    kind: 'password',
    hints: ['pass', 'token', 'secret'],
    pattern:
      /(?<![\w-])--?(?:password|passwd|pass|token|secret|api-?key|auth-token)[= ]\\?["']?(?<secret>[^\s"'\\-][^\s"'\\]{5,})/g,
  },
  {
    // A line of YAML, an .env or a properties file: `db.password: value`. Code has commas and calls there.
    kind: 'password',
    hints: ['pass', 'Pass', 'PASS', 'pwd', 'secret', 'Secret', 'SECRET', 'oken', 'OKEN', 'key', 'Key', 'KEY'],
    pattern:
      /^[ \t+-]{0,40}(?:export |ENV |- )?[\w.-]{0,60}?(?:password|passwd|passphrase|pwd|secret|token|api[_.-]?key|access[_.-]?key|secret[_.-]?key)[ \t]{0,4}(?:[:=]|(?<=^[ \t]{0,8}ENV [\w.-]{1,80})[ \t])[ \t]{0,4}(?<secret>(?=[^\s"'`,;(){}[\]<>]{0,200}[0-9!@#$%^&*+/~=-])[^\s"'`,;(){}[\]<>]{6,200})[ \t]*\r?$/gim,
  },
  {
    kind: 'password',
    hints: ['pass', 'Pass', 'PASS'],
    pattern:
      /(?<![A-Za-z0-9])[\w.-]{0,40}pass(?:word|wd|phrase)\s{0,4}=\s{0,4}\\?(?<quote>["'])(?<secret>[^"'\n\\]{6,200})\\?\k<quote>/gi,
  },
  {
    kind: 'password',
    hints: ['"auth'],
    pattern: /\\?"auth\\?"\s{0,4}:\s{0,4}\\?"(?<secret>[A-Za-z0-9+/]{12,}={0,2})\\?"/g,
  },
  {
    kind: 'password',
    hints: ['curl', 'wget', 'http'],
    pattern: /\bcurl\b[^\n|;]{0,300}?\s(?:-u|--user)[= ]?["']?[^\s:"']{1,60}:(?<secret>[^\s"']{4,})/g,
  },
  {
    kind: 'password',
    hints: ['mysql'],
    pattern: /\bmysql(?:dump|admin)?\b[^\n|;]{0,200}?\s-p(?<secret>[^\s"'-][^\s"']{3,})/g,
  },
  {
    kind: 'password',
    hints: ['IDENTIFIED', 'identified'],
    pattern: /\bidentified\s{1,4}by\s{1,4}["'](?<secret>[^"'\s]{4,})["']/gi,
  },
  {
    kind: 'password',
    hints: ['machine'],
    pattern: /\bmachine\s{1,4}\S{1,100}\s{1,20}login\s{1,4}\S{1,100}\s{1,20}password\s{1,4}(?<secret>\S{4,})/g,
  },
];

/** Kinds whose value may be a mere placeholder (`$TOKEN`, `<your key>`) and then stays. */
const ASSIGNED = new Set(['env', 'password', 'authorization', 'cookie', 'api-key']);

/** Builds the redaction for these user rules (each `kind=pattern`, checked when the settings were read). */
export function buildRedact(userPatterns: readonly string[] = []): Redact {
  const userRules = userPatterns.map((entry): Rule => {
    const at = entry.indexOf('=');
    return { kind: entry.slice(0, at), hints: [], pattern: new RegExp(entry.slice(at + 1), 'g') };
  });
  const rules = [...RULES, ...userRules];
  return (text) => {
    let result = text;
    for (const rule of rules) {
      if (rule.hints.length > 0 && !rule.hints.some((hint) => result.includes(hint))) continue;
      result = result.replace(rule.pattern, (match: string, ...rest: unknown[]) => replacement(rule, match, rest));
    }
    return result;
  };
}

function replacement(rule: Rule, match: string, rest: unknown[]): string {
  const mark = `[redacted:${rule.kind}]`;
  const groups = rest.at(-1) as Record<string, string | undefined> | undefined;
  if (typeof groups !== 'object') return match === '' ? match : mark;
  const secret = groups['secret'] ?? groups['secret2'];
  if (secret === undefined) return match === '' ? match : mark;
  const bare = secret.replace(/^\\?["']|\\?["']$/g, '');
  if (ASSIGNED.has(rule.kind) && isPlaceholder(bare)) return match;
  const at = match.lastIndexOf(secret);
  return match.slice(0, at) + mark + match.slice(at + secret.length);
}

function isPlaceholder(value: string): boolean {
  return (
    PLACEHOLDER.test(value) || value.includes('[redacted:') || /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/.test(value)
  );
}

/** Whether a JSON property of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return /^(?:.{0,40}[_-])?(?:password|passwd|passphrase|pwd|secret|client_?secret|secret_?key|api_?key|access_?token|auth_?token|refresh_?token|private_?key)$/i.test(
    name.replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll('-', '_'),
  );
}
