// Events by the thousand from real hooks, while the worker is killed at random moments.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveWorker } from '../../src/process/worker-file.ts';
import { bash, fixtureSession, payload, prompt, type SessionFixture, stop } from './payloads.ts';
import { killAndWait, type Scratch, waitFor } from './scratch.ts';
import { Sqlite } from './sqlite.ts';

export interface TortureResult {
  sent: number;
  kills: number;
  /** Hooks that printed something or did not end with 0. */
  loud: number;
  missing: string[];
  doubled: string[];
  prompts: number[];
}

/**
 * Sends `events` events of several sessions through the hooks, a few at a time, and kills the worker `kills` times
 * meanwhile. The worker is restarted by the Node hooks that come along, as in real life.
 */
export async function torture(scratch: Scratch, events: number, kills: number, seed: number): Promise<TortureResult> {
  const random = generator(seed);
  const sessions = Array.from({ length: 4 }, (_, i) => fixtureSession(`/home/dev/project-${i}`));
  const sent = new Set<string>();
  const typed = new Map<string, number>();
  let loud = 0;
  let done = 0;

  const send = async (event: string, body: object) => {
    const ran = await scratch.hook(event, body);
    // A start is answered with what is known; all else is silent.
    const answered = event === 'SessionStart' && ran.stdout.startsWith('{"hookSpecificOutput":');
    if (ran.code !== 0 || ran.stderr !== '' || (ran.stdout !== '' && !answered)) loud += 1;
    done += 1;
  };
  const next = (index: number): Promise<void> => {
    const session = sessions[index % sessions.length] as SessionFixture;
    if (index < sessions.length) return send('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
    if (index % 25 === 0) {
      typed.set(session.sessionId, (typed.get(session.sessionId) ?? 0) + 1);
      // Half of them without the host's prompt id, the same words again and again.
      return send('UserPromptSubmit', prompt(session, 'go on', index % 50 === 0 ? {} : { prompt_id: undefined }));
    }
    if (index % 40 === 1) return send('Stop', stop(session, `done ${index}`));
    const id = `toolu_${index}_${randomUUID()}`;
    sent.add(id);
    return send(
      'PostToolUse',
      bash(session, `step ${index}`, 'x'.repeat(Math.floor(random() * 4000)), { tool_use_id: id }),
    );
  };

  let index = 0;
  const senders = Array.from({ length: 4 }, async () => {
    while (index < events) {
      const mine = index;
      index += 1;
      await next(mine);
    }
  });
  let killed = 0;
  const killer = (async () => {
    while (killed < kills) {
      await sleep(random() * 60);
      const worker = liveWorker(scratch.paths.workerInfo);
      if (worker) {
        await killAndWait(worker.pid, 'SIGKILL');
        killed += 1;
      }
      // Towards the end of the stream there may be no hook left that starts one.
      if (index >= events || !liveWorker(scratch.paths.workerInfo)) await scratch.cli(['worker', 'start']);
    }
  })();
  await Promise.all([...senders, killer]);
  await scratch.cli(['worker', 'start']);
  await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool', 120_000);

  const db = new Sqlite(scratch.paths.database, { readonly: true });
  const rows = db
    .prepare<[], { id: string; n: number }>(
      'select tool_use_id as id, count(*) as n from events where tool_use_id is not null group by 1',
    )
    .all();
  const stops = db.prepare<[], { n: number }>("select count(*) as n from events where kind = 'stop'").get()?.n ?? 0;
  const numbers = db
    .prepare<[], { n: number; top: number }>(
      'select count(*) as n, max(number) as top from prompts group by session_id',
    )
    .all();
  db.close();
  const found = new Set(rows.map((row) => row.id));
  const expectedStops = Array.from({ length: events }, (_, i) => i).filter(
    (i) => i >= sessions.length && i % 25 !== 0 && i % 40 === 1,
  ).length;
  const missing = [...sent].filter((id) => !found.has(id));
  if (stops < expectedStops) missing.push(`${expectedStops - stops} stops`);
  const doubled = rows.filter((row) => row.n > 1).map((row) => row.id);
  if (stops > expectedStops) doubled.push(`${stops - expectedStops} stops`);
  const prompts = numbers.map(({ n, top }) => (n === top ? n : -1));
  const expectedPrompts = [...typed.values()];
  if (prompts.reduce((a, b) => a + b, 0) !== expectedPrompts.reduce((a, b) => a + b, 0))
    missing.push(`prompts: ${prompts} of ${expectedPrompts}`);
  return { sent: done, kills: killed, loud, missing, doubled, prompts };
}

/** All at once, as when many agents work in parallel. */
export async function flood(scratch: Scratch, count: number): Promise<{ loud: number; stored: number }> {
  const session = fixtureSession('/home/dev/flood');
  const before = (await scratch.status()).events;
  const ran = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      scratch.hook('PostToolUse', bash(session, `flood ${i}`, 'x'.repeat(10_000))),
    ),
  );
  await scratch.cli(['worker', 'start']);
  await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
  const loud = ran.filter((r) => r.code !== 0 || r.stdout !== '' || r.stderr !== '').length;
  return { loud, stored: (await scratch.status()).events - before };
}

/** A small deterministic source of numbers from 0 to 1, so that a failing run can be repeated. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
