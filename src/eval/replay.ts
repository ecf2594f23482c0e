// Transcripts through the real pipeline: read by the reconciler, compressed by the embedded compressor.

import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEnvelopeCleanser } from '../capture/clean/envelope.ts';
import { buildRedact } from '../capture/clean/secrets.ts';
import { createIngest } from '../capture/ingest.ts';
import { readLines } from '../capture/json-lines.ts';
import { createLedger } from '../capture/ledger.ts';
import { createReconciler } from '../capture/reconcile.ts';
import { loadSettings } from '../config/settings.ts';
import { isObject, type Json, type JsonObject, text } from '../domain/json.ts';
import { createJobLoop } from '../worker/jobs.ts';
import { openLog } from '../worker/log.ts';
import type { ScratchHome } from './scratch.ts';

export interface Replayed {
  /** Everything that was said and done, as one text. */
  raw: string;
}

export interface Replay {
  /** Reads a transcript under this id of a session, each record masked first. */
  read(sessionId: string, file: string, mask: (record: Json) => Json): Promise<Replayed>;
  /** Compresses what was read. */
  finish(): Promise<void>;
}

export function createReplay(home: ScratchHome): Replay {
  const { store } = home;
  // The defaults, whatever the user has set: no model is asked.
  const { settings } = loadSettings(join(home.folder, 'settings.json'), {});
  const cleanse = { limit: settings.fieldLimitKb * 1024, redact: buildRedact([]) };
  const shape = { ...cleanse, skipTools: settings.skipTools };
  const ledger = createLedger(store, {
    now: Date.now,
    // Folders of another machine: nothing is looked up on this one.
    identify: (folder) => ({ key: folder, name: folder.split('/').at(-1) || folder, worktree: folder }),
    excludeProjects: [],
    isPaused: () => false,
    ...createEnvelopeCleanser(cleanse),
    queue: { quietMs: 0, batchEvents: settings.batchEvents },
  });
  const ingest = createIngest(store, ledger, shape);
  const reconciler = createReconciler(store, ledger, { ...shape, now: Date.now });
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
        ingest.take({
          event: 'SessionEnd',
          projectDir: cwd,
          id: `eval-${sessionId}`,
          at: Date.now(),
          source: 'hook',
          payload,
        }),
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

/** The words of a message: texts, what tools were given, what they answered. */
function collect(value: Json, words: string[]): void {
  if (typeof value === 'string') words.push(value);
  else if (Array.isArray(value)) for (const inner of value) collect(inner, words);
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'id' || key === 'type' || key === 'role' || key === 'model' || key === 'signature') continue;
      if (key !== 'usage') collect(inner, words);
    }
  }
}
