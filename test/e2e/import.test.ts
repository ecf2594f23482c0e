// `c-mem import`, as a real process: killed at any moment and started again, beside a worker and without one.
import { spawn } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { scratch, useHistory, writeSession } from '../helpers/claude-history.ts';
import { bash, fixtureSession } from '../helpers/payloads.ts';
import { ROOT, waitFor } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';
import { generator } from '../helpers/torture.ts';

useHistory();

/** All that an import brings, without the times at which it was written. */
function contents(file: string): Record<string, unknown[]> {
  const db = new Sqlite(file, { readonly: true });
  const tables = {
    sessions:
      'select id, host, project_id, status, end_reason, title, prompt_count, started_at, last_event_at, ended_at from sessions order by id',
    prompts: 'select id, session_id, number, text, search_extra, created_at from prompts order by id',
    events: 'select id, session_id, key, kind, prompt_number, files, payload, created_at from events order by id',
    jobs: 'select id, session_id, purpose, state, first_event, last_event, size, outcome, provider from jobs order by id',
    observations:
      'select id, session_id, job_id, ordinal, type, title, narrative, facts, superseded_by, created_at from observations order by id',
    summaries: 'select id, session_id, request, completed, created_at from summaries order by id',
    transcripts: 'select path, offset, tail from transcripts order by path',
  };
  const rows = Object.fromEntries(Object.entries(tables).map(([name, query]) => [name, db.prepare(query).all()]));
  const found = db
    .prepare("select rowid from observations_fts where observations_fts match 'module' order by rowid")
    .all();
  db.close();
  return { ...rows, found };
}

function imports(): ReturnType<typeof spawn> {
  return spawn(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'import', 'claude-code'], {
    env: scratch.env,
    stdio: 'ignore',
  });
}

describe('importing Claude Code’s history', () => {
  it('brings sessions, prompts and memories, dated as they happened, and nothing twice', async () => {
    const session = writeSession(5, 3);
    writeSession(6, 2);
    const ran = await scratch.cli(['import', 'claude-code', '--json']);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      sessions: 2,
      files: 2,
      known: 0,
      unreadableFiles: [],
      stopped: false,
    });
    const first = contents(scratch.paths.database);
    expect(first['sessions']).toHaveLength(2);
    expect(first['sessions']).toContainEqual(
      expect.objectContaining({
        id: session.sessionId,
        status: 'completed',
        prompt_count: 3,
        started_at: Date.parse('2026-03-07T09:00:01Z'),
      }),
    );
    expect(first['observations']?.length).toBeGreaterThan(3);
    for (const row of first['observations'] as { created_at: number }[])
      expect(row.created_at).toBeLessThan(Date.parse('2026-04-01'));
    expect(first['events']).toContainEqual(expect.objectContaining({ kind: 'subagent_stop' }));
    const again = await scratch.cli(['import', 'claude-code', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ sessions: 0, known: 2, events: 0, observations: 0 });
    expect(contents(scratch.paths.database)).toEqual(first);
  });

  it('killed at ten moments and started again, it ends like one that was left alone', async () => {
    for (let index = 0; index < 40; index += 1) writeSession(index, 8);
    const took = async () => {
      const began = Date.now();
      expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
      return Date.now() - began;
    };
    const work = await took();
    const whole = contents(scratch.paths.database);
    const start = await took();
    renameSync(scratch.paths.home, `${scratch.paths.home}-whole`);
    const random = generator(7);
    let killed = 0;
    for (let round = 0; round < 10; round += 1) {
      const child = imports();
      // Somewhere in the work that is left, which gets less each time.
      await sleep(start * 0.6 + (random() * (work - start)) / 6);
      if (child.exitCode === null && child.kill('SIGKILL')) killed += 1;
      await waitFor(() => child.exitCode !== null || child.signalCode !== null, 'its end');
    }
    expect(killed).toBeGreaterThan(4);
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    expect(contents(scratch.paths.database)).toEqual(whole);
  });

  it('beside a running worker, hooks are served and the worker leaves the import’s turns alone', async () => {
    for (let index = 0; index < 20; index += 1) writeSession(index, 6);
    await scratch.cli(['worker', 'start']);
    const importing = scratch.cli(['import', 'claude-code', '--json']);
    const live = fixtureSession('/home/dev/live');
    for (let index = 0; index < 10; index += 1) {
      const call = bash(live, `step ${index}`, 'ok', { tool_use_id: `toolu_live_${index}` });
      const ran = await scratch.hook('PostToolUse', call);
      expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    expect((await importing).code).toBe(0);
    await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    expect(db.prepare('select count(*) as n from events where session_id = ?').get(live.sessionId)).toEqual({ n: 10 });
    const open = db.prepare("select count(*) as n from jobs where state <> 'done' and provider = 'embedded'").get();
    expect(open).toEqual({ n: 0 });
    expect(db.prepare("select distinct status from sessions where start_source = 'import'").all()).toEqual([
      { status: 'completed' },
    ]);
    db.close();
  });

  it('a model is asked only where the user says so, and what it would cost is told first', async () => {
    writeSession(1, 2);
    await scratch.cli(['config', 'set', 'provider', 'openai']);
    await scratch.cli(['config', 'set', 'baseUrl', 'http://127.0.0.1:9/v1']);
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    const jobs = () => {
      const db = new Sqlite(scratch.paths.database, { readonly: true });
      const rows = db.prepare('select state, provider, wants_recompress as wants from jobs').all();
      db.close();
      return rows;
    };
    expect(jobs()).toEqual([
      { state: 'done', provider: 'embedded', wants: 0 },
      { state: 'done', provider: 'embedded', wants: 0 },
    ]);
    writeSession(2, 1);
    const asked = await scratch.cli(['import', 'claude-code', '--model']);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/This needs confirmation/);
    expect(jobs()).toContainEqual({ state: 'waiting', provider: 'embedded', wants: 0 });
    const sure = await scratch.cli(['import', 'claude-code', '--model', '--yes']);
    expect(sure.stderr).toMatch(/1 turn to compress with openai: about [\d,]+ tokens, \$\d+\.\d\d\. The caps are/);
    expect(sure.stdout).toContain('1 turn queued for the model.');
  });
});
