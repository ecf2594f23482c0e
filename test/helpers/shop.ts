// A small online shop and what an agent remembers of it: for the viewer's tests and its pictures.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appendEvent } from '../../src/store/ledger/events.ts';
import { recordInjection } from '../../src/store/ledger/injections.ts';
import { recordPrompt } from '../../src/store/ledger/turns.ts';
import { pinMemory, supersede } from '../../src/store/memories/edit.ts';
import { recordCall } from '../../src/store/queue/usage.ts';
import type { Database } from '../../src/store/sqlite/open.ts';
import { fileDigest } from '../../src/text/digest.ts';
import { addObservation, addSession, addSummary } from './records.ts';
import { CHAPTERS, DAY, HOUR } from './shop-chapters.ts';

export interface Shop {
  ids: Record<string, number>;
  root: string;
}

/** Writes the shop's files below `root` and its memories into the store. */
export function fillShop(db: Database, root: string, now: number): Shop {
  const ids: Record<string, number> = {};
  for (const chapter of CHAPTERS) {
    const folder = join(root, chapter.project);
    const key = join(folder, '.git');
    const from = now - chapter.ago - chapter.turns.length * 10 * 60_000;
    const place = { session: chapter.session, project: key, branch: chapter.branch, at: from };
    mkdirSync(key, { recursive: true });
    writeFileSync(join(key, 'HEAD'), 'ref: refs/heads/main\n');
    const projectId = addSession(db, place);
    db.prepare(
      'update sessions set title = ?, subtitle = ?, folder = ?, prompt_count = 0, status = ?, ended_at = ? where id = ?',
    ).run(
      chapter.title,
      chapter.subtitle,
      folder,
      chapter.ago < 3 * HOUR ? 'active' : 'completed',
      chapter.ago < 3 * HOUR ? null : now - chapter.ago,
      chapter.session,
    );
    for (const [index, turn] of chapter.turns.entries()) {
      const prompt = index + 1;
      const at = from + index * 10 * 60_000;
      const sighting = {
        sessionId: chapter.session,
        promptId: null,
        recordId: null,
        spoolId: `${chapter.session}-${prompt}`,
      };
      recordPrompt(db, { ...sighting, text: turn.prompt, source: 'hook', at });
      for (const [order, { file, edit, run, ...observation }] of turn.found.entries()) {
        const when = at + (order + 1) * 90_000;
        const path = join(folder, file ?? 'README.md');
        const content = `// ${observation.title}\n`;
        mkdirSync(dirname(path), { recursive: true });
        // The newest memory of a file saw it as it is; older ones are out of date.
        if (!existsSync(path)) writeFileSync(path, content);
        const events = [
          ...(edit
            ? [
                addEvent(
                  db,
                  { ...place, projectId, prompt, at: when - 20_000 },
                  'Edit',
                  { file_path: path, old_string: edit[0], new_string: edit[1] },
                  { filePath: path },
                ),
              ]
            : []),
          ...(run
            ? [
                addEvent(
                  db,
                  { ...place, projectId, prompt, at: when - 10_000 },
                  'Bash',
                  { command: run[0] },
                  { stdout: run[1], stderr: '' },
                ),
              ]
            : []),
        ];
        const digest = observation.type === 'discovery' ? 'changed-since' : fileDigest(content);
        ids[observation.title ?? ''] = addObservation(
          db,
          { ...place, at: when, prompt },
          {
            ...observation,
            eventIds: events,
            touches: [{ path, role: edit || observation.type !== 'discovery' ? 'modified' : 'read', digest }],
          },
        );
      }
      addSummary(db, { ...place, at: at + 8 * 60_000, prompt }, { request: turn.prompt, ...turn.summary });
    }
    db.prepare('update sessions set last_event_at = ? where id = ?').run(now - chapter.ago, chapter.session);
    recordInjection(db, {
      ...{
        sessionId: chapter.session,
        occasion: 'session_start',
        characters: 6480,
        observations: [1, 2, 3],
        summaries: [1],
      },
      ...{ pending: false, at: from },
    });
  }
  pinMemory(db, 'observation', ids['Signed cookies instead of a session table'] as number, true);
  supersede(db, ids['Count cart totals after the discount'] as number, ids['Count cart totals in cents'] as number);
  for (let day = 0; day < 24; day += 1) {
    const busy = [3, 7, 5, 0, 9, 4, 6][day % 7] as number;
    for (let call = 0; call < busy; call += 1) {
      recordCall(db, {
        ...{
          jobId: null as unknown as number,
          provider: 'anthropic',
          model: 'claude-haiku',
          error: call === 8 ? 'retry: busy' : null,
        },
        ...{
          tokensIn: 2400 + 310 * call,
          tokensOut: 420 + 35 * day,
          costUsd: 0.0045 + call * 0.0006,
          latencyMs: 2100,
          at: now - day * DAY - call * HOUR,
        },
      });
    }
  }
  return { ids, root };
}

function addEvent(
  db: Database,
  place: { session: string; projectId: number; prompt: number; at: number; branch: string | null },
  tool: string,
  input: Record<string, string>,
  response: Record<string, string>,
): number {
  return appendEvent(
    db,
    {
      ...{
        kind: 'tool',
        source: 'hook',
        host: 'claude-code',
        sessionId: place.session,
        key: `tool:${place.session}-${place.at}`,
        at: place.at,
      },
      ...{
        promptId: null,
        toolName: tool,
        toolUseId: null,
        agentId: null,
        agentType: null,
        cwd: null,
        branch: place.branch,
      },
      ...{ durationMs: 40, files: [], recordId: null, body: { input, response } },
    },
    { projectId: place.projectId, worktree: null, promptNumber: place.prompt, storedAt: place.at },
  ) as number;
}
