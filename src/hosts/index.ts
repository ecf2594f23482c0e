// The hosts that C-Mem supports, one line each.
import { claudeCode } from './claude-code/index.ts';
import { codex } from './codex/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { cursor } from './cursor/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { generic } from './generic/index.ts';
import type { Host } from './host.ts';
import { openCode } from './opencode/index.ts';

export { addRules, projectsWithRules, removeRules, rulesFile, writeRules } from './cursor/rules-file.ts';
export type {
  Host,
  HostMemoryFiles,
  HostTranscripts,
  RecordMeta,
  ToolFacts,
  TranscriptEntry,
} from './host.ts';
export type { HookCommand, HostIntegration, InstallPlan, Package } from './integration.ts';
export { ensureLauncher, launcherFolder } from './launcher.ts';
export { installProgram, uninstallProgram } from './program-copy.ts';

export const HOSTS: readonly Host[] = [claudeCode, codex, geminiCli, openCode, copilotCli, cursor];

/** The host with this name. An unknown one is treated as `c-mem hook` documents. */
export function hostNamed(name: string | null, hosts: readonly Host[] = HOSTS): Host {
  return hosts.find((host) => host.name === name) ?? generic;
}

/** The host that sent the payload, if the sender did not name it. */
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

/** Whether an agent runs the current command, and not a person. */
export function isAgentShell(hosts: readonly Host[] = HOSTS): boolean {
  return hosts.some((host) => host.isAgentShell());
}
