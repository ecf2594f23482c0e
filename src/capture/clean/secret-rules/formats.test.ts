// Token formats: generated tokens are redacted, and the rules of gitleaks are covered.
import { describe, expect, it } from 'vitest';
import { readRegex, sampleOf } from '../../../../test/helpers/regex.ts';
import { buildRedact } from '../secrets.ts';
import { FORMATS } from './formats.ts';

const redact = buildRedact();

/** The same tokens in every run, generated here so that no scanner mistakes this file for leaked keys. */
function pickFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * most);
  };
}

/** Tokens of a format. A pattern may require more than its shape, so some generated tokens do not match. */
function tokensOf(pattern: RegExp, count: number): string[] {
  const pick = pickFrom(pattern.source.length);
  const tokens: string[] = [];
  for (let tries = 0; tries < 2000 && tokens.length < count; tries += 1) {
    const token = sampleOf(readRegex(pattern), pick, 8);
    if (new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(token)?.[0] === token) tokens.push(token);
  }
  return tokens;
}

/** Formats that are recognized by their context. */
const IN_CONTEXT = new Set(['okta-token', 'kubernetes-token']);

describe('token formats', () => {
  it.each(FORMATS.filter(({ kind }) => !IN_CONTEXT.has(kind)).map((format) => [format.kind, format.pattern] as const))(
    'redacts %s',
    (_, pattern) => {
      const tokens = tokensOf(pattern, 20);
      expect(tokens.length).toBeGreaterThan(10);
      for (const token of tokens) {
        expect(redact(`before ${token} after`)).toMatch(/^before \[redacted:[\w-]+\] after$/);
        expect(redact(`{"a":"${token}"}`)).not.toContain(token);
      }
    },
  );

  it.each(FORMATS.map((format) => [format.kind, format.pattern] as const))('leaves a piece of %s', (_, pattern) => {
    for (const token of tokensOf(pattern, 5)) {
      const piece = token.slice(0, Math.min(12, Math.floor(token.length / 3)));
      expect(redact(`before ${piece} after`)).toBe(`before ${piece} after`);
    }
  });
});

/** Rules of gitleaks, by our kind for the format of their tokens. */
const BY_FORM: Record<string, string> = {
  '1password-token': '1password-secret-key 1password-service-account-token',
  'adobe-secret': 'adobe-client-secret',
  'age-key': 'age-secret-key',
  'airtable-token': 'airtable-personnal-access-token',
  'alibaba-key': 'alibaba-access-key-id',
  'anthropic-key': 'anthropic-admin-api-key anthropic-api-key',
  'artifactory-key': 'artifactory-api-key artifactory-reference-token',
  'authress-key': 'authress-service-client-access-key',
  'aws-access-key': 'aws-access-token',
  'aws-bedrock-key': 'aws-amazon-bedrock-api-key-long-lived aws-amazon-bedrock-api-key-short-lived',
  'azure-secret': 'azure-ad-client-secret',
  'clickhouse-key': 'clickhouse-cloud-api-secret-key',
  'clojars-token': 'clojars-api-token',
  'cloudflare-key': 'cloudflare-origin-ca-key',
  'databricks-token': 'databricks-api-token',
  'defined-token': 'defined-networking-api-token',
  'digitalocean-token': 'digitalocean-access-token digitalocean-pat digitalocean-refresh-token',
  'doppler-token': 'doppler-api-token',
  'dropbox-token': 'dropbox-short-lived-api-token',
  'duffel-token': 'duffel-api-token',
  'dynatrace-token': 'dynatrace-api-token',
  'easypost-key': 'easypost-api-token easypost-test-api-token',
  'facebook-token': 'facebook-page-access-token',
  'flutterwave-key': 'flutterwave-encryption-key flutterwave-secret-key',
  'fly-token': 'flyio-access-token',
  'frameio-token': 'frameio-api-token',
  'google-api-key': 'gcp-api-key',
  'github-token': 'github-app-token github-fine-grained-pat github-oauth github-pat github-refresh-token',
  'gitlab-token':
    'gitlab-cicd-job-token gitlab-deploy-token gitlab-feature-flag-client-token gitlab-feed-token gitlab-incoming-mail-token gitlab-kubernetes-agent-token gitlab-oauth-app-secret gitlab-pat gitlab-pat-routable gitlab-ptt gitlab-rrt gitlab-runner-authentication-token gitlab-runner-authentication-token-routable gitlab-scim-token',
  'grafana-token': 'grafana-api-key grafana-cloud-api-token',
  'harness-key': 'harness-api-key',
  'terraform-token': 'hashicorp-tf-api-token',
  'heroku-key': 'heroku-api-key-v2',
  'huggingface-token': 'huggingface-access-token huggingface-organization-api-token',
  'infracost-key': 'infracost-api-token',
  'intra42-secret': 'intra42-client-secret',
  'linear-key': 'linear-api-key',
  'lob-key': 'lob-api-key',
  'mailchimp-key': 'mailchimp-api-key',
  'mailgun-key': 'mailgun-private-api-token',
  'maxmind-key': 'maxmind-license-key',
  'newrelic-key': 'new-relic-browser-api-token new-relic-insert-key new-relic-user-api-key',
  'notion-token': 'notion-api-token',
  'npm-token': 'npm-access-token',
  'octopus-key': 'octopus-deploy-api-key',
  'openai-key': 'openai-api-key',
  'openshift-token': 'openshift-user-token',
  'model-key': 'perplexity-api-key',
  'plaid-token': 'plaid-api-token',
  'planetscale-token': 'planetscale-api-token planetscale-oauth-token planetscale-password',
  'postman-key': 'postman-api-token',
  'prefect-token': 'prefect-api-token',
  'pulumi-token': 'pulumi-api-token',
  'pypi-token': 'pypi-upload-token',
  'readme-key': 'readme-api-token',
  'rubygems-key': 'rubygems-api-token',
  'scalingo-token': 'scalingo-api-token',
  'brevo-key': 'sendinblue-api-token',
  'sentry-token': 'sentry-org-token sentry-user-token',
  'settlemint-token':
    'settlemint-application-access-token settlemint-personal-access-token settlemint-service-access-token',
  'shopify-token':
    'shopify-access-token shopify-custom-access-token shopify-private-app-access-token shopify-shared-secret',
  'slack-token':
    'slack-app-token slack-bot-token slack-config-refresh-token slack-legacy-bot-token slack-legacy-token slack-legacy-workspace-token slack-user-token',
  'stripe-key': 'stripe-access-token',
  'twitter-token': 'twitter-bearer-token',
  'typeform-token': 'typeform-api-token',
  'vault-token': 'vault-batch-token vault-service-token',
  'yandex-key': 'yandex-access-token yandex-api-key',
};

