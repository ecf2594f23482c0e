// The hosts that C-Mem serves: one line each.
import { claudeCode } from './claude-code/index.ts';
import { generic } from './generic/index.ts';
import type { Host } from './host.ts';

export type { Host, HostTranscripts, RecordMeta, ToolFacts, TranscriptEntry } from './host.ts';
export type { HostIntegration, InstallPlan } from './integration.ts';

export const HOSTS: readonly Host[] = [claudeCode];

/** The host of this name; one that nobody described speaks as `c-mem hook` documents it. */
export function hostNamed(name: string | null, hosts: readonly Host[] = HOSTS): Host {
  return hosts.find((host) => host.name === name) ?? generic;
}

/** Whose payload it is, if nobody said: a host is known by its marks. */
export function hostOf(payload: Parameters<Host['recognizes']>[0], hosts: readonly Host[] = HOSTS): string {
  return hosts.find((host) => host.recognizes(payload))?.name ?? generic.name;
}

/** The folder in which the host that runs us was launched. */
export function launchFolder(hosts: readonly Host[] = HOSTS): string | undefined {
  for (const host of hosts) {
    const folder = host.launchFolder();
    if (folder) return folder;
  }
  return undefined;
}
