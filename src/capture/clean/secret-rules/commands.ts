// Finds secrets in flags and arguments of programs that take a password there.
import { Hinted } from './hints.ts';
import { isInvented, isMade, isPlaceholder, isRandom } from './judge/value-shape.ts';
import type { Rule } from './rule.ts';

/** The value of an argument: in either kind of quotes, or up to the next space. */
const ARG = `(?:\\\\{0,3}"(?<secret>(?:[^"\\\\\\n]|\\\\[^"\\n]){1,200})\\\\{0,3}"|'(?<secret2>(?:[^'\\n]|'\\\\''){1,200})'|(?<secret3>[^\\s"'\`|<>;&]{2,200}))`;
/** What may come between a program and its flag: not another command. */
const GAP = '[^\\n|;&]{0,300}?';

interface Command {
  hints: string[];
  pattern: RegExp;
  accept?: (value: string, line: string) => boolean;
}

const command = (hint: string, source: string): Command => ({ hints: [hint], pattern: new RegExp(source, 'dg') });
const flag = (program: string, flags: string, glued = false): Command =>
  withHints(
    program.split('|'),
    `(?<![\\w-])(?:${program})\\b${GAP}\\s(?:${flags})(?:${glued ? '[= ]?' : '[= ]\\s{0,3}'})${ARG}`,
  );

const withHints = (hints: string[], source: string): Command => ({ hints, pattern: new RegExp(source, 'dg') });

