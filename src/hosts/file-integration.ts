// A host that is configured by editing a few of its files: what its folder describes becomes its integration.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { environment, searchPath } from '../config/environment.ts';
import type { Paths } from '../config/paths.ts';
import { type Finding, fault, ok, stop } from '../domain/finding.ts';
import type { JsonObject } from '../domain/json.ts';
import { type Comparison, copyOf, readConfig, restoreConfig, writeConfig } from './config-file.ts';
import { hookCommand } from './hook-command.ts';
import type { FileChange, HostIntegration } from './integration.ts';
import { linkedProgram, planProgram } from './program-copy.ts';

/** What we change in one file. Both functions return the text unchanged if there is nothing to do. */
export interface ConfigEdit extends Comparison {
  file: () => string;
  /** What of it is ours, such as "our hooks". */
  what: string;
  add(text: string, paths: Paths): string;
  remove(text: string): string;
}

/** Several changes of the same file. */
export function together(what: string, ...edits: [ConfigEdit, ...ConfigEdit[]]): ConfigEdit {
  return {
    ...edits[0],
    what,
    add: (text, paths) => edits.reduce((result, { add }) => add(result, paths), text),
    remove: (text) => edits.reduce((result, { remove }) => remove(result), text),
  };
}

export interface FileHost {
  name: string;
  title: string;
  program: string;
  /** Where the host keeps its settings: if it exists, the host is used here. */
  folder: () => string;
  edits: ConfigEdit[];
  /** What the user must still do after these changes, judging by the host's files. */
  todo?: () => string[];
  /** Anything else that keeps installed hooks from running. */
  blockedBy?: () => Finding | null;
  /** Every past session's file. */
  pastSessions: () => string[];
  /** The end of a turn as the host would report it. */
  stopPayload: (sessionId: string, home: string) => JsonObject;
}

const NEEDED = ['plugin/scripts/spool.sh', 'plugin/scripts/node.sh', 'plugin/dist/hook.cjs', 'plugin/dist/worker.cjs'];

export function fileIntegration(host: FileHost): HostIntegration {
  const { name, title, edits } = host;
  const changes = (paths: Paths): FileChange[] =>
    edits.flatMap(({ file, what, add }) => {
      const before = readConfig(file());
      const after = add(before, paths);
      return after === before ? [] : [{ file: file(), before, after, what }];
    });
  const isInstalled = () => edits.some(({ file, remove }) => remove(readConfig(file())) !== readConfig(file()));

  return {
    place: () => ({ folder: host.folder(), settings: (edits[0] as ConfigEdit).file() }),
    isPresent: () => existsSync(host.folder()) || isOnPath(host.program),
    programVersion(program = host.program) {
      const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
      return status === 0 ? (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? null) : null;
    },
    countPastSessions: () => host.pastSessions().length,
    planInstall: (paths, ours) => ({
      ...planProgram(paths, ours),
      files: changes(paths),
      unreadableByHost: false,
      todo: host.todo?.() ?? [],
    }),
    install(plan) {
      const copies: string[] = [];
      for (const { file, after } of plan.files) {
        const { copy } = writeConfig(file, after);
        if (copy) copies.push(copy);
      }
      return { copies };
    },
    uninstall(_paths, dryRun = false) {
      const gone: string[] = [];
      for (const edit of edits) {
        const file = edit.file();
        const before = readConfig(file);
        const after = edit.remove(before);
        if (after === before) continue;
        gone.push(`${edit.what} in ${file}`);
        if (existsSync(copyOf(file))) gone.push(`the saved copy of the old file, ${copyOf(file)}`);
        if (dryRun) continue;
        restoreConfig(file, after, edit);
        removeEmpty(dirname(file), host.folder());
      }
      return gone;
    },
    installedFolder: (paths) => {
      try {
        return isInstalled() ? linkedProgram(paths) : null;
      } catch {
        return null;
      }
    },
    check(paths) {
      const run = `Run \`c-mem install --host ${name}\`.`;
      try {
        if (!isInstalled()) return stop(name, `C-Mem is not installed in ${title}`, run);
        const stale = changes(paths);
        if (stale.length > 0)
          return fault(name, `${stale.map(({ what, file }) => `${what} in ${file}`).join(', ')} not up to date`, run);
      } catch (error) {
        const { message, fix } = error as { message: string; fix?: string };
        return fault(name, message, fix ?? 'Fix that file.');
      }
      const missing = NEEDED.filter((part) => !existsSync(join(linkedProgram(paths), part)));
      if (missing.length > 0) return fault(name, `${missing.join(', ')} missing from ${linkedProgram(paths)}`, run);
      return host.blockedBy?.() ?? ok(name, 'installed');
    },
    lastActivity: (excluded) => (excluded.length > 0 ? null : newest(host.pastSessions())),
    testStop: (paths, sessionId) => ({
      command: {
        ...(process.platform === 'win32'
          ? { program: hookCommand(paths, name, 'Stop'), args: [], shell: true }
          : { program: '/bin/sh', args: ['-c', hookCommand(paths, name, 'Stop')], shell: false }),
        env: environment(),
      },
      payload: host.stopPayload(sessionId, paths.home),
    }),
  };
}

export function isOnPath(program: string): boolean {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program];
  return searchPath()
    .split(delimiter)
    .some((folder) => folder !== '' && names.some((name) => existsSync(join(folder, name))));
}

/** Removes folders that were created for our files, up to the host's own. */
function removeEmpty(folder: string, top: string): void {
  for (let at = folder; at.startsWith(top); at = dirname(at)) {
    if (!existsSync(at) || readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}

function newest(files: string[]): number | null {
  const times = files.slice(-2000).map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times.length === 0 ? null : Math.max(...times);
}
