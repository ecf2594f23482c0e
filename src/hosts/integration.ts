// Installs into a host and checks the installation.
import type { Paths } from '../config/paths.ts';
import type { Finding } from '../domain/finding.ts';
import type { JsonObject } from '../domain/json.ts';

/** A file of the host that will be changed. */
export interface FileChange {
  file: string;
  before: string;
  after: string;
  /** What is added, such as "our hooks". */
  what: string;
}

export interface InstallPlan {
  /** Where our program will run from. */
  folder: string;
  /** The program is copied there first. */
  copies: boolean;
  /** Empty if the host needs no change. */
  files: FileChange[];
  /** The host itself cannot read its current settings. */
  unreadableByHost: boolean;
  /** What the user must still do in the host, in whole sentences. */
  todo: string[];
  /** Why the host needs no change, if that is not obvious. */
  note?: string;
}

export interface Package {
  /** The folder around the plugin's; without a package.json if it was installed from a marketplace. */
  root: string;
  plugin: string;
  version: string;
  platform: string;
}

export interface HostIntegration {
  /** Where the host keeps its settings. */
  place(): { folder: string; settings: string };
  /** Whether the host is on this machine. */
  isPresent(): boolean;
  /** The version of the host's program; null if it cannot be run. */
  programVersion(program?: string): string | null;
  /** How many past sessions could be imported. */
  countPastSessions(): number;
  planInstall(paths: Paths, ours: Package): InstallPlan;
  /** Changes the host's files. Returns the copies of the files as they were, if any were made. */
  install(plan: InstallPlan, paths: Paths): { copies: string[] };
  /** Removes everything of ours from the host. Returns what was removed or, with `dryRun`, what would be. */
  uninstall(paths: Paths, dryRun?: boolean): string[];
  /** The folder from which the host runs our program; null if it is not installed or the settings cannot be read. */
  installedFolder(paths: Paths): string | null;
  /** Whether the host runs our hooks. */
  check(paths: Paths): Finding;
  /** When the host was last used in a project that is not excluded; null if unknown. */
  lastActivity(excluded: readonly string[]): number | null;
  /** The end of a turn as the host would report it, to test the installed hook; null if the host has no such hook. */
  testStop(paths: Paths, sessionId: string): { command: HookCommand; payload: JsonObject } | null;
}

export interface HookCommand {
  program: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  shell: boolean;
}