const COMMANDS: Command[] = [
  flag('sshpass', '-p', true),
  flag('redis-cli', '-a|--pass'),
  command(
    'login',
    `(?<![\\w-])(?:docker|podman|nerdctl|buildah|helm registry|oras|crane|skopeo|az acr)[^\\n|;&]{0,60}?\\slogin\\b${GAP}\\s(?:-p|--password)[= ]\\s{0,3}${ARG}`,
  ),
  command(
    'helm',
    `(?<![\\w-])helm[^\\n|;&]{0,60}?\\s(?:registry login|repo add)\\b${GAP}\\s(?:-p|--password)[= ]\\s{0,3}${ARG}`,
  ),
  command(
    'mysql',
    `(?<![\\w-])(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mycli)\\b${GAP}\\s-p(?=\\S)${ARG}`,
  ),
  command('maria', `(?<![\\w-])(?:mariadb|mariadb-dump)\\b${GAP}\\s-p(?=\\S)${ARG}`),
  command(
    'curl',
    `(?<![\\w-])curl\\b[^\\n|;]{0,400}?\\s(?:-u|--user|-U|--proxy-user)[= ]?\\s{0,3}["']?[^\\s:"']{0,100}:(?<secret>[^\\s"']{2,255})`,
  ),
  command(
    'http',
    `(?<![\\w-])(?:https?|xh|wget)\\s${GAP}(?:-a|--auth|--user)[= ]\\s{0,3}["']?[^\\s:"'/]{1,100}:(?<secret>[^\\s"'/][^\\s"']{1,255})`,
  ),
  flag('mongosh|mongo|mongodump|mongorestore|mongoexport|mongoimport', '-p|--password'),
  flag('ldapsearch|ldapadd|ldapmodify|ldapwhoami|ldapdelete|ldappasswd', '-w|-s'),
  flag('sqlcmd|bcp|isql|osql', '-P'),
  command('az ', `(?<![\\w-])az\\s${GAP}\\s(?:-p|--password|--client-secret)[= ]\\s{0,3}${ARG}`),
  flag('psexec|net use', '-p|/p'),
  withHints(['7z ', '7za', '7zz', 'rar '], `(?<![\\w-])(?:7z|7za|7zz|rar|unrar)\\s${GAP}\\s-p(?=\\S)${ARG}`),
  flag('zip|unzip', '-P'),
  flag('gpg|gpg2', '--passphrase'),
  flag('ssh-keygen', '-N|-P'),
  flag('rabbitmqadmin|rabbitmqctl', '-p|--password'),
  flag('cqlsh', '-p|--password'),
  flag('cypher-shell', '-p|--password'),
  flag('mosquitto_pub|mosquitto_sub', '-P'),
  flag('mosquitto_sub', '-P'),
  flag('cqlsh|influx|neo4j-admin|cypher-shell|clickhouse-client|vsql|snowsql|beeline|sqlplus|hdbsql', '-p|--password'),
  flag('ansible-vault|restic|borg|duplicity', '--password|--vault-password'),
  flag('kinit|xfreerdp|rdesktop|wpa_passphrase', '-p|/p:', true),
  command('jenkins-cli', `jenkins-cli\\S{0,10}\\s${GAP}-auth\\s{1,3}["']?[^\\s:"'@]{1,60}:(?<secret>[^\\s"']{4,200})`),
  command(
    'openssl',
    `\\bopenssl\\b${GAP}\\s(?:-k|-K|-pass|-passin|-passout)\\s{1,3}(?!(?:pass|env|file|fd|stdin):?)${ARG}`,
  ),
  command('SecureString', `ConvertTo-SecureString\\s{1,3}(?:-(?:String|AsPlainText|Force)\\s{1,3}){0,3}${ARG}`),
  command('net use', `\\bnet\\s{1,3}use\\b[^\\n]{0,120}?\\s/user:\\S{1,80}\\s{1,3}(?!/)${ARG}`),
  command(
    '/user:',
    `\\bnet\\s{1,3}use\\s{1,3}(?:\\S{1,4}\\s{1,3})?\\\\\\\\\\S{1,100}\\s{1,3}(?!/)${ARG}\\s{1,3}/user:`,
  ),
  command('generic-password', `add-(?:generic|internet)-password\\b${GAP}\\s-w\\s{1,3}${ARG}`),
  command(
    'send',
    `assword[^\\n]{0,60}\\n?[^\\n]{0,10}\\bsend(?:_user)?\\s{1,3}(?:--\\s)?["{](?<secret>[^"}\\n]{3,100}?)(?:\\\\r|\\\\n|["}])`,
  ),
  command('/p:', `\\s/(?:p|pass|password):${ARG}`),
  command(
    'htpasswd',
    `(?<![\\w-])htpasswd\\s(?:-\\w+\\s{1,3}){0,3}(?:-\\w*b\\w*)\\s${GAP}\\S{1,100}\\s\\S{1,60}\\s${ARG}(?=\\s*(?:$|[\\n|;&"\\\\]))`,
  ),
  command('htpasswd', `(?<![\\w-])htpasswd\\s-\\w*n\\w*b\\w*\\s\\S{1,60}\\s${ARG}`),
  command(
    'chpasswd',
    `\\becho\\s{1,3}(?:-e\\s)?["']?[\\w.-]{1,60}:(?<secret>[^\\s"']{3,100})["']?\\s{0,3}\\|\\s{0,3}(?:sudo\\s{1,3})?chpasswd`,
  ),
  command(
    '--stdin',
    `\\b(?:echo|printf)\\s{1,3}(?:-\\w{1,3}\\s{1,3}|["']?%s(?:\\\\n)?["']?\\s{1,3})?${ARG}\\s{0,3}\\|[^\\n|;]{0,120}(?:--password-stdin|passwd --stdin|--with-token|--stdin\\b|sudo -S|-pass(?:in|word)? stdin|login)`,
  ),
  command(
    'secret',
    `\\b(?:echo|printf)\\s{1,3}(?:-\\w{1,3}\\s{1,3}|["']?%s(?:\\\\n)?["']?\\s{1,3})?${ARG}\\s{0,3}\\|[^\\n|;]{0,60}\\bsecrets?\\b[^\\n|;]{0,20}\\b(?:add|set|put|create|versions|update)\\b`,
  ),
  command(
    '-password-stdin',
    `\\b(?:echo|printf)\\s{1,3}(?:-\\w{1,3}\\s{1,3}|["']?%s(?:\\\\n)?["']?\\s{1,3})?${ARG}\\s{0,3}\\|[^\\n|;]{0,120}(?:--password-stdin)`,
  ),
  command('sudo -S', `\\becho\\s{1,3}(?:-\\w{1,3}\\s{1,3})?${ARG}\\s{0,3}\\|\\s{0,3}sudo\\s{1,3}-S`),
  command('<<<', `(?:--password-stdin|sudo -S|passwd|-pass stdin)[^\\n]{0,80}<<<\\s{0,3}${ARG}`),
  command('psql', `\\\\password\\s${ARG}`),
  command('net user', `\\bnet\\s{1,3}user\\s{1,3}(?:\\S{1,60})\\s{1,3}(?!/)${ARG}`),
  command('cargo login', `\\bcargo\\s{1,3}login\\s{1,3}(?:--\\S{1,60}\\s{1,3}){0,3}${ARG}`),
  command('authtoken', `\\b(?:add-)?authtoken\\s{1,3}${ARG}`),
  command('vault', `\\bvault\\s{1,3}(?:login|operator\\s{1,3}unseal)\\s{1,3}(?:-\\S{1,60}\\s{1,3}){0,3}(?!-)${ARG}`),
  command(
    'vault',
    `\\bvault\\s{1,3}(?:kv\\s{1,3}put|write)\\s{1,3}\\S{1,100}\\s[^\\n]{0,200}?\\b(?:value|password|secret|token)=${ARG}`,
  ),
  command(
    'configure set',
    `\\bconfigure\\s{1,3}set\\s{1,3}[\\w.-]{0,60}(?:secret|token|password)[\\w.-]{0,40}\\s{1,3}${ARG}`,
  ),
  command(
    'config set',
    `\\bconfig\\s{1,3}(?:set|add)\\s{1,3}\\S{0,100}(?:secret|token|password|_auth|apikey|api-key|\\bkey)\\S{0,40}\\s{1,3}${ARG}`,
  ),
  command(
    'config',
    `\\bconfig\\s{1,3}(?:--\\S{1,30}\\s{1,3}){0,3}(?:http-basic|github-oauth|gitlab-token|bearer)\\.\\S{1,100}\\s{1,3}(?:[\\w.@-]{1,60}\\s{1,3})?${ARG}`,
  ),
  command(
    'secret',
    `\\b(?:secrets?|parameter)\\s{1,3}(?:set|put|create|add|put-parameter|create-secret|put-secret-value)\\b[^\\n]{0,200}?\\s(?:--value|--secret-string|--body|-b|--from-literal[= ][\\w.-]{1,60})[= ]\\s{0,3}${ARG}`,
  ),
  command(
    'put-parameter',
    `\\b(?:put-parameter|create-secret|put-secret-value)\\b[^\\n]{0,200}?\\s(?:--value|--secret-string)[= ]\\s{0,3}${ARG}`,
  ),
  command('add_user', `\\brabbitmqctl\\s{1,3}(?:add_user|change_password)\\s{1,3}\\S{1,60}\\s{1,3}${ARG}`),
  command('change_password', `\\brabbitmqctl\\s{1,3}change_password\\s{1,3}\\S{1,60}\\s{1,3}${ARG}`),
  command('SETUSER', `\\bSETUSER\\s{1,3}[^\\n]{1,80}?\\s>(?<secret>\\S{3,100})`),
  command('IDENTIFY', `\\bIDENTIFY\\s{1,3}(?:\\S{1,40}\\s{1,3})?${ARG}(?=\\s*(?:$|\\n))`),
  command(
    'alias set',
    `\\bmc\\s{1,3}alias\\s{1,3}set\\s{1,3}\\S{1,60}\\s{1,3}\\S{1,200}\\s{1,3}\\S{1,100}\\s{1,3}${ARG}`,
  ),
  command('nmcli', `\\bnmcli\\b${GAP}\\spassword\\s{1,3}${ARG}`),
  flag('useradd|usermod', '-p'),
  command('--arg', `--arg\\s{1,3}\\w{0,30}(?:pw|pass|password|secret|token|key)\\s{1,3}${ARG}`),
  command('drush', `\\bdrush\\s{1,3}(?:user:password|upwd)\\s{1,3}\\S{1,60}\\s{1,3}${ARG}`),
  command(
    'passwd',
    `\\b(?:openssl\\s{1,3}passwd|mkpasswd)\\s{1,3}(?:-\\S{1,12}\\s{1,3}(?:sha-?\\d{1,3}\\s{1,3}|bcrypt\\s{1,3})?){0,3}${ARG}`,
  ),
  withHints(['password-file', 'password-command'], `--password-(?:file|command)[= ]["']?(?:<\\()?echo\\s{1,3}${ARG}`),
  command('<<<', `(?:passw|secret|token|PASSW|SECRET|TOKEN)[^\\n]{0,80}<<<\\s{0,3}${ARG}`),
  flag('hash-password', '--plaintext|-p'),
  withHints(
    ['secret put', 'secret create', 'secret set', 'secrets add', 'secret add'],
    `\\b(?:echo|printf)\\s{1,3}(?:-\\w{1,3}\\s{1,3})?${ARG}\\s{0,3}\\|[^\\n|;]{0,60}\\bsecrets?\\s{1,3}(?:put|create|set|add)\\b`,
  ),
  {
    ...command(
      'echo',
      `\\becho\\s{1,3}(?:-\\w{1,3}\\s{1,3})?${ARG}\\s{0,3}>{1,2}\\s{0,3}\\S{0,80}(?:passw|secret|token|credential|\\.key|\\.pass)`,
    ),
    accept: (value) => isMade(value) || isRandom(value, 12),
  },
  {
    ...withHints(
      ['sqlplus', 'impdp', 'expdp', 'sqlldr', 'rman '],
      `\\b(?:sqlplus|impdp|expdp|sqlldr|rman target)\\s{1,3}(?:-\\w\\s{1,3}){0,2}["']?\\w{1,40}/(?<secret>[^\\s"'@/]{3,100})`,
    ),
    accept: (value) => isMade(value),
  },
  flag('snmpwalk|snmpget|snmpset|snmpbulkwalk', '-A|-X|-c'),
  flag('ipmitool|ipmiutil', '-P'),
  command('lftp', `\\blftp\\b${GAP}\\s-u\\s{1,3}["']?[^\\s,"']{1,60},(?<secret>[^\\s"']{3,100})`),
  command('rclone', `\\brclone\\s{1,3}obscure\\s{1,3}${ARG}`),
  command('bw ', `\\bbw\\s{1,3}(?:unlock|login\\s{1,3}\\S{1,80})\\s{1,3}${ARG}`),
  {
    ...command('<<<', `<<<\\s{0,3}${ARG}`),
    accept: (value) => isInvented(value) || isRandom(value, 16),
  },
  command('ossutil', `\\bossutil(?:64)?\\s{1,3}config\\b${GAP}\\s-k\\s{1,3}${ARG}`),
  command(
    'bundle config',
    `\\bbundle\\s{1,3}config\\s{1,3}(?:set\\s{1,3})?(?:--\\w{1,20}\\s{1,3})?\\S{1,80}\\s{1,3}(?<secret>[^\\s:]{1,80}:[^\\s]{4,100})`,
  ),
  command('codecov', `\\bcodecov\\b${GAP}\\s(?:-t|--token)[= ]${ARG}`),
  command(
    'auth',
    `\\b(?:login|auth)\\s{1,3}(?<secret>[0-9a-f]{32,64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\\s|$)`,
  ),
  command(
    'login',
    `\\blogin\\s{1,3}(?<secret>[0-9a-f]{32,64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\\s|$)`,
  ),
  command('master.key', `${ARG}["']?\\s{0,3}>\\s{0,3}\\S{0,80}(?:master|credentials|production|development)\\.key`),
];

