// Secrets in addresses, headers and connection strings.
import { isPlaceholder, isRandom } from '../judge/value-shape.ts';
import type { Structure } from './structure.ts';

const SESSION_NAMES = ['sess', 'session'].flatMap((name) => [
  name,
  ...['', '_', '-'].flatMap((joint) => ['id', 'token', 'data'].map((part) => `${name}${joint}${part}`)),
]);

export const ADDRESSES: readonly Structure[] = [
  {
    // user:password@ in an address; the password may contain anything but what ends the address. Looks back from `://`,
    // because any word could be the beginning of an address.
    kind: 'password',
    hints: ['://'],
    pattern:
      /:\/\/(?<=[a-z][a-z0-9+.-]{1,30}:\/\/)[^\s:@/'"<>`\\,;]{0,200}:(?<secret>(?:[^\s@/'"<>`\\]{1,300}|[^\s'"<>`\\]{1,120}(?=@[A-Za-z0-9.-]{1,200}(?::\d|[/?#\s"'`]|$))))@/dgi,
    // `http://localhost:3000/@scope/package` has a port.
    accept: (secret) => !/^\d{2,5}\//.test(secret) && !isPlaceholder(secret),
  },
  {
    kind: 'password',
    hints: ['%3A%2F%2F'],
    pattern: /%3A%2F%2F[^\s%&]{0,100}%3A(?<secret>[^\s&"'<>]{1,200}?)%40/dgi,
  },
  {
    // A token in place of the user.
    kind: 'token',
    hints: ['://'],
    pattern: /:\/\/(?<=[a-z][a-z0-9+.-]{1,30}:\/\/)(?<secret>[A-Za-z0-9_-]{20,255})(?::x-oauth-basic|:)?@/dgi,
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
      /(?<![A-Za-z])(?:set-)?cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<secret>[A-Za-z0-9_.%-]{1,64}=[^\s"'\\;<{$][^\s"'\\;<{]{5,}(?:;\s?[A-Za-z0-9_.%-]{1,64}=[^\s"';\\]{1,500}){0,40})/dgi,
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
    hints: ['sid=', 'remember', 'logged_in', ...SESSION_NAMES.map((name) => `${name}=`)],
    pattern:
      /(?:sess(?:ion)?(?:[_-]?(?:id|token|data))?|[._-]sid|\bsid|remember[_\w]{0,20}|logged_in[_\w]{0,40})=(?<secret>[A-Za-z0-9%._~+/:=|-]{16,})/dgi,
    accept: (secret) => isRandom(secret.replace(/[%.:=|]/g, ''), 16) && !/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(secret),
  },
  {
    // Base64 of user:password in a header, whatever its name.
    kind: 'authorization',
    hints: ['basic', 'bearer'],
    pattern: /\b(?:basic|bearer)(?:[ \t]|%20|\+){1,4}(?<secret>[A-Za-z0-9._~+/=%|-]{12,})/dgi,
    accept: (secret) => !isPlaceholder(secret) && !/^[a-z]+(?:[-_.][a-z]+)*$/i.test(secret),
  },
  {
    kind: 'password',
    hints: ['oracle:thin', 'sqlplus'],
    pattern: /(?:oracle:thin:|sqlplus\s{1,3}(?:-\w\s{1,3}){0,3}["']?)[\w.$#-]{1,60}\/(?<secret>[^\s@"']{2,100})@/dg,
  },
  {
    // user:password@tcp(host), the format of Go's drivers
    kind: 'password',
    hints: ['@tcp(', '@unix(', '@udp('],
    pattern: /["'`\s=][\w.-]{1,60}:(?<secret>[^\s"'`]{1,100})@(?:tcp|unix|udp)\(/dg,
  },
  {
    kind: 'token',
    hints: ['alchemy', 'infura.io', 'quiknode'],
    pattern:
      /(?:alchemy\.com\/v2|infura\.io\/(?:ws\/)?v3|quiknode\.pro|alchemyapi\.io\/v2)\/(?<secret>[A-Za-z0-9_-]{24,64})/dg,
  },
  {
    kind: 'token',
    hints: ['code='],
    pattern: /[?&]code=(?<secret>[A-Za-z0-9_%./~-]{20,300})/dg,
    accept: (secret) => isRandom(secret.replace(/[%./~]/g, ''), 20),
  },
  {
    // domain/user:password@host, the format of administration tools
    kind: 'password',
    hints: ['@10.', '@192.', '@172.', '.local', '/svc', '/admin', '@dc'],
    pattern: /(?<![\w:/])[\w.-]{1,80}\/[\w.$-]{1,60}:(?<secret>[^\s@/"']{3,100})@[\w.-]{2,100}/dg,
  },
  {
    kind: 'token',
    hints: ['appid=', '?key=', '&key=', '?t=', '&t=', '?k=', '&k=', 'ticket=', 'hmac=', 'otp='],
    pattern: /[?&](?:app_?id|key|t|k|tk|hmac|ticket|otp)=(?<secret>[A-Za-z0-9_%.~-]{20,300})/dg,
    accept: (secret) => isRandom(secret.replace(/[%.~]/g, ''), 20),
  },
  {
    // A link that grants access to whoever has it.
    kind: 'token',
    hints: ['reset', 'verify', 'confirm', 'activate', 'invit', 'magic'],
    pattern:
      /https?:\/\/[^\s"'<>]{1,200}(?:reset|verify|confirm|activate|invite|invitation|magic)[\w-]{0,20}[/=](?<secret>[A-Za-z0-9_-]{20,300})(?![\w-])/dg,
    accept: (secret) => isRandom(secret, 20),
  },
];
