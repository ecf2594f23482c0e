// Keeps the rules files of projects up to date whose users want one for Cursor: after a prompt, a summary, and the end of a
// session, whichever host it came from.
import { identifyProject } from '../capture/project.ts';
import type { Paths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { errorName } from '../domain/errors.ts';
import { projectsWithRules, writeRules } from '../hosts/index.ts';
import { projectContext } from '../recall/context/project-context.ts';
import type { Store } from '../store/index.ts';
import type { Log } from './log.ts';

const SOON_MS = 150;

export interface RulesFiles {
  /** Something was stored: asks for a look soon. */
  wake(): void;
  stop(): void;
}

export function createRulesFiles(parts: {
  store: Store;
  paths: Paths;
  settings: () => Settings;
  log: Log;
  now: () => number;
}): RulesFiles {
  const { store, paths, settings, log, now } = parts;
  let soon: NodeJS.Timeout | null = null;

  function refresh(): void {
    for (const folder of projectsWithRules(paths)) {
      try {
        const project = identifyProject(folder);
        const known = store.projects.find(project.key);
        const { text } = projectContext(store, { project, known, now: now(), settings: settings() });
        if (writeRules(folder, text)) log.debug({ folder }, 'a rules file was written');
      } catch (error) {
        log.warn({ folder, error: errorName(error) }, 'a rules file could not be written');
      }
    }
  }

  return {
    wake() {
      soon ??= setTimeout(() => {
        soon = null;
        refresh();
      }, SOON_MS).unref();
    },
    stop() {
      if (soon) clearTimeout(soon);
    },
  };
}
