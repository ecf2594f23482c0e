// Each host on this machine: whether C-Mem is installed in it, whether the host runs its hooks, and what arrived.
import type { Paths } from '../config/paths.ts';
import { type Finding, offer } from '../domain/finding.ts';
import { HOSTS } from '../hosts/index.ts';
import { ago } from '../recall/format.ts';
import type { HostActivity } from '../store/index.ts';
import { count } from '../text/plural.ts';

/** Whether any host runs our hooks. */
export function isInstalled(paths: Paths): boolean {
  return HOSTS.some(({ integration }) => integration?.installedFolder(paths) != null);
}

/** A host without C-Mem is a problem only if no host has it. */
export function checkHosts(paths: Paths, activity: HostActivity[], now: number): Finding[] {
  const isAnywhere = isInstalled(paths);
  const findings = HOSTS.flatMap(({ name, title, integration }, index): Finding[] => {
    if (!integration) return [];
    if (integration.installedFolder(paths) !== null)
      return [withActivity(integration.check(paths), title, name, activity, now)];
    if (!isAnywhere) return index === 0 ? [integration.check(paths)] : [];
    if (!integration.isPresent()) return [];
    return [
      offer(name, `${title} is on this machine, without C-Mem`, `Run \`c-mem install --host ${name}\` to add it.`),
    ];
  });
  // One host that works is enough to go on capturing.
  if (!findings.some(({ state }) => state === 'ok')) return findings;
  return findings.map(({ stops: _, ...finding }) => finding);
}

function withActivity(finding: Finding, title: string, name: string, all: HostActivity[], now: number): Finding {
  if (finding.state !== 'ok') return finding;
  const known = all.find(({ host }) => host === name);
  const arrived = known
    ? `last event ${ago(known.lastEventAt, now)}, ${count(known.eventsToday, 'event')} today`
    : 'no event yet';
  return { ...finding, message: `${title}: ${finding.message}; ${arrived}` };
}
