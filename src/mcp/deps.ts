// What every tool needs: the store, opened for one call, and the project in whose folder the host runs.

import { identifyProject } from '../capture/project.ts';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import { CMemError, type ErrorCode } from '../domain/errors.ts';
import type { Project } from '../domain/session.ts';
import { launchFolder } from '../hosts/index.ts';
import { openStore, type Store } from '../store/index.ts';

export interface Deps {
  paths: Paths;
  project: Project;
  now: () => number;
  settings(): Settings;
  /** Opened for each call: the file may be replaced while a session goes on, and an idle server holds nothing. */
  withStore<T>(work: (store: Store) => T | Promise<T>): Promise<T>;
}

export interface Answer {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [more: string]: unknown;
}

export function createDeps(paths: Paths, cwd: string, now: () => number): Deps {
  return {
    paths,
    project: identifyProject(launchFolder() ?? cwd),
    now,
    settings: () => loadSettings(paths.settings).settings,
    async withStore(work) {
      makePrivateFolder(paths.home);
      const store = openStore(paths.database, { busyTimeoutMs: 3000 });
      try {
        return await work(store);
      } finally {
        store.close();
      }
    },
  };
}

/** The projects to look in: this one unless another is named; `all` for every one. Empty: nothing is known of it. */
export function projectsOf(store: Store, deps: Deps, named: string | undefined): number[] | null {
  if (named !== undefined) return store.projects.allNamed(named, identifyProject);
  const here = store.projects.find(deps.project.key);
  return here ? [here.id] : [];
}

/**
 * The same twice: as text, and as the structure that the output schema tells. Hosts hand the structure to the model
 * (Claude Code does), so it holds lines to be read, not fields to be paid for.
 */
export function answer(lines: string[], structured: Record<string, unknown>): Answer {
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: structured };
}

/** What an agent can do about it with its tools, where the catalog tells a person which command to run. */
const FIXES: Partial<Record<ErrorCode, string>> = {
  MEMORY_UNKNOWN: 'Find ids with the search tool; they look like #12, S3 or P4.',
  PROJECT_UNKNOWN: 'Search with project: "all"; each hit names its project.',
  USAGE: "Look at the tool's schema.",
};

/** An agent is told what is wrong and how to fix it, as a person would be. */
export async function guarded(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof CMemError ? `${error.message}. ${fixFor(error)}` : `It failed: ${String(error)}`;
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** A fix that was written for this very error stays. */
function fixFor({ code, fix }: CMemError): string {
  return fix === new CMemError(code, '').fix ? (FIXES[code] ?? fix) : fix;
}
