// The checks of `doctor`: each names one thing that can be wrong, and the command that mends it.
import { accessSync, constants, existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, claudeFolder, keyFromEnvironment } from '../config/host.ts';
import type { Paths } from '../config/paths.ts';
import { type LoadedSettings, loadSettings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import { isOlder } from '../control/start.ts';
import { liveWorker } from '../control/worker-info.ts';
import { CMemError } from '../domain/errors.ts';
import { hostPlace } from '../hosts/claude-code/install.ts';
import { isPlainJson, pluginFolder, readSettingsFile } from '../hosts/claude-code/settings-file.ts';
import { ago } from '../recall/phrasing.ts';
import { SPOOL_SUFFIX } from '../spool/format.ts';
import { listBackups } from '../store/backup.ts';
import { countAll } from '../store/counts.ts';
import { checkNativeModule, type Database, openDatabase } from '../store/database.ts';
import { checkIntegrity } from '../store/integrity.ts';
import { readNotices } from '../store/notices.ts';
import { failedJobs } from '../store/queue.ts';
import { countUnreadable } from '../store/unreadable.ts';
import { claudeVersion } from './claude-program.ts';
import { onPath } from './on-path.ts';
import { workerUrl } from './status.ts';

export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  message: string;
  fix: string | null;
}

const OLDEST_NODE = '20.19.0';
const LEAST_FREE_MB = 200;
const LONG_WAIT_MS = 10 * 60_000;
const DAY_MS = 24 * 3600_000;
const OLD_BACKUP_DAYS = 3;
const REPAIR = 'Run `c-mem worker restart`: it is repaired from its newest backup and the transcripts.';

export function examine(paths: Paths): Finding[] {
  const loaded = loadSettings(paths.settings);
  return [
    checkNode(),
    checkNative(),
    ...checkSettings(loaded),
    ...checkPlugin(paths),
    checkTools(),
    checkFolder(paths),
    checkDisk(paths),
    checkWorker(paths),
    ...checkSpool(paths),
    ...checkStore(paths),
    checkBackups(paths),
    checkProvider(loaded),
  ];
}

const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message, fix: null });
const warning = (check: string, message: string, fix: string): Finding => ({ check, state: 'warning', message, fix });
const fault = (check: string, message: string, fix: string): Finding => ({ check, state: 'fault', message, fix });

function checkNode(): Finding {
  const current = process.versions.node;
  return isOlder(current, OLDEST_NODE)
    ? fault('node', `Node ${current} is too old`, `Install Node ${OLDEST_NODE} or later, then run \`c-mem install\`.`)
    : ok('node', `Node ${current}, c-mem ${version}`);
}

function checkNative(): Finding {
  try {
    checkNativeModule();
    return ok('native module', 'SQLite loads');
  } catch (error) {
    const { message, fix } = error as CMemError;
    return fault('native module', message, fix);
  }
}

function checkSettings({ problems }: LoadedSettings): Finding[] {
  if (problems.length === 0) return [ok('settings', 'all settings are usable')];
  return problems.map(({ message, fix }) => warning('settings', message, fix));
}

function checkPlugin(paths: Paths): Finding[] {
  const host = hostPlace(claudeFolder(), cacheFolder());
  let text: string;
  let folder: string | null;
  try {
    text = readSettingsFile(host.settings);
    folder = pluginFolder(text);
  } catch (error) {
    const { message, fix } = error as CMemError;
    return [fault('plugin', message, fix)];
  }
  if (!folder) return [fault('plugin', `The plugin is not switched on in ${host.settings}`, 'Run `c-mem install`.')];
  if (!isPlainJson(text))
    return [
      fault(
        'plugin',
        `Claude Code cannot read ${host.settings} (comments or trailing commas)`,
        'Correct that file by hand.',
      ),
    ];
  const missing = [
    'plugin/hooks/hooks.json',
    'plugin/scripts/spool.sh',
    'plugin/scripts/hook.cjs',
    'plugin/scripts/capture.cjs',
    'dist/worker.cjs',
    'dist/mcp.cjs',
    'dist/mcp-server.cjs',
    '.claude-plugin/marketplace.json',
  ].filter((part) => !existsSync(join(folder, part)));
  if (missing.length > 0)
    return [
      fault(
        'plugin',
        `Of the program in ${folder}, ${missing.join(', ')} is missing`,
        'Install c-mem again, then run `c-mem install`.',
      ),
    ];
  const link = join(paths.home, 'bin', 'node');
  const dangling = lstatSync(link, { throwIfNoEntry: false }) && !existsSync(link);
  if (dangling) return [fault('plugin', `The Node that hooks use is gone (${link})`, 'Run `c-mem install`.')];
  return [ok('plugin', `switched on, runs from ${folder}`)];
}

