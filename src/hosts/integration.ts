// Installs into a host and checks the installation.
import type { Paths } from '../config/paths.ts';
import type { Finding } from '../domain/finding.ts';

export interface InstallPlan {
  /** Where the plugin will run from. */
  folder: string;
  /** The program is copied there first. */
  copies: boolean;
  /** Null if the settings need no change. */
  settings: { file: string; before: string; after: string } | null;
  /** The host itself cannot read its current settings. */
  unreadableByHost: boolean;
}

export interface Package {
  root: string;
  version: string;
  platform: string;
}

export interface HostIntegration {
  /** Where the host keeps its settings. */
  place(): { folder: string; settings: string };
  /** The version of the host's program; null if it cannot be run. */
  programVersion(program: string): string | null;
  /** How many past sessions could be imported. */
  countPastSessions(): number;
  planInstall(paths: Paths, ours: Package): InstallPlan;
  /** Returns the path of the saved settings, if a copy was made. */
  install(plan: InstallPlan, paths: Paths, ours: Package): { copy: string | null };
  /** Removes everything but the data. Returns what was removed or, with `dryRun`, what would be. */
  uninstall(paths: Paths, dryRun?: boolean): string[];
  /** The folder from which the host runs our plugin; null if it is not installed or the settings cannot be read. */
  installedFolder(): string | null;
  /** Whether the host runs our hooks. */
  check(paths: Paths): Finding;
  /** When the host was last used in a project that is not excluded; null if unknown. */
  lastActivity(excluded: readonly string[]): number | null;
  /** How the host runs our hook for an event; null if it does not. */
  hookCommand(pluginFolder: string, event: string): HookCommand | null;
}

export interface HookCommand {
  program: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  shell: boolean;
}
