// How many past sessions of a host an import would bring: not those that are known, nor what was kept out on purpose.
import { existsSync } from 'node:fs';
import { createExcluder } from '../capture/excluded.ts';
import { createOffCheck } from '../capture/switched-off.ts';
import type { Paths } from '../config/paths.ts';
import { loadSettings } from '../config/settings.ts';
import { hostNamed } from '../hosts/index.ts';
import type { Store } from '../store/index.ts';
import { listTranscripts } from '../transfer/transcripts.ts';

/** `files` is how many transcripts there are; null if there is no database yet. */
export async function importable(name: string, files: number, paths: Paths, store: Store | null): Promise<number> {
  const known = new Map(store?.sessions.countByHost() ?? []).get(name) ?? 0;
  const { excludeProjects } = loadSettings(paths.settings).settings;
  const wasOff = excludeProjects.length > 0 || [paths.paused, paths.pauses, paths.exclusions].some(existsSync);
  const { transcripts } = hostNamed(name);
  // Only the transcripts themselves show where and when they were written, and reading many takes a while.
  if (files <= known || !wasOff || !transcripts) return Math.max(0, files - known);
  const isOff = createOffCheck(paths);
  const isExcluded = createExcluder(excludeProjects);
  const { found } = await listTranscripts(transcripts.folder(), transcripts);
  return found.filter(({ sessionId, agentId, cwd, startedAt, modifiedAt }) => {
    const folders = cwd === null ? [] : [cwd];
    if (agentId !== null || store?.sessions.find(sessionId) || folders.some(isExcluded)) return false;
    // Files are dated by a clock that lags behind by some milliseconds.
    return !isOff(startedAt, folders) || !isOff(Math.max(startedAt, modifiedAt), folders);
  }).length;
}