/** `-u USER -p PASSWORD` of any program, although `-p` is a port, a path or a prompt for some. */
COMMANDS.push({
  hints: ['-u ', '-p '],
  pattern: new RegExp(
    `\\s(?:-u|--user(?:name)?)[= ]["']?[^\\s"'-][^\\s"']{0,60}["']?\\s(?:-[^\\s|;&]{1,30}\\s){0,3}-p[= ]${ARG}`,
    'dg',
  ),
  accept: (value, before) =>
    !/^[\d.:/-]+$/.test(value) && !/^[./~]/.test(value) && !/mysql|maria|docker|podman|mkdir|ssh\b/.test(before),
});

const HINTED = new Hinted(COMMANDS, ({ hints }) => hints);

export const findCommands: Rule = (text, hits, found) => {
  for (const { pattern, accept } of HINTED.of(hits)) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      if (match[0].length === 0) pattern.lastIndex += 1;
      const groups = match.indices?.groups;
      const [start, end] = groups?.['secret'] ?? groups?.['secret2'] ?? groups?.['secret3'] ?? [0, 0];
      const value = text.slice(start, end);
      if (end <= start || isPlaceholder(value) || value.startsWith('-')) continue;
      if (!accept || accept(value, text.slice(Math.max(0, match.index - 120), match.index)))
        found.push({ start, end, kind: 'password' });
    }
  }
};
