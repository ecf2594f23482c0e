// Runs transcripts through the real pipeline: the reconciler reads them, the embedded compressor compresses them.

import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDelivery } from '../capture/delivery.ts';
import { readLines } from '../capture/json-lines.ts';
import { createPipeline } from '../capture/pipeline.ts';
import { loadSettings } from '../config/settings.ts';
import { isObject, type Json, type JsonObject, text } from '../domain/json.ts';
import { createJobLoop } from '../worker/jobs/job-loop.ts';
import { openLog } from '../worker/log.ts';
import { collect } from './documents.ts';
import type { ScratchHome } from './scratch.ts';

export interface ReplayResult {
  /** Everything that was said and done, as one text. */
  raw: string;
}

export interface Replay {
  /** Reads a transcript under this session ID, masking each record first. */
  read(sessionId: string, file: string, mask: (record: Json) => Json): Promise<ReplayResult>;
  /** Compresses what was read. */
  finish(): Promise<void>;
}

export function createReplay(home: ScratchHome): Replay {
  const { store } = home;
  // The defaults, whatever the user's settings: no model is called.
  const { settings } = loadSettings(join(home.folder, 'settings.json'), {});
  const { ingest, reconciler } = createPipeline(store, {
    now: Date.now,
    settings: { ...settings, redactPatterns: [], excludeProjects: [] },
    quietMs: 0,
    isOff: () => false,
    // Folders of another machine: nothing is looked up on this one.
    identify: (folder) => ({ key: folder, name: folder.split('/').at(-1) || folder, worktree: folder }),
  });
  const folder = join(home.folder, 'transcripts');
  mkdirSync(folder);
  return {
    async read(sessionId, file, mask) {
      const path = join(folder, `${sessionId}.jsonl`);
      const { raw, cwd } = await copyMasked(file, path, mask);
      const payload: JsonObject = {
        session_id: sessionId,
        transcript_path: path,
        cwd,
        hook_event_name: 'SessionEnd',
        reason: 'other',
      };
      store.transact(() =>
        ingest.take(
          readDelivery({
            ...{ event: 'SessionEnd', host: 'claude-code', plugin: false, projectDir: cwd, payload },
            ...{ id: `eval-${sessionId}`, at: Date.now() },
          }),
        ),
      );
      await reconciler.session(sessionId, 'session');
      return { raw };
    },
    async finish() {
      const jobs = createJobLoop({
        store,
        home: home.folder,
        settings: () => settings,
        log: openLog(null, 'silent'),
        now: Date.now,
        random: Math.random,
        owner: 'eval',
        onWork: () => {},
      });
      jobs.wake();
      await jobs.settled();
      jobs.stop();
    },
  };
}

async function copyMasked(
  from: string,
  to: string,
  mask: (record: Json) => Json,
): Promise<{ raw: string; cwd: string }> {
  const out = createWriteStream(to, { mode: 0o600 });
  const words: string[] = [];
  let cwd: string | null = null;
  for await (const line of readLines(from, 0)) {
    for (const record of line.records) {
      const masked = mask(record);
      if (!isObject(masked)) continue;
      cwd ??= text(masked, 'cwd');
      collect(masked['message'] ?? null, words);
      if (!out.write(`${JSON.stringify(masked)}\n`)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
  return { raw: words.join('\n'), cwd: cwd ?? '/' };
}
