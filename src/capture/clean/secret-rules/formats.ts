// Finds tokens by their own format: a prefix, an alphabet and a length each. The list was checked against the public
// rules of gitleaks (its 222 rules of 2026); those of its rules that need a name next to the value are covered by place
// (places.ts).
import { Hinted } from './hints.ts';
import type { Rule } from './rule.ts';
import { characterClass, nextRun } from './runs.ts';

interface Format {
  kind: string;
  /** Every token of this format contains one of these. */
  hints: readonly string[];
  pattern: RegExp;
}

const W = 'A-Za-z0-9';
const format = (kind: string, hints: string | string[], source: string, flags = 'g'): Format => ({
  kind,
  hints: typeof hints === 'string' ? [hints] : hints,
  pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${source})(?![A-Za-z0-9])`, flags),
});

export const FORMATS: readonly Format[] = [
  format('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'], '(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  format(
    'aws-bedrock-key',
    ['ABSK', 'bedrock-api-key-'],
    'ABSK[A-Za-z0-9+/]{100,280}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{20,}',
  ),
  format(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    `gh[pousr]_[${W}]{36,255}|github_pat_[${W}_]{22,255}`,
  ),
  format(
    'gitlab-token',
    [
      'glpat-',
      'glptt-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glsoat-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glffct-',
      'GR1348941',
    ],
    `gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas|ffct)-[${W}_.-]{20,}|GR1348941[${W}_-]{20}`,
  ),
  format('bitbucket-token', ['ATBB', 'ATCTT3'], `ATBB[${W}_=-]{20,}|ATCTT3[${W}_=.-]{20,}`),
  format('atlassian-token', 'ATATT3', `ATATT3[${W}_=-]{20,}`),
  format('slack-token', ['xox', 'xapp-'], `xox[abeoprsc](?:\\.xox[bp])?-[${W}-]{10,}|xapp-\\d-[${W}-]{10,}`),
  format('deepl-key', ':fx', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:fx'),
  format('ebay-secret', ['PRD-', 'SBX-'], '(?:PRD|SBX)-[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}'),
  format('service-secret', 'secret-', `secret-(?:live-|test-)?(?=[A-Za-z_-]{0,40}\\d)[${W}_-]{36,}=?`),
  format(
    'stripe-key',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_', 'whsec_'],
    `(?:sk|rk)_(?:live|test|prod)_[${W}]{10,}|whsec_[${W}+/]{24,}={0,2}`,
  ),
  format('anthropic-key', 'sk-ant-', `sk-ant-[${W}_-]{20,}`),
  format('openrouter-key', 'sk-or-', 'sk-or-v1-[a-f0-9]{32,}'),
  format('langfuse-key', 'sk-lf-', 'sk-lf-[0-9a-f-]{32,40}'),
  format(
    'openai-key',
    'sk-',
    `sk-(?:proj|svcacct|admin|None)-[${W}_-]{20,}|sk-(?=[A-Za-z_]{0,60}\\d)[${W}_]{20,}(?:-[${W}_-]{10,})?`,
  ),
  format(
    'model-key',
    ['gsk_', 'r8_', 'pplx-', 'xai-', 'csk-', 'fw_', 'nvapi-', 'jina_', 'pa-', 'tvly-', 'fc-', 'ark-', 'key_'],
    `(?:gsk_|r8_|pplx-|xai-|csk-|fw_)[${W}]{22,}|nvapi-[${W}_-]{40,}|jina_[${W}_-]{40,}|pa-[${W}_-]{43}|tvly-(?:dev-)?[${W}]{20,}|fc-[a-f0-9]{32}`,
  ),
  format('pinecone-key', 'pcsk_', `pcsk_[${W}_]{40,}`),
  format('huggingface-token', ['hf_', 'api_org_'], `hf_[${W}]{30,}|api_org_[${W}]{30,}`),
  format('google-api-key', 'AIza', `AIza[${W}_-]{35}`),
  format('google-oauth', ['GOCSPX-', 'ya29.', '1//0'], `GOCSPX-[${W}_-]{24,}|ya29\\.[${W}_.-]{20,}|1//0[${W}_-]{30,}`),
  format('azure-secret', 'Q~', '[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}'),
  format('azure-devops-token', 'AZDO', `[${W}]{76}AZDO[${W}]{4}`),
  format('npm-token', 'npm_', `npm_[${W}]{36}`),
  format('pypi-token', 'pypi-', `pypi-[${W}_-]{50,}`),
  format('rubygems-key', 'rubygems_', 'rubygems_[a-f0-9]{48}'),
  format('nuget-key', 'oy2', 'oy2[a-z0-9]{43}'),
  format('crates-token', 'cio', `cio[${W}]{32}`),
  format('clojars-token', ['CLOJARS_', 'clojars_'], 'CLOJARS_[a-z0-9]{60}', 'gi'),
  format('docker-token', 'dckr_', `dckr_(?:pat|oat)_[${W}_-]{20,}`),
  format('artifactory-key', ['AKCp', 'cmVmd'], `AKCp[${W}]{60,80}|cmVmd[${W}]{59}`),
  format('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], 'do[opr]_v1_[a-f0-9]{64}'),
  format('heroku-key', 'HRKU-', `HRKU-[${W}_-]{36,64}`),
  format('fly-token', ['fm1', 'fm2', 'fo1_'], 'fm[12][ar]?_[A-Za-z0-9+/=_-]{40,}|fo1_[A-Za-z0-9_-]{40,}'),
  format('netlify-token', ['nfp_', 'nfc_', 'nfo_', 'nfu_'], `nf[pcou]_[${W}]{30,}`),
  format(
    'vercel-token',
    ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'vercel_'],
    `vc[piark]_[${W}]{20,}|vercel_blob_rw_[${W}_]{20,}`,
  ),
  format('render-key', 'rnd_', `rnd_[${W}]{20,}`),
  format('railway-token', 'rw_', `rw_[A-Za-z0-9]{1,3}_[${W}_.-]{24,}`),
  format('cloudflare-key', ['v1.0-', 'cfut_', 'cfat_'], `v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}|cf[ua]t_[${W}_-]{30,}`),
  format('supabase-token', ['sbp_', 'sb_secret_'], `sbp_(?:v0_)?[a-f0-9]{40}|sb_secret_[${W}_-]{20,}`),
  format('planetscale-token', 'pscale_', `pscale_(?:tkn|pw|oauth)_[${W}_.=-]{32,}`),
  format('neon-key', ['npg_', 'napi_', 'neon_'], `npg_[${W}]{10,}|napi_[${W}]{40,}`),
  format('upstash-token', ['AX', 'AY'], 'A[XY][A-Za-z0-9_-]{6}(?:IgcD|AAIncD)[A-Za-z0-9_-]{40,}={0,2}'),
  format('mongodb-key', 'mdb_', `mdb_(?:sa_)?(?:id|sk)_[${W}_-]{20,}`),
  format('clickhouse-key', '4b1d', `4b1d[${W}]{38}`),
  format('sendgrid-key', 'SG.', `SG\\.[${W}_-]{16,32}\\.[${W}_-]{32,64}`),
  format('mailgun-key', 'key-', 'key-[a-f0-9]{32}'),
  format('mailchimp-key', '-us', '[a-f0-9]{32}-us\\d{1,2}'),
  format('mailersend-key', 'mlsn.', 'mlsn\\.[a-f0-9]{64}'),
  format('brevo-key', ['xkeysib-', 'xsmtpsib-'], `x(?:keysib|smtpsib)-[a-f0-9]{64}-[${W}]{16}`),
  format('resend-key', 're_', `re_(?=[A-Za-z_]{0,20}\\d)[${W}]{8}_[${W}]{20,}`),
  format('twilio-key', 'SK', 'SK[a-f0-9]{32}'),
  format('telegram-token', ':AA', `(?:bot)?\\d{7,12}:AA[${W}_-]{30,36}`),
  format(
    'discord-token',
    '.',
    '[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,45}|mfa\\.[A-Za-z0-9_-]{80,90}',
  ),
  format('line-token', '/1O/', '[A-Za-z0-9+/]{100,}/1O/w1cDnyilFU='),
  format('facebook-token', 'EAA', `EAA(?=[A-Za-z]{0,60}\\d)[${W}]{80,}`),
  format('instagram-token', ['IGQ', 'IGAA'], `IG(?:QV|QW|AA)[${W}_-]{80,}`),
  format('twitter-token', 'AAAAAAAAAAAAAAAAAAAA', `A{20,22}[${W}%]{60,}`),
  format(
    'shopify-token',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_', 'shpit_'],
    'shp(?:at|ca|pa|ss|tka|it)_[a-fA-F0-9]{32}',
  ),
  format('square-token', ['sq0', 'EAAA'], `sq0[a-z]{3}-[${W}_-]{22,43}|EAAA[${W}_-]{56,64}`),
  format(
    'paypal-token',
    ['access_token$', 'A21A'],
    `access_token\\$(?:production|sandbox)\\$[a-z0-9]{12,20}\\$[a-f0-9]{32}|A21AA[${W}_-]{60,}`,
  ),
  format('plaid-token', 'access-', 'access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}'),
  format('adyen-key', 'AQE', `AQE[${W}+/=_-]{60,}`),
  format('flutterwave-key', 'FLWSECK', 'FLWSECK(?:_TEST)?-[a-z0-9]{12,40}(?:-X)?'),
  format('paystack-key', 'sk_', 'sk_(?:live|test)_[a-f0-9]{40}'),
  format('duffel-token', 'duffel_', `duffel_(?:test|live)_[${W}_=-]{43}`),
  format('easypost-key', ['EZAK', 'EZTK'], `EZ[AT]K[${W}]{54}`),
  format('shippo-token', 'shippo_', 'shippo_(?:live|test)_[a-f0-9]{40}'),
  format('lob-key', ['live_', 'test_'], '(?:live|test)_[a-f0-9]{35}'),
  format('gocardless-token', ['live_', 'sandbox_'], `(?:live|sandbox)_(?=[A-Za-z_-]{0,30}\\d)[${W}_-]{40}`),
  format('databricks-token', ['dapi', 'dose', 'dkea'], '(?:dapi|dose|dkea)[a-f0-9]{32}(?:-\\d)?'),
  format('vault-token', ['hvs.', 'hvb.', 'hvr.', 's.'], `hv[sbr]\\.[${W}_-]{24,}|s\\.(?=[A-Za-z]{0,23}\\d)[${W}]{24}`),
  format('terraform-token', '.atlasv1.', `[${W}]{14}\\.atlasv1\\.[${W}_=-]{40,}`),
  format('pulumi-token', 'pul-', 'pul-[a-f0-9]{40}'),
  format('doppler-token', 'dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{30,}'),
  format('infisical-token', 'st.', 'st\\.[a-f0-9]{24}\\.[a-f0-9]{32}\\.[a-f0-9]{32}'),
  format(
    '1password-token',
    ['ops_eyJ', 'A3-'],
    'ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
  ),
  format('age-key', 'AGE-SECRET-KEY-', 'AGE-SECRET-KEY-1[A-Z0-9]{58}'),
  format('tailscale-key', 'tskey-', `tskey-[a-z]{2,12}-[${W}-]{16,}`),
  format('linear-key', 'lin_', `lin_(?:api|oauth|wh)_[${W}]{32,}`),
  format('notion-token', ['ntn_', 'secret_'], `ntn_[${W}]{40,}|secret_[${W}]{43}`),
  format('airtable-token', 'pat', `pat[${W}]{14}\\.[a-f0-9]{64}`),
  format('asana-token', ['1/', '2/'], '[12]/\\d{10,20}(?:/\\d{10,20})?:[a-f0-9]{32}'),
  format('figma-token', ['figd_', 'figu_', 'figo_', 'figr_'], `fig[dour]_[${W}_-]{36,}`),
  format('clickup-token', 'pk_', 'pk_\\d{6,10}_[A-Z0-9]{32}'),
  format('contentful-token', 'CFPAT-', `CFPAT-[${W}_-]{40,}`),
  format('typeform-token', 'tfp_', `tfp_[${W}_.=-]{40,}`),
  format('readme-key', 'rdme_', 'rdme_[a-z0-9]{60,}'),
  format('postman-key', 'PMAK-', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  format('frameio-token', 'fio-u-', `fio-u-[${W}_=-]{64}`),
  format('intercom-token', 'dG9r', 'dG9rO[A-Za-z0-9+/_]{54}='),
  format('hubspot-token', 'pat-', 'pat-(?:na|eu)\\d-[0-9a-f]{8}-[0-9a-f-]{27}'),
  format(
    'grafana-token',
    ['glsa_', 'glc_', 'eyJrIjoi'],
    `glsa_[${W}]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,2}|eyJrIjoi[${W}]{50,}={0,3}`,
  ),
  format(
    'newrelic-key',
    ['NRAK-', 'NRII-', 'NRJS-', 'NRAL', 'NRRA-', 'NRIQ-', 'NRSP-'],
    `NR(?:AK|II|JS|RA|IQ|SP)-[${W}_-]{19,}|[a-f0-9]{36}NRAL`,
  ),
  format('sentry-token', 'sntry', 'sntry[sua]_[A-Za-z0-9+/=_-]{40,}'),
  format('datadog-key', ['ddp_', 'ddapp_', 'ddapi_'], `dd(?:p|app|api)_[${W}]{32,}`),
  format('dynatrace-token', 'dt0', `dt0[a-z]\\d{2}\\.[A-Z0-9]{8,24}\\.[A-Z0-9]{64}`, 'gi'),
  format('honeycomb-key', ['hcaik_', 'hcamk_', 'hcbik_', 'hcbmk_'], `hc[ab](?:i|m)k_[${W}]{30,}`),
  format('posthog-key', ['phx_', 'phc_'], `phx_[${W}]{36,}`),
  format('sonar-token', ['squ_', 'sqp_', 'sqa_'], 'sq[upa]_[a-f0-9]{40}'),
  format('buildkite-token', ['bkua_', 'bkaj_', 'bkct_'], `bk(?:ua|aj|ct)_[${W}]{32,}`),
  format('circleci-token', ['CCIPAT_', 'CCIPRJ_'], `CCIP(?:AT|RJ)_[${W}_]{20,}`),
  format('octopus-key', 'API-', 'API-(?=[A-Z]{0,25}\\d)[A-Z0-9]{24,}'),
  format('harness-key', ['pat.', 'sat.'], `(?:pat|sat)\\.[${W}_-]{22}\\.[${W}]{24}\\.[${W}]{20}`),
  format(
    'launchdarkly-key',
    ['sdk-', 'api-', 'mob-'],
    '(?:sdk|api|mob)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  ),
  format('prefect-token', ['pnu_', 'pnb_'], `pn[ub]_[${W}]{36}`),
  format('replicate-token', 'r8_', `r8_[${W}]{30,}`),
  format('wandb-key', 'wandb_v1_', `wandb_v1_[${W}_]{30,}`),
  format('sourcegraph-token', ['sgp_', 'slk_'], '(?:sgp|slk)_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40,64}'),
  format('scalingo-token', 'tk-us-', `tk-us-[${W}_-]{48}`),
  format('settlemint-token', 'sm_', `sm_(?:aat|pat|sat)_[${W}]{16}`),
  format(
    'authress-key',
    ['sc_', 'ext_', 'scauth_', 'authress_'],
    `(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[a-z0-9+/_=-]{30,120}`,
    'gi',
  ),
  format('openshift-token', 'sha256~', `sha256~[${W}_-]{43}`),
  format('okta-token', 'SSWS', `(?<=SSWS )00[${W}_=-]{38,42}`),
  format('maxmind-key', '_mmk', `[${W}]{6}_[${W}]{29}_mmk`),
  format('adobe-secret', 'p8e-', 'p8e-[A-Za-z0-9_-]{32}'),
  format('alibaba-key', 'LTAI', `LTAI[${W}]{12,24}`),
  format('tencent-key', 'AKID', `AKID[${W}]{32}`),
  format(
    'yandex-key',
    ['AQVN', 't1.', 'YCA', 'YCM', 'YCN', 'YCP'],
    `AQVN[${W}_-]{35,38}|t1\\.[A-Z0-9a-z_-]+={0,2}\\.[A-Z0-9a-z_-]{86}={0,2}|YC[AMNP][${W}_-]{37}`,
  ),
  format('mapbox-token', ['sk.eyJ', 'tk.eyJ'], `[st]k\\.eyJ[${W}_-]{20,}\\.[${W}_-]{20,}`),
  format('expo-token', 'ExponentPushToken', 'ExponentPushToken\\[[A-Za-z0-9_-]{20,}\\]'),
  format('razorpay-key', 'rzp_', `rzp_(?:live|test)_[${W}]{14,}`),
  format('defined-token', 'dnkey-', `dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}`),
  format('ngrok-token', 'ak_', `ak_[${W}]{27,}`),
  format('cohere-key', 'co_', `co_[${W}]{38,}`),
  format('elevenlabs-key', 'sk_', 'sk_[a-f0-9]{48}'),
  format('clerk-key', 'sk_', 'sk_(?:live|test)_[A-Za-z0-9]{30,}'),
  format(
    'convex-key',
    ['prod:', 'dev:', 'preview:'],
    '(?:prod|dev|preview):[a-z]+-[a-z]+-\\d{2,4}\\|[A-Za-z0-9+/=]{40,}',
  ),
  format('kubernetes-token', 'system:bootstrap', `[a-z0-9]{6}\\.[a-z0-9]{16}(?=[^\\n]{0,40}system:bootstrap)`),
  format('infracost-key', 'ico-', `ico-[${W}]{32}`),
  format('intra42-secret', 's-s4t2', 's-s4t2(?:ud|af)-[a-f0-9]{64}'),
  format('dropbox-token', 'sl.', `sl\\.(?:u\\.)?[${W}_=-]{100,}`),
  format('box-token', 'T!', 'T![A-Za-z0-9+/=]{40,}'),
  format('cloudflared-token', 'eyJhIjoi', 'eyJhIjoi[A-Za-z0-9+/_-]{80,}={0,2}'),
  format(
    'jwt',
    'eyJ',
    `eyJ[${W}_-]{8,}\\.eyJ[${W}_-]{8,}\\.[${W}_-]{8,}|eyJ[${W}_-]{16,}\\.[${W}_-]{0,600}\\.[${W}_-]{16,}\\.[${W}_-]{16,}\\.[${W}_-]{8,}`,
  ),
  format(
    'password-hash',
    ['$2a$', '$2b$', '$2y$', '$argon2', '$6$', '$5$', '$1$', '$apr1$', '$y$', '$scrypt$', 'pbkdf2', '{SSHA', '{SHA'],
    '(?<![\\w$])(?:\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}|\\$argon2(?:id?|d)\\$[^\\s"\']{30,}|\\$[156y]\\$[^\\s:"\']{20,}|\\$apr1\\$[^\\s:"\']{20,}|\\$scrypt\\$[^\\s:"\']{20,}|pbkdf2[_:][a-z0-9_]{2,20}[:$][^\\s"\']{30,}|\\{S?SHA\\d{0,3}\\}[A-Za-z0-9+/=]{20,})',
  ),
];

/** Hints of two letters occur in any text: their formats are tried only if there is a long run of letters. */
const isShort = (hint: string) => hint.length < 3;
const OF_A_TOKEN = characterClass(/[A-Za-z0-9_~.:/!=+-]/);
const LONG_RUN = 26;
const HINTED = new Hinted(FORMATS, (one) => one.hints.filter((hint) => !isShort(hint)));
const SHORT = FORMATS.filter((one) => one.hints.some(isShort));

export const findFormats: Rule = (text, hits, found) => {
  if (text.length < 16) return;
  const tried = HINTED.of(hits);
  if (nextRun(text, OF_A_TOKEN, LONG_RUN, 0)) {
    for (const one of SHORT) if (one.hints.some((hint) => isShort(hint) && text.includes(hint))) tried.add(one);
  }
  for (const { kind, pattern } of tried) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      if (match[0].length === 0) pattern.lastIndex += 1;
      // Not an example such as `ghp_xxxxxxxx`.
      else if (new Set(match[0].slice(-12)).size > 2 && !EXAMPLE.test(match[0]))
        found.push({ start: match.index, end: match.index + match[0].length, kind });
    }
  }
};

const EXAMPLE = /(?:^|[_-])(?:your|example|xxxx+|placeholder|fake|dummy)(?:[_-]|$)/i;