/** Rules of gitleaks whose tokens have no format of their own: a name next to the value identifies them. */
const BY_PLACE = [
  'adafruit-api-key airtable-api-key algolia-api-key alibaba-secret-key asana-client-secret',
  'atlassian-api-token beamer-api-token bitbucket-client-secret bittrex-access-key bittrex-secret-key',
  'cisco-meraki-api-key cloudflare-api-key cloudflare-global-api-key codecov-access-token cohere-api-token',
  'coinbase-access-token confluent-access-token confluent-secret-key contentful-delivery-api-token',
  'datadog-access-token discord-api-token discord-client-secret droneci-access-token dropbox-api-token',
  'dropbox-long-lived-api-token etsy-access-token facebook-access-token facebook-secret fastly-api-token',
  'finicity-api-token finicity-client-secret finnhub-access-token flickr-access-token freemius-secret-key',
  'freshbooks-access-token gitter-access-token gocardless-api-token grafana-service-account-token',
  'heroku-api-key hubspot-api-key intercom-api-key jfrog-api-key jfrog-identity-token kraken-access-token',
  'kucoin-access-token kucoin-secret-key launchdarkly-access-token linear-client-secret',
  'linkedin-client-secret lob-pub-api-key looker-client-secret mailgun-signing-key mapbox-api-token',
  'mattermost-access-token messagebird-api-token netlify-access-token nytimes-access-token',
  'okta-access-token plaid-secret-key privateai-api-token rapidapi-access-token sendbird-access-token',
  'sendgrid-api-token sentry-access-token shippo-api-token slack-config-access-token snyk-api-token',
  'sourcegraph-access-token square-access-token squarespace-access-token sumologic-access-token',
  'telegram-bot-api-token travisci-access-token twilio-api-key twitch-api-token twitter-access-secret',
  'twitter-access-token twitter-api-key twitter-api-secret yandex-aws-access-token zendesk-secret-key',
].flatMap((ids) => ids.split(' '));

describe('the rules of gitleaks', () => {
  const kinds = new Set(FORMATS.map(({ kind }) => kind));

  it.each(Object.entries(BY_FORM))('by format: %s', (kind, ids) => {
    expect([kind, kinds.has(kind)]).toEqual([kind, true]);
    expect(ids.split(' ').length).toBeGreaterThan(0);
  });

  it.each(BY_PLACE)('by place: %s', (id) => {
    const pick = pickFrom(id.length);
    const token = Array.from({ length: 32 }, () => 'abcdefghijkmnpqrstuvwxyz23456789'[pick(32)]).join('');
    const name = id.replaceAll('-', '_');
    for (const text of [
      `${name.toUpperCase()}=${token}`,
      `${name}: "${token}"`,
      `{"${name}": "${token}"}`,
      `const ${name} = '${token}';`,
    ])
      expect(redact(text)).not.toContain(token);
  });
});
