// Claude Code's settings, plugin folder and program. For the CLI and the worker, never for a hook.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../config/environment.ts';
import { isOnPath } from '../file-integration.ts';
import type { HookCommand, HostIntegration } from '../integration.ts';
import { countPastSessions, lastActivity } from './activity.ts';
import { configFolder, hookEnvironment } from './environment.ts';
import { check, installedFolder } from './health.ts';
import { hostPlace, install, planInstall, uninstall } from './install.ts';

const place = () => hostPlace(configFolder(), cacheFolder());

export const integration: HostIntegration | null = {
  place,
  isPresent: () => existsSync(configFolder()) || isOnPath('claude'),
  programVersion(program = 'claude') {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    return status === 0 ? (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? null) : null;
  },
  countPastSessions,
  planInstall: (paths, ours) => planInstall(place(), paths, ours),
  install: (plan) => install(plan, place()),
  uninstall: (_paths, dryRun) => uninstall(place(), dryRun),
  installedFolder,
  check,
  lastActivity,
  testStop({ home }, id) {
    const folder = installedFolder();
    if (!folder) return null;
    const command = stopCommand(folder);
    const payload = {
      session_id: id,
      transcript_path: join(home, 'projects', 'doctor', `${id}.jsonl`),
      cwd: home,
      hook_event_name: 'Stop',
      last_assistant_message: 'A test event from `c-mem doctor`.',
    };
    return command && { command, payload };
  },
};

function stopCommand(plugin: string): HookCommand | null {
  const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const command = hooks['Stop']?.[0]?.hooks[0]?.command;
  if (!command) return null;
  const env = hookEnvironment(plugin);
  return process.platform === 'win32'
    ? { program: command.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin), args: [], env, shell: true }
    : { program: '/bin/sh', args: ['-c', command], env, shell: false };
}
