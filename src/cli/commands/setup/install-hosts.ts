// Which hosts `c-mem install` and `c-mem uninstall` work on, and what they would change in each.
import type { Paths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { HOSTS, type HostIntegration, type InstallPlan, type Package } from '../../../hosts/index.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';

export interface InstallableHost {
  name: string;
  title: string;
  integration: HostIntegration;
}

export const INSTALLABLE: readonly InstallableHost[] = HOSTS.flatMap(({ name, title, integration }) =>
  integration ? [{ name, title, integration }] : [],
);

export const HOST_NAMES = INSTALLABLE.map(({ name }) => name);

/** The hosts in a list such as `codex,cursor`; null if none is given. */
export function namedHosts(list: string | undefined): InstallableHost[] | null {
  if (list === undefined) return null;
  const names = list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const host = INSTALLABLE.find((each) => each.name === name);
    if (host) return host;
    throw new CMemError('USAGE', `Unknown host "${name}"`, {
      fix: `${didYouMean(name, HOST_NAMES)}Use one or more of: ${HOST_NAMES.join(', ')}.`,
    });
  });
}

/** The hosts on this machine. One that will be installed later can be named. */
export function foundHosts(): InstallableHost[] {
  const found = INSTALLABLE.filter(({ integration }) => integration.isPresent());
  if (found.length === 0)
    throw new CMemError('USAGE', 'No coding agent was found on this machine', {
      fix: `Install one first, or name it: \`c-mem install --host claude-code\` (or ${HOST_NAMES.slice(1).join(', ')}).`,
    });
  return found;
}

export interface HostPlan extends InstallableHost {
  plan: InstallPlan;
  /** How many past sessions could be imported. */
  past: number;
}

export function planHosts(hosts: InstallableHost[], paths: Paths, ours: Package): HostPlan[] {
  return hosts.map((host) => ({
    ...host,
    plan: host.integration.planInstall(paths, ours),
    past: host.integration.countPastSessions(),
  }));
}

/** What would change in a host, one line per file. */
export function describeChanges({ name, title, plan }: HostPlan): string[] {
  if (plan.files.length === 0)
    return [
      plan.note ??
        (name === 'claude-code' ? 'nothing else: the plugin is already enabled' : `${title}: nothing to change`),
    ];
  return plan.files.map(({ what, file }) =>
    name === 'claude-code'
      ? `add ${what} to ${file} that enable the plugin in ${plan.folder}`
      : `${title}: add ${what} to ${file}`,
  );
}
