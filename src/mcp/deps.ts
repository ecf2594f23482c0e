// What every tool needs: the store, opened for one call, and the project of the folder in which the host runs.

import { identifyProject } from '../capture/project.ts';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import { CMemError, type ErrorCode } from '../domain/errors.ts';
import type { Project } from '../domain/session.ts';
import { launchFolder } from '../hosts/index.ts';
import { openStore, type Store } from '../store/index.ts';
import { createSearcher, type Searcher } from '../vectors/search.ts';

export interface Deps {
  paths: Paths;
  project: Project;
  now: () => number;
  settings(): Settings;
  search: Searcher;
  /** Opened for each call: the file may be replaced during a session, and an idle server keeps nothing open. */
  withStore<T>(work: (store: Store) => T | Promise<T>): Promise<T>;
}

export interface ToolAnswer {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [more: string]: unknown;
}

export function createDeps(paths: Paths, cwd: string, now: () => number): Deps {
  const project = identifyProject(launchFolder() ?? cwd);
  const settings = () => loadSettings(paths.settings).settings;
  return {
    paths,
    project,
    now,
    settings,
    search: createSearcher({ paths, settings, now, livesOn: true, project: () => project }),
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

/** The projects to search: this one by default, null for `all`. Empty if nothing was captured in it. */
export function projectsOf(store: Store, deps: Deps, named: string | undefined): number[] | null {
  if (named !== undefined) return store.projects.allNamed(named, identifyProject);
  const here = store.projects.find(deps.project.key);
  return here ? [here.id] : [];
}

/**
 * The same twice: as text, and as the structure of the output schema. Some hosts (Claude Code does) pass the structure to
 * the model, so it contains lines to read rather than fields that cost tokens.
 */
export function answer(lines: string[], structured: Record<string, unknown>): ToolAnswer {
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: structured };
}

/** What an agent can do with its tools; the catalog says what a person can do on the command line. */
const FIXES: Partial<Record<ErrorCode, string>> = {
  MEMORY_UNKNOWN: 'Find IDs with the search tool; they look like #12, S3, P4 or H5.',
  PROJECT_UNKNOWN: 'Search with project: "all"; each hit names its project.',
  USAGE: "Check the tool's input schema.",
};

/** An agent sees what is wrong and how to fix it, as a person would. */
export async function guarded(work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof CMemError ? `${error.message}. ${fixFor(error)}` : `Internal error: ${String(error)}`;
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** A fix written for this particular error is kept. */
function fixFor({ code, fix }: CMemError): string {
  return fix === new CMemError(code, '').fix ? (FIXES[code] ?? fix) : fix;
}
