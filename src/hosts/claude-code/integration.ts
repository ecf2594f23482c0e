// Claude Code's settings, plugin folder and program. For the CLI and the worker, never for a hook.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../config/environment.ts';
import type { HostIntegration } from '../integration.ts';
import { countPastSessions, lastActivity } from './activity.ts';
import { configFolder, hookEnvironment } from './environment.ts';
import { check, installedFolder } from './health.ts';
import { hostPlace, install, planInstall, uninstall } from './install.ts';

const place = () => hostPlace(configFolder(), cacheFolder());

export const integration: HostIntegration | null = {
  place,
  programVersion(program) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    return status === 0 ? (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? null) : null;
  },
  countPastSessions,
  planInstall: (paths, { root, version, platform }) => planInstall(place(), paths, root, version, platform),
  install: (plan, paths, { root, platform }) => install(plan, place(), paths, root, platform),
  uninstall: (paths, dryRun) => uninstall(place(), paths, dryRun),
  installedFolder,
  check,
  lastActivity,
  hookCommand(plugin, event) {
    const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = hooks[event]?.[0]?.hooks[0]?.command;
    if (!command) return null;
    const env = hookEnvironment(plugin);
    return process.platform === 'win32'
      ? { program: command.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin), args: [], env, shell: true }
      : { program: '/bin/sh', args: ['-c', command], env, shell: false };
  },
};
