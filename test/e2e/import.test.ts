// `c-mem import`, as a real process: killed at any moment and started again, beside a worker and without one.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, fixtureSession, type SessionFixture, TranscriptFixture } from '../helpers/payloads.ts';
import { createScratch, ROOT, type Scratch, waitFor } from '../helpers/scratch.ts';
import { generator } from '../helpers/torture.ts';

let scratch: Scratch;
let projects: string;
beforeEach(() => {
  scratch = createScratch();
  projects = join(scratch.home, '.claude', 'projects');
});
afterEach(() => scratch.dispose());

/** A session of `turns` turns, in the client's own layout; each fifth has a subagent. */
function writeSession(index: number, turns: number): SessionFixture {
  const cwd = `/home/dev/project-${index % 3}`;
  const session = fixtureSession(cwd);
  const folder = join(projects, cwd.replaceAll('/', '-'));
  session.transcriptPath = join(folder, `${session.sessionId}.jsonl`);
  const transcript = new TranscriptFixture(session);
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `toolu_${index}_${turn}`;
    const file = `${cwd}/module-${turn}.ts`;
    transcript
      .user(`Add module ${turn} of session ${index}, with the word walrus${index}`)
      .call(id, 'Edit', { file_path: file, old_string: 'a', new_string: `export const m${turn} = ${index};` })
      .result(id, { filePath: file, newString: `export const m${turn} = ${index};` })
      .says(`I added module ${turn} because session ${index} needs it, and exported m${turn}.`);
  }
  // Each of them happened on a day of its own.
  for (const record of transcript.records) {
    if (typeof record !== 'string')
      record['timestamp'] = String(record['timestamp']).replace(
        '03-02',
        `03-${String(2 + (index % 25)).padStart(2, '0')}`,
      );
  }
  transcript.write();
  if (index % 5 === 0) {
    const agent = new TranscriptFixture(session).says(`The subagent of session ${index} looked around.`);
    for (const record of agent.records) Object.assign(record, { isSidechain: true, agentId: `a${index}` });
    agent.write(join(folder, session.sessionId, 'subagents', `agent-a${index}.jsonl`));
  }
  return session;
}

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

  it('a fork is read after its parent, and its copied history is recorded once', async () => {
    const parent = writeSession(1, 3);
    const fork = fixtureSession(parent.cwd);
    const folder = join(projects, parent.cwd.replaceAll('/', '-'));
    // By name it comes first; by its first record it is as old as its parent.
    fork.sessionId = `00000000${fork.sessionId.slice(8)}`;
    const source = readdirSync(folder).find((name) => name.startsWith(parent.sessionId)) as string;
    const { readFileSync } = await import('node:fs');
    const copied = readFileSync(join(folder, source), 'utf8').replaceAll(
      `"sessionId":"${parent.sessionId}"`,
      `"sessionId":"${fork.sessionId}"`,
    );
    await sleep(20);
    const own = new TranscriptFixture(fork)
      .user('Go on in the fork')
      .says('I went on in the fork and added a heron.')
      .text();
    writeFileSync(join(folder, `${fork.sessionId}.jsonl`), copied + own.replaceAll('2026-03-02', '2026-03-04'));
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    const rows = db.prepare('select id, parent_id, prompt_count from sessions order by prompt_count desc').all();
    db.close();
    expect(rows).toEqual([
      { id: parent.sessionId, parent_id: null, prompt_count: 3 },
      { id: fork.sessionId, parent_id: parent.sessionId, prompt_count: 1 },
    ]);
  });

  it('leaves out excluded projects, takes a folder that is gone by its path, and tells what it cannot read', async () => {
    const seen = writeSession(1, 2);
    writeSession(2, 2);
    mkdirSync(join(projects, 'odd'), { recursive: true });
    writeFileSync(join(projects, 'odd', 'noise.jsonl'), 'no record\n{"type":"summary","summary":"x"}\n');
    await scratch.cli(['config', 'set', 'excludeProjects', '/home/dev/project-2']);
    const ran = JSON.parse((await scratch.cli(['import', 'claude-code', '--json'])).stdout) as object;
    expect(ran).toMatchObject({ sessions: 1, left: 1, files: 3 });
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    expect(db.prepare('select p.key, s.id from projects p join sessions s on s.project_id = p.id').all()).toEqual([
      { key: '/home/dev/project-1', id: seen.sessionId },
    ]);
    db.close();
  });

  it('follows links, reads nothing twice, and says what it passed over and why', async () => {
    writeSession(1, 1);
    const away = join(scratch.home, 'away');
    mkdirSync(projects, { recursive: true });
    // A project's folder that was moved to another disk, and one more way to the same.
    renameSync(join(projects, '-home-dev-project-1'), away);
    symlinkSync(away, join(projects, '-home-dev-project-1'));
    symlinkSync(away, join(projects, 'z-again'));
    const direct = writeSession(2, 1);
    symlinkSync(direct.transcriptPath as string, join(projects, 'a-copy.jsonl'));
    symlinkSync(projects, join(away, 'loop'));
    symlinkSync(join(scratch.home, 'nowhere'), join(projects, 'broken'));
    writeFileSync(join(projects, 'noise.jsonl'), '{"type":"summary","summary":"x"}\n');
    const outcome = JSON.parse((await scratch.cli(['import', 'claude-code', '--json'])).stdout);
    expect(outcome).toMatchObject({
      sessions: 2,
      files: 3,
      skipped: { empty: 1, twice: 3, 'broken-link': 1, unreadable: 0 },
    });
    const paths = outcome.skippedPaths.map(({ path, why }: { path: string; why: string }) => [
      path.replace(`${projects}/`, ''),
      why,
    ]);
    expect(paths.sort()).toEqual([
      ['-home-dev-project-1/loop', 'twice'],
      ['a-copy.jsonl', 'twice'],
      ['broken', 'broken-link'],
      ['z-again', 'twice'],
    ]);
    // As the client itself calls it: what its hooks tell later is the same transcript.
    expect(scratch.rows('select path from transcripts order by path')).toEqual([
      { path: expect.stringContaining(join(projects, '-home-dev-project-1/')) },
      { path: direct.transcriptPath },
    ]);
    const again = await scratch.cli(['import', 'claude-code']);
    expect(again.stdout).toContain('Skipped');
    expect(again.stdout).toContain('broken: broken link');
  });

  it('worktrees that are gone belong to their repository, and paths of Windows stay whole', async () => {
    const write = (cwd: string, file: string, index: number) => {
      const session = fixtureSession(cwd);
      session.transcriptPath = join(projects, `p${index}`, `${session.sessionId}.jsonl`);
      const transcript = new TranscriptFixture(session)
        .user(`Change module ${index}`)
        .call(`t${index}`, 'Edit', { file_path: file, old_string: 'a', new_string: 'b' })
        .result(`t${index}`, { filePath: file })
        .says(`I changed module ${index}, because it was asked for.`);
      for (const record of transcript.records)
        Object.assign(record, { timestamp: `2026-03-02T${String(9 + index).padStart(2, '0')}:00:00.000Z` });
      transcript.write();
    };
    // The worktree's session is the older one.
    write('/gone/worktrees/shop/3', '/gone/worktrees/shop/3/a.ts', 0);
    write('/gone/code/shop', '/gone/code/shop/b.ts', 1);
    write('/gone/code/shop/.worktrees/4', '/gone/code/shop/.worktrees/4/c.ts', 2);
    write('D:\\x\\wares', 'D:\\x\\wares\\src\\d.ts', 3);
    write('d:/x/wares', 'd:/x/wares/src/e.ts', 4);
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    expect(
      scratch.rows(
        'select p.name, p.key, count(*) as n from projects p join sessions s on s.project_id = p.id group by p.id',
      ),
    ).toEqual([
      { name: 'shop', key: '/gone/code/shop', n: 3 },
      { name: 'wares', key: 'D:\\x\\wares', n: 2 },
    ]);
    expect(scratch.rows('select files_edited as files from summaries order by created_at')).toEqual([
      { files: '["a.ts"]' },
      { files: '["b.ts"]' },
      { files: '["c.ts"]' },
      { files: '["src/d.ts"]' },
      { files: '["src/e.ts"]' },
    ]);
    const { stdout } = await scratch.cli(['context', '--project', 'wares']);
    expect(stdout).toContain('(src/e.ts)');
    expect(stdout).not.toContain('[file deleted]');
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