function checkTools(): Finding {
  if (process.platform === 'win32') return ok('shell', 'not needed here');
  const missing = ['sh', 'awk', 'node'].filter((name) => !onPath(name));
  return missing.length === 0
    ? ok('shell', 'sh, awk and node are on the path')
    : warning(
        'shell',
        `Not on the path: ${missing.join(', ')}; hooks are slower, or wait for the transcript`,
        `Install ${missing.join(' and ')}.`,
      );
}

function checkFolder(paths: Paths): Finding {
  if (!existsSync(paths.home)) return ok('data folder', `${paths.home} is made with the first session`);
  try {
    accessSync(paths.home, constants.W_OK | constants.R_OK | constants.X_OK);
  } catch {
    return fault(
      'data folder',
      `${paths.home} cannot be written to`,
      `Make it yours: \`chown -R "$USER" ${paths.home}; chmod 700 ${paths.home}\`.`,
    );
  }
  const open = [paths.home, paths.database, paths.spool].filter(
    (path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0,
  );
  return open.length === 0 || process.platform === 'win32'
    ? ok('data folder', `${paths.home} is closed to others`)
    : warning('data folder', `Others can read ${open.join(', ')}`, `Close it: \`chmod -R go= ${paths.home}\`.`);
}

function checkDisk(paths: Paths): Finding {
  const folder = existsSync(paths.home) ? paths.home : join(paths.home, '..');
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  return free < LEAST_FREE_MB
    ? fault('disk', `Only ${free} MB are free`, 'Make room: events wait in the spool until there is some.')
    : ok('disk', `${free.toLocaleString('en-US')} MB free`);
}

function checkWorker(paths: Paths): Finding {
  const info = liveWorker(paths.workerInfo);
  if (info && isOlder(info.version, version))
    return warning('worker', `The worker is still that of version ${info.version}`, 'Run `c-mem worker restart`.');
  if (info) return ok('worker', [`running, process ${info.pid}`, workerUrl(paths)].filter(Boolean).join(', '));
  const waiting = spoolFiles(paths).length;
  return waiting > 0
    ? fault(
        'worker',
        `No worker runs, and ${waiting} events wait`,
        'Run `c-mem worker start`; if it does not come up, `c-mem worker logs`.',
      )
    : ok('worker', 'not running; it starts with the next session');
}

function checkSpool(paths: Paths): Finding[] {
  const now = Date.now();
  const oldest = Math.min(
    ...spoolFiles(paths).map((name) => statSync(join(paths.spool, name), { throwIfNoEntry: false })?.mtimeMs ?? now),
  );
  const findings: Finding[] = [];
  if (now - oldest > LONG_WAIT_MS)
    findings.push(
      fault(
        'spool',
        `An event has been waiting for ${Math.round((now - oldest) / 60_000)} minutes`,
        'Run `c-mem worker restart`, then read `c-mem worker logs`.',
      ),
    );
  const aside = existsSync(paths.quarantine) ? readdirSync(paths.quarantine).length : 0;
  if (aside > 0)
    findings.push(
      warning(
        'spool',
        `${aside} files that are no events were put aside`,
        `Look at them in ${paths.quarantine}, and delete them.`,
      ),
    );
  return findings.length > 0 ? findings : [ok('spool', 'nothing is stuck')];
}

function spoolFiles(paths: Paths): string[] {
  return existsSync(paths.spool) ? readdirSync(paths.spool).filter((name) => name.endsWith(SPOOL_SUFFIX)) : [];
}

/** The worker makes one a day, once there is something to keep. */
function checkBackups(paths: Paths): Finding {
  const backups = listBackups(paths.backups);
  const [newest] = backups;
  if (!newest) return ok('backups', 'none yet; the worker makes the first one once there is enough to keep');
  const days = Math.floor((Date.now() - newest.at) / DAY_MS);
  const said = `${backups.length === 1 ? 'one' : backups.length}, the newest of ${ago(newest.at, Date.now())}`;
  return days > OLD_BACKUP_DAYS && isInUse(paths, newest.at)
    ? warning('backups', `The newest backup is ${days} days old`, 'Run `c-mem backup`; if it fails, it says why.')
    : ok('backups', said);
}

/** Whether the store was written to long after that. */
function isInUse(paths: Paths, since: number): boolean {
  const changed = [paths.database, `${paths.database}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...changed) - since > OLD_BACKUP_DAYS * DAY_MS;
}

function checkStore(paths: Paths): Finding[] {
  if (!existsSync(paths.database)) return [ok('store', 'none yet; it is made with the first session')];
  let db: Database;
  try {
    db = openDatabase(paths.database, { readonly: true, busyTimeoutMs: 2000 });
  } catch (error) {
    if (!(error instanceof CMemError)) throw error;
    return [fault('store', error.message, error.fix)];
  }
  try {
    const damage = checkIntegrity(db);
    if (damage) return [fault('store', `The store is damaged (${damage})`, REPAIR)];
    return [
      ok('store', `${countAll(db).events.toLocaleString('en-US')} events, undamaged`),
      ...checkQueue(db),
      ...checkNotices(db),
    ];
  } catch (error) {
    const code = (error as { code?: string }).code ?? 'unknown';
    return [
      fault(
        'store',
        `The store cannot be read (${code})`,
        /CORRUPT|NOTADB/.test(code) ? REPAIR : 'Try again; if it stays so, check the disk and who may read the folder.',
      ),
    ];
  } finally {
    db.close();
  }
}

function checkQueue(db: Database): Finding[] {
  const findings: Finding[] = [];
  const failed = failedJobs(db);
  if (failed.count > 0)
    findings.push(
      fault(
        'queue',
        `${failed.count} turns could not be compressed (${failed.lastError ?? 'unknown'})`,
        'Run `c-mem recompress --failed`.',
      ),
    );
  const unreadable = countUnreadable(db);
  if (unreadable > 0)
    findings.push(
      warning(
        'queue',
        `${unreadable} answers of a model could not be read in full`,
        'Another model may do better: `c-mem config set model …`, then `c-mem recompress --all`.',
      ),
    );
  return findings.length > 0 ? findings : [ok('queue', `${countAll(db).queue.waiting} turns wait`)];
}

/** What the worker put up for the user, and what is to be done about it. */
const FIXES: Record<string, string> = {
  budget: 'Raise the cap, or wait: the embedded compressor goes on.',
  provider: 'Correct it with `c-mem config set`.',
  backup: 'Make room on the disk, then run `c-mem backup`.',
  repair: 'Nothing needs to be done; a broken file beside the store can be deleted.',
};

function checkNotices(db: Database): Finding[] {
  return readNotices(db).map(({ kind, message }) => warning(kind, message, FIXES[kind] ?? 'Read `c-mem worker logs`.'));
}

function checkProvider({ settings }: LoadedSettings): Finding {
  const { provider } = settings;
  if (provider === 'embedded') return ok('provider', 'embedded: no model, no cost');
  if (provider === 'claude') {
    const found = claudeVersion(settings.claudePath);
    return found
      ? ok('provider', `claude ${found}`)
      : fault(
          'provider',
          `There is no program "${settings.claudePath}"`,
          'Set its path: `c-mem config set claudePath /path/to/claude`.',
        );
  }
  const local = /^https?:\/\/(?:127\.|localhost|\[::1\])/.test(settings.baseUrl);
  return settings.apiKey || keyFromEnvironment(provider) || local
    ? ok('provider', `${provider}, with a key`)
    : fault(
        'provider',
        `${provider} has no key`,
        `Set it: \`c-mem config set apiKey …\`, or ${provider.toUpperCase()}_API_KEY in the environment.`,
      );
}
